"""What git knows of a project's pages; nothing is known where there is no repository."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_REVISIONS = 30
"""How many older texts of a page are looked at."""
_COMMITS = 5000
"""How many commits are searched for the last one of each page."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit that changed a page."""

    sha: str
    date: str
    """The day on which it was made, as `2026-07-30`."""
    time: int
    """Seconds since 1970."""

    def __str__(self) -> str:
        return f"{self.sha[:9]} of {self.date}"


class History:
    """Asks git, once for each question."""

    def __init__(self, root: Path) -> None:
        """Prepare to ask about the project at `root`."""
        self._root = root
        self._last: dict[str, Commit] | None = None
        self._revisions: dict[str, list[tuple[Commit, str]]] = {}

    def read(self) -> dict[str, Commit]:
        """The last commit of every page; asked for before the work is shared out, git has to tell only once."""
        if self._last is None:
            self._last = self._read_last()
        return self._last

    def last(self, path: str) -> Commit | None:
        """The last commit that changed a page; `None` for a page that is changed or new in the working tree."""
        return self.read().get(path)

    def revisions(self, path: str) -> list[tuple[Commit, str]]:
        """Older texts of a page, the newest first."""
        if path not in self._revisions:
            self._revisions[path] = list(self._read_revisions(path))
        return self._revisions[path]

    def _read_last(self) -> dict[str, Commit]:
        found: dict[str, Commit] = {}
        arguments = ["log", f"--max-count={_COMMITS}", "--format=%x01%H %cs %ct", "--name-only", "-z", "--relative"]
        commit: Commit | None = None
        for entry in self._ask(*arguments, "--", "*.md", "*.markdown", "*.mdx").replace("\n", "\0").split("\0"):
            if entry.startswith("\x01"):
                commit = _commit(entry[1:])
            elif entry and commit is not None:
                found.setdefault(entry, commit)
        # The first column of a status is that of the index, the second that of the working tree.
        for entry in self._ask("status", "--porcelain", "-z", "--no-renames", "--", ".").split("\0"):
            found.pop(entry[3:], None)
        return found

    def _read_revisions(self, path: str) -> Iterator[tuple[Commit, str]]:
        lines = self._ask("log", f"--max-count={_REVISIONS}", "--format=%H %cs %ct", "--", path).splitlines()
        for line in lines:
            commit = _commit(line)
            text = self._ask("show", f"{commit.sha}:./{path}")
            if text:
                yield commit, text

    def _ask(self, *arguments: str) -> str:
        command = ["git", "-C", str(self._root), "-c", "core.quotePath=false", *arguments]
        try:
            answer = subprocess.run(command, capture_output=True, check=False)
        except FileNotFoundError:
            return ""
        return answer.stdout.decode("utf-8", "replace") if answer.returncode == 0 else ""


def _commit(line: str) -> Commit:
    sha, date, time = line.split(" ")
    return Commit(sha, date, int(time))
