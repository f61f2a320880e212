"""The source lines that a finding points at, with a mark below what is meant."""

from __future__ import annotations

from collections.abc import Callable

from fencepost.model import Place
from fencepost.report.text import Paint, beginning, columns, ending, printable

Lines = Callable[[str], tuple[str, ...]]
"""The lines of a file of the project, without their ends; none where it cannot be read."""

_LEAST_ROOM = 20
_MOST = 4000
"""Characters before and behind the mark that are looked at: a line may be a whole page, with a finding at each word."""


def frame(place: Place, lines: Lines, *, width: int, paint: Paint) -> list[str]:
    """The line of `place` with its number, and below it a mark where a column is known.

    A line that is too long for `width` columns is cut around the mark. Nothing, if there is no such line or it tells
    nothing.
    """
    text = lines(place.path)
    if not 0 < place.line <= len(text) or not _tells(text[place.line - 1]):
        return []
    line = text[place.line - 1]
    start = min(place.column - 1, len(line))
    end = _end(place, line, start)
    number = str(place.line)
    room = max(width - len(number) - 5, _LEAST_ROOM)
    before, rest = printable(line[max(0, start - _MOST) : start]), printable(line[start : start + _MOST])
    if columns(before + rest) > room:
        before = ending(before, max(room // 3, room - columns(rest)))
    gutter = paint(f"{number} |", "dim")
    shown = [f"  {gutter} {before}{beginning(rest, room - columns(before))}"]
    if start:
        mark = "^" * max(1, min(columns(printable(line[start : min(end, start + _MOST)])), room - columns(before)))
        blank = paint(f"{' ' * len(number)} |", "dim")
        shown.append(f"  {blank} {' ' * columns(before)}{paint(mark, 'red')}")
    return shown


def _tells(line: str) -> bool:
    """Whether a line says more than that there is one, or that a fence begins."""
    return bool(line.strip()) and not line.lstrip(" \t>").startswith(("```", "~~~"))


def _end(place: Place, line: str, start: int) -> int:
    if place.end_column is None or place.end_line not in (None, place.line):
        return start + 1
    return max(start + 1, min(place.end_column - 1, len(line)))
