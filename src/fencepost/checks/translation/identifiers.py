"""FP407: names in code spans of one page that stand nowhere on the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fencepost.checks.prose import Prose
from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.findings import finding
from fencepost.checks.translation.headings import Pairs
from fencepost.model import Finding, Page, Place

_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_NAME = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*|[A-Za-z_$@][\w$]*(?:[./:-][\w$]+)*", re.ASCII)
_MARKED = re.compile(r"[_./:\d]|^-|[a-z][A-Z]")
_IN_TEXT = re.compile(r"(?<![\w/.-])[A-Za-z]\w*_\w+(?![\w/])", re.ASCII)


def compare(one: Prose, other: Prose, headings: Pairs, alike: Alike) -> list[Finding]:
    """FP407 for each line with names that the other page lacks; whole sections that are missing are left out."""
    here = _missing(other, one, [(j, i) for i, j in headings], alike)
    return [*here, *_missing(one, other, headings, alike)]


def _missing(prose: Prose, twin: Prose, headings: Pairs, alike: Alike) -> Iterator[Finding]:
    known = twin.page.text
    neutral = ""
    said: set[str] = set()
    places = _Places(prose.page, twin.page, headings)
    for number, line in enumerate(prose.lines, 1):
        if "`" not in line and "_" not in line:
            continue
        absent: list[str] = []
        for name in _names(line):
            if name in said or name in known:
                continue
            said.add(name)
            neutral = neutral or alike.neutral(known)
            if alike.neutral(name) not in neutral:
                absent.append(name)
        where = places.of(number) if absent else None
        if where is not None:
            shown = ", ".join(f"`{name}`" for name in absent)
            message = f"{shown} {'stands' if len(absent) == 1 else 'stand'} nowhere on {twin.page.path}"
            yield finding("FP407", message, prose.page.place(number, line.find(absent[0]) + 1), where)


def _names(line: str) -> Iterator[str]:
    for match in _SPAN.finditer(line) if "`" in line else ():
        for name in _NAME.findall(match[2]):
            if _MARKED.search(name) and len(name) > 2:
                yield name
    if "_" in line:
        yield from _IN_TEXT.findall(_SPAN.sub(" ", line))


class _Places:
    """Finds for a line the heading on the other page below which it would stand."""

    def __init__(self, page: Page, twin: Page, headings: Sequence[tuple[int, int]]) -> None:
        self._lines = [heading.line for heading in page.headings]
        self._twins = dict(headings)
        self._twin = twin

    def of(self, line: int) -> Place | None:
        """The place, or `None` where the other page lacks the section."""
        section = sum(1 for start in self._lines if start <= line)
        if section == 0:
            return self._twin.place(1)
        index = self._twins.get(section - 1)
        return None if index is None else self._twin.place(self._twin.headings[index].line)
