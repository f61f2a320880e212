"""The comments of a page that is read quickly."""

from __future__ import annotations

import sys
from collections.abc import Callable

from fencepost.markdown.comments import OPENING, make
from fencepost.markdown.htmlparts import COMMENT_END
from fencepost.markdown.lines import LineIndex, Source
from fencepost.markdown.outline import Draft
from fencepost.markdown.rawelement import MAY_HOLD_FENCE
from fencepost.markdown.superfences import line_end
from fencepost.model import Container

_NONE = sys.maxsize


class PageComments:
    """Knows where the next comment stands, and notes those that address fencepost."""

    def __init__(
        self, draft: Draft, source: Source, index: LineIndex, around: Callable[[], tuple[Container, ...]]
    ) -> None:
        self.next = 0
        """Where the next comment begins that has not been read; far behind the page if there is none."""
        self._draft = draft
        self._source = source
        self._wide = source.wide
        self._index = index
        self._around = around

    def find(self, position: int) -> None:
        """Find the next comment from an offset on, unless it is known to stand behind."""
        if self.next <= position:
            found = self._wide.find("<!--", position)
            self.next = found if found >= 0 else _NONE

    def addresses_us(self, start: int) -> bool:
        """Whether a comment is a directive."""
        return OPENING.match(self._wide, start) is not None

    def is_alone(self, start: int, end: int) -> bool:
        """Whether a comment stands alone on an indented line below an empty one; its closing mark begins at `end`."""
        begin = self._wide.rfind("\n", 0, start) + 1
        row = self._wide[begin : line_end(self._wide, start)]
        alone = row.startswith(" ") and row.strip(" ") == self._wide[start : end + 3]
        return alone and "`" not in row and self._wide[begin - 2] == "\n"

    def note(self, start: int, end: int) -> None:
        """Note a directive, whose closing mark begins at an offset."""
        text = self._wide[start + 4 : end]
        self._draft.comments.append(make(self._source, self._index, text, (start, end + 3), self._around()))

    def read(self, start: int) -> int:
        """Read a comment at the margin, and give the offset behind it; -1 if it has to be read in full."""
        match = COMMENT_END.search(self._wide, start + 4)
        if match is None or match[0] != "-->" or MAY_HOLD_FENCE.search(self._wide, start, match.start()):
            return -1
        if self.addresses_us(start):
            self.note(start, match.start())
        self.find(match.end())
        return match.end()
