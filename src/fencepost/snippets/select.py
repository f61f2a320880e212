"""Which lines of a snippet's file a path asks for."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fencepost.model import Origin
from fencepost.snippets.syntax import Request, read_section_mark


@dataclass(frozen=True, slots=True)
class Row:
    """A line on its way into a page."""

    text: str
    origin: Origin

    def with_text(self, text: str) -> Row:
        """The row with another text: what stands in its file can no longer be changed by changing it."""
        moved = len(self.text) - len(text)
        origin = replace(self.origin, shift=self.origin.shift - moved, start=None, end=None)
        return Row(text, origin)


class SelectionError(Exception):
    """A section or a range of lines selects nothing."""

    def __init__(self, message: str, wanted: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.wanted = wanted
        self.known = known


def select(rows: Sequence[Row], request: Request, *, dedent: bool) -> list[Row]:
    """The rows of a file that are asked for. Raises `SelectionError` where there are none."""
    if not rows or not (request.ranges or request.section):
        return list(rows)
    chosen = _ranges(rows, request) if request.ranges else _section(rows, request.section or "")
    return _dedented(chosen) if dedent else chosen


def _ranges(rows: Sequence[Row], request: Request) -> list[Row]:
    total = len(rows)
    chosen: list[Row] = []
    for first, last in request.ranges:
        start = max(0, first - 1) if first is not None and first >= 0 else first
        end = max(0, total + 1 + last) if last is not None and last < 0 else last
        chosen += rows[start:end]
    if not chosen:
        count = total - (not rows[-1].text)
        raise SelectionError(f"has no such lines: it has {count}")
    return chosen


def _section(rows: Sequence[Row], name: str) -> list[Row]:
    chosen: list[Row] = []
    known: dict[str, None] = {}
    inside = found = False
    for row in rows:
        mark = read_section_mark(row.text)
        if mark is not None and mark.unescaped is None:
            known[mark.name] = None
            if mark.name == name:
                if mark.kind != "start":
                    break
                inside = found = True
            continue
        if inside:
            chosen.append(row if mark is None else row.with_text(mark.unescaped or ""))
    if not found:
        raise SelectionError(f"has no section `{name}`", name, tuple(known))
    return chosen


def _dedented(rows: list[Row]) -> list[Row]:
    texts = textwrap.dedent("\n".join(row.text for row in rows)).split("\n")
    return [row if row.text == text else row.with_text(text) for row, text in zip(rows, texts, strict=False)]
