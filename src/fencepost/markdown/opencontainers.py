"""The containers that are open where a page is read quickly."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from fencepost.markdown.indentheads import IndentHead
from fencepost.markdown.listitems import INDENT
from fencepost.markdown.outline import Draft
from fencepost.markdown.slashheads import Header
from fencepost.model import Container, ContainerKind

_MAX_OPEN = 50
_MAX_INDENTED = 20
_SLASHES = ("admonition", "details", "tab")
"""Blocks between slashes that change nothing about how their content is read."""
_MAY_VANISH = re.compile(r"^(?:    | *\*?\[)", re.MULTILINE)
"""Lines that may define a link, a footnote or an abbreviation, and so leave nothing behind, or belong to such."""
_NO_LIMIT = sys.maxsize


@dataclass(slots=True, eq=False)
class _Open:
    """A container whose end has not been read."""

    kind: ContainerKind
    number: int
    start: int
    label: str = ""
    group: int = 0
    length: int = 0
    """The number of its slashes, if it is a block between such."""
    limit: int = _NO_LIMIT
    """Where its content ends, if that is known."""
    edge: int = -1
    """Where the last line ends that belongs to it, if what follows begins anew."""


class OpenContainers:
    """Opens and closes containers, and tells what stands around a fence.

    Inside one another are, from without, at most one element, containers with indented content, blocks between slashes:
    only the block parser knows what becomes of them in another order.
    """

    def __init__(self, draft: Draft, wide: str, line_of: Callable[[int], int]) -> None:
        self.stack: list[_Open] = []
        """Those that are open, outermost first."""
        self.slashes = 0
        """How many blocks between slashes are open."""
        self.width = 0
        """The columns before what stands directly in the innermost container."""
        self.limit = _NO_LIMIT
        """Where the content of the innermost container ends of which that is known."""
        self._draft = draft
        self._wide = wide
        self._line_of = line_of
        self._containers: list[Container] = []
        """Those of the open containers that were asked for: in most of them there is no fence."""
        self._last_tab = (0, 0, 0)
        """Of the last tab that ended: how many containers were open around it, where it ended, and its set."""

    def around(self) -> tuple[Container, ...]:
        """The containers that are open, outermost first."""
        if not self.stack:
            return ()
        for entry in self.stack[len(self._containers) :]:
            line = self._line_of(entry.start)
            self._containers.append(Container(entry.kind, entry.number, line, entry.label, entry.group))
        return tuple(self._containers)

    @property
    def in_item(self) -> bool:
        """Whether the innermost container is an item of a list."""
        return bool(self.stack) and self.stack[-1].kind == "list"

    @property
    def in_element(self) -> bool:
        """Whether the innermost container is an element."""
        return bool(self.stack) and self.stack[-1].kind == "html"

    def clear(self) -> None:
        """Begin anew."""
        self.stack.clear()
        self._containers.clear()
        self._last_tab = (0, 0, 0)
        self.slashes = self.width = 0
        self.limit = _NO_LIMIT

    def enter_slashes(self, header: Header, start: int) -> bool:
        """Open a block between slashes; `False` if only the block parser knows how to read it."""
        if header.kind not in _SLASHES or len(self.stack) > _MAX_OPEN or (self.width and self.slashes):
            return False
        if header.kind != "tab":
            self._push(_Open("block", 0, start, "", 0, header.length))
        else:
            group = self._tab_group(start, new=header.options.get("new") is True)
            if not group:
                return False
            self._push(_Open("tab", 0, start, header.argument, group, header.length))
        self.slashes += 1
        return True

    def leave_slashes(self, length: int, end: int) -> bool:
        """Close the innermost block, if it was opened with as many slashes as stand on the line that ends here."""
        if not self.slashes or self.stack[-1].length != length:
            return False
        self.slashes -= 1
        self._pop(end)
        return True

    def enter_indented(self, head: IndentHead, start: int, end: int) -> bool:
        """Open a container by its opening line, which ends at an offset; `False` as above."""
        if self.slashes or self.width >= _MAX_INDENTED * INDENT:
            return False
        limit = self._indented_to(end, self.width + INDENT)
        group = self._tab_group(start, new=head.new) if head.is_tab else 0
        if head.is_tab and not group:
            return False
        self._indent(
            _Open("tab" if head.is_tab else "admonition", 0, start, head.label, group, limit=limit, edge=limit)
        )
        return True

    def enter_items(self, items: list[int], line: int) -> bool:
        """Open items of lists by where they begin, the outermost first, for a line in them all; `False` as above."""
        for start in items:
            limit = self._indented_to(line - 1, self.width + INDENT)
            # What follows an item without an empty line may stand in it nevertheless.
            if limit < len(self._wide) and self._wide[limit - 1] != "\n":
                return False
            self._indent(_Open("list", 0, start, limit=limit))
        return bool(items)

    def enter_element(self, start: int, limit: int, edge: int) -> bool:
        """Open an element whose content ends at an offset, and whose last line at another; `False` as above."""
        if self.stack:
            return False
        self._last_tab = (0, 0, 0)
        self._push(_Open("html", 0, start, limit=limit, edge=edge))
        self.limit = limit
        return True

    def leave(self, start: int) -> int | None:
        """Close what ends before an offset.

        Gives where the last line ends after which everything begins anew, or -1; `None` if only the block parser
        knows how to go on.
        """
        edge = -1
        while start > self.limit:
            if self.slashes:
                return None
            entry = self.stack[-1]
            if entry.kind == "html":
                self._pop(0)
            else:
                self.width -= INDENT
                self._pop(entry.limit)
            edge = max(edge, entry.edge)
            self.limit = self.stack[-1].limit if self.stack else _NO_LIMIT
        return edge

    def _push(self, entry: _Open) -> None:
        self._draft.containers = entry.number = self._draft.containers + 1
        self.stack.append(entry)

    def _indent(self, entry: _Open) -> None:
        self._push(entry)
        self.width += INDENT
        self.limit = entry.limit

    def _pop(self, end: int) -> None:
        group = self.stack.pop().group
        del self._containers[len(self.stack) :]
        self._last_tab = (len(self.stack), end, group)

    def _tab_group(self, start: int, *, new: bool) -> int:
        """The set of a tab; 0 if it is not plain to see whether the one before it belongs to the same."""
        depth, end, group = self._last_tab
        if group and not new and depth == len(self.stack):
            between = self._wide[end:start]
            if not between.strip():
                return group
            if not _holds_text(between):
                return 0
        self._draft.tab_sets += 1
        return self._draft.tab_sets

    def _indented_to(self, end: int, width: int) -> int:
        """Where the lines end below an offset that are empty or indented."""
        match = _less_indented(width).search(self._wide, end)
        return match.start() if match else len(self._wide)


@lru_cache(maxsize=_MAX_INDENTED + 1)
def _less_indented(width: int) -> re.Pattern[str]:
    return re.compile(rf"\n {{0,{width - 1}}}[^ \n]")


def _holds_text(between: str) -> bool:
    """Whether one of the blocks in a text is surely seen on the page."""
    return any(block.strip() and not _MAY_VANISH.search(block) for block in between.split("\n\n"))
