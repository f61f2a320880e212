"""What stands on a page, before headings are numbered and fences are named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import itemgetter

from fencepost.markdown.headings import read_hash
from fencepost.markdown.superfences import Candidate
from fencepost.model import Comment, Container


@dataclass(frozen=True, slots=True)
class Outline:
    """The parts of a page under SuperFences."""

    candidates: tuple[Candidate, ...]
    shown: Mapping[int, tuple[Container, ...]]
    """Those candidates that the site renders as code, by index, with the containers around them."""
    headings: tuple[tuple[int, str, int], ...]
    """Levels, titles as written, lines."""
    comments: tuple[Comment, ...]
    text_lines: frozenset[int] = frozenset()
    """Lines that are shown as text."""


@dataclass(slots=True)
class Draft:
    """An outline that is being made, section by section."""

    candidates: list[Candidate] = field(default_factory=list)
    shown: dict[int, tuple[Container, ...]] = field(default_factory=dict)
    headings: list[tuple[int, str, int]] = field(default_factory=list)
    rows: list[tuple[str, int]] = field(default_factory=list)
    """Lines with further headings, which begin with number signs, and where they begin."""
    comments: list[Comment] = field(default_factory=list)
    text_lines: set[int] = field(default_factory=set)
    containers: int = 0
    """How many containers have been numbered."""
    tab_sets: int = 0

    def add_fence(self, candidate: Candidate, around: tuple[Container, ...]) -> None:
        """Note a fence that is shown."""
        self.shown[len(self.candidates)] = around
        self.candidates.append(candidate)

    def drop_from(self, line: int, offset: int) -> None:
        """Forget what stands on a line, which begins at an offset, or behind it."""
        while self.candidates and self.candidates[-1].opening.line >= line:
            self.candidates.pop()
            self.shown.pop(len(self.candidates), None)
        while self.headings and self.headings[-1][2] >= line:
            self.headings.pop()
        while self.rows and self.rows[-1][1] >= offset:
            self.rows.pop()
        while self.comments and self.comments[-1].line >= line:
            self.comments.pop()

    def outline(self, wide: str) -> Outline:
        """What has come of it."""
        headings = [*self.headings, *_read_rows(self.rows, wide)]
        return Outline(
            tuple(self.candidates),
            self.shown,
            tuple(sorted(headings, key=_line) if self.headings else headings),
            tuple(self.comments),
            frozenset(self.text_lines),
        )


_line = itemgetter(2)


def _read_rows(rows: Iterable[tuple[str, int]], wide: str) -> Iterator[tuple[int, str, int]]:
    line, counted = 1, 0
    for row, start in rows:
        line += wide.count("\n", counted, start)
        counted = start
        level, title = read_hash(row) or (1, "")
        yield level, title, line


def renumber(outline: Outline) -> Outline:
    """Number those containers that hold a fence or a comment, and the sets of tabs among them, in page order."""
    used = {container.number: container for around in outline.shown.values() for container in around}
    used.update((container.number, container) for comment in outline.comments for container in comment.containers)
    if not used:
        return outline
    groups = {0: 0}
    renamed: dict[int, Container] = {}
    for count, old in enumerate(sorted(used.values(), key=lambda container: (container.line, container.number)), 1):
        group = groups.setdefault(old.group, len(groups))
        renamed[old.number] = Container(old.kind, count, old.line, old.label, group)

    def rename(around: Iterable[Container]) -> tuple[Container, ...]:
        return tuple([renamed[container.number] for container in around])

    return replace(
        outline,
        shown={index: rename(around) for index, around in outline.shown.items()},
        comments=tuple(replace(comment, containers=rename(comment.containers)) for comment in outline.comments),
    )
