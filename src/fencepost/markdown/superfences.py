"""The fences that SuperFences takes out of a page before anything else is looked at.

`pymdownx.superfences` reads a page line by line, with no regard to what the lines stand in: a fence may begin behind
any run of blanks and quote marks, and ends at a line with the same run at the same column. A line that stands further
to the left unmakes it, and what was read of it until then is not read again. Whether a fence survives is decided later,
when the block parser finds that it stands in an indented literal.

Offsets are those of the text with its tabs expanded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from fencepost.markdown.info import Header

ReadHeader = Callable[[str], Header]

_OPENING = re.compile(r"(`{3,}(?=[^`\n]*(?:\n|\Z))|~{3,})([^\n]*)")


@dataclass(slots=True, eq=False)  # not frozen: pages may hold very many, and that triples the cost
class Opening:
    """A line that opens a fence, if a later one closes it."""

    line: int
    start: int
    """Where the line begins."""
    mark: int
    """Where the run of backticks or tildes begins."""
    end: int
    """Where the line ends."""
    marker: str
    info: str
    header: Header

    @property
    def width(self) -> int:
        """The columns before the run."""
        return self.mark - self.start


@dataclass(slots=True, eq=False)
class Candidate:
    """A fence with both its ends; or, if not closed, an opening line that came to nothing."""

    opening: Opening
    last: int
    """Where the closing line begins, or the line that unmade the fence, or the page's last line."""
    end: int
    """Where that line ends."""
    end_line: int
    """The number of that line."""
    closed: bool
    broken: bool = False
    """Whether a line unmade it that stands too far to the left."""


def find(wide: str, begin: int, read_header: ReadHeader, *, skip_refused: bool) -> Iterator[Candidate]:
    """Find every fence from an offset on, in order; `skip_refused` passes over info strings that the site refuses."""
    line, counted = wide.count("\n", 0, begin) + 1, begin
    ticks, tildes = wide.find("```", begin), wide.find("~~~", begin)
    hopeless: dict[tuple[str, str], int] = {}
    while ticks >= 0 or tildes >= 0:
        hit = ticks if tildes < 0 or 0 <= ticks < tildes else tildes
        start = max(wide.rfind("\n", 0, hit) + 1, begin)
        line += wide.count("\n", counted, start)
        counted = start
        opening = open_at(wide, start, hit, line, read_header)
        if opening is None or (opening.header.fault and skip_refused):
            position = line_end(wide, hit)
        else:
            candidate = _close_or_pass(wide, opening, hopeless)
            yield candidate
            position = candidate.end
        if 0 <= ticks < position:
            ticks = wide.find("```", position)
        if 0 <= tildes < position:
            tildes = wide.find("~~~", position)


def _close_or_pass(wide: str, opening: Opening, hopeless: dict[tuple[str, str], int]) -> Candidate:
    """Close a fence; an opening line that the site refuses, and that is not closed, is passed over.

    `hopeless` tells up to where openings of one form are known to come to nothing, so that many of them are no matter.
    """
    if not opening.header.fault:
        return close(wide, opening)
    form = (opening.marker, wide[opening.start : opening.mark])
    if opening.start >= hopeless.get(form, 0):
        candidate = close(wide, opening)
        if candidate.closed:
            return candidate
        hopeless[form] = candidate.last + (not candidate.broken)
    return Candidate(opening, opening.start, opening.end, opening.line, closed=False)


def open_at(wide: str, start: int, mark: int, line: int, read_header: ReadHeader) -> Opening | None:
    """Read the line that begins at `start` and holds a run at `mark` as an opening line."""
    if mark != start and wide[start:mark].strip(" >"):
        return None
    match = _OPENING.match(wide, mark)
    if match is None:
        return None
    marker, info = match.groups()
    info = info.strip(" ")
    return Opening(line, start, mark, match.end(), marker, info, read_header(info))


def close(wide: str, opening: Opening) -> Candidate:
    """Look for the end of a fence."""
    if ">" in wide[opening.start : opening.mark]:
        return _close_quoted(wide, opening)
    if opening.width == 0:
        return _close_at_margin(wide, opening)
    return _close_indented(wide, opening)


def _close_at_margin(wide: str, opening: Opening) -> Candidate:
    wanted = "\n" + opening.marker
    position = opening.end
    while (position := wide.find(wanted, position)) >= 0:
        end = line_end(wide, position + 1)
        behind = position + len(wanted)
        if end == behind or not wide[behind:end].strip(" "):
            return _closed(wide, opening, position + 1, end)
        position = end
    return _unclosed(wide, opening)


def _close_indented(wide: str, opening: Opening) -> Candidate:
    match = _end_or_break(opening.marker, opening.width).search(wide, opening.end)
    if match is None:
        return _unclosed(wide, opening)
    start = match.start() + 1
    return _closed(wide, opening, start, line_end(wide, start), broken=match["left"] is not None)


@lru_cache(maxsize=256)
def _end_or_break(marker: str, width: int) -> re.Pattern[str]:
    """Lines that close a fence, or that hold something before its column."""
    return re.compile(rf"\n(?: {{{width}}}{marker} *(?=\n|\Z)|(?P<left> {{0,{width - 1}}}[^ \n]))")


def _close_quoted(wide: str, opening: Opening) -> Candidate:
    """The rules inside quotes: a line may lack quote marks, but not behind an empty line, nor may it have more."""
    level = wide.count(">", opening.start, opening.mark)
    blank = False
    start = opening.end + 1
    while start <= len(wide):
        end = line_end(wide, start)
        line = wide[start:end]
        head = _quote_prefix(line, opening.width)
        marks = head.count(">")
        content = line[len(head) :] if line.strip(" ") else ""
        if marks > level or (content and (len(head) < opening.width or (blank and marks < level))):
            return _closed(wide, opening, start, end, broken=True)
        if content and content.rstrip(" ") == opening.marker:
            return _closed(wide, opening, start, end)
        blank = not content
        start = end + 1
    return _unclosed(wide, opening)


def _quote_prefix(line: str, width: int) -> str:
    head = line[:width]
    return head[: len(head) - len(head.lstrip(" >"))]


def _closed(wide: str, opening: Opening, last: int, end: int, *, broken: bool = False) -> Candidate:
    end_line = opening.line + wide.count("\n", opening.start, last)
    return Candidate(opening, last, end, end_line, not broken, broken)


def _unclosed(wide: str, opening: Opening) -> Candidate:
    last = max(wide.rfind("\n", 0, len(wide)) + 1, opening.start)
    end_line = opening.line + wide.count("\n", opening.start, last)
    return Candidate(opening, last, len(wide), end_line, closed=False)


def line_end(wide: str, position: int) -> int:
    """Where the line ends that holds an offset."""
    end = wide.find("\n", position)
    return len(wide) if end < 0 else end
