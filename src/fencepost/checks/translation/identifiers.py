"""FP407: names in code spans of one page that stand nowhere on the other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fencepost.checks.prose import Prose
from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.findings import finding
from fencepost.checks.translation.headings import Pairs
from fencepost.model import Finding, Page, Place

_SPAN = re.compile(r"(`(?<!``)`*+)(.+?)(?<!`)\1(?!`)")
"""It begins with a plain character, so that text without code is passed over quickly."""
_NAME = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*|[A-Za-z_$@][\w$]*(?:[./:-][\w$]+)*", re.ASCII)
_MARKED = re.compile(r"[_./:\d]|^-|[a-z][A-Z]")
_PICTURE = re.compile(r"!\[[^\[\]\n]*\](?=[(\[])")
"""The words for a picture, which are translated."""
_IN_TEXT = re.compile(r"(?<![\w/.-])[A-Za-z]\w*_\w+(?![\w/])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Names:
    """A page with the names that stand on it."""

    prose: Prose
    names: frozenset[str]


def read(prose: Prose) -> Names:
    """The names in the code spans of a page, and those that its text shows to be some."""
    spans = {span for _, span in _SPAN.findall(prose.text)}
    in_spans = {name for span in spans for name in _in_span(span)}
    # A code span does not go on behind the end of a line.
    marked = "\n".join(line for line in prose.lines if "_" in line) if "_" in prose.text else ""
    return Names(prose, frozenset(in_spans.union(_in_text(marked))))


def compare(one: Names, other: Names, headings: Pairs, alike: Alike) -> list[Finding]:
    """FP407 for each line with names that the other page lacks; whole sections that are missing are left out."""
    lacking = _absent(other, one, alike), _absent(one, other, alike)
    here = _missing(other.prose, one.prose, [(j, i) for i, j in headings], lacking[0])
    return [*here, *_missing(one.prose, other.prose, headings, lacking[1])]


def _absent(names: Names, twin: Names, alike: Alike) -> set[str]:
    """The names that stand nowhere on the other page, whatever they say about their language."""
    text = twin.prose.page.text
    absent = {name for name in names.names - twin.names if name not in text}
    neutral = alike.neutral(text) if absent else ""
    return {name for name in absent if alike.neutral(name) not in neutral}


def _missing(prose: Prose, twin: Prose, headings: Pairs, names: Collection[str]) -> Iterator[Finding]:
    if not names:
        return
    left = set(names)
    places = _Places(prose.page, twin.page, headings)
    for number, line in enumerate(prose.lines, 1):
        absent = [name for name in dict.fromkeys(_names(line)) if name in left]
        left.difference_update(absent)
        where = places.of(number) if absent else None
        if where is not None:
            shown = ", ".join(f"`{name}`" for name in absent)
            message = f"{shown} {'stands' if len(absent) == 1 else 'stand'} nowhere on {twin.page.path}"
            yield finding("FP407", message, prose.page.place(number, line.find(absent[0]) + 1), where)


def _names(line: str) -> Iterator[str]:
    for _, span in _SPAN.findall(line):
        yield from _in_span(span)
    yield from _in_text(line)


@lru_cache(maxsize=4096)
def _in_span(span: str) -> tuple[str, ...]:
    return tuple(name for name in _NAME.findall(span) if _MARKED.search(name) and len(name) > 2)


def _in_text(text: str) -> list[str]:
    text = _PICTURE.sub(" ", _SPAN.sub(" ", text)) if "_" in text else ""
    return _IN_TEXT.findall(" ".join(word for word in text.split() if "_" in word)) if "_" in text else []


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
