"""Reading JSON that somebody else wrote: accessors that take the wrong shape for an empty one.

What is wrong with a request is said by the rules of its dialect; everything else may rely on shapes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

Object = dict[str, object]


def mapping(value: object) -> Object:
    """A JSON object, or an empty one in place of anything else."""
    return {str(key): item for key, item in value.items()} if isinstance(value, Mapping) else {}


def items(value: object) -> list[object]:
    """A JSON array, or an empty one."""
    return list(value) if isinstance(value, list | tuple) else []


def mappings(value: object) -> list[Object]:
    """The objects of a JSON array."""
    return [mapping(item) for item in items(value) if isinstance(item, Mapping)]


def text(value: object) -> str:
    """A JSON string, or an empty one."""
    return value if isinstance(value, str) else ""


def number(value: object) -> float | None:
    """A JSON number, or `None`."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def whole(value: object) -> int | None:
    """A JSON integer, or `None`."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def joined(content: object) -> str:
    """The text of a message's content: a string as it is, the text parts of an array one a line."""
    if isinstance(content, str):
        return content
    return "\n".join(text(part.get("text")) for part in mappings(content) if "text" in part)


def pointed_at(reference: str, root: object) -> object:
    """What a reference within a document, such as `#/$defs/Item`, leads to (RFC 6901); `None` if nowhere."""
    target = root
    for step in reference.removeprefix("#").strip("/").split("/"):
        target = mapping(target).get(step.replace("~1", "/").replace("~0", "~")) if step else target
    return target


def compact(value: object) -> str:
    """JSON as the providers write it into tool arguments."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def named(value: object) -> str:
    """What a JSON value is called in a message."""
    names: list[tuple[type | tuple[type, ...], str]] = [
        (bool, "a boolean"),
        (str, "a string"),
        ((int, float), "a number"),
        (list, "an array"),
        (Mapping, "an object"),
    ]
    return next((name for kind, name in names if isinstance(value, kind)), "null")
