"""Environment variables: what one page changes in them."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from types import TracebackType

Changes = dict[str, str | None]
"""New values by name; `None` where a variable is gone."""


class Variables:
    """What one page has changed in the environment, in place while one of its steps runs."""

    def __init__(self, changes: Changes) -> None:
        """Begin with these changes."""
        self._changes = changes
        self._outside: dict[bytes, bytes] = {}

    def __enter__(self) -> None:
        self._outside = _raw()
        apply(self._changes)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        now = _raw()
        if now == self._outside:
            self._changes = {}
            return
        names = {name for name in now.keys() | self._outside.keys() if now.get(name) != self._outside.get(name)}
        self._changes = {os.fsdecode(name): _decoded(now.get(name)) for name in names}
        apply({os.fsdecode(name): _decoded(self._outside.get(name)) for name in names})


def posix_zone(offset: timedelta) -> str:
    """The `TZ` of a fixed offset from UTC, as POSIX writes it: the sign is the other way round.

    See https://pubs.opengroup.org/onlinepubs/9699919799/basedefs/V1_chap08.html#tag_08_03.
    """
    minutes = int(offset.total_seconds() // 60)
    sign, hours, rest = "+" if minutes >= 0 else "-", abs(minutes) // 60, abs(minutes) % 60
    return f"<{sign}{hours:02}{rest:02}>{'-' if minutes >= 0 else '+'}{hours:02}:{rest:02}"


def apply(changes: Changes) -> None:
    """Change the environment of the process."""
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
