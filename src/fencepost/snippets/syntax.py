"""The notation of `pymdownx.snippets`: marks on lines of their own, marks of sections, and what a path says.

The notation is that of https://facelessuser.github.io/pymdown-extensions/extensions/snippets/; the tests compare what
is read here with the extension itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

HINT = "8<-"
"""Stands in every mark."""

_QUOTED = r"""(?:"(?:\\"|[^"])+"|'(?:\\'|[^'])+')"""
_MARK = re.compile(rf"(?P<indent>[ \t]*)(?P<escape>;*)-+8<-+(?:[ \t]+(?P<quoted>{_QUOTED}))?")
# A run of dashes is tried from its beginning only, or a long one would be read once from each dash.
_SECTION = re.compile(
    r"(?<!;)(?:(?<!-)|(?=;))(?P<escape>;*)-+8<-+[ \t]+"
    r"\[[ \t]*(?P<kind>start|end)[ \t]*:[ \t]*(?P<name>[a-z][-_0-9a-z]*)[ \t]*\]",
    re.IGNORECASE,
)
_RANGES = re.compile(r"(?::-?[0-9]*){1,2}(?:,(?=[-0-9:])-?[0-9]*(?::-?[0-9]*)?)*")
_NAME = re.compile(r":([a-z][-_0-9a-z]*)", re.IGNORECASE)
_URL = re.compile(r"https?://", re.IGNORECASE)
_LONGEST = 4096
"""No path is longer on any system that matters; what is said behind a longer one need not be read."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A line that holds `--8<--` and nothing but a path."""

    indent: str
    escaped: bool
    path: str | None
    """The path behind it; without one the mark opens or closes a block of paths."""


@dataclass(frozen=True, slots=True)
class SectionMark:
    """`--8<-- [start:NAME]` or `[end:NAME]` anywhere in a line."""

    kind: str
    """`start` or `end`, as written."""
    name: str
    unescaped: str | None
    """The line as the site shows it, where the mark is escaped."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a path asks for."""

    path: str
    ranges: tuple[tuple[int | None, int | None], ...] = ()
    """First and last lines, from 1; below 0 from the end."""
    section: str | None = None
    fault: str = ""
    """Why the site cannot make sense of it."""

    @property
    def is_url(self) -> bool:
        """Whether it is an address, not a path."""
        return _URL.match(self.path) is not None


def read_mark(line: str) -> Mark | None:
    """The mark that makes up a line."""
    match = _MARK.fullmatch(line)
    if match is None:
        return None
    quoted = match["quoted"]
    return Mark(match["indent"], bool(match["escape"]), quoted[1:-1].strip() if quoted else None)


def read_section_mark(line: str) -> SectionMark | None:
    """The first mark of a section in a line."""
    match = _SECTION.search(line) if HINT in line else None
    if match is None:
        return None
    start = match.start("escape")
    unescaped = line[:start] + line[start + 1 :] if match["escape"] else None
    return SectionMark(match["kind"], match["name"], unescaped)


def read_request(written: str) -> Request:
    """Take a path apart: `file`, `file:3:5`, `file:1:2,8:9`, `file:section`."""
    colon = written.find(":") if len(written) <= _LONGEST else -1
    while colon >= 0:
        path, behind = written[:colon].strip(), written[colon:]
        if _RANGES.fullmatch(behind):
            return _with_ranges(path, behind[1:])
        if name := _NAME.fullmatch(behind):
            return Request(path, section=name[1])
        colon = written.find(":", colon + 1)
    return Request(written.strip())


def _with_ranges(path: str, written: str) -> Request:
    spans: list[tuple[int | None, int | None]] = []
    for part in written.split(","):
        first, _, last = part.partition(":")
        if "-" in (first, last):
            return Request(path, fault=f"`{part}` is no range of lines")
        spans.append((int(first) if first else None, int(last) if last else None))
    return Request(path, tuple(spans))
