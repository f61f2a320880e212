"""`#>` lines: what the statement above them printed, written into the code itself.

    print("a")
    #> a

A block belongs to the innermost statement that ends above it. What was printed is told apart by the page's line
that printed it, or that called what printed it: the innermost line with a block of its own takes it.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from dataclasses import dataclass
from types import FrameType

from fencepost.compare.lines import fold

MARK = "#>"


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive `#>` lines, and the statement above them; lines of the code, from 1."""

    first: int
    last: int
    indent: int
    lines: tuple[str, ...]
    """The expected output, without the mark."""
    start: int
    end: int
    """First and last line of the statement; 0 where there is none."""
    expression: bool = False
    """Whether the statement is an expression that stands by itself, outside all others."""


def blocks_of(code: str) -> tuple[Block, ...]:
    """The `#>` blocks of a piece of code that parses; none where it does not."""
    if MARK not in code:
        return ()
    try:
        tree = ast.parse(code)
        rows = _rows(code)
    except (SyntaxError, tokenize.TokenError, ValueError, RecursionError, MemoryError):
        return ()
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    outer = frozenset(node for node in tree.body if isinstance(node, ast.Expr))
    return tuple(_block(group, statements, outer) for group in _groups(rows))


def missing_in(code: str, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """An empty block behind each statement that has none below it or in it; definitions print nothing themselves."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    spans = [(node.lineno, node.end_lineno or node.lineno, node) for node in tree.body]
    return tuple(
        Block(end + 1, end, node.col_offset, (), start, end)
        for start, end, node in spans
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not any(start <= block.start <= end for block in blocks)
    )


def _rows(code: str) -> list[tuple[int, int, str]]:
    """Line, column and text of each comment that begins with the mark and stands alone in its line."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    return [
        (token.start[0], token.start[1], token.string.removeprefix(MARK).removeprefix(" "))
        for token in tokens
        if token.type == tokenize.COMMENT and token.string.startswith(MARK) and not token.line[: token.start[1]].strip()
    ]


def _groups(rows: list[tuple[int, int, str]]) -> list[list[tuple[int, int, str]]]:
    groups: list[list[tuple[int, int, str]]] = []
    for row in rows:
        if groups and groups[-1][-1][0] == row[0] - 1 and groups[-1][-1][1] == row[1]:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _block(rows: list[tuple[int, int, str]], statements: list[ast.stmt], outer: frozenset[ast.stmt]) -> Block:
    first, indent = rows[0][0], rows[0][1]
    above = [node for node in statements if (node.end_lineno or node.lineno) < first]
    nearest = max((node.end_lineno or node.lineno for node in above), default=0)
    ending = [node for node in above if (node.end_lineno or node.lineno) == nearest]
    # Several statements may end on that line: the one at the block's own column is meant, else the innermost.
    chosen = next((node for node in ending if node.col_offset == indent), None)
    chosen = chosen or max(ending, key=lambda node: node.col_offset, default=None)
    start, end = (chosen.lineno, chosen.end_lineno or chosen.lineno) if chosen else (0, 0)
    lines = tuple(text for _, _, text in rows)
    return Block(first, rows[-1][0], indent, lines, start, end, chosen in outer)


class Attribution:
    """Gives each piece of printed text to the block whose statement printed it."""

    def __init__(self, blocks: tuple[Block, ...], filename: str, first_line: int) -> None:
        """Watch the blocks of code whose first line is the page's line `first_line`."""
        self.blocks = blocks
        self._narrowest = sorted(blocks, key=lambda block: (block.end - block.start, -block.start))
        self._filename = filename
        self._shift = first_line - 1
        self._printed: dict[Block, str] = dict.fromkeys(blocks, "")
        self._unfinished = ""
        """The beginning of a line that statements without a block have printed."""

    def note(self, text: str) -> None:
        """Take note of text that is being printed now."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_filename == self._filename:
                block = self._claimed(frame.f_lineno - self._shift)
                if block is not None:
                    self._printed[block] += self._unfinished + text
                    self._unfinished = ""
                    return
            frame = frame.f_back
        self._unfinished = (self._unfinished + text).rpartition("\n")[2]

    def printed(self, block: Block) -> list[str]:
        """The lines that the block's statement printed."""
        return fold(self._printed[block])

    def _claimed(self, line: int) -> Block | None:
        return next((block for block in self._narrowest if block.start <= line <= block.end), None)


def last_expression(code: str) -> int | None:
    """The line of the last statement, where it is an expression; `None` where it is none or the code does not parse."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    last = tree.body[-1] if tree.body else None
    return last.lineno if isinstance(last, ast.Expr) else None


def rewritten(code: str, changes: dict[Block, list[str]]) -> list[str]:
    """The lines of the code with other expected outputs in their blocks."""
    lines = fold(code)
    for block in sorted(changes, key=lambda block: block.first, reverse=True):
        new = [f"{' ' * block.indent}{MARK} {text}".rstrip() for text in changes[block]]
        lines[block.first - 1 : block.last] = new
    return lines
