"""A page as readers get it: without the directives. Those that a code block shows stay."""

from __future__ import annotations

import re

from fencepost.markdown import scan
from fencepost.model import Dialect
from fencepost.site import Site

_ONLY_MARKS = re.compile(r"[ \t]*")


def without_directives(text: str, *, dialect: Dialect = "mkdocs", site: Site | None = None) -> str:
    """Take the comments that address fencepost out of a page, with the lines that are empty without them."""
    kept: list[str] = []
    position = 0
    for comment in scan(text, "page.md", dialect=dialect, site=site).comments:
        start, end = _whole_lines(text, comment.start, comment.end)
        kept.append(text[position:start])
        position = max(position, end)
    return "".join([*kept, text[position:]])


def _whole_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """The span widened to whole lines where nothing else stands in them."""
    begin = text.rfind("\n", 0, start) + 1
    match = re.compile(r"[ \t]*(?:\r?\n|\Z)").match(text, end)
    if match is None or not _ONLY_MARKS.fullmatch(text, begin, start):
        return start, end
    return begin, match.end()
