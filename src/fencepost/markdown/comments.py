"""Comments that address fencepost."""

from __future__ import annotations

import re
from bisect import bisect_right

from fencepost.markdown.lines import LineIndex, Source
from fencepost.model import Comment, Container

OPENING = re.compile(r"<!--\s*fencepost\b", re.IGNORECASE)
MDX_OPENING = re.compile(r"\{/\*\s*fencepost\b", re.IGNORECASE)
_RUN = re.compile(r"(?<!`)`+")


def without_code(text: str, *, python_markdown: bool) -> str:
    """A paragraph of the same length in which the code spans are blank.

    Python-Markdown looks for code before anything else, and takes a part of a run of backticks for a shorter one. On
    GitHub runs count as a whole, and a comment that opens first keeps its backticks.
    """
    runs = [match.span() for match in _RUN.finditer(text)]
    by_length: dict[int, list[int]] = {}
    for start, end in runs:
        by_length.setdefault(end - start, []).append(start)
    parts: list[str] = []
    position = 0
    for start, end in runs:
        opening = start + (start > 0 and text[start - 1] == "\\")
        if opening < position or opening == end:
            continue
        opened = -1 if python_markdown else text.find("<!--", position, start)
        comment_end = text.find("-->", opened) + 3 if opened >= 0 else 0
        if comment_end >= 3:
            parts.append(text[position:comment_end])
            position = comment_end
            if position > start:
                continue
        close = _closing_run(by_length, end - opening, start, whole=not python_markdown)
        if close is not None:
            parts.append(text[position:opening] + " " * (close - opening))
            position = close
    return "".join(parts) + text[position:]


def _closing_run(by_length: dict[int, list[int]], length: int, start: int, *, whole: bool) -> int | None:
    """The end of the run that closes a code span: the longest that is not longer, the first of these."""
    for size in [length] if whole else sorted((size for size in by_length if size <= length), reverse=True):
        starts = by_length.get(size, [])
        index = bisect_right(starts, start)
        if index < len(starts):
            return starts[index] + size
    return None


def spans(visible: str) -> list[tuple[int, int]]:
    """Where comments stand in a paragraph whose code is blank."""
    found: list[tuple[int, int]] = []
    start = visible.find("<!--")
    while start >= 0:
        end = visible.find("-->", start)
        if end < 0:
            break
        found.append((visible.rfind("<!--", start, end), end + 3))  # one that opens before is text
        start = visible.find("<!--", end)
    return found


def make(
    source: Source,
    index: LineIndex,
    text: str,
    span: tuple[int, int],
    containers: tuple[Container, ...],
    printed: str = "",
) -> Comment:
    """A comment from its text and its place in the text with tabs expanded."""
    start, end = span
    line, last = index.line(start), index.line(end)
    begin, last_begin = index.start(line), index.start(last)
    return Comment(
        text=text,
        line=line,
        column=start - begin + 1,
        start=source.offset(line, begin, start - begin),
        end=source.offset(last, last_begin, end - last_begin),
        containers=containers,
        printed=printed,
    )
