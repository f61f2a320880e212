"""The file that keeps results between runs, in a folder that git does not see."""

from __future__ import annotations

import errno
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fencepost import exchange
from fencepost.edits import write_atomic
from fencepost.model import Verdict
from fencepost.tree import leads_out

FOLDER = ".fencepost_cache"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """The results of one page."""

    key: str
    """What they depend on beside the files."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Digests of the files that the page took from the project, by their paths; see `Store`."""
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    """Those that passed, by their ids."""


class Store:
    """Entries by the path of their page.

    Paths of files stand relative to the root where they are below it, so that the folder may be carried elsewhere.
    """

    def __init__(self, root: Path, name: str) -> None:
        """Read `name` in the folder of `root`, if it is there; a damaged file holds nothing, and `note` says so."""
        self._root = root
        self._file = root / FOLDER / name
        self.entries: dict[str, Entry] = {}
        self.note = ""
        try:
            self._stay_inside()
            self.entries = _read(self._file.read_text("utf-8"))
        except FileNotFoundError:
            pass
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            self.note = f"{FOLDER}/{name} cannot be read ({type(error).__name__}), so that nothing is reused from it"

    def write(self) -> None:
        """Replace the file; entries of pages that are gone are dropped. Where that cannot be done, `note` says so."""
        try:
            self._stay_inside()
            self._replace()
        except OSError as error:
            self.note = f"{FOLDER}/{self._file.name} cannot be written ({error.strerror}), so that nothing is kept"

    def _stay_inside(self) -> None:
        if leads_out(self._file, self._root):
            raise PermissionError(errno.EPERM, "it is a link out of the project", str(self._file))

    def _replace(self) -> None:
        folder = self._file.parent
        folder.mkdir(exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("# Made by fencepost; it may be removed at any time.\n*\n", "utf-8")
        kept = {path: as_json(one) for path, one in self.entries.items() if (self._root / path).is_file()}
        write_atomic(self._file, json.dumps({"version": _VERSION, "pages": kept}, ensure_ascii=False), self._root)


def as_json(entry: Entry) -> dict[str, Any]:
    """An entry as plain values."""
    verdicts = {name: exchange.verdict_as_json(verdict) for name, verdict in entry.verdicts.items()}
    return {"key": entry.key, "files": dict(entry.files), "verdicts": verdicts}


def from_json(document: Mapping[str, Any]) -> Entry:
    """The inverse of `as_json`; raises `LookupError`, `TypeError` or `AttributeError` on anything else."""
    verdicts = {name: exchange.verdict_from_json(one) for name, one in document["verdicts"].items()}
    return Entry(document["key"], dict(document["files"].items()), verdicts)


def _read(text: str) -> dict[str, Entry]:
    document = json.loads(text)
    if document["version"] != _VERSION:
        return {}
    return {path: from_json(entry) for path, entry in document["pages"].items()}
