"""What a rule set finds on a page, before directives are read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace

from fencepost.markdown.headings import TOP
from fencepost.model import Comment, Fence, Finding, Heading


@dataclass(frozen=True, slots=True)
class Scan:
    """The parts of a page, each in page order."""

    headings: tuple[Heading, ...]
    fences: tuple[Fence, ...]
    comments: tuple[Comment, ...]
    """Those that address fencepost."""
    findings: tuple[Finding, ...]


class Sections:
    """Tells in which section a line stands, and counts the fences of each slug."""

    def __init__(self, headings: tuple[Heading, ...]) -> None:
        self._headings = headings
        self._lines = [heading.line for heading in headings]
        self._ordinals: dict[str, int] = {}

    def section(self, line: int) -> int:
        """How many headings stand before a line."""
        return bisect_left(self._lines, line)

    def enter(self, line: int) -> tuple[int, str, int]:
        """The section, its slug and the ordinal of the next fence, which opens on a line."""
        section = self.section(line)
        slug = self._headings[section - 1].slug if section else TOP
        self._ordinals[slug] = ordinal = self._ordinals.get(slug, 0) + 1
        return section, slug, ordinal


def in_sections(comments: Iterable[Comment], sections: Sections) -> tuple[Comment, ...]:
    """Comments in page order, each with its section."""
    return tuple(
        replace(comment, section=sections.section(comment.line))
        for comment in sorted(comments, key=lambda comment: comment.start)
    )
