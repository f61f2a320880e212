"""The journal: one JSON line for each thing that was done to the store."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from wikimem.dayfile import BOM

_ENCODER = json.JSONEncoder(ensure_ascii=False)


class Journal:
    """A file of JSON lines at `path`, which appears with the first line."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path).absolute()

    def record(self, action: str, **fields: str | None) -> None:
        """Add `{"ts", "action", …}`, the time of writing in UTC; fields that are `None` are left out.

        A line that another process left torn is ended first, so that it costs only itself.
        """
        stamp = datetime.now(UTC).isoformat(timespec="seconds")
        known = {name: value for name, value in fields.items() if value is not None}
        line = _ENCODER.encode({"ts": stamp, "action": action, **known}).encode("utf-8") + b"\n"
        with self._opened() as file:
            file.write(line if self._ended(file.fileno()) else b"\n" + line)

    def entries(self) -> list[dict[str, object]]:
        """The lines that hold a JSON object, in order; `[]` without a file."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return []
        objects = map(parse_line, data.removeprefix(BOM).split(b"\n"))
        return [line for line in objects if line is not None]

    def _opened(self) -> BinaryIO:
        try:
            return self.path.open("a+b")
        except FileNotFoundError:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return self.path.open("a+b")

    @staticmethod
    def _ended(descriptor: int) -> bool:
        size = os.lseek(descriptor, 0, os.SEEK_END)
        if not size:
            return True
        os.lseek(descriptor, -1, os.SEEK_END)
        return os.read(descriptor, 1) == b"\n"


def parse_line(line: bytes) -> dict[str, object] | None:
    """The JSON object on a line of the journal; `None` if there is none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
