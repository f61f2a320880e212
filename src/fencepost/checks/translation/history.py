"""What git knows of a project's pages; nothing is known where there is no repository."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fencepost import git

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


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a page."""

    commit: Commit | None
    """`None` for a change that is not committed."""
    before: str = ""
    """What it took away."""

    def __str__(self) -> str:
        return str(self.commit) if self.commit else "a change that is not committed"


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

    def until(self, path: str, found: Callable[[str], str | None]) -> Change | None:
        """The last change of a page that took something away: what `found` gives for the text before it."""
        later: Commit | None = None
        for commit, text in self.revisions(path):
            before = found(text)
            if before is not None:
                return Change(later, before)
            later = commit
        return None

    def since(self, path: str, present: Callable[[str], bool]) -> Change | None:
        """The change of a page that brought what it has now; `None` where it has had it as long as is known."""
        later: Commit | None = None
        for commit, text in self.revisions(path):
            if not present(text):
                return Change(later)
            later = commit
        return None

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
        commits = [_commit(line) for line in lines]
        wanted = "".join(f"{commit.sha}:./{path}\n" for commit in commits)
        answer = self._run("cat-file", "--batch", given=wanted.encode())
        for commit in commits:
            # `OID blob SIZE`, the text and a newline; `NAME missing` where the page had been deleted.
            header, _, answer = answer.partition(b"\n")
            if header.endswith(b" missing") or not header:
                continue
            size = int(header.rpartition(b" ")[2])
            yield commit, answer[:size].decode("utf-8", "replace")
            answer = answer[size + 1 :]

    def _ask(self, command: str, *arguments: str) -> str:
        return self._run(command, *arguments).decode("utf-8", "replace")

    def _run(self, command: str, *arguments: str, given: bytes = b"") -> bytes:
        try:
            answer = git.ask(self._root, command, *arguments, given=given)
        except FileNotFoundError:
            return b""
        return answer.stdout if answer.returncode == 0 else b""


def _commit(line: str) -> Commit:
    sha, date, time = line.split(" ")
    return Commit(sha, date, int(time))
