"""For tests of documentation and of plugins: a project from a dictionary of texts, and what a check finds in it.

def test_a_heading_with_a_full_stop_is_found(tmp_path):
    docs = Docs(tmp_path, {"fencepost.toml": 'plugins = ["house-style"]', "a.md": "# Hello.\\n"})
    assert docs.found() == [("HOUSE001", "a.md", 1)]
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fencepost.model import Finding, Report
from fencepost.report import exit_code

__all__ = ["Answer", "Docs"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the command said."""

    code: int
    """The exit code."""
    out: str
    err: str


class Docs:
    """A project in a folder of its own."""

    def __init__(self, root: Path, files: Mapping[str, str]) -> None:
        """Write `files`, texts by their paths below `root`, which is made where it is missing."""
        self.root = root
        self.write(files)

    def write(self, files: Mapping[str, str]) -> None:
        """Write more files, or other texts into them; line ends are kept as they are."""
        for name, text in files.items():
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode("utf-8"))

    def read(self, path: str) -> str:
        """The text of a file, its line ends as they are."""
        return (self.root / path).read_bytes().decode("utf-8")

    def check(self, *paths: str, run: bool | None = False) -> Report:
        """Check the project, or the pages, folders and ids that `paths` name; fences run where `run` says so.

        Running needs the extra `fencepost[pytest]`, and takes a process of its own. `None` leaves it to the settings.
        """
        from fencepost.engine import check

        return check(self.root, paths, run=run)

    def findings(self, *paths: str, run: bool | None = False) -> tuple[Finding, ...]:
        """What a check finds, in the order of the places."""
        return self.check(*paths, run=run).findings

    def found(self, *paths: str, run: bool | None = False) -> list[tuple[str, str, int]]:
        """The code, the path and the line of each finding."""
        return [(one.code, one.place.path, one.place.line) for one in self.findings(*paths, run=run)]

    def outcomes(self, *paths: str, run: bool | None = True) -> dict[str, str | None]:
        """What became of each fence and contract, by its id; `None` for fences that are only shown."""
        report = self.check(*paths, run=run)
        return {one.id: one.outcome for one in (*report.fences, *report.contracts)}

    def exit_code(self, *paths: str, run: bool | None = False) -> int:
        """The exit code that the command would end with."""
        return exit_code(self.check(*paths, run=run))

    def command(self, *arguments: str) -> Answer:
        """Call the command in the project's folder, in this process."""
        from fencepost.cli import main

        out, err = io.StringIO(), io.StringIO()
        with contextlib.chdir(self.root), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(arguments)
        return Answer(code, out.getvalue(), err.getvalue())
