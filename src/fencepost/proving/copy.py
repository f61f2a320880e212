"""A temporary copy of the project, in which sources are broken."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from fencepost import tree


class Copy:
    """The project's files once more, copied when they are first needed."""

    def __init__(self, root: Path) -> None:
        """Copy from `root`, which is never written to."""
        self._root = root
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def root(self) -> Path:
        """The copy's root."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="fencepost-prove-")
            for path in tree.files(self._root):
                if not (self._root / path).is_file():
                    continue
                target = Path(self._folder.name, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self._root / path, target)
        return Path(self._folder.name).resolve()

    @contextmanager
    def changed(self, path: str, text: str) -> Generator[Path]:
        """The root of the copy, with another text in one file while the block runs."""
        file = self.root / path
        before = file.read_bytes()
        file.write_bytes(text.encode("utf-8"))
        try:
            yield self.root
        finally:
            file.write_bytes(before)

    def close(self) -> None:
        """Remove the copy."""
        if self._folder is not None:
            self._folder.cleanup()
