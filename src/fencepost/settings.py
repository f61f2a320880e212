"""`[tool.fencepost]` of pyproject.toml, or fencepost.toml, read and checked.

All that is wrong comes at once: with the file, the line, the key, and the nearest right name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fencepost import tree
from fencepost.decisions import Agreement, Quotation, Settings, Translation
from fencepost.model import Finding, Place
from fencepost.rules import RULES
from fencepost.site import NAMES

if TYPE_CHECKING:
    from fencepost.validation import Mistake

__all__ = [
    "FILES",
    "Agreement",
    "Loaded",
    "Quotation",
    "Settings",
    "SettingsError",
    "Translation",
    "find_root",
    "given_keys",
    "load",
    "overlooked",
    "parse",
]

FILES = ("fencepost.toml", "pyproject.toml")
"""The files that may hold settings; the first that is there decides."""


class SettingsError(Exception):
    """The settings cannot be used; `findings` says why, one for each mistake."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = findings


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings and where they came from."""

    root: Path
    """The project's root: all paths of findings are relative to it."""
    settings: Settings
    file: Path | None
    """The file that holds them, `None` where there are none."""
    text: str = ""

    def line_of(self, *keys: str) -> int:
        """The line of the file on which the last of these keys or values is found, in order; 1 if none is."""
        return _line_of(self.text, keys)

    def place_of(self, *keys: str) -> Place:
        """The place of an entry, for findings about it."""
        name = self.file.name if self.file else "pyproject.toml"
        return Place(name, self.line_of(*keys))

    def place_of_entry(self, table: str, index: int) -> Place:
        """The place of the entry of this index in an array of tables, for findings about it."""
        heads = [*re.finditer(rf"^[ \t]*\[\[[^\]\n]*\b{re.escape(table)}\s*\]\]", self.text, re.MULTILINE)]
        if index >= len(heads):
            return self.place_of(table)
        name = self.file.name if self.file else "pyproject.toml"
        return Place(name, self.text.count("\n", 0, heads[index].end()) + 1)


def find_root(start: Path, *, base: Path | None = None) -> Path:
    """The nearest folder upwards that holds settings, else one that looks like a project's root.

    Where there is none, it is `base`, the folder in which the command was called, if `start` lies below it, else
    `start` itself. A whole file system or somebody's home is nobody's project.
    """
    start = start.resolve()
    folders = [start, *start.parents]
    for folder in folders:
        if tree.is_file(folder / "fencepost.toml") or _has_table(folder / "pyproject.toml"):
            return folder
    for folder in folders:
        if any(tree.is_there(folder / name) for name in (".git", "pyproject.toml", *NAMES)):
            return folder
    called = base.resolve() if base is not None else start
    lies_below = start.is_relative_to(called) and called not in (Path(called.anchor), Path.home())
    return called if lies_below else start


def load(root: Path) -> Loaded:
    """Read the settings of the project at `root`.

    Raises:
        SettingsError: the file is no TOML, a key is unknown, a value is wrong.
    """
    path = next((root / name for name in FILES if tree.is_file(root / name)), None)
    return Loaded(root, Settings(), None) if path is None else parse(root, path, _read(path))


def parse(root: Path, path: Path, text: str) -> Loaded:
    """The settings in the text of one of `FILES`. Raises `SettingsError`."""
    document = _document(text.removeprefix("\ufeff"), path)
    table = document if path.name == FILES[0] else document.get("tool", {}).get("fencepost")
    if table is None:
        return Loaded(root, Settings(), None)
    return Loaded(root, _validated(table, path, text), path, text)


def overlooked(loaded: Loaded) -> str:
    """The other file that holds settings as well, which nobody reads; empty where there is none."""
    other = FILES[1] if loaded.file is not None and loaded.file.name == FILES[0] else ""
    return other if other and _has_table(loaded.root / other) else ""


def given_keys(loaded: Loaded) -> frozenset[str]:
    """The keys that the file holds, whatever their values."""
    if loaded.file is None:
        return frozenset()
    document = _document(loaded.text.removeprefix("\ufeff"), loaded.file)
    table = document if loaded.file.name == FILES[0] else document["tool"]["fencepost"]
    return frozenset(table)


def _validated(table: dict[str, Any], path: Path, text: str) -> Settings:
    if not table:
        return Settings()
    # Only here, since what it needs is slow to import.
    from fencepost.validation import WrongTableError, validated

    try:
        return validated(table, "" if path.name == FILES[0] else "tool.fencepost.")
    except WrongTableError as error:
        found = (_finding(mistake, path.name, text) for mistake in error.mistakes)
        raise SettingsError(tuple(sorted(found, key=lambda finding: finding.place.line))) from error


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingsError((_wrong(path.name, 1, f"is not UTF-8: {error.reason}"),)) from error
    except OSError as error:
        raise SettingsError((_wrong(path.name, 1, f"cannot be read: {error.strerror}"),)) from error


def _document(text: str, path: Path) -> dict[str, Any]:
    if not text.strip():
        return {}
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = re.search(r"at line (\d+), column (\d+)", str(error))
        line = int(match[1]) if match else max(1, text.count("\n"))
        raise SettingsError((_wrong(path.name, line, f"is no TOML: {error}"),)) from error
    except (ValueError, RecursionError) as error:  # a number or a nesting that Python cannot hold
        raise SettingsError((_wrong(path.name, 1, f"cannot be read: {error}"),)) from error


def _has_table(path: Path) -> bool:
    try:
        return (
            path.is_file() and re.search(r"^\s*\[+tool\.fencepost\b", path.read_text("utf-8"), re.MULTILINE) is not None
        )
    except (OSError, UnicodeDecodeError):
        return False


def _finding(mistake: Mistake, file: str, text: str) -> Finding:
    words = tuple(part for part in mistake.keys if not part.isdigit())
    return _wrong(file, _line_of(text, words), mistake.message)


def _wrong(file: str, line: int, message: str) -> Finding:
    return Finding("FP901", message, Place(file, line), help=RULES["FP901"].fix, severity="error")


def _line_of(text: str, keys: tuple[str, ...]) -> int:
    position, found = 0, 1
    for key in keys:
        match = re.compile(rf'^\s*(?:\[+[^\n]*\b)?"?{re.escape(key)}\b|"{re.escape(key)}"', re.MULTILINE).search(
            text, position
        )
        if match is None:
            continue
        position = match.end()
        found = text.count("\n", 0, position) + 1
    return found
