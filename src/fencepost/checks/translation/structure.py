"""FP410: the shapes of tables, tabs, admonitions and lists, section by section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

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
_BULLETS = frozenset("-*+0123456789")
_MARKS = frozenset("!?>:")
"""What items and admonitions begin with: few lines are looked at more closely."""
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


def read(prose: Prose) -> Shapes:
    """The shapes on a page, section by section."""
    lines = prose.lines
    starts = [1, *(heading.line for heading in prose.page.headings), len(lines) + 1]
    sections = (tuple(_shapes(lines[start - 1 : end - 1], start)) for start, end in pairwise(starts))
    return Shapes(prose.page, tuple(sections))


def compare(one: Shapes, other: Shapes, headings: Pairs) -> list[Finding]:
    """FP410 for the first difference of each kind in each section that both pages have."""
    ours, theirs = one.sections, other.sections
    found: list[Finding] = []
    for own, twin in [(0, 0), *((i + 1, j + 1) for i, j in headings)]:
        if not (ours[own] or theirs[twin]):
            continue
        for kind in ("tables", "admonitions", "tabs", _LISTS):
            difference = _difference(_of(kind, ours[own]), _of(kind, theirs[twin]))
            if difference is not None:
                starts = _start(one.page, own), _start(other.page, twin)
                found.append(_finding(one.page, other.page, kind, difference, starts))
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


def _shapes(lines: Sequence[str], first: int) -> Iterator[Shape]:
    yield from _tables(lines, first)
    tabs = [index for index, line in enumerate(lines) if "===" in line and _TAB.match(line)]
    if tabs:
        yield Shape("tabs", first + tabs[0], f"{len(tabs)} tab{'s' if len(tabs) > 1 else ''}")
    for index, line in enumerate(lines):
        if line.lstrip(" ")[:1] in _MARKS and (match := _ADMONITION.match(line)):
            yield Shape("admonitions", first + index, f"`{next(filter(None, match.groups())).lower()}`")
    yield from _lists(lines, first)


def _tables(lines: Sequence[str], first: int) -> Iterator[Shape]:
    for index in range(1, len(lines)):
        if "-" in lines[index] and "|" in lines[index - 1] and _RULER.match(lines[index]) and "|" in lines[index]:
            rows = 0
            while index + rows + 1 < len(lines) and "|" in lines[index + rows + 1]:
                rows += 1
            columns = len(_EDGE.findall(_CODE.sub("", lines[index]).strip().strip("|"))) + 1
            yield Shape("tables", first + index - 1, f"{rows} rows of {columns} cells")


def _lists(lines: Sequence[str], first: int) -> Iterator[Shape]:
    """Lists by the number of their items, those of lists inside counted as well."""
    items = 0
    start = index = 0
    for index, line in enumerate([*lines, "end"]):
        head = line.lstrip(" ")[:1]
        if not items and head not in _BULLETS:
            continue
        if head in _BULLETS and _ITEM.match(line):
            start = index if items == 0 else start
            items += 1
        elif line.strip() and items and not _INDENTED.match(line) and not lines[index - 1].strip():
            # A paragraph at the margin behind an empty line ends the list.
            yield Shape(_LISTS, first + start, f"{items} item{'s' if items > 1 else ''}")
            items = 0
    if items:
        yield Shape(_LISTS, first + start, f"{items} item{'s' if items > 1 else ''}")
