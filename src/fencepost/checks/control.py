"""FP307: control characters in a source, nearly always from a backslash that was not doubled."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fencepost.checks.rendering import Expected
from fencepost.model import Finding, Place

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ESCAPES = {"\a": r"\a", "\b": r"\b", "\f": r"\f", "\v": r"\v", "\r": r"\r", "\0": r"\0", "\x1b": r"\x1b"}


def control_characters(wanted: Expected, page: Place, fence: str | None) -> Iterator[Finding]:
    """One finding for each line that holds a control character other than a tab; `page` is where it is quoted."""
    if not has_control(wanted.lines):
        return
    for index, line in enumerate(wanted.lines):
        if match := _CONTROL.search(line):
            place = wanted.place(index, match.start())
            yield Finding("FP307", _message(wanted.source.expression, match[0]), place, fence, (page,), _HELP)


_HELP = "Double the backslash or make the literal a raw one. The page that quotes it has copied the fault."


def has_control(lines: list[str]) -> bool:
    """Whether any of the lines holds one."""
    return _CONTROL.search("\n".join(lines)) is not None


def _message(expression: str, character: str) -> str:
    written = _ESCAPES.get(character)
    origin = f", as an unescaped `{written}` makes it" if written else ""
    return f"{expression} holds the control character U+{ord(character):04X} in this line{origin}"
