"""The environment in which fences run: no secrets, and base URLs that lead to the stub."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager

from fencepost.running.environment import apply
from fencepost.stub import without_secrets


class Sealed:
    """The environment in which fences run, put in place once for all that follow each other.

    Fixtures of the project run inside it: what they set, the fences see.
    """

    def __init__(self, make: Callable[[Mapping[str, str]], dict[str, str]]) -> None:
        """`make` turns the environment of the process into the one that fences see."""
        self._make = make
        self._changed: dict[str, tuple[str | None, str | None]] | None = None
        """For each variable that differs: its value outside, and ours."""

    def install(self) -> None:
        """Put it in place; does nothing if it is."""
        if self._changed is not None:
            return
        outside = dict(os.environ)
        made = {"MPLBACKEND": "Agg", **self._make(without_secrets(outside))}
        pairs = {name: (outside.get(name), made.get(name)) for name in outside.keys() | made.keys()}
        self._changed = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
        apply({name: ours for name, (_, ours) in self._changed.items()})

    def uninstall(self) -> None:
        """Put back what stood there; a variable that somebody else has changed since is left to them."""
        changed, self._changed = self._changed or {}, None
        apply({name: before for name, (before, ours) in changed.items() if os.environ.get(name) == ours})

    @contextmanager
    def installed(self) -> Generator[None]:
        """Put it in place while the block runs, where it is not in place already."""
        begun = self._changed is None
        self.install()
        try:
            yield
        finally:
            if begun:
                self.uninstall()
