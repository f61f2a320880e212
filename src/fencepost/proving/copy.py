"""A temporary copy of the project, in which sources are broken."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

_NEVER = frozenset({"__pycache__", "node_modules", "site-packages", "venv"})


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
            for path in _files(self._root):
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


def _files(root: Path) -> Iterator[str]:
    """What git does not ignore, or where there is no git, all but what is hidden or installed."""
    listed = _listed(root)
    for path in _walked(root) if listed is None else listed:
        if (root / path).is_file():
            yield path


def _listed(root: Path) -> list[str] | None:
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "."]
    try:
        answer = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    return [os.fsdecode(name) for name in answer.stdout.split(b"\0") if name] if answer.returncode == 0 else None


def _walked(root: Path) -> Iterator[str]:
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in _NEVER and not name.startswith(".")]
        for name in files:
            yield Path(folder, name).relative_to(root).as_posix()
