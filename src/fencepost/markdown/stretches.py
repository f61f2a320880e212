"""Stretches of a CommonMark page that are passed at once, since no line in them can begin or end anything."""

from __future__ import annotations

import re


class Stretches:
    """What can be passed on pages of one renderer."""

    def __init__(self, first: str) -> None:
        """Take a pattern for the first character of text that is no mark, underline, delimiter row or opaque text."""
        begin = rf"(?:{first}|`(?!``)|\*\*?[^\s*_]|\[[^\]\n^]|\d++[^\d.)\n])"
        self._paragraphs = re.compile(rf"\n*+(?:(?:{begin}[^\n]*\n)++\n++)*+")
        self._items = re.compile(rf"(?:[-*+] {begin}[^\n]*\n(?=[-*+] {begin}))++")

    def paragraphs(self, text: str, start: int) -> int:
        """Where paragraphs at the margin end from which nothing comes, with the empty lines around them; where the
        first begins if it may be more than that.
        """
        match = self._paragraphs.match(text, start)
        return match.end() if match is not None else start

    def items(self, text: str, start: int) -> int:
        """Where the last of some items at the margin begins that hold a line of text each and nothing else."""
        match = self._items.match(text, start)
        return match.end() if match is not None else start


def fence_body(text: str, start: int, marker: str) -> int:
    """The beginning of the first line that may close a fence, or of the last line of the page."""
    hit = text.find(marker, start)
    return max(text.rfind("\n", start, hit if hit >= 0 else len(text) - 1) + 1, start)
