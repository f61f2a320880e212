"""Environment variables: sealed for all fences that follow each other, and what one page changes in them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from types import TracebackType

from fencepost.stub import without_secrets

Changes = dict[str, str | None]
"""New values by name; `None` where a variable is gone."""


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
        _apply({name: ours for name, (_, ours) in self._changed.items()})

    def uninstall(self) -> None:
        """Put back what stood there; a variable that somebody else has changed since is left to them."""
        changed, self._changed = self._changed or {}, None
        _apply({name: before for name, (before, ours) in changed.items() if os.environ.get(name) == ours})

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


class Variables:
    """What one page has changed in the environment, in place while one of its steps runs."""

    def __init__(self, changes: Changes) -> None:
        """Begin with these changes."""
        self._changes = changes
        self._outside: dict[bytes, bytes] = {}

    def __enter__(self) -> None:
        self._outside = _raw()
        _apply(self._changes)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        now = _raw()
        if now == self._outside:
            self._changes = {}
            return
        names = {name for name in now.keys() | self._outside.keys() if now.get(name) != self._outside.get(name)}
        self._changes = {os.fsdecode(name): _decoded(now.get(name)) for name in names}
        _apply({os.fsdecode(name): _decoded(self._outside.get(name)) for name in names})


def posix_zone(offset: timedelta) -> str:
    """The `TZ` of a fixed offset from UTC, as POSIX writes it: the sign is the other way round.

    See https://pubs.opengroup.org/onlinepubs/9699919799/basedefs/V1_chap08.html#tag_08_03.
    """
    minutes = int(offset.total_seconds() // 60)
    sign, hours, rest = "+" if minutes >= 0 else "-", abs(minutes) // 60, abs(minutes) % 60
    return f"<{sign}{hours:02}{rest:02}>{'-' if minutes >= 0 else '+'}{hours:02}:{rest:02}"


def _apply(changes: Changes) -> None:
    for name, value in changes.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    # Windows has no tzset: there a frozen clock keeps the machine's own zone.
    if "TZ" in changes and hasattr(time, "tzset"):
        time.tzset()


def _raw() -> dict[bytes, bytes]:
    # The public ways decode every variable, some 80 us for a hundred of them, twice for each step.
    return os.environ._data.copy()  # ty: ignore[missing-attribute]


def _decoded(value: bytes | None) -> str | None:
    return None if value is None else os.fsdecode(value)
