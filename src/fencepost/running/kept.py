"""What stands in a page's names before a fence that is tried again, so that each attempt begins with the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Kept:
    """The names of a module, and what is in the lists, dictionaries and sets among them.

    These are put back in place, since functions and other names hold them as well. Other objects are shared with
    the attempt that failed: a connection or a model cannot be copied.
    """

    def __init__(self, names: dict[str, Any]) -> None:
        """Look at what is there now."""
        self._contents: dict[int, tuple[Any, Any]] = {}
        waiting: list[Any] = [names]
        while waiting:
            one = waiting.pop()
            if id(one) not in self._contents:
                self._contents[id(one)] = one, one.copy()
                waiting += [value for value in _within(one) if type(value) in (list, dict, set)]

    def put_back(self) -> None:
        """Make it so again."""
        for one, content in self._contents.values():
            one.clear()
            if isinstance(one, list):
                one.extend(content)
            else:
                one.update(content)


def _within(container: Any) -> Iterable[Any]:
    return container.values() if isinstance(container, dict) else container
