"""Three of the ways in which a block may equal its source: line by line, as a subset, with dots.

Each function gives `None` for equal, else the index of the first line of the page that is not as in the source
and the index of the source's line that was expected there. The page's index is the number of its lines when the
page ends too early.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

DOTS = "..."


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where page and source part."""

    page: int
    source: int


def equal(page: Sequence[str], source: Sequence[str]) -> Mismatch | None:
    """Line by line."""
    if page == source:
        return None
    for index, (one, other) in enumerate(zip(page, source, strict=False)):
        if one != other:
            return Mismatch(index, index)
    shorter = min(len(page), len(source))
    return None if len(page) == len(source) else Mismatch(shorter, shorter)


def subset(page: Sequence[str], source: Sequence[str]) -> Mismatch | None:
    """The page's lines stand in the source in this order, others may stand between.

    The source's line of a mismatch is the one that is most like the page's, below those that were found.
    """
    position = 0
    for index, line in enumerate(page):
        try:
            position = source.index(line, position) + 1
        except ValueError:
            near = difflib.get_close_matches(line, source[position:], n=1, cutoff=0.5)
            return Mismatch(index, source.index(near[0], position) if near else position)
    return None


def elided(page: Sequence[str], source: Sequence[str]) -> Mismatch | None:
    """A line of three dots on the page stands for any lines of the source, or none."""
    pieces = _pieces(page)
    start, lines = pieces[0]
    if len(pieces) == 1:
        return equal(lines, source)
    if head := equal(lines, source[: len(lines)]):
        return head
    position = len(lines)
    for start, lines in pieces[1:-1]:
        found = _find(lines, source, position)
        if found is None:
            return _nearest(start, lines, source, position)
        position = found + len(lines)
    start, lines = pieces[-1]
    tail = len(source) - len(lines)
    if tail >= position and list(source[tail:]) == list(lines):
        return None
    if tail < position:
        return _nearest(start, lines, source, position)
    mismatch = equal(lines, source[tail:])
    return Mismatch(start + mismatch.page, tail + mismatch.source) if mismatch else None


def _pieces(page: Sequence[str]) -> list[tuple[int, Sequence[str]]]:
    """The runs of lines between the dots, with the index at which each begins."""
    found: list[tuple[int, Sequence[str]]] = []
    start = 0
    for index, line in enumerate(page):
        if line.strip() == DOTS:
            found.append((start, page[start:index]))
            start = index + 1
    return [*found, (start, page[start:])]


def _find(lines: Sequence[str], source: Sequence[str], position: int) -> int | None:
    for start in range(position, len(source) - len(lines) + 1):
        if list(source[start : start + len(lines)]) == list(lines):
            return start
    return None


def _nearest(start: int, lines: Sequence[str], source: Sequence[str], position: int) -> Mismatch:
    """The mismatch at the place where most of the lines agree."""
    best = Mismatch(start, position)
    for candidate in range(position, len(source)):
        agreed = 0
        while agreed < len(lines) and candidate + agreed < len(source) and lines[agreed] == source[candidate + agreed]:
            agreed += 1
        if start + agreed > best.page:
            best = Mismatch(start + agreed, candidate + agreed)
    return best
