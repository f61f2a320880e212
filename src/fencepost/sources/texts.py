"""What a source expression comes to: a text with the place of each line, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from fencepost.model import Place


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a source, ready to be compared with a block."""

    expression: str
    """As written in the directive or the settings."""
    text: str
    """The value itself; line ends are not folded."""
    place: Place
    """The defining assignment's own file and line."""
    lines: tuple[int, ...]
    """`lines[i]` is the file line from which line i of `text` came."""
    value: object
    """The value before it was turned to text."""
    paths: tuple[str, ...] = ()
    """The file of each line, where some of them came from another file than `place`; else empty."""

    def at(self, index: int) -> Place:
        """The place of line `index` of the text; of the nearest one when there is no such line."""
        if not self.lines:
            return self.place
        index = max(0, min(index, len(self.lines) - 1))
        return Place(self.paths[index] if self.paths else self.place.path, self.lines[index])


@dataclass(frozen=True, slots=True)
class Unresolved:
    """There is no text, and why."""

    expression: str
    reason: str
    not_checked: bool
    """It could not be evaluated now, which is no fault; otherwise it is FP302."""
    help: str = ""
