"""How far a page has been understood, and whether what stands below may be read on its own."""

from __future__ import annotations

import re

SPECIAL = re.compile(r"    | {0,3}(?:[*+-] |\d+\. |[>:|#/]|!!!|\?\?\?|===|\[[^\]]*\]:|[-:|_*][-:|_* ]*$)|\*\[")
"""Lines that may be more than running text."""


class Edge:
    """Where the last line ends that was understood as more than running text."""

    def __init__(self, wide: str, begin: int) -> None:
        self._wide = wide
        self.begin = begin
        """Where reading began."""
        self.end = begin - 1
        self.fresh = True
        """Whether a new block begins below it, though no empty line may stand there."""

    def move(self, end: int, *, fresh: bool) -> None:
        """Note another line."""
        self.end, self.fresh = end, fresh

    def begins_plainly(self, start: int, width: int) -> bool:
        """Whether what stands directly above a line, up to an empty line or the edge, is running text.

        `width` is the number of columns before the content of the container in which the line stands.
        """
        wide = self._wide
        if start > 1 and wide[start - 2] == "\n":
            return True
        while start - 1 > self.end and start > self.begin:
            above = wide.rfind("\n", 0, start - 1) + 1
            row = wide[above + width : start - 1]
            if not row.strip(" "):
                return True
            if SPECIAL.match(row):
                return False
            start = above
        return True

    def stands_first(self, start: int) -> bool:
        """Whether no running text stands directly above a line at the margin."""
        if start - 1 <= self.end:
            return self.fresh
        above = self._wide.rfind("\n", 0, start - 1) + 1
        return not self._wide[above : start - 1].strip(" ")
