"""The containers that are open on a CommonMark page."""

from __future__ import annotations

from fencepost.markdown.frames import Frame
from fencepost.markdown.opaque import Tag
from fencepost.model import Container, ContainerKind

MAX_DEPTH = 200
"""How deep containers are followed; deeper ones are read as text."""
_ALWAYS = -1


class Stack:
    """Opens and closes them, and numbers them in page order."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.count = 0
        """How many have been opened so far."""
        self.only_elements = True
        """Whether lines need no mark to stand in all of the frames."""
        self._tab_sets = 0
        self._around: tuple[Container, ...] | None = ()

    @property
    def ends_at_margin(self) -> bool:
        """Whether a line that begins at the margin without any mark stands in no container."""
        return not (self.frames and self.frames[0].tag)

    @property
    def is_full(self) -> bool:
        """Whether no more may be opened."""
        return len(self.frames) >= MAX_DEPTH

    def around(self) -> tuple[Container, ...]:
        """The containers, outermost first: made when somebody asks for them, since in most there is nothing."""
        if self._around is None:
            self._around = tuple([frame.container for frame in self.frames])
        return self._around

    def push(
        self,
        kind: ContainerKind,
        line: int,
        width: int,
        *,
        empty: bool = False,
        tag: str = "",
        label: str = "",
        group: int = 0,
    ) -> None:
        """Open a container on a line, inside all that are open."""
        self.count += 1
        self.frames.append(Frame(kind, self.count, line, width, empty, tag, label=label, group=group))
        self._around = None
        self.only_elements = self.only_elements and bool(tag)

    def fill(self) -> None:
        """Note that something stands in the innermost container."""
        if self.frames:
            self.frames[-1].empty = False

    def cut(self, depth: int) -> None:
        """Close all but so many."""
        del self.frames[depth:]
        self._around = None
        self.only_elements = all(frame.tag for frame in self.frames)

    def element(self, tag: Tag, line: int) -> None:
        """Open or close an element of MDX."""
        if tag.closing:
            for index in range(len(self.frames) - 1, -1, -1):
                if self.frames[index].tag == tag.name:
                    self.cut(index)
                    return
        elif not self.is_full:
            self.fill()
            if tag.label is None:
                self.push("html", line, _ALWAYS, tag=tag.name)
            else:
                self.push("tab", line, _ALWAYS, tag=tag.name, label=tag.label, group=self._tab_group())

    def _tab_group(self) -> int:
        parent = self.frames[-1] if self.frames else None
        if parent is not None and parent.tabs:
            return parent.tabs
        self._tab_sets += 1
        if parent is not None:
            parent.tabs = self._tab_sets
        return self._tab_sets
