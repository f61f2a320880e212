"""What extensions add to Python-Markdown: admonitions, details, content tabs, definitions, footnotes, tables.

Sources of the rules: `markdown.extensions.admonition`, `.def_list`, `.footnotes`, `.tables`, `pymdownx.details` and
`pymdownx.tabbed`, read for their behaviour.
"""

from __future__ import annotations

import re

from fencepost.markdown.indentheads import ADMONITION, DETAILS, TAB
from fencepost.markdown.parser import Parser, Processor, before
from fencepost.markdown.tree import Block, Line, Node, chunks, detab, detab_loosely

_INDENT = "    "
_DEFINITION = re.compile(r" {0,3}: {1,3}(.*)")
_UNINDENTED = re.compile(r" {0,3}[^ :]")
_FOOTNOTE = re.compile(r" {0,3}\[\^([^\]]*)\]: *(.*)$")
_CELL_EDGE = re.compile(r"(?<!\\)(?:\\\\)*\|")
_LISTS = ("ul", "ol", "dl")


def _indented_container(tag: str, role: str, opens: re.Pattern[str], kind: str) -> Processor:
    def process(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
        index = block.find(kind, opens.match)
        if index < 0:
            return _continue(parser, parent, block, blocks, tag, role)
        before(parser, parent, block, index)
        node = parent.add(tag, parser.container("admonition", block.number), role)
        match = opens.match(block.first)
        if tag == "details":
            node.add("summary")
        elif match is None or match[1] != "":
            node.add("p")
        _fill(parser, node, block, blocks, index + 1)
        return True

    return process


admonition = _indented_container("div", "admonition", ADMONITION, "admonition")
details = _indented_container("details", "", DETAILS, "details")


def tab(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
    """A content tab; tabs that follow one another are a set."""
    index = block.find("tab", TAB.match)
    if index < 0:
        return _continue(parser, parent, block, blocks, "div", "tabs")
    before(parser, parent, block, index)
    match = TAB.match(block.first)
    flags, label = (match[1] or "", match[2]) if match else ("", "")
    pane = add_tab(parser, parent, label, block.number, new="!" in flags)
    _fill(parser, pane, block, blocks, index + 1)
    return True


def add_tab(parser: Parser, parent: Node, label: str, line: int, *, new: bool) -> Node:
    """Add a tab to the set at the end of a parent, or begin a set."""
    last = parent.last
    if new or last is None or last.role != "tabs":
        last = parent.add("div", role="tabs")
        parser.tab_sets += 1
    pane = last.children[0].container if last.children else None
    group = pane.group if pane is not None else parser.tab_sets
    return last.add("div", parser.container("tab", line, label, group), "pane")


def _fill(parser: Parser, node: Node, block: Block, blocks: list[Block], at: int, width: int = 4) -> None:
    """Read the indented lines from an index on into a node, and leave the rest."""
    inner, block.at = detab(block.lines, at, width)
    if inner:
        parser.parse_lines(node, inner)
    if not block.done:
        blocks.append(block)


def _continue(parser: Parser, parent: Node, block: Block, blocks: list[Block], tag: str, role: str) -> bool:
    """Read an indented block into the container that stands above it, or into the last item of a list in there."""
    container = parent.last
    if container is None or container.tag != tag or container.role != role or not block.first.startswith(_INDENT):
        return False
    target, width = _target(container, block.first)
    if target is None:
        return False
    if target.tag in ("li", "dd"):
        target.wrap_text()
    elif target.role == "tabs":
        target = target.children[-1]
    _fill(parser, target, block, blocks, block.at, width)
    return True


def _target(container: Node, first: str) -> tuple[Node | None, int]:
    """The element that an indented block belongs to, and the indent that has to be taken off."""
    target: Node | None = container
    child = container.last
    width = len(_INDENT)
    while child is not None and first.startswith(_INDENT * 2):
        if child.role == "pane":
            child = child.last
        if child is None or child.tag not in _LISTS:
            break
        target = child.last
        child = target.last if target is not None else None
        first = first[len(_INDENT) :]
        width += len(_INDENT)
    return target, width


def definition(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
    """A definition, its terms in the lines or the paragraph above it."""
    index = block.find("definition", _DEFINITION.match)
    if index < 0:
        return False
    terms = block.lines[block.at : index]
    last = parent.last
    if not terms and last is None:
        return False
    match = _DEFINITION.match(block.lines[index][0])
    opening: Line = (match[1] if match else "", block.lines[index][1])
    following = block.lines[index + 1 :]
    inner, end = detab(following, 0)
    if following and _UNINDENTED.match(following[0][0]):
        inner, end = following, len(following)
    state = "list"
    if not terms and last is not None and last.tag == "p":
        state = "looselist"
        parent.children.pop()
    parser.listener.prose(terms, parent)
    current = parent.last
    if current is None or current.tag != "dl":
        current = parent.add("dl")
    elif (
        not terms
        and state == "list"
        and current.last is not None
        and current.last.tag == "dd"
        and current.last.children
    ):
        state = "looselist"
    if terms or state == "looselist":
        current.add("dt")
    item = current.add("dd", parser.container("definition", opening[1]))
    parser.parse_block(item, [opening, *inner], state)
    if end < len(following):
        blocks.append(Block(following[end:]))
    return True


class Footnotes:
    """Definitions of footnotes, which are read when the page is at its end."""

    def __init__(self) -> None:
        self._lines: dict[str, list[Line]] = {}

    def process(self, parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
        """Take a definition, and the indented blocks below it."""
        index = block.find("footnote", _FOOTNOTE.match)
        if index < 0:
            return False
        preceding = block.lines[block.at : index]
        block.at = index
        while not block.done and (match := _FOOTNOTE.match(block.first)):
            name, lines = match[1], [(match[2], block.number)]
            self._lines[name] = lines
            block.at += 1
        following = block.find("footnote", _FOOTNOTE.match)
        end = following if following >= 0 else len(block.lines)
        lines.extend(detab_loosely(block.lines[block.at : end]))
        block.at = end
        if block.done:
            self._take_indented(lines, blocks)
        else:
            blocks.append(block)
        if preceding:
            blocks.append(Block(preceding))
        return True

    def _take_indented(self, lines: list[Line], blocks: list[Block]) -> None:
        while blocks and not blocks[-1].apart and blocks[-1].first.startswith(_INDENT):
            block = blocks.pop()
            index = block.find("footnote", _FOOTNOTE.match)
            end = index if index >= 0 else len(block.lines)
            lines.append(("", block.number))
            lines.extend(detab_loosely(block.lines[block.at : end]))
            if index >= 0:
                block.at = index
                blocks.append(block)
                return

    @property
    def found(self) -> bool:
        """Whether there are any."""
        return bool(self._lines)

    def finish(self, parser: Parser) -> None:
        """Read all definitions."""
        for lines in list(self._lines.values()):
            node = Node("li", container=parser.container("footnote", lines[0][1]))
            parser.parse(node.add("div"), chunks(lines))


def table(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
    """A table: a row of titles, a row of dashes with as many cells, and whatever follows in the block."""
    if len(block.lines) - block.at < 2:
        return False
    rows = [text.strip(" ") for text, _ in block.lines[block.at : block.at + 2]]
    if not set(rows[1]) <= set("|:- ") or "-" not in rows[1]:
        return False
    titles, dashes = (_cells(row) for row in rows)
    if titles != dashes or (titles == 1 and not _all_rows_edged(block)):
        return False
    parser.listener.prose(block.rest(), parent.add("table"))
    return True


def _cells(row: str) -> int:
    inner = row.removeprefix("|")
    if (match := re.search(r"(?<!\\)(?:\\\\)*\|$", inner)) is not None:
        inner = inner[: match.end() - 1]
    return len(_CELL_EDGE.findall(inner)) + 1


def _all_rows_edged(block: Block) -> bool:
    rows = [text.strip(" ") for text, _ in block.rest()]
    return all(row.startswith("|") or row.endswith("|") for row in rows)
