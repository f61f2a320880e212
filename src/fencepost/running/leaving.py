"""Calls that end the process at once, refused while the code of a page runs: the tests behind it would be lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

_ENDING = ("_exit", "abort", "execv", "execve")
"""The other members of the family of `exec` call the last two."""


class Stays:
    """The process outlives what a page does; a process that the page has forked may end as it likes."""

    def __init__(self) -> None:
        """For the process that runs now."""
        self._here = os.getpid()
        self._outside = {name: getattr(os, name) for name in _ENDING}
        self._guarded = {name: partial(self._call, name, real) for name, real in self._outside.items()}

    def __enter__(self) -> None:
        vars(os).update(self._guarded)

    def __exit__(self, *_: object) -> None:
        vars(os).update(self._outside)

    def _call(self, name: str, real: Callable[..., NoReturn], *arguments: Any) -> NoReturn:
        if os.getpid() != self._here:
            real(*arguments)
        raise SystemExit(f"`os.{name}` would end the tests too")
