"""A block whose lines are broken where the page likes it.

A line break of the page stands for one of the source, for a blank, or next to CJK for nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A line of the source as the page would break it."""

    text: str
    index: int
    """The source's line in which it begins."""
    column: int
    """Where in that line, from 0."""


def rewrap(page: Sequence[str], source: Sequence[str]) -> list[Wrapped]:
    """The source, broken as the page breaks it.

    The page's own lines come back as far as they are right; what follows them is broken so that no line is wider
    than the widest of the page, where it can be broken at all. The page equals the source if it comes back whole.
    """
    if not source:
        return []
    text = "\n".join(source)
    starts: list[int] = []
    position = 0
    before = ""
    for line in page:
        start = _over_break(text, position, line, paragraph="" in (line, before)) if starts else 0
        if start is None or not text.startswith(line, start):
            break
        starts.append(start)
        position = start + len(line)
        before = line
    rest = _over_break(text, position, "", paragraph=not before) if starts else 0
    if position < len(text) and rest is None:
        rest = starts.pop()  # the page breaks the line within a word
    found = [_placed(text, line, start) for line, start in zip(page, starts, strict=False)]
    if rest is not None:
        width = max((len(line) for line in page), default=0) or 80
        for line in text[rest:].split("\n"):
            found += [_placed(text, part, rest + offset) for part, offset in _broken(line, width)]
            rest += len(line) + 1
    return found


def _placed(text: str, line: str, start: int) -> Wrapped:
    return Wrapped(line, text.count("\n", 0, start), start - text.rfind("\n", 0, start) - 1)


def _over_break(text: str, position: int, line: str, *, paragraph: bool = False) -> int | None:
    """Where the source goes on behind a break; the way that `line` fits if there are two. `None`: no break here.

    An empty line of the page divides paragraphs: the breaks around it are line ends of the source.
    """
    here = text[position : position + 1]
    if paragraph:
        return position + 1 if here == "\n" else None
    ways = [position + 1] if here in ("\n", " ") else []
    if here and (wide(here) or wide(text[max(0, position - 1) : position])):
        ways.append(position)
    return next((way for way in ways if text.startswith(line, way)), ways[0] if ways else None)


def _broken(line: str, width: int) -> Iterator[tuple[str, int]]:
    """The parts of a line and their offsets in it."""
    start = 0
    while len(line) - start > width:
        cut = next((at for at in range(start + width, start, -1) if _breakable(line, at)), None)
        if cut is None:
            break
        yield line[start:cut], start
        start = cut + (line[cut] == " ")
    yield line[start:], start


def _breakable(line: str, at: int) -> bool:
    """Whether a line may end before offset `at`: at one blank, or between two characters of CJK."""
    if line[at] == " ":
        return line[at - 1] != " " and line[at + 1 : at + 2] not in ("", " ")
    return wide(line[at - 1]) and wide(line[at])


def wide(character: str) -> bool:
    """Whether a character is of a script that puts no blanks between words, or its punctuation."""
    return character != "" and unicodedata.east_asian_width(character) in "WF"
