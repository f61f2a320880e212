"""Stretches of a CommonMark page that are passed at once, since no line in them can begin or end anything."""

from __future__ import annotations

import re

_PLAIN = re.compile(r"(?:(?!import\b|export\b)[^\s\d`~#>+*_=<\[{|:-][^\n]*\n)+(?=\n)")
"""Lines at the margin that are no mark, underline, delimiter row or opaque text, and an empty line below them."""


def plain_paragraph(text: str, start: int) -> int:
    """Where a paragraph at the margin ends, from which nothing comes; where it begins if it may be more than that."""
    match = _PLAIN.match(text, start)
    return match.end() if match is not None else start


def fence_body(text: str, start: int, marker: str) -> int:
    """The beginning of the first line that may close a fence, or of the last line of the page."""
    hit = text.find(marker, start)
    return max(text.rfind("\n", start, hit if hit >= 0 else len(text) - 1) + 1, start)
