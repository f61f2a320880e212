"""What may stand in each directive: its argument, flags and keys, and what their values have to be."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Presence = Literal["none", "optional", "required"]
Check = Callable[[str], str | None]
"""Takes a value and returns what is wrong with it, or `None`."""


def stays_inside(path: str) -> bool:
    """Whether a path, as written, leads nowhere but below the folder that it is relative to."""
    parts = path.replace("\\", "/").split("/")
    return ".." not in parts and not path.startswith(("/", "\\", "~")) and ":" not in parts[0]


def _alternatives(words: tuple[str, ...]) -> str:
    return " or ".join(f"`{word}`" for word in words)


def _one_of(*allowed: str) -> Check:
    return lambda value: None if value in allowed else f"takes {_alternatives(allowed)}"


def _any(value: str) -> str | None:
    return None if value.strip() else "needs a value"


def _below(value: str) -> str | None:
    if not stays_inside(value):
        return "takes a pattern below the page's folder"
    whole = all("**" not in part or part == "**" for part in value.split("/"))
    return _any(value) or (None if whole else "takes `**` for whole folders alone")


def _whatever(_: str) -> None:
    """Takes every value: that a reason is there is asked for with the code of its own."""


def _module(value: str) -> str | None:
    known = all(part.isidentifier() for part in value.split("."))
    return None if known else "takes a name as `import` takes it, such as `sklearn`"


def _seconds(value: str) -> str | None:
    try:
        return None if float(value) > 0 else "takes a number of seconds above 0"
    except ValueError:
        return "takes a number of seconds"


def _date(value: str) -> str | None:
    try:
        datetime.date.fromisoformat(value)
    except ValueError:
        return "takes a date, YYYY-MM-DD"
    return None


def _moment(value: str) -> str | None:
    try:
        moment = datetime.datetime.fromisoformat(value)
    except ValueError:
        return 'takes a time such as "2026-07-30T21:15:00+08:00"'
    return None if moment.tzinfo else "needs an offset from UTC, such as +08:00"


@dataclass(frozen=True, slots=True)
class Form:
    """What may stand in the directives of one name."""

    argument: Presence = "none"
    flags: frozenset[str] = frozenset()
    keys: Mapping[str, Check] = field(default_factory=dict)
    prefix: str = ""
    """Keys that begin with it take any name behind it: `value.`."""
    body: Presence = "none"
    reason: bool = False
    """Whether a reason is required."""


_QUOTE_KEYS: dict[str, Check] = {"view": _one_of("raw", "rendered"), "from": _any, "to": _any}
_RUN_KEYS: dict[str, Check] = {"raises": _any, "scope": _any, "fixtures": _any, "timeout": _seconds}
_PAGE_KEYS: dict[str, Check] = {
    "scope": _any,
    "freeze": _moment,
    "files": _below,
    "continues": _any,
    "reason": _whatever,
}

FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "skip": Form(keys={"reason": _whatever, "unless": _module, "until": _date}, reason=True),
        "run": Form(keys=_RUN_KEYS),
        "parse": Form(),
        "file": Form(argument="required", flags=frozenset({"append"})),
        "setup": Form(body="required"),
        "assert": Form(body="required"),
        "output": Form(
            flags=frozenset({"unordered", "exact"}),
            keys={"stream": _one_of("stdout", "stderr")},
            body="optional",
        ),
        "error": Form(flags=frozenset({"wrap"}), keys={"type": _any}, body="optional"),
        "quote": Form(
            argument="required",
            flags=frozenset({"subset", "elide", "wrap"}),
            keys=_QUOTE_KEYS,
            prefix="value.",
        ),
        "translates": Form(argument="required", prefix="value."),
        "model": Form(keys={"scope": _one_of("page"), "until": _one_of("section")}, body="required"),
        "differs": Form(keys={"reason": _whatever}, reason=True),
        "ignore": Form(argument="required", keys={"reason": _whatever}, reason=True),
        "page": Form(flags=frozenset({"skip"}), keys=_PAGE_KEYS),
    }
)
"""Every directive by its name."""
