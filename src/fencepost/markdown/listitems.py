"""Which items of lists an indented line stands in, told by the lines above it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fencepost.markdown.edge import SPECIAL, Edge

INDENT = 4
"""Columns by which Python-Markdown wants the content of a container indented."""
_ITEM = re.compile(r"(?:[*+-]|\d+\.) +(?=[^ ])")


def items_above(wide: str, start: int, width: int, outside: int, edge: Edge) -> list[int]:
    """Where the items begin that a line stands in, outermost first; empty if that is not plain to see.

    Args:
        wide: the page.
        start: where the line begins.
        width: the columns before it.
        outside: the columns before the outermost item.
        edge: how far the page has been understood.
    """
    found: list[int] = []
    column = width - INDENT
    item, in_block, opens = -1, False, False
    for begin, row in _rows_above(wide, start, edge.end):
        text = row.lstrip(" ")
        indent = len(row) - len(text)
        ends = in_block and (not text or indent < column)
        if ends:
            if item < 0 or not opens:
                return []
            found.append(item)
            column -= INDENT
            item, in_block, opens = -1, False, False
            if column < outside:
                return found[::-1] if not text else []
        if not text:
            continue
        in_block = in_block or indent < column + INDENT
        if in_block and not _fits(text, indent - column, wide[item + column] if item >= 0 else text[0]):
            return []
        opens = indent == column and _ITEM.match(text) is not None
        if opens and item < 0:
            item = begin
    complete = edge.fresh and in_block and opens and item >= 0 and column == outside
    return [item, *found[::-1]] if complete else []


def _rows_above(wide: str, start: int, edge: int) -> Iterator[tuple[int, str]]:
    """The lines above an offset, the nearest first, each with its beginning."""
    while start - 1 > edge and start > 0:
        end = start - 1
        start = wide.rfind("\n", 0, end) + 1
        yield start, wide[start:end]


def _fits(text: str, further: int, marker: str) -> bool:
    """Whether a line is running text or an item, in a list whose items begin so many columns before it."""
    match = _ITEM.match(text)
    if match is not None and (0 < further < INDENT or (further == 0 and text[0].isdigit() != marker.isdigit())):
        return False
    return further >= 0 and SPECIAL.match(text, match.end() if match else 0) is None
