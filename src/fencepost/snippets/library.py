"""Finds and reads the files of snippets, each once."""

from __future__ import annotations

import difflib
import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from fencepost.snippets.options import SnippetOptions
from fencepost.tree import ignores, is_folder, repository

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")
_LARGEST = 16 * 2**20
_NAMES = 5000
"""How many files are looked at for the nearest name."""
_NEVER = frozenset({"__pycache__", "node_modules", "site-packages", "venv"})


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A line of a file, without its end."""

    text: str
    start: int | None
    """Its offset in the decoded file; `None` where edits by offset would be wrong."""
    end: int | None
    """The offset behind its line end."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A path that leads to no snippet."""

    kind: Literal["nowhere", "outside", "ignored"]
    folders: tuple[str, ...]
    """Where it was looked for, or what it lies outside of."""
    near: str = ""
    """The nearest path that does lead to a file."""


@dataclass
class Library:
    """The snippets of a site."""

    options: SnippetOptions
    _read: dict[Path, tuple[WrittenLine, ...] | str] = field(default_factory=dict)
    _names: dict[Path, list[str]] = field(default_factory=dict)

    def shown(self, file: Path) -> str:
        """A file as findings name it."""
        return Path(os.path.relpath(file, self.options.root)).as_posix()

    def find(self, path: str, page_folder: Path) -> Path | Missing:
        """The file that a path names on a page of a folder, looked for as the site does."""
        bases = [_normal(base or page_folder) for base in self.options.folders]
        outside = False
        for base in bases:
            folder = base if is_folder(base) else base.parent
            file = _normal(folder / path)
            if is_folder(base) and self.options.restricted and not file.is_relative_to(base):
                outside = outside or _exists(file)
            elif _exists(file) and (is_folder(base) or file == base):
                return file
        folders = tuple(self.shown(base) for base in bases)
        if outside:
            return Missing("outside", folders)
        if any(self._is_ignored(self.shown(_normal(base / path))) for base in bases):
            return Missing("ignored", folders)
        return Missing("nowhere", folders, self._nearest(path, bases))

    @cached_property
    def _is_ignored(self) -> Callable[[str], bool]:
        return ignores(self.options.root)

    def lines(self, file: Path) -> tuple[WrittenLine, ...] | str:
        """The lines of a file, or why it cannot be read; a final line end begins an empty line."""
        if file not in self._read:
            inside = Path(os.path.realpath(file)).is_relative_to(repository(self.options.root))
            self._read[file] = (
                _lines(file, self.options.encoding) if inside else "is not read: it lies outside the project"
            )
        return self._read[file]

    def _nearest(self, path: str, bases: list[Path]) -> str:
        names = [name for base in bases for name in self._names_below(base)]
        wanted = path.removeprefix("./")
        moved = [name for name in names if name.rpartition("/")[2] == wanted.rpartition("/")[2]]
        near = difflib.get_close_matches(wanted, moved or names, n=1, cutoff=0.0 if moved else 0.6)
        return near[0] if near else ""

    def _names_below(self, base: Path) -> list[str]:
        if base not in self._names:
            self._names[base] = sorted(_walk(base)) if is_folder(base) else [base.name]
        return self._names[base]


def _walk(base: Path) -> Iterator[str]:
    count = 0
    for folder, folders, names in os.walk(base):
        folders[:] = [name for name in folders if name not in _NEVER and not name.startswith(".")]
        for name in names:
            yield Path(folder, name).relative_to(base).as_posix()
        count += len(names)
        if count > _NAMES:
            return


def _normal(path: Path) -> Path:
    """A path without `..`, as written: the site does not follow links here either."""
    return Path(os.path.normpath(path.absolute()))


def _exists(file: Path) -> bool:
    try:
        return file.exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _lines(file: Path, encoding: str) -> tuple[WrittenLine, ...] | str:
    try:
        found = file.stat()
        # A device or a pipe would never end.
        if not stat.S_ISREG(found.st_mode):
            return "is a folder" if stat.S_ISDIR(found.st_mode) else "is no file"
        if found.st_size > _LARGEST:
            return f"is larger than {_LARGEST // 2**20} MiB"
        text = file.read_bytes().decode(encoding)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return f"is not {encoding.upper()}: byte 0x{error.object[error.start]:02x} in line {line}"
    except LookupError:
        return f"cannot be read: there is no encoding `{encoding}`"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return split(text, exact=encoding.lower() in ("utf-8", "utf8")) if text else ()


def split(text: str, *, exact: bool = True, begin: int = 0) -> tuple[WrittenLine, ...]:
    """The lines of a text from an offset on; `exact` says that its offsets are those of its file."""
    found: list[WrittenLine] = []
    position = begin
    while True:
        match = _LINE.match(text, position)
        assert match is not None
        line = match[0].rstrip("\r\n")
        found.append(WrittenLine(line, position if exact else None, match.end() if exact else None))
        if match[0] == line:
            return tuple(found)
        position = match.end()
