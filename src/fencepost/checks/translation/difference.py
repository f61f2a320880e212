"""What one comparison found between two blocks of code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_WIDTH = 60


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference that a translation may not make."""

    code: str
    """FP405 for code, FP406 for what a translated text has to keep."""
    line: int
    """The line of the first block, from 1."""
    twin_line: int
    """The line of the second block; where one of them lacks something, the line that stands in its place."""
    text: str = ""
    """What the first block has there, shortened; empty where it has nothing."""
    twin_text: str = ""
    why: str = ""
    """What happened, where more is known than that the two differ."""
    minor: bool = False
    """Whether only blanks or the typography of a text differ."""


def shortened(text: str) -> str:
    """The beginning of the first line of a piece of code."""
    line, _, rest = text.strip().partition("\n")
    cut = line[: _WIDTH - 1].rstrip()
    return f"{cut}…" if rest.strip() or len(line) > _WIDTH else line


def ordered(found: Iterable[Difference]) -> list[Difference]:
    """Differences in the order of the text."""
    return sorted(found, key=lambda difference: (difference.twin_line, difference.line))
