"""JSON as documentation shows it: plain, with comments, one value a line, or cut short by an ellipsis.

A comment, a further line with a value of its own, a `...` that stands for "and so on", a `<name>` to be filled in,
members of an object without their braces, and a line that is marked as taken out are no errors; a trailing comma is
one, except in JSONC and where a comment shows that the text is read as such, and so are a duplicate key and anything
else that a reader's parser refuses.
"""

from __future__ import annotations

import json
import re
from typing import Any

from fencepost.checks.wrongdata import WrongDataError

_TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|<[A-Za-z][\w .-]*>|\.\.\.+|…|,|[\[\]{}:]|[^\s",\[\]{}:/.…]+|\s+|.',
    re.DOTALL,
)
_COMMENT = ("//", "/*")
_MEMBERS = re.compile(r'\s*"(?:[^"\\\n]|\\.)*"\s*:')
_TAKEN_OUT = re.compile(r"^.*\[!code --\].*$", re.MULTILINE)
"""A line that Shiki, the highlighter of VitePress and others, shows as removed."""
_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*\n)---\s*", re.DOTALL)
"""JSON at the head of a page, as some sites let it stand there."""
_DOTS = re.compile(r"\.{3,}|…")


def check_json(text: str, *, lenient: bool = False) -> None:
    """Parse a text as JSON; `lenient` allows trailing commas, as JSONC does.

    Raises:
        WrongDataError: it is none of the accepted forms; the reason is that of the text as it stands.
    """
    try:
        _load(text)
    except WrongDataError as wrong:
        whole = _whole(text)
        lenient = lenient or any(token.startswith(_COMMENT) for token in _TOKEN.findall(whole))
        if wrong.final or not (_is_lines(text) or _parses(_simplified(whole, lenient=lenient))):
            if not wrong.final and _parses(_simplified(whole, lenient=True)):
                raise WrongDataError("a comma stands before a closing bracket", wrong.line) from wrong
            raise


def _whole(text: str) -> str:
    """The text without lines that are taken out, and with braces around members that have none."""
    text = _TAKEN_OUT.sub("", text) if "[!code --]" in text else text
    if front := _FRONT_MATTER.fullmatch(text):
        return f"\n{front[1]}"
    return f"{{{text.rstrip().removesuffix(',')}\n}}" if _MEMBERS.match(text) else text


def check_lines(text: str) -> None:
    """Parse JSON Lines: a value on each line that is not blank."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not _DOTS.fullmatch(line.strip()):
            try:
                check_json(line)
            except WrongDataError as wrong:
                raise WrongDataError(wrong.message, number) from wrong


def _load(text: str) -> None:
    try:
        # Numbers stay texts: Python makes none of more than some thousand digits.
        json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant, parse_int=str)
    except json.JSONDecodeError as error:
        raise WrongDataError(error.msg, error.lineno) from error
    except RecursionError as error:
        raise WrongDataError("it is nested too deeply", 1, final=True) from error


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise WrongDataError(f"the key {name!r} stands twice in one object", 1, final=True)
        found[name] = value
    return found


def _no_constant(name: str) -> None:
    """Python's `json` reads and writes NaN and the infinities; no other parser has to."""
    raise WrongDataError(f"{name!r} is no JSON", 1, final=True)


def _is_lines(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2 or not all(line.lstrip()[0] in "[{" for line in lines):
        return False
    try:
        check_lines(text)
    except WrongDataError:
        return False
    return True


def _parses(text: str) -> bool:
    try:
        _load(text)
    except WrongDataError as wrong:
        if wrong.final:
            raise
        return False
    return True


def _simplified(text: str, *, lenient: bool) -> str:
    """The text without comments and without what an ellipsis stands for, so that plain JSON is left."""
    kept: list[str] = []
    for token in _TOKEN.findall(text):
        if token.startswith(_COMMENT):
            continue
        if _DOTS.fullmatch(token):
            _drop_dots(kept)
        elif token in ("]", "}") and (lenient or _ended_with_dots(kept)):
            _drop_comma(kept)
            kept.append(token)
        elif token.startswith("<") and len(token) > 1:
            kept.append("null")
        elif token == "," and kept and kept[-1] == _GAP:
            continue
        else:
            kept.append(token)
    return "".join(token for token in kept if token != _GAP)


_GAP = "\0"
"""Stands where dots stood until the value around them is closed."""


def _drop_dots(kept: list[str]) -> None:
    while kept and kept[-1].isspace():
        kept.pop()
    # `"key": ...` leaves a key without value; any value will do.
    kept.append("null" if kept and kept[-1] == ":" else _GAP)


def _ended_with_dots(kept: list[str]) -> bool:
    return _GAP in kept[-6:]


def _drop_comma(kept: list[str]) -> None:
    while kept and (kept[-1].isspace() or kept[-1] in (_GAP, ",")):
        kept.pop()
