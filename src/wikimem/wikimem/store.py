"""The store that a host opens: a folder with the diary and the journal in it."""

from __future__ import annotations

import os
from datetime import tzinfo
from functools import cached_property
from pathlib import Path

from wikimem.diary import Diary
from wikimem.journal import Journal


class MemoryStore:
    """The memory under `root`; `tz` is the diary's. Constructing it touches nothing."""

    def __init__(
        self,
        root: str | os.PathLike[str],
        *,
        tz: tzinfo | str | None = None,
    ) -> None:
        self.root = Path(root).absolute()
        self.journal = Journal(self.root / "journal.jsonl")
        self._tz = tz

    @cached_property
    def diary(self) -> Diary:
        """The diary, which writes to this store's journal."""
        return Diary(self.root, journal=self.journal, tz=self._tz)
