"""The fences of Python-Markdown's own extension, for sites without SuperFences.

`markdown.extensions.fenced_code` knows fences in the first column only. One whose info string it does not take, or that
is not closed by the same run, is nothing to it, and the page is read on behind its opening line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fencepost.markdown.info import Header, attribute_list
from fencepost.markdown.superfences import Candidate, ReadHeader, close, line_end, open_at

_OPENING = re.compile(r"^(?:`{3,}|~{3,})", re.MULTILINE)
_INFO = re.compile(
    r"\{(?P<attributes>[^\n]*)\}|\.?(?P<language>[\w#.+-]*) *(?:hl_lines=(?P<quote>[\"'])(?P<lines>.*?)(?P=quote) *)?"
)


def read_info(info: str) -> Header:
    """Read an info string as this extension does."""
    match = _INFO.fullmatch(info)
    if match is None:
        words = info.split()
        return Header(words[0].lower() if len(words) > 1 else "", fault=words[-1])
    if match["attributes"] is not None:
        return attribute_list(match["attributes"])
    pairs = (("hl_lines", match["lines"]),) if match["lines"] is not None else ()
    return Header(match["language"].lower(), pairs)


def find(wide: str, begin: int, read_header: ReadHeader, *, skip_refused: bool) -> Iterator[Candidate]:
    """Find every fence from an offset on, in order; those that are not closed come as well."""
    line, counted, position = wide.count("\n", 0, begin) + 1, begin, begin
    hopeless: set[str] = set()
    while (match := _OPENING.search(wide, position)) is not None:
        start = match.start()
        line += wide.count("\n", counted, start)
        counted, position = start, line_end(wide, start)
        opening = open_at(wide, start, start, line, read_header)
        if opening is None or (opening.header.fault and skip_refused):
            continue
        candidate = None if opening.marker in hopeless else close(wide, opening)
        if candidate is None or not candidate.closed:
            hopeless.add(opening.marker)
            candidate = Candidate(opening, start, opening.end, line, closed=False)
        yield candidate
        position = candidate.end
