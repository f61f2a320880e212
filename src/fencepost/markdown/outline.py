"""What stands on a page, before headings are numbered and fences are named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

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
    comments: list[Comment] = field(default_factory=list)
    text_lines: set[int] = field(default_factory=set)
    containers: int = 0
    """How many containers have been numbered."""
    tab_sets: int = 0

    def add_fence(self, candidate: Candidate, around: tuple[Container, ...]) -> None:
        """Note a fence that is shown."""
        self.shown[len(self.candidates)] = around
        self.candidates.append(candidate)

    def drop_from(self, line: int) -> None:
        """Forget what stands on a line or behind it."""
        while self.candidates and self.candidates[-1].opening.line >= line:
            self.candidates.pop()
            self.shown.pop(len(self.candidates), None)
        while self.headings and self.headings[-1][2] >= line:
            self.headings.pop()
        while self.comments and self.comments[-1].line >= line:
            self.comments.pop()

    def outline(self) -> Outline:
        """What has come of it."""
        return Outline(
            tuple(self.candidates),
            self.shown,
            tuple(sorted(self.headings, key=lambda heading: heading[2])),
            tuple(self.comments),
            frozenset(self.text_lines),
        )


def renumber(outline: Outline) -> Outline:
    """Number those containers that hold a fence or a comment, and the sets of tabs among them, in page order."""
    used = {container for around in outline.shown.values() for container in around}
    used.update(container for comment in outline.comments for container in comment.containers)
    if not used:
        return outline
    ordered = sorted(used, key=lambda container: (container.line, container.number))
    groups = {0: 0}
    renamed: dict[Container, Container] = {}
    for count, container in enumerate(ordered, 1):
        group = groups.setdefault(container.group, len(groups))
        renamed[container] = replace(container, number=count, group=group)

    def rename(around: Iterable[Container]) -> tuple[Container, ...]:
        return tuple(renamed[container] for container in around)

    return replace(
        outline,
        shown={index: rename(around) for index, around in outline.shown.items()},
        comments=tuple(replace(comment, containers=rename(comment.containers)) for comment in outline.comments),
    )
