"""The loop of Python-Markdown's block parser: blocks, and processors that are asked in turn.

Python-Markdown splits a page at empty lines and offers each block to its processors in a fixed order. Some look at the
first line only, some for a line anywhere in the block, and most ask what the last element of the parent is. What a
processor leaves of a block goes back to the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from fencepost.markdown.tree import Block, Line, Node, chunks
from fencepost.model import Container, ContainerKind

MAX_DEPTH = 100
"""How deep containers are followed; renderers give up at about this depth too."""

_SPECIAL = re.compile(r"    | {0,3}(?:[-_*+=:>|#!?/\[]|\x02H|\d+\.)").match
"""Lines that a processor other than that for paragraphs may want; a block without them is running text."""


class Listener(Protocol):
    """Who is told what the lines of a page became."""

    def prose(self, lines: Sequence[Line], node: Node) -> None:
        """Lines that are rendered as text."""

    def verbatim(self, lines: Sequence[Line], node: Node) -> None:
        """Lines that are not read as Markdown."""

    def without_marks(self, lines: list[Line]) -> list[Line]:
        """The lines with the fences' own lines in the place of their marks."""

    def heading(self, level: int, title: str, line: Line, node: Node) -> None:
        """A heading, its line without marks."""


Processor = Callable[["Parser", Node, Block, list[Block]], bool]
"""Tries to read the beginning of a block; what it leaves stays in the block, which goes back on the blocks."""


class Parser:
    """Reads blocks into an outline."""

    def __init__(self, processors: Sequence[Processor], greedy: Sequence[Processor], listener: Listener) -> None:
        """Take all processors in their order, and those of them that may want a block of running text too."""
        self.processors = processors
        self.greedy = greedy
        self.listener = listener
        self.states: list[str] = []
        self.depth = 0
        self.containers = 0
        self.tab_sets = 0

    def container(self, kind: ContainerKind, line: int, label: str = "", group: int = 0) -> Container:
        """A new container, numbered."""
        self.containers += 1
        return Container(kind, self.containers, line, label, group)

    def in_state(self, state: str) -> bool:
        """Whether the innermost state is this one."""
        return bool(self.states) and self.states[-1] == state

    def parse_lines(self, parent: Node, lines: Sequence[Line], state: str | None = None) -> None:
        """Read lines that may have empty ones between them."""
        self.parse(parent, chunks(lines), state)

    def parse_block(self, parent: Node, lines: list[Line], state: str | None = None) -> None:
        """Read one block."""
        self.parse(parent, [Block(lines)], state)

    def parse(self, parent: Node, blocks: list[Block], state: str | None = None) -> None:
        """Read blocks, the last of the list first, until none is left."""
        self.depth += 1
        if state is not None:
            self.states.append(state)
        while blocks:
            block = blocks.pop()
            block.skip_empty()
            if not block.done:
                self._read(parent, block, blocks)
        if state is not None:
            self.states.pop()
        self.depth -= 1

    def _read(self, parent: Node, block: Block, blocks: list[Block]) -> None:
        if self.depth > MAX_DEPTH:
            paragraph(self, parent, block, blocks)
            return
        # A long block is read in many steps: only as many of its lines are looked at as it takes.
        special = any(_SPECIAL(block.lines[index][0]) for index in range(block.at, len(block.lines)))
        for process in self.processors if special else self.greedy:
            if process(self, parent, block, blocks):
                return


def before(parser: Parser, parent: Node, block: Block, index: int) -> None:
    """Read the lines of a block that stand before an index."""
    if index > block.at:
        parser.parse(parent, [Block(block.lines[block.at : index], absent=set(block.absent))])
    block.at = index


def paragraph(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
    """What no other processor wanted."""
    lines = block.rest()
    if parser.in_state("list"):
        if parent.last is None:
            parent.text = True
        else:
            parent.last.tail = True
        parser.listener.prose(lines, parent)
    else:
        parser.listener.prose(lines, parent.add("p"))
    return True
