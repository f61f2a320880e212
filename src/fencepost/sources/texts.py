"""What a source expression comes to: a text with the place of each line, or the reason why there is none."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from fencepost.model import Place


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of a text that came from one line of a file."""

    start: int
    """The offset of the first of them; the run ends where the next begins."""
    path: str
    line: int


@dataclass(frozen=True)
class SourceText:
    """The text of a source, ready to be compared with a block."""

    expression: str
    """As written in the directive or the settings."""
    text: str
    """The value itself; line ends are not folded."""
    place: Place
    """The defining assignment's own file and line."""
    written: tuple[int, ...] | Callable[[], tuple[tuple[int, ...], tuple[Run, ...]]]
    """The lines, or what works them out with the runs when somebody asks for them."""
    value: object
    """The value before it was turned to text."""

    @property
    def lines(self) -> tuple[int, ...]:
        """`lines[i]` is the file line from which line i of `text` came."""
        return self._traced[0]

    @property
    def runs(self) -> tuple[Run, ...]:
        """Where the characters came from, where that is known more exactly than by `lines`."""
        return self._traced[1]

    @cached_property
    def _traced(self) -> tuple[tuple[int, ...], tuple[Run, ...]]:
        return (self.written, ()) if isinstance(self.written, tuple) else self.written()

    def at(self, index: int, column: int = 0) -> Place:
        """The place of line `index` of the text, or of what stands at its `column` (from 0); of the nearest line if
        there is no such line."""
        if self.runs:
            starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
            offset = starts[max(0, min(index, len(self.lines) - 1))] + column
            run = self.runs[max(0, bisect_right(self.runs, offset, key=lambda run: run.start) - 1)]
            return Place(run.path, run.line)
        if not self.lines:
            return self.place
        return Place(self.place.path, self.lines[max(0, min(index, len(self.lines) - 1))])


@dataclass(frozen=True, slots=True)
class Unresolved:
    """There is no text, and why."""

    expression: str
    reason: str
    not_checked: bool
    """It could not be evaluated now, which is no fault; otherwise it is FP302."""
    help: str = ""
