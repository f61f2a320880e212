"""The processors of Python-Markdown itself, reduced to what decides where a fence, a heading or a comment stands.

They do the same as their models to lines that know their number, and build an outline without text. Their order is part
of the behaviour: a heading is found before a list, a list before a quote.

Source of the rules: `markdown.blockprocessors`, read for its behaviour.
"""

from __future__ import annotations

import re

from fencepost.markdown.headings import read_hash
from fencepost.markdown.parser import Parser, Processor, before
from fencepost.markdown.tree import Block, Line, Node, detab, detab_loosely

_INDENT = "    "
_UNDERLINE = re.compile(r"(?:=+|-+) *$")
_RULE = re.compile(r" {0,3}(?:(?>(?:-+ {0,2}){3,})|(?>(?:_+ {0,2}){3,})|(?>(?:\*+ {0,2}){3,})) *$")
_QUOTE = re.compile(r" {0,3}> ?(.*)")
_NUMBERED = re.compile(r" {0,3}\d+\. +")
_BULLET = re.compile(r" {0,3}[*+-] +")
_ITEM = re.compile(r" {0,3}(?:\d+\.|[*+-]) +(.*)")
_NUMBERED_ITEM = re.compile(r" {0,3}\d+\. +(.*)")
_BULLET_ITEM = re.compile(r" {0,3}[*+-] +(.*)")
_NESTED_ITEM = re.compile(r" {4,7}(?:\d+\.|[*+-]) +.*")
_REFERENCE = re.compile(
    r"^ {0,3}\[[^\[\]]*\]: *(?:\n *)?[^\s]+ *(?:\n *)?(?:([\"']).*\1 *|\(.*\) *)?$",
    re.MULTILINE,
)
_ABBREVIATION = re.compile(r"^\*\[[^\\\n]*?\] ?: *\n? *.*$", re.MULTILINE)
_BRACKET = re.compile(r"(?: {0,3}|\*)\[")


