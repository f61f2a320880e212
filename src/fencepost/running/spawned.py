"""What a child process imports where `multiprocessing` starts it anew: the page's code as a program of its own.

A spawned child imports the main module again, by the name in its `__spec__` or by its file. A page is no Python, so
that the code which has run is written to a file, each line where the page has it. As for any script, what must not
run in the child stands under `if __name__ == "__main__"`.
See https://docs.python.org/3/library/multiprocessing.html#the-spawn-and-forkserver-start-methods.
"""

from __future__ import annotations

import shutil
import tempfile
from importlib.machinery import ModuleSpec
from pathlib import Path

from fencepost.model import Page

_NAME = "_fencepost_page"


class Program:
    """The code of a page that ran so far, as a file."""

    def __init__(self) -> None:
        """Write into a folder of its own, which must stand on the page's import path."""
        self.folder = Path(tempfile.mkdtemp(prefix="fencepost-")).resolve()
        self._file = self.folder / f"{_NAME}.py"
        self._lines: list[str] = []
        self.spec = ModuleSpec(_NAME, None, origin=str(self._file))

    def add(self, code: str, line: int) -> None:
        """Add code whose first line is the page's line `line`."""
        new = code.removesuffix("\n").split("\n")
        self._lines += [""] * (line - 1 + len(new) - len(self._lines))
        self._lines[line - 1 : line - 1 + len(new)] = new
        self._file.write_text("\n".join(self._lines) + "\n", "utf-8")

    def close(self) -> None:
        """Remove the file."""
        shutil.rmtree(self.folder, ignore_errors=True)


def starts_processes(page: Page) -> bool:
    """Whether a page speaks of child processes that import the main module."""
    return any(word in page.text for word in ("multiprocessing", "ProcessPoolExecutor"))
