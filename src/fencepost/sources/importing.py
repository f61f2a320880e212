"""Import modules in a child process, and ask it for values."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fencepost.sources.expression import Symbol, plain

_CHILD = Path(__file__).with_name("child.py")


@dataclass(frozen=True, slots=True)
class Imported:
    """A value of an imported module."""

    text: str
    value: object
    path: str
    """The module's file, relative to the root where it lies inside."""


class Importer:
    """One child process, started when it is first needed and ended with this object."""

    def __init__(self, root: Path, roots: Sequence[Path], *, limit: float = 60.0) -> None:
        """`roots` are put before the child's `sys.path`; `limit` is the time for one request, in seconds."""
        self._root = root
        self._roots = tuple(str(path) for path in roots)
        self._limit = limit
        self._process: subprocess.Popen[str] | None = None
        self._ended: dict[str, str] = {}

    def value(self, symbol: Symbol) -> Imported | str:
        """The value of a symbol, or what went wrong."""
        if symbol.module in self._ended:
            return self._ended[symbol.module]
        steps = repr([plain(step) for step in symbol.steps])
        reply = self._ask(json.dumps({"module": symbol.module, "steps": steps}) + "\n")
        if isinstance(reply, str):
            self._ended[symbol.module] = f"importing `{symbol.module}` {reply}"
            return self._ended[symbol.module]
        if "error" in reply:
            return f"working it out raised {reply['error']}"
        path = Path(str(reply["path"])) if reply["path"] else self._root
        shown = path.relative_to(self._root) if path.is_relative_to(self._root) else path
        text = str(reply["text"])
        return Imported(text, json.loads(text) if reply["json"] else text, shown.as_posix())

    def close(self) -> None:
        """End the child."""
        if self._process is not None:
            _end(self._process)
            self._process = None

    def _ask(self, line: str) -> dict[str, object] | str:
        """The child's reply, or how it came to its end."""
        process = self._process or self._start()
        if process.stdin is None or process.stdout is None:
            return "is not possible: the process has no pipes"
        late = threading.Event()

        def give_up() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self._limit, give_up)
        timer.start()
        try:
            process.stdin.write(line)
            process.stdin.flush()
            reply = process.stdout.readline()
        except OSError:
            reply = ""
        finally:
            timer.cancel()
        if reply.endswith("\n"):
            return json.loads(reply)
        self.close()
        return f"took longer than {self._limit:g} s" if late.is_set() else "ended the process"

    def _start(self) -> subprocess.Popen[str]:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(_CHILD), *self._roots],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._root,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
            encoding="utf-8",
        )
        weakref.finalize(self, _end, self._process)
        return self._process


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.wait()