def indented(items: tuple[str, ...], lists: tuple[str, ...]) -> Processor:
    """The processor for blocks that are indented below a list."""

    def process(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
        last = parent.last
        if not block.first.startswith(_INDENT) or parser.in_state("detabbed"):
            return False
        if parent.tag not in items and not (last is not None and last.tag in lists):
            return False
        level, sibling = _owner(parser, parent, block.first, items, lists)
        lines = detab_loosely(block.rest(), level * len(_INDENT))
        if parent.tag in items:
            inside = last if last is not None and last.tag in lists else parent
            parser.parse_block(inside, lines, "detabbed")
        elif sibling.tag in items:
            parser.parse_block(sibling, lines, "detabbed")
        elif sibling.last is not None and sibling.last.tag in items:
            sibling.last.wrap_text()
            parser.parse_lines(sibling.last, lines, "detabbed")
        else:
            tag = "dd" if "dd" in items else "li"
            item = sibling.add(tag, parser.container("definition" if tag == "dd" else "list", block.number))
            parser.parse_block(item, lines, "detabbed")
        return True

    return process


def _owner(
    parser: Parser, parent: Node, first: str, items: tuple[str, ...], lists: tuple[str, ...]
) -> tuple[int, Node]:
    wanted = (len(first) - len(first.lstrip(" "))) // len(_INDENT)
    level = 1 if parser.in_state("list") else 0
    while wanted > level:
        child = parent.last
        if child is None or child.tag not in items + lists:
            break
        level += child.tag in lists
        parent = child
    return level, parent


def code(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
    """An indented literal. Fences are text from here to the end of the block, be they part of the literal or not."""
    if not block.first.startswith(_INDENT):
        return False
    block = Block(parser.listener.without_marks(block.rest()))
    _, block.at = detab(block.lines, block.at)
    if parent.last is None or parent.last.tag != "pre":
        parent.add("pre")
    blocks.append(block)
    return True


def hash_heading(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
    """A heading with number signs, on any line of a block."""
    index = block.find("hash", read_hash)
    if index < 0:
        return False
    before(parser, parent, block, index)
    line = block.lines[index]
    level, title = read_hash(line[0]) or (1, "")
    parser.listener.heading(level, title, line, parent.add(f"h{level}"))
    block.at = index + 1
    if parser.in_state("looselist"):
        block = Block(detab_loosely(block.rest()))
    blocks.append(block)
    return True


def underlined_heading(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
    """A heading with an underline below the first line of a block."""
    if len(block.lines) - block.at < 2 or not _UNDERLINE.match(block.lines[block.at + 1][0]):
        return False
    level = 1 if block.lines[block.at + 1][0].startswith("=") else 2
    line = block.lines[block.at]
    parser.listener.heading(level, line[0].strip(), line, parent.add(f"h{level}"))
    block.at += 2
    blocks.append(block)
    return True


def rule(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
    """A horizontal rule, on any line of a block."""
    index = block.find("rule", _RULE.match)
    if index < 0:
        return False
    before(parser, parent, block, index)
    parent.add("hr")
    block.at = index + 1
    blocks.append(block)
    return True


def listing(*, sane: bool, numbered: bool) -> Processor:
    """The processor for lists of one of the two kinds."""
    tag = "ol" if numbered else "ul"
    opens = _NUMBERED if numbered else _BULLET
    item_line = (_NUMBERED_ITEM if numbered else _BULLET_ITEM) if sane else _ITEM
    siblings = (tag,) if sane else ("ol", "ul")

    def process(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
        if not opens.match(block.first):
            return False
        items = _items(block.rest(), item_line)
        last = parent.last
        if last is not None and last.tag in siblings:
            _join_list(parser, last, items.pop(0))
            current = last
        elif parent.tag in ("ol", "ul"):
            current = parent
        else:
            current = parent.add(tag)
        parser.states.append("list")
        for item in items:
            if item[0][0].startswith(_INDENT) and current.last is not None:
                parser.parse_block(current.last, item)
            else:
                parser.parse_block(current.add("li", parser.container("list", item[0][1])), item)
        parser.states.pop()
        return True

    return process


def _join_list(parser: Parser, current: Node, item: list[Line]) -> None:
    """Add an item to a list that an empty line separates from it; both items become loose."""
    if current.last is not None:
        current.last.wrap_text()
        last = current.last.last
        if last is not None and last.tail:
            last.tail = False
            current.last.add("p")
    parser.parse_block(current.add("li", parser.container("list", item[0][1])), item, "looselist")


def _items(lines: list[Line], item_line: re.Pattern[str]) -> list[list[Line]]:
    items: list[list[Line]] = []
    for text, number in lines:
        match = item_line.match(text)
        if match:
            items.append([(match[1], number)])
        elif not items:
            items.append([(text.lstrip(), number)])
        elif _NESTED_ITEM.match(text) and not items[-1][0][0].startswith(_INDENT):
            items.append([(text, number)])
        else:
            items[-1].append((text, number))
    return items


def quote(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
    """A block quote, from any line of a block to its end."""
    index = block.find("quote", _QUOTE.match)
    if index < 0:
        return False
    before(parser, parent, block, index)
    lines = [(_unquoted(text), number) for text, number in block.rest()]
    last = parent.last
    if last is None or last.tag != "blockquote":
        last = parent.add("blockquote", parser.container("quote", lines[0][1]))
    parser.parse_lines(last, lines, "blockquote")
    return True


def _unquoted(text: str) -> str:
    match = _QUOTE.match(text)
    if text.strip() == ">":
        return ""
    return match[1] if match else text


def references(pattern: re.Pattern[str]) -> Processor:
    """The processor for definitions that leave nothing behind: link references, abbreviations."""

    def process(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
        if block.find("bracket", _BRACKET.match) < 0:
            return False
        lines = block.rest()
        text = "\n".join(line for line, _ in lines)
        match = pattern.search(text)
        if match is None:
            return False
        begin, end = match.span()
        for following in pattern.finditer(text, end):
            if following.start() > end + 1:
                break
            end = following.end()
        first = text.count("\n", 0, begin)
        behind = first + text.count("\n", begin, end) + 1
        if behind < len(lines):
            blocks.append(Block(lines[behind:]))
        if first:
            blocks.append(Block(lines[:first]))
        return True

    return process


link_reference = references(_REFERENCE)
abbreviation = references(_ABBREVIATION)
