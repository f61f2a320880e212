"""What a provider would keep between requests: names for what it makes, and conversations it holds."""

from __future__ import annotations

import threading
from collections import Counter

CREATED = 1_767_225_600
"""The Unix time of everything that the stub makes, whatever the clock says."""

CREATED_AT = "2026-01-01T00:00:00Z"
"""The same time as ISO 8601."""


class Memory:
    """Ids and held conversations of one `Stub`; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._held: dict[str, object] = {}

    def count(self, name: str) -> int:
        """1 for the first call with `name`, then 2, 3, …"""
        with self._lock:
            self._counts[name] += 1
            return self._counts[name]

    def new_id(self, prefix: str) -> str:
        """The next id with this prefix: `call_stub0001`."""
        return f"{prefix}stub{self.count(prefix):04d}"

    def hold(self, key: str, conversation: object) -> None:
        """Keep a conversation under the id of its last message."""
        with self._lock:
            self._held[key] = conversation

    def held(self, key: str) -> object | None:
        """The conversation kept under an id."""
        with self._lock:
            return self._held.get(key)

    def forget(self, key: str) -> None:
        """Keep a conversation no longer."""
        with self._lock:
            self._held.pop(key, None)

    def reset(self) -> None:
        """Forget everything and count from 1 again."""
        with self._lock:
            self._counts.clear()
            self._held.clear()
