"""Blocks between lines of slashes, `/// note … ///`.

Such a block takes in whatever follows, however it is split, until a line with the same number of slashes; so an open
block is remembered beside the outline, and every block that is read under its parent goes into it first.

Source of the rules: `pymdownx.blocks`, read for its behaviour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from fencepost.markdown.containers import add_tab
from fencepost.markdown.extensions import BlockKind, Extensions
from fencepost.markdown.htmlparts import PARSED_TAGS, RAW_TAGS
from fencepost.markdown.parser import MAX_DEPTH, Parser, before
from fencepost.markdown.slashheads import OPENING_LINE, OPTION_LINE, Header, read_header
from fencepost.markdown.tree import Block, Line, Node, detab

_TAG = re.compile(r"[A-Za-z][\w:-]*")


@dataclass(slots=True, eq=False)
class _Open:
    """A block whose end has not been seen."""

    node: Node
    parent: Node
    target: Node
    length: int
    parsed: bool
    """Whether its content is read as blocks; otherwise the fences in it are text."""
    kind: BlockKind
    hungry: bool = False
    """Whether it waits for the next block under its parent."""


def _head_lines(lines: list[Line], index: int) -> list[Line]:
    end = index + 1
    while end < len(lines) and OPTION_LINE.match(lines[end][0]):
        end += 1
    return lines[index:end]


class SlashBlocks:
    """The processor, with the blocks that are open on a page."""

    def __init__(self, rules: Extensions) -> None:
        self._names = rules.blocks
        self._custom_html = rules.custom_html or {}
        self.open: list[_Open] = []
        """The blocks whose end has not been seen, the innermost last."""

    def process(self, parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
        """Go on with an open block, or open one."""
        hungry = self._waiting_under(parent)
        if hungry is not None:
            blocks.append(block)
            self._go_on(parser, hungry, blocks)
            return True
        index = block.find("slashes", OPENING_LINE.match)
        if index < 0 or len(self.open) >= MAX_DEPTH:
            return False
        header = read_header(self._names, tuple(text for text, _ in _head_lines(block.lines, index)))
        if header is None:
            return False
        at = index + 1 + header.option_lines
        number = block.lines[index][1]
        before(parser, parent, block, index)
        parent = self._waiting_under(parent) or parent
        block.at = at
        if not block.done:
            blocks.append(block)
        if parent.tag in ("li", "dd"):
            parent.wrap_text()
        self.open.append(self._create(parser, parent, header, number))
        self._read(parser, blocks, parent)
        return True

    def _waiting_under(self, parent: Node) -> Node | None:
        if not self.open or not self.open[-1].hungry:
            return None
        node: Node | None = parent
        while node is not None and node is not self.open[-1].parent:
            node = node.last
        return node

    def _go_on(self, parser: Parser, parent: Node, blocks: list[Block]) -> None:
        for entry in self.open:
            if entry.hungry and entry.parent is parent:
                leaked = parent.last
                if leaked is not None and leaked is not entry.node:
                    parent.children.pop()
                    entry.target.children.append(leaked)
                    leaked.parent = entry.target
                entry.hungry = False
                self._read(parser, blocks, parent)
                return

    def _create(self, parser: Parser, parent: Node, header: Header, line: int) -> _Open:
        if header.kind == "tab":
            target = add_tab(parser, parent, header.argument, line, new=header.options.get("new") is True)
            return _Open(target.parent or parent, parent, target, header.length, True, header.kind)
        container = parser.container("block", line)
        if header.kind == "caption":
            node, target = _caption(parent)
            target.container = container
            return _Open(node, parent, target, header.length, True, header.kind)
        tag = {"admonition": "div", "details": "details", "define": "dl"}.get(header.kind, header.argument)
        parsed = True
        if header.kind == "html":
            match = _TAG.match(tag)
            tag = match[0].lower() if match else "div"
            parsed = self._parses(tag, header)
        node = parent.add(tag, container, "admonition" if header.kind == "admonition" else "")
        if header.kind in ("admonition", "details") and (header.argument or header.typed):
            node.add("p" if header.kind == "admonition" else "summary")
        return _Open(node, parent, node, header.length, parsed, header.kind)

    def _parses(self, tag: str, header: Header) -> bool:
        mode = str(header.options.get("markdown", "auto")).lower()
        if mode == "auto":
            mode = self._custom_html.get(tag, mode)
        return mode == "block" or (mode == "auto" and tag in PARSED_TAGS and tag not in RAW_TAGS)

    def _read(self, parser: Parser, blocks: list[Block], parent: Node) -> None:
        """Read blocks into the innermost open block until none is open or left."""
        while blocks and self.open:
            block = blocks.pop()
            entry = self.open[-1]
            depth = _items_between(entry.node, parent) if len(self.open) > 1 else 0
            if depth:
                block = _dedent(block, depth * 4, blocks)
            at, closing = block.at, block.find(f"slashes {entry.length}", _closing(entry.length).match)
            end = closing if closing >= 0 else len(block.lines)
            block.at = end + 1
            if not block.done:
                blocks.append(block)
            self._take(parser, entry, block.lines[at:end])
            if closing >= 0:
                self._close(self.open.pop())
        if self.open:
            self.open[-1].hungry = True

    def _take(self, parser: Parser, entry: _Open, lines: list[Line]) -> None:
        if entry.parsed:
            parser.parse_lines(entry.target, lines, "blocks")
        else:
            parser.listener.verbatim(lines, entry.target)

    def _close(self, entry: _Open) -> None:
        if entry.kind == "define":
            children: list[Node] = []
            for child in entry.node.children:
                if child.tag in ("ul", "ol"):
                    for item in child.children:
                        item.tag, item.parent = "dd", entry.node
                        children.append(item)
                else:
                    child.tag = "dt" if child.tag == "p" else child.tag
                    children.append(child)
            entry.node.children = children


@lru_cache(maxsize=64)
def _closing(length: int) -> re.Pattern[str]:
    return re.compile(rf" {{0,3}}/{{{length}}} *$")


def _dedent(block: Block, width: int, blocks: list[Block]) -> Block:
    """Take the indent of list items off a block; what lacks it is left for later, unless all does."""
    inner, end = detab(block.lines, block.at, width)
    if not inner:
        return block
    block.at = end
    if not block.done:
        blocks.append(block)
    return Block(inner)


def _items_between(node: Node, top: Node) -> int:
    count = 0
    current = node.parent if node is not top else None
    while current is not None:
        count += current.tag in ("li", "dd")
        current = current.parent if current is not top else None
    return count


def _caption(parent: Node) -> tuple[Node, Node]:
    """A figure around the last element, unless that is a figure without a caption."""
    last = parent.last
    if last is None or last.tag != "figure" or any(child.tag == "figcaption" for child in last.children):
        if last is not None:
            parent.children.pop()
        figure = parent.add("figure")
        if last is not None:
            figure.children.append(last)
            last.parent = figure
        last = figure
    return last, last.add("figcaption")
