"""`when` and `expect`: what a request must be like.

A text matches where it is found; between slashes it is a regular expression. `tools` and `after_tool` name tools,
one or several, which must all be there. Any other key is a parameter of the request's body and must be equal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fencepost.stub.ask import Ask
from fencepost.stub.reply import Conditions
from fencepost.stub.shapes import compact

NAMES: dict[str, str] = {
    "user": "text",
    "system": "text",
    "model": "text",
    "tools": "text",
    "after_tool": "text",
    "tool_result": "text",
    "messages": "count",
}
"""The conditions that mean the same in every wire format, and what their value is."""


def pattern_of(text: str) -> re.Pattern[str] | None:
    """The regular expression between slashes, or `None` for plain text; raises `re.error`."""
    return re.compile(text[1:-1]) if len(text) > 1 and text[0] == text[-1] == "/" else None


def unmet(conditions: Conditions, ask: Ask) -> list[str]:
    """What a request fails, one message a condition: what was expected, what was found."""
    return [message for key, wanted in conditions.pairs if (message := _unmet(key, wanted, ask))]


def _unmet(key: str, wanted: object, ask: Ask) -> str | None:
    if key in ("tools", "after_tool"):
        return _names_unmet(key, _list(wanted), _names(key, ask))
    if key == "messages":
        return None if wanted == ask.messages else f"`messages` is {ask.messages}, expected {wanted}"
    if NAMES.get(key) == "text":
        return _text_unmet(key, _list(wanted), _text(key, ask))
    return _parameter_unmet(key, wanted, ask)


def _names(key: str, ask: Ask) -> list[str]:
    return [tool.name for tool in ask.tools] if key == "tools" else [result.name for result in ask.results]


def _text(key: str, ask: Ask) -> str:
    if key == "tool_result":
        return "\n".join(result.text for result in ask.results)
    return {"user": ask.user, "system": ask.system, "model": ask.model}[key]


def _list(wanted: object) -> list[str]:
    return [str(one) for one in wanted] if isinstance(wanted, list) else [str(wanted)]


def _names_unmet(key: str, wanted: Sequence[str], found: Sequence[str]) -> str | None:
    missing = [name for name in wanted if not any(_equal(name, one) for one in found)]
    if not missing:
        return None
    return f"`{key}` lacks {', '.join(missing)} (found {', '.join(found) or 'none'})"


def _text_unmet(key: str, wanted: Sequence[str], found: str) -> str | None:
    missing = [text for text in wanted if not _matches(text, found)]
    if not missing:
        return None
    return f"`{key}` does not hold {', '.join(map(repr, missing))} (it is {_short(found)})"


def _parameter_unmet(key: str, wanted: object, ask: Ask) -> str | None:
    if key not in ask.body:
        return None if wanted is None else f"the request has no `{key}`, expected {compact(wanted)}"
    found = ask.body[key]
    if found == wanted or (isinstance(wanted, str) and isinstance(found, str) and _equal(wanted, found)):
        return None
    return f"`{key}` is {_short(compact(found))}, expected {compact(wanted)}"


def _equal(wanted: str, found: str) -> bool:
    pattern = pattern_of(wanted)
    return wanted == found if pattern is None else pattern.search(found) is not None


def _matches(wanted: str, found: str) -> bool:
    pattern = pattern_of(wanted)
    return wanted in found if pattern is None else pattern.search(found) is not None


def _short(text: str) -> str:
    return repr(text if len(text) <= 200 else text[:197] + "…")
