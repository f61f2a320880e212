"""The outline of a page under Python-Markdown: nodes without text, and blocks of lines still to be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from fencepost.model import Container

Line = tuple[str, int]
"""A line without what its containers took off, and its number on the page."""


@dataclass(slots=True, eq=False)
class Node:
    """An element of the rendered page, as far as it matters for what follows it."""

    tag: str
    parent: Node | None = None
    container: Container | None = None
    role: str = ""
    """`admonition` and `tabs` for elements that take in the indented blocks below them."""
    children: list[Node] = field(default_factory=list)
    text: bool = False
    """Whether there is text before the first child."""
    tail: bool = False
    """Whether there is text behind the element."""

    @property
    def last(self) -> Node | None:
        """The last child."""
        return self.children[-1] if self.children else None

    def add(self, tag: str, container: Container | None = None, role: str = "") -> Node:
        """Append a child."""
        child = Node(tag, self, container, role)
        self.children.append(child)
        return child

    def wrap_text(self) -> None:
        """Move the text before the first child into a paragraph of its own."""
        if self.text:
            self.text = False
            self.children.insert(0, Node("p", self))

    def containers(self) -> tuple[Container, ...]:
        """The containers around what stands in this node, outermost first."""
        found: list[Container] = []
        node: Node | None = self
        while node is not None:
            if node.container is not None:
                found.append(node.container)
            node = node.parent
        return tuple(reversed(found))


@dataclass(slots=True, eq=False)
class Block:
    """Lines with no empty line between them; what has been read of it lies before `at`."""

    lines: list[Line]
    at: int = 0
    apart: bool = False
    """Whether more than one empty line stands before it."""
    absent: set[str] = field(default_factory=set)
    """Kinds of lines that were looked for and do not come, so that a long block is searched once for each."""

    @property
    def first(self) -> str:
        """The text of the first line that has not been read."""
        return self.lines[self.at][0]

    @property
    def number(self) -> int:
        """The number of that line."""
        return self.lines[self.at][1]

    @property
    def done(self) -> bool:
        """Whether all has been read."""
        return self.at >= len(self.lines)

    def rest(self) -> list[Line]:
        """The lines that have not been read."""
        return self.lines[self.at :] if self.at else self.lines

    def skip_empty(self) -> None:
        """Leave empty lines at the beginning behind."""
        while not self.done and not self.first:
            self.at += 1

    def find(self, kind: str, match: Callable[[str], object]) -> int:
        """The index of the first line that matches, or -1."""
        if kind in self.absent:
            return -1
        for index in range(self.at, len(self.lines)):
            if match(self.lines[index][0]):
                return index
        self.absent.add(kind)
        return -1


def chunks(lines: Iterable[Line]) -> list[Block]:
    """Split lines at empty ones. The last block comes first, so that reading takes them off the end."""
    blocks: list[Block] = []
    current: list[Line] = []
    empty = 0
    for line in lines:
        if line[0]:
            if not current:
                blocks.append(Block(current, apart=empty > 1))
            current.append(line)
            empty = 0
        else:
            empty += 1
            current = []
    blocks.reverse()
    return blocks


def detab(lines: list[Line], at: int, width: int = 4) -> tuple[list[Line], int]:
    """Take an indent off the lines from an index on, up to the first that lacks it; gives that line's index too."""
    pad = " " * width
    inner: list[Line] = []
    for index in range(at, len(lines)):
        text, number = lines[index]
        if text.startswith(pad):
            inner.append((text[width:], number))
        elif not text.strip():
            inner.append(("", number))
        else:
            return inner, index
    return inner, len(lines)


def detab_loosely(lines: list[Line], width: int = 4) -> list[Line]:
    """Take an indent off those lines that have it."""
    pad = " " * width
    return [(text[width:], number) if text.startswith(pad) else (text, number) for text, number in lines]
