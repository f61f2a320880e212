"""A page as readers get it: without the directives. Those that a code block shows stay."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from fencepost.markdown import scan
from fencepost.model import Comment, Dialect
from fencepost.site import Site

_ONLY_MARKS = re.compile(r"[ \t]*")
_TO_THE_END = re.compile(r"[ \t]*(?:\r?\n|\Z)")


@dataclass(frozen=True, slots=True)
class Published:
    """What is left of a page."""

    text: str
    bodies: tuple[str, ...]
    """The text of each fence, in page order."""


def published(text: str, *, dialect: Dialect = "mkdocs", site: Site | None = None) -> Published:
    """Take the comments that address fencepost out of a page, with the lines that are empty without them."""
    found = scan(text, "page.md", dialect=dialect, site=site)
    return Published(_without(text, found.comments), tuple(fence.body for fence in found.fences))


def without_directives(text: str, *, dialect: Dialect = "mkdocs", site: Site | None = None) -> str:
    """The text alone of a page as readers get it."""
    return published(text, dialect=dialect, site=site).text


def _without(text: str, comments: Iterable[Comment]) -> str:
    kept: list[str] = []
    position = 0
    for comment in comments:
        start, end = _whole_lines(text, comment.start, comment.end)
        kept.append(text[position:start])
        position = max(position, end)
    return "".join([*kept, text[position:]])


def _whole_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """The span widened to whole lines where nothing else stands in them."""
    begin = text.rfind("\n", 0, start) + 1
    match = _TO_THE_END.match(text, end)
    if match is None or not _ONLY_MARKS.fullmatch(text, begin, start):
        return start, end
    return begin, match.end()
