"""Stretches of a CommonMark page that are passed at once, since no line in them can begin or end anything."""

from __future__ import annotations

import re

_PLAIN = re.compile(
    r"\n*+(?:(?:(?:(?!import\b|export\b)[^\s\d`~#>+*_=<\[{|:-]|`(?!``)|\*\*?[^\s*_]|\[[^\]\n^]|\d++[^\d.)\n])[^\n]*\n)++\n++)*+"
)
"""Lines at the margin that are no mark, underline, delimiter row or opaque text, and empty lines below them."""


def plain_paragraphs(text: str, start: int) -> int:
    """Where paragraphs at the margin end from which nothing comes, with the empty lines around them; where the first
    begins if it may be more than that.
    """
    match = _PLAIN.match(text, start)
    return match.end() if match is not None else start


def fence_body(text: str, start: int, marker: str) -> int:
    """The beginning of the first line that may close a fence, or of the last line of the page."""
    hit = text.find(marker, start)
    return max(text.rfind("\n", start, hit if hit >= 0 else len(text) - 1) + 1, start)
