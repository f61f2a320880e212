"""Texts as lines, and the part of them that is compared."""

from __future__ import annotations

from dataclasses import dataclass


def fold(text: str) -> list[str]:
    """The lines of a text: CRLF folded, one line end at the end ignored, nothing else."""
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []


class SelectionError(ValueError):
    """A selection that finds no line, or more than one."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Lines of a source, and how many lines of it stand before them."""

    lines: list[str]
    offset: int


def select(lines: list[str], first: str | None, last: str | None) -> Selection:
    """The lines from the one that holds `first` to the one that holds `last`, both included.

    Raises `SelectionError` where one of them is found in no line or in several, or they stand in the wrong order.
    """
    if first is None and last is None:
        return Selection(lines, 0)
    start = 0 if first is None else _only(lines, first, "from")
    end = len(lines) - 1 if last is None else _only(lines, last, "to")
    if end < start:
        raise SelectionError(f'`to="{last}"` is found on line {end + 1}, above `from="{first}"` on line {start + 1}')
    return Selection(lines[start : end + 1], start)


def _only(lines: list[str], part: str, key: str) -> int:
    found = [index for index, line in enumerate(lines) if part in line]
    if len(found) == 1:
        return found[0]
    if not found:
        raise SelectionError(f'`{key}="{part}"` is found in no line of the source')
    numbers = ", ".join(str(index + 1) for index in found[:4])
    raise SelectionError(
        f'`{key}="{part}"` is found in {len(found)} lines of the source ({numbers}): give more of the line'
    )
