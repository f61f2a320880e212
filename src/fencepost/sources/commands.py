"""`cmd:"…"`: what a command of the settings' list prints."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path, PurePath

from fencepost.model import Place
from fencepost.sources.texts import SourceText, Unresolved

COLUMNS = 80
_QUIET = {"COLUMNS": str(COLUMNS), "LINES": "24", "NO_COLOR": "1", "TERM": "dumb", "PAGER": "cat", "LC_ALL": "C.UTF-8"}
_LOUD = ("FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS", "PYTHON_COLORS")


class Commands:
    """Runs the commands that the settings allow, each once, in the project's root."""

    def __init__(self, root: Path, allowed: Collection[str], *, limit: float = 60.0) -> None:
        """`allowed` holds the programs that may be run; `limit` is the time for one command, in seconds."""
        self._root = root
        self._allowed = allowed
        self._limit = limit

    def __call__(self, command: str, _page: str | None) -> SourceText | Unresolved:
        """What a command prints on its standard output; without one what keeps it from that is told."""
        expression = f'cmd:"{command}"'
        try:
            words = shlex.split(command)
        except ValueError as error:
            return Unresolved(expression, f"it cannot be taken apart into words: {error}", not_checked=False)
        if not words:
            return Unresolved(expression, "there is no command", not_checked=False)
        if words[0] not in self._allowed:
            advice = f'Allow it with `shell = ["{words[0]}"]` in the settings; it is then run in the project\'s root.'
            return Unresolved(
                expression, f"`{words[0]}` is not in the settings' `shell`", not_checked=False, help=advice
            )
        return self._run(expression, words)

    def _run(self, expression: str, words: list[str]) -> SourceText | Unresolved:
        try:
            answer = subprocess.run(
                words,
                cwd=self._root,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=self._limit,
                check=False,
            )
        except FileNotFoundError:
            return Unresolved(expression, f"there is no program `{words[0]}`", not_checked=False)
        except OSError as error:
            return Unresolved(expression, f"`{words[0]}` cannot be run: {error.strerror}", not_checked=False)
        except subprocess.TimeoutExpired:
            return Unresolved(expression, f"it did not end within {self._limit:g} s", not_checked=False)
        text = answer.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
        if answer.returncode != 0 and not text:
            said = answer.stderr.decode("utf-8", "replace").strip().splitlines()
            reason = f"it ended with exit code {answer.returncode}" + (f": {said[-1]}" if said else "")
            return Unresolved(expression, reason, not_checked=False)
        return SourceText(expression, text, Place(expression, 1), tuple(range(1, text.count("\n") + 2)), text)


def _environment() -> dict[str, str]:
    """Ours, for a narrow terminal without colour; programs beside this Python come first."""
    kept = {name: value for name, value in os.environ.items() if name not in _LOUD}
    beside = PurePath(sys.executable).parent
    return {**kept, **_QUIET, "PATH": os.pathsep.join([str(beside), os.environ.get("PATH", os.defpath)])}
