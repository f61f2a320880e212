"""F-strings as Python 3.12 reads them, for a Python that does not yet.

Since PEP 701 a field holds any expression: the string's own quotes, backslashes, comments and line ends may stand in
it. Taken out of its string, the expression is one for every Python.
"""

from __future__ import annotations

import re

_STRING = re.compile(r"(?<!\w)([A-Za-z]{0,2})('''|\"\"\"|'|\")")
_PREFIXES = ("", "r", "b", "u", "br", "rb", "f", "fr", "rf")
_SPEC = re.compile(r"![a-z]\s*")


class _UnreadableError(Exception):
    """What stands there is no f-string of Python 3.12 either."""


def taken_apart(code: str) -> tuple[str, tuple[str, ...]] | None:
    """The code with empty texts for its f-strings, and the expressions of their fields.

    `None` where it has none, or where they cannot be read.
    """
    reader = _Reader(code)
    try:
        plain, end = reader.code_until(0, "")
    except _UnreadableError:
        return None
    return (plain, tuple(reader.fields)) if reader.fields and end == len(code) else None


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self.fields: list[str] = []

    def code_until(self, at: int, closing: str) -> tuple[str, int]:
        """Code up to one of the marks `closing` outside of its brackets, and where it ends."""
        text, parts, depth = self._text, [], 0
        while at < len(text):
            mark, start = text[at], at
            if string := self._string_at(at):
                at = self._behind(string)
                parts.append('""' if "f" in string[1].lower() else text[start:at])
                continue
            if mark == "#":
                at = text.find("\n", at) if "\n" in text[at:] else len(text)
                continue
            if not depth and mark in closing and text[at : at + 2] != "!=":
                return "".join(parts), at
            depth += (mark in "([{") - (mark in ")]}")
            at += 2 if text[at : at + 2] == "!=" else 1
            parts.append(text[start:at])
        if closing:
            raise _UnreadableError
        return "".join(parts), at

    def _string_at(self, at: int) -> re.Match[str] | None:
        found = _STRING.match(self._text, at)
        return found if found and found[1].lower() in _PREFIXES else None

    def _behind(self, string: re.Match[str]) -> int:
        """Where a string ends, the fields of an f-string read."""
        text, at, quote = self._text, string.end(), string[2]
        fields, raw = "f" in string[1].lower(), "r" in string[1].lower()
        while not text.startswith(quote, at):
            if at >= len(text) or (text[at] == "\n" and len(quote) == 1):
                raise _UnreadableError
            if text[at] == "\\":
                at = text.find("}", at) if text.startswith("\\N{", at) and not raw else at + 1
            elif fields and text[at] in "{}":
                at = at + 1 if text[at] * 2 == text[at : at + 2] else self._field(at)
            at += 1
        return at + len(quote)

    def _field(self, at: int) -> int:
        """Read the field that opens there; gives the place of its closing brace."""
        if self._text[at] == "}":
            raise _UnreadableError
        code, at = self.code_until(at + 1, "}:!")
        expression = re.sub(r"(?<![=!<>])=\s*$", "", code)
        if not expression.strip():
            raise _UnreadableError
        self.fields.append(expression)
        if conversion := _SPEC.match(self._text, at):
            at = conversion.end()
        if self._text[at : at + 1] == ":":
            at += 1
            while self._text[at : at + 1] not in ("}", ""):
                at = self._field(at) + 1 if self._text[at] == "{" else at + 1
        if self._text[at : at + 1] != "}":
            raise _UnreadableError
        return at
