"""HTML elements with a `markdown` attribute, read as containers."""

from __future__ import annotations

from fencepost.markdown.htmlparts import MARK, Piece
from fencepost.markdown.parser import Parser, Processor
from fencepost.markdown.tree import Block, Node, chunks


def html_elements(pieces: list[Piece]) -> Processor:
    """The processor for marks of elements, which stand at the beginning of a block."""

    def process(parser: Parser, parent: Node, block: Block, blocks: list[Block]) -> bool:
        match = MARK.match(block.first)
        if match is None or match[1] != "H":
            return False
        piece = pieces[int(match[2])]
        if not piece.tag:
            return False
        node = parent.add(piece.tag, parser.container("html", piece.line), _role(piece))
        if piece.state == "block":
            parser.parse(node, chunks(piece.lines))
        else:
            parser.listener.prose(piece.lines, node)
        remainder = block.first[match.end() :]
        block.lines[block.at] = (remainder, block.number)
        blocks.append(block)
        return True

    return process


def _role(piece: Piece) -> str:
    if piece.tag != "div":
        return ""
    if piece.classes in ("tabbed-set", "tabbed-set tabbed-alternate"):
        return "tabs"
    return "admonition" if "admonition" in piece.classes else ""
