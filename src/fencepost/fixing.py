"""`--fix` and `--diff`: the edits of all findings, joined file by file, shown or written."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from fencepost.edits import apply, unified, write_atomic
from fencepost.model import Edit, Report


@dataclass(frozen=True, slots=True)
class Change:
    """The new text of one file."""

    path: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Changes:
    """What `--fix` would write."""

    root: Path
    changes: tuple[Change, ...]

    @classmethod
    def of(cls, root: Path, report: Report) -> Changes:
        """Join the edits of a report's findings."""
        by_path: dict[str, list[Edit]] = defaultdict(list)
        for finding in report.findings:
            for edit in finding.edits:
                if edit not in by_path[edit.path]:
                    by_path[edit.path].append(edit)
        changes: list[Change] = []
        for path, edits in sorted(by_path.items()):
            old = (root / path).read_bytes().decode("utf-8")
            changes.append(Change(path, old, apply(old, edits)))
        return cls(root, tuple(change for change in changes if change.new != change.old))

    def __bool__(self) -> bool:
        return bool(self.changes)

    def write(self) -> bool:
        """Write all files, each whole or not at all; says whether there was anything to write."""
        for change in self.changes:
            write_atomic(self.root / change.path, change.new)
        return bool(self.changes)

    def describe(self, *, written: bool) -> str:
        """The files that were written, or the difference that would be."""
        if not self.changes:
            return "nothing to fix\n" if written else ""
        if written:
            return "".join(f"fixed {change.path}\n" for change in self.changes)
        return "".join(unified(change.path, change.old, change.new) for change in self.changes)
