"""Small faults in the lines of a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from fencepost.proving.fault import FaultKind, spread

PLACES = 3
"""At how many places of a text each kind of fault is made."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_CHARACTER = re.compile(r"[^\W_]")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FIELD = re.compile(r"(?<!\{)\{(?P<name>[^\W\d]\w*)(?=[}!:.\[])")
_KEY = re.compile(r'"(?P<name>[^"\\\n{}]+)"(?=\s*:)')
_URL = re.compile(r"https?://(?P<name>[\w.-]+)")
_SPAN = re.compile(r"(?<!`)`(?P<name>[^`\n]+)`(?!`)")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d+[.)、])\s*\S")

Change = Callable[[str], tuple[str, str] | None]
"""Gives a line with a fault and what became of what, or `None` where the line has nothing to break."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A text with one fault."""

    kind: FaultKind
    index: int
    """The first line that it changes."""
    lines: tuple[str, ...]
    what: str


def faults(lines: Sequence[str], only: Collection[int] | None = None) -> Iterator[Variant]:
    """The faults of a text that is held line by line, in the lines of these indices or in all of them."""
    yield from changed(lines, "word", word, only)
    yield from dropped(lines, _chosen(lines, only))
    yield from swapped(lines, _chosen(lines, only))
    yield from changed(lines, "blank", blank, only)
    yield from changed(lines, "field", field, only)
    yield from changed(lines, "brace", brace, only)


def shape_faults(lines: Sequence[str], only: Collection[int] | None = None) -> Iterator[Variant]:
    """The faults of a text that is held by what its translation keeps: fields, braces, rules, keys, URLs, code."""
    yield from changed(lines, "field", field, only)
    yield from changed(lines, "brace", brace, only)
    yield from changed(lines, "url", url, only)
    if not any(line.lstrip().startswith(("```", "~~~")) for line in lines):
        yield from changed(lines, "span", span, only)
    yield from dropped(lines, [index for index in _chosen(lines, only) if _BULLET.match(lines[index])])


def changed(
    lines: Sequence[str], kind: FaultKind, change: Change, only: Collection[int] | None = None
) -> Iterator[Variant]:
    """One line changed, at several places."""
    found = [(index, new) for index in _chosen(lines, only) if (new := change(lines[index]))]
    for index, (line, what) in spread(found, PLACES):
        yield Variant(kind, index, (*lines[:index], line, *lines[index + 1 :]), what)


def dropped(lines: Sequence[str], indices: Sequence[int]) -> Iterator[Variant]:
    """One line left out, at several places."""
    for index in spread(indices, PLACES):
        yield Variant("line", index, (*lines[:index], *lines[index + 1 :]), _shown(lines[index]))


def swapped(lines: Sequence[str], indices: Collection[int]) -> Iterator[Variant]:
    """Two neighbours that differ change places, at several places."""
    pairs = [i for i in sorted(indices) if i + 1 in indices and lines[i] != lines[i + 1]]
    for i in spread(pairs, PLACES):
        what = f"{_shown(lines[i])} and {_shown(lines[i + 1])}"
        yield Variant("swap", i, (*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]), what)


def word(line: str) -> tuple[str, str] | None:
    """Another letter at the end of the longest word; in scripts without blanks, another character."""
    found = max(_WORD.finditer(line), key=lambda match: len(match[0]), default=None) or _CHARACTER.search(line)
    if found is None:
        return None
    new = misspelt(found[0])
    return line[: found.start()] + new + line[found.end() :], f"`{found[0]}` became `{new}`"


def misspelt(name: str) -> str:
    """A word with another last character."""
    last = name[-1]
    if last.isdigit():
        return name[:-1] + str((int(last) + 1) % 10)
    if _WIDE.match(last):
        return name[:-1] + ("某" if last != "某" else "另")
    return name[:-1] + ("q" if last != "q" else "k")


def blank(line: str) -> tuple[str, str] | None:
    """A blank at the end."""
    return (line + " ", _shown(line)) if line.strip() else None


def field(line: str) -> tuple[str, str] | None:
    """A format field or the key of a JSON object renamed."""
    return _renamed(_FIELD, line) or _renamed(_KEY, line)


def brace(line: str) -> tuple[str, str] | None:
    """A doubled brace made single."""
    return (line.replace("{{", "{", 1), "`{{` became `{`") if "{{" in line else None


def url(line: str) -> tuple[str, str] | None:
    """Another host in a URL."""
    return _renamed(_URL, line)


def span(line: str) -> tuple[str, str] | None:
    """Other inline code."""
    return _renamed(_SPAN, line)


def _renamed(pattern: re.Pattern[str], line: str) -> tuple[str, str] | None:
    match = pattern.search(line)
    if match is None:
        return None
    start, end = match.span("name")
    return f"{line[:end]}x{line[end:]}", f"`{line[start:end]}` became `{line[start:end]}x`"


def _chosen(lines: Sequence[str], only: Collection[int] | None) -> list[int]:
    return [index for index in range(len(lines)) if only is None or index in only]


def _shown(line: str) -> str:
    return f"`{line.strip()[:40]}`" if line.strip() else "an empty line"
