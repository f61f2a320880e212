"""Comments that address fencepost."""

from __future__ import annotations

import re

from fencepost.markdown.lines import LineIndex, Source
from fencepost.model import Comment, Container

OPENING = re.compile(r"<!--\s*fencepost\b", re.IGNORECASE)
MDX_OPENING = re.compile(r"\{/\*\s*fencepost\b", re.IGNORECASE)
_CODE_SPAN = re.compile(r"(?<![\\`])(`+)(?!`)(?:(?!\n\n).)+?(?<!`)\1(?!`)", re.DOTALL)
_SIMPLE_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def outside_code(text: str) -> str:
    """A text of the same length with its code spans blanked; a comment that opens first keeps its own backticks."""
    result: list[str] = []
    position = 0
    while position < len(text):
        span = _CODE_SPAN.search(text, position)
        if span is None:
            break
        comment = _SIMPLE_COMMENT.search(text, position, span.start())
        if comment is None:
            comment = (
                _SIMPLE_COMMENT.match(text, text.find("<!--", position, span.start()))
                if "<!--" in text[position : span.start()]
                else None
            )
        if comment is not None:
            result.append(text[position : comment.end()])
            position = comment.end()
            continue
        result.append(text[position : span.start()])
        result.append(" " * (span.end() - span.start()))
        position = span.end()
    return "".join(result) + text[position:]


def spans(text: str) -> list[tuple[int, int]]:
    """Where comments stand in a paragraph, code spans left out."""
    found: list[tuple[int, int]] = []
    visible = outside_code(text)
    start = visible.find("<!--")
    while start >= 0:
        end = visible.find("-->", start)
        if end < 0:
            break
        found.append((start, end + 3))
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
