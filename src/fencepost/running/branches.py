"""Tabs are alternatives: which steps belong to one way through a page, and which names each way has.

A tab begins with the names from before its set, or goes on from the earlier tab with the same label; what follows
the set goes on from its first tab. The dictionary of the module stays one and the same object, so that functions
defined before the set see the names of the tab that is running.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fencepost.model import Container, Fence

Branch = tuple[Container, ...]
"""The tabs that a fence stands in, outermost first."""


def branch_of(fence: Fence) -> Branch:
    """The tabs that a fence stands in."""
    return tuple(container for container in fence.containers if container.kind == "tab")


def needed_before(branches: list[Branch], index: int) -> list[int]:
    """Indices of the earlier steps on whose effects step `index` builds."""
    if not any(branches):
        return list(range(index))
    wanted = branches[index]
    firsts = _first_tabs(branches)
    return [earlier for earlier in range(index) if _on_the_way(branches[earlier], wanted, firsts)]


def _first_tabs(branches: list[Branch]) -> dict[int, int]:
    firsts: dict[int, int] = {}
    for branch in branches:
        for tab in branch:
            firsts[tab.group] = min(firsts.get(tab.group, tab.number), tab.number)
    return firsts


def _on_the_way(earlier: Branch, wanted: Branch, firsts: dict[int, int]) -> bool:
    own = {tab.group: tab.number for tab in wanted}
    labels = {tab.label for tab in wanted}
    for tab in earlier:
        if tab.group in own:
            if own[tab.group] != tab.number:
                return False
        elif tab.number != firsts[tab.group] and tab.label not in labels:
            return False
    return True


@dataclass(slots=True)
class Branches:
    """The names of the module in each branch of a page."""

    namespace: dict[str, Any]
    _current: Branch = ()
    _kept: dict[Branch, dict[str, Any]] = field(default_factory=dict)
    _before: dict[tuple[Branch, int], dict[str, Any]] = field(default_factory=dict)
    """The names from before a set of tabs, by the branch that holds it and its group."""

    def enter(self, branch: Branch) -> None:
        """Give the namespace the names that it has in `branch`."""
        if branch == self._current:
            return
        self._kept[self._current] = dict(self.namespace)
        while self._current != branch[: len(self._current)]:
            self._leave()
        for depth in range(len(self._current), len(branch)):
            self._descend(branch[: depth + 1])
        self._load(self._kept[branch])

    def _leave(self) -> None:
        parent, tab = self._current[:-1], self._current[-1]
        siblings = [key for key in self._kept if key[:-1] == parent and key and key[-1].group == tab.group]
        first = min(siblings, key=lambda key: key[-1].number)
        self._kept[parent] = dict(self._kept[first])
        self._current = parent

    def _descend(self, branch: Branch) -> None:
        parent, tab = branch[:-1], branch[-1]
        entry = self._before.setdefault((parent, tab.group), dict(self._kept[parent]))
        if branch not in self._kept:
            self._kept[branch] = {**entry, **self._carried(parent, tab)}
        self._current = branch

    def _carried(self, parent: Branch, tab: Container) -> dict[str, Any]:
        """What the nearest earlier tab with the same label defined or changed."""
        earlier = [
            key
            for key in self._kept
            if key and key[:-1] == parent and key[-1].label == tab.label and key[-1].group < tab.group
        ]
        if not earlier:
            return {}
        last = max(earlier, key=lambda key: key[-1].group)
        before = self._before[(parent, last[-1].group)]
        return {name: value for name, value in self._kept[last].items() if before.get(name, _MISSING) is not value}

    def _load(self, names: dict[str, Any]) -> None:
        self.namespace.clear()
        self.namespace.update(names)


_MISSING = object()
