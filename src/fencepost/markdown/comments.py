"""Comments that address fencepost."""

from __future__ import annotations

import re

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
