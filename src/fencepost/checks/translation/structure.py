"""FP410: the shapes of tables, tabs, admonitions and lists, section by section."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from fencepost.checks.prose import Prose
from fencepost.checks.translation.findings import finding
from fencepost.checks.translation.headings import Pairs
from fencepost.model import Finding, Page

_RULER = re.compile(r"^[ >]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_EDGE = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_ADMONITION = re.compile(r"^[ ]*(?:!!!|\?\?\?\+?)[ ]?([\w-]+)|^[ ]*>[ ]*\[!(\w+)\]|^[ ]*:::+[ ]*([\w-]+)")
_TAB = re.compile(r'^[ ]*===[+!]*[ ]+"')
_ITEM = re.compile(r"^([ ]*)(?:[-*+]|\d+[.)])[ ]+\S")
_TELLING = re.compile(r"\n[ >\t]*(?:[-*+\d!?:=|]|\[!)")
"""What a line that may be a part of a shape begins with; found fast, since it begins with a plain character."""
_BULLETS = frozenset("-*+0123456789")
_MARKS = frozenset("!?>:")
_INDENTED = re.compile(r"^[ ]{2,}\S")
_LISTS = "lists"


@dataclass(frozen=True, slots=True)
class Shape:
    """Something with a shape that a translation keeps."""

    kind: str
    """Tables, admonitions, tabs or lists."""
    line: int
    size: str
    """What is compared, in words."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """The shapes on a page."""

    page: Page
    sections: tuple[tuple[Shape, ...], ...]
    """Those before the first heading, and those below each."""
    outlines: tuple[tuple[str, ...], ...]
    """The same without their lines."""


def read(prose: Prose) -> Shapes:
    """The shapes on a page, section by section."""
    starts = [heading.line - 1 for heading in prose.page.headings]
    sections: list[list[Shape]] = [[] for _ in (0, *starts)]
    for shape in _shapes(prose, starts):
        sections[bisect_right(starts, shape.line - 1)].append(shape)
    outlines = (tuple(f"{shape.kind} {shape.size}" for shape in section) for section in sections)
    return Shapes(prose.page, tuple(map(tuple, sections)), tuple(outlines))


def compare(one: Shapes, other: Shapes, headings: Pairs) -> list[Finding]:
    """FP410 for the first difference of each kind in each section that both pages have."""
    ours, theirs = one.sections, other.sections
    found: list[Finding] = []
    for own, twin in [(0, 0), *((i + 1, j + 1) for i, j in headings)]:
        if one.outlines[own] == other.outlines[twin]:
            continue
        for kind in ("tables", "admonitions", "tabs", _LISTS):
            difference = _difference(_of(kind, ours[own]), _of(kind, theirs[twin]))
            if difference is not None:
                starts = _start(one.page, own), _start(other.page, twin)
                found.append(_finding(one.page, other.page, kind, difference, starts))
    return found


def _telling(text: str) -> list[int]:
    """The lines that may be a part of a shape, from 0."""
    found: list[int] = []
    line, position = -1, 0
    text = f"\n{text}"
    for match in _TELLING.finditer(text):
        line += text.count("\n", position, match.start() + 1)
        position = match.start() + 1
        found.append(line)
    return found


def _of(kind: str, shapes: Sequence[Shape]) -> list[Shape]:
    return [shape for shape in shapes if shape.kind == kind]


def _difference(ours: Sequence[Shape], theirs: Sequence[Shape]) -> tuple[Shape | None, Shape | None] | None:
    for index in range(max(len(ours), len(theirs))):
        shape = ours[index] if index < len(ours) else None
        twin = theirs[index] if index < len(theirs) else None
        if shape is None or twin is None or shape.size != twin.size:
            return shape, twin
    return None


def _finding(
    one: Page, other: Page, kind: str, difference: tuple[Shape | None, Shape | None], starts: tuple[int, int]
) -> Finding:
    shape, twin = difference
    there = one.place(shape.line if shape else starts[0])
    here = other.place(twin.line if twin else starts[1])
    sizes = (twin.size if twin else "none"), (shape.size if shape else "none")
    message = f"the {kind} differ in shape: {sizes[0]} here, {sizes[1]} at {there.path}:{there.line}"
    return finding("FP410", message, here, there)


def _start(page: Page, section: int) -> int:
    return page.headings[section - 1].line if section else 1


def _shapes(prose: Prose, starts: Sequence[int]) -> Iterator[Shape]:
    """The shapes of a page whose sections begin on the lines `starts`; here all lines count from 0."""
    lines = prose.lines
    telling = [(index, lines[index], lines[index].lstrip(" ")[:1]) for index in _telling(prose.text)]
    yield from _tables(lines, [index for index, line, _ in telling if "|" in line], starts)
    tabs = (index for index, line, head in telling if head == "=" and _TAB.match(line))
    for _, found in groupby(tabs, key=lambda index: bisect_right(starts, index)):
        indexes = list(found)
        yield Shape("tabs", indexes[0] + 1, _counted(len(indexes), "tab"))
    for index, line, head in telling:
        if head in _MARKS and (match := _ADMONITION.match(line)):
            yield Shape("admonitions", index + 1, f"`{next(filter(None, match.groups())).lower()}`")
    yield from _lists(lines, [index for index, line, head in telling if head in _BULLETS and _ITEM.match(line)], starts)


def _tables(lines: Sequence[str], edged: Iterable[int], starts: Sequence[int]) -> Iterator[Shape]:
    for index in edged:
        line = lines[index]
        if index and index not in starts and "-" in line and "|" in lines[index - 1] and _RULER.match(line):
            end = next((start for start in starts if start > index), len(lines))
            rows = next((row for row in range(index + 1, end) if "|" not in lines[row]), end) - index - 1
            columns = len(_EDGE.findall(_CODE.sub("", line).strip().strip("|"))) + 1
            yield Shape("tables", index, f"{rows} rows of {columns} cells")


def _lists(lines: Sequence[str], items: Sequence[int], starts: Sequence[int]) -> Iterator[Shape]:
    """Lists by the number of their items, those of lists inside counted as well."""
    first = 0
    for last, (index, following) in enumerate(pairwise([*items, len(lines)]), 1):
        if last == len(items) or _ended(lines, index, following) or _between(starts, index, following):
            yield Shape(_LISTS, items[first] + 1, _counted(last - first, "item"))
            first = last


def _ended(lines: Sequence[str], index: int, following: int) -> bool:
    """Whether a list ends between two items: with a paragraph at the margin behind an empty line."""
    return following - index > 2 and any(
        line.strip() and not before.strip() and not _INDENTED.match(line)
        for before, line in pairwise(lines[index:following])
    )


def _between(starts: Sequence[int], index: int, following: int) -> bool:
    """Whether a section begins between two lines."""
    return bisect_right(starts, index) != bisect_right(starts, following)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number > 1 else ''}"
