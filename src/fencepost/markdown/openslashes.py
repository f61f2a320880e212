"""The `///` blocks that are open at the margin."""

from __future__ import annotations

from collections.abc import Callable

from fencepost.markdown.outline import Draft
from fencepost.markdown.slashheads import Header
from fencepost.model import Container, ContainerKind

_MAX_OPEN = 50
_KINDS = ("admonition", "details", "tab")
"""Blocks that change nothing about how their content is read."""


class OpenSlashes:
    """Opens and closes blocks, and tells what stands around a fence."""

    def __init__(self, draft: Draft, wide: str, line_of: Callable[[int], int]) -> None:
        self._draft = draft
        self._wide = wide
        self._line_of = line_of
        self._open: list[tuple[int, int, ContainerKind, str, int, int]] = []
        """Of each block the number of its slashes, its own number, its kind, label, set of tabs, and its offset."""
        self._containers: list[Container] = []
        """Those of the open blocks that were asked for: in most of them there is no fence."""
        self._last_tab = (0, 0, 0)
        """Of the last tab that ended: how many blocks were open around it, where it ended, and its set."""

    def __bool__(self) -> bool:
        return bool(self._open)

    def around(self) -> tuple[Container, ...]:
        """The containers that are open, outermost first."""
        if not self._open:
            return ()
        for _, number, kind, label, group, start in self._open[len(self._containers) :]:
            self._containers.append(Container(kind, number, self._line_of(start), label, group))
        return tuple(self._containers)

    def clear(self) -> None:
        """Begin anew."""
        self._open.clear()
        self._containers.clear()
        self._last_tab = (0, 0, 0)

    def enter(self, header: Header, start: int) -> bool:
        """Open a block; `False` if only the block parser knows how to read it."""
        if header.kind not in _KINDS or len(self._open) > _MAX_OPEN:
            return False
        self._draft.containers = number = self._draft.containers + 1
        if header.kind == "tab":
            group = self._tab_group(start, new=header.options.get("new") is True)
            self._open.append((header.length, number, "tab", header.argument, group, start))
        else:
            self._open.append((header.length, number, "block", "", 0, start))
        return True

    def leave(self, length: int, end: int) -> bool:
        """Close the innermost block, if it was opened with as many slashes as stand on the line that ends here."""
        if not self._open or self._open[-1][0] != length:
            return False
        _, _, _, _, group, _ = self._open.pop()
        del self._containers[len(self._open) :]
        self._last_tab = (len(self._open), end, group)
        return True

    def _tab_group(self, start: int, *, new: bool) -> int:
        depth, end, group = self._last_tab
        if group and not new and depth == len(self._open) and not self._wide[end:start].strip():
            return group
        self._draft.tab_sets += 1
        return self._draft.tab_sets
