"""A page's text as the renderers see it, and the way back to the text as it is written."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

TAB = 4
"""Columns between tab stops, in every dialect."""
BYTE_ORDER_MARK = "\ufeff"

_LINE_END = re.compile(r"\r\n?|\n")
_FRONT_MATTER = re.compile(r"-{3} *\n(.*?\n)(?:-{3}|\.{3}) *(?:\n|\Z)", re.DOTALL)
_MAPPING = re.compile(r"\A(?:[ ]*(?:#.*)?\n)*(?:\{|\? |[^\s:#\-\[{][^\n]*?:(?:\s|$))")
_META_LINES = re.compile(r" {0,3}[A-Za-z0-9_-]+:.*(?:\n(?: {0,3}[A-Za-z0-9_-]+:| {4}).*)*\n?(?: *\n)?")


@dataclass(frozen=True, slots=True)
class Source:
    """A page's text, and the same lines with LF ends, tabs expanded and without a byte order mark.

    Both have the same lines, so that a line number leads from one to the other.
    """

    text: str
    """As decoded."""
    wide: str
    """As the renderers see it."""
    starts: tuple[int, ...]
    """Offsets at which the lines of `text` begin; empty while `text` and `wide` are one."""

    def offset(self, line: int, start: int, column: int = 0) -> int:
        """The offset in `text` of a 0-based column of line number `line`, which begins at `start` in `wide`."""
        if not self.starts:
            return start + column
        begin = self.starts[line - 1]
        return begin + _index(self.text[begin : begin + column], column)

    def line_end(self, line: int, end: int) -> int:
        """The offset in `text` at which line number `line` ends, which ends at `end` in `wide`."""
        if not self.starts:
            return end
        if line == len(self.starts):
            return len(self.text)
        return self.starts[line] - (2 if self.text.endswith("\r\n", 0, self.starts[line]) else 1)


def read(text: str) -> Source:
    """Fold the line ends of a page, expand its tabs and take its byte order mark off."""
    if not ("\t" in text or "\r" in text or "\x02" in text or text.startswith(BYTE_ORDER_MARK)):
        return Source(text, text, ())
    begin = len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0
    starts = (begin, *(match.end() for match in _LINE_END.finditer(text)))
    folded = fold(text[begin:]).replace("\x02", " ")
    return Source(text, folded.expandtabs(TAB), starts)


def fold(text: str) -> str:
    """Line ends as LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def front_matter_end(wide: str, *, multimarkdown: bool = False) -> int:
    """The offset behind the metadata with which a page may open, or 0.

    That is a YAML mapping between lines of three dashes; where `multimarkdown` holds, as in MkDocs, also lines of
    the form `key: value` down to the first line that is none.
    """
    if wide.startswith("---"):
        match = _FRONT_MATTER.match(wide)
        return match.end() if match and _MAPPING.search(match[1]) else 0
    if not multimarkdown or not (match := _META_LINES.match(wide)):
        return 0
    return match.end()


class LineIndex:
    """Where the lines of a text begin, found out when it is first asked for."""

    __slots__ = ("_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] = []

    @property
    def starts(self) -> list[int]:
        """The offsets at which lines begin."""
        if not self._starts:
            self._starts = [0, *(match.end() for match in re.finditer("\n", self._text))]
        return self._starts

    def line(self, offset: int) -> int:
        """The number of the line, from 1, that holds an offset."""
        return bisect_right(self.starts, offset)

    def start(self, line: int) -> int:
        """Where a line begins."""
        return self.starts[line - 1]


def drop_columns(line: str, width: int) -> str:
    """Remove the first columns of a line; a tab that reaches over the edge leaves blanks, later tabs stay.

    Columns that are not there are not missed.
    """
    if "\t" not in line[:width]:
        return line[width:]
    index = _index(line, width)
    reached = len(line[:index].expandtabs(TAB))
    return " " * max(0, reached - width) + line[index:]


def _index(line: str, column: int) -> int:
    """The index of the first character at or behind a column."""
    if "\t" not in line[:column]:
        return column
    reached = index = 0
    while reached < column and index < len(line):
        reached += TAB - reached % TAB if line[index] == "\t" else 1
        index += 1
    return index
