"""Notes what running pages takes from outside: files of the project, and what no key can hold.

Files are heard of by audit events (https://docs.python.org/3/library/audit_events.html). What one page has made the
project's modules read is not read again for the next one, and a module that is loaded is not opened again: a page
counts as having read all that was read and loaded in this process so far.
"""

from __future__ import annotations

import importlib.util
import os
import site
import sys
import sysconfig
from collections.abc import Collection, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROCESSES = "it starts other processes"
"""Why the result of a page may not be kept."""

_STARTS = frozenset(
    ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "pty.spawn")
)
_SENDS = frozenset(("socket.connect", "socket.sendto"))
_HERE = ("127.", "::1", "localhost")


@dataclass(slots=True)
class Seen:
    """What a page was seen to take from outside."""

    unseen: str = ""
    """Why its result may not be kept: it did something whose outcome rests on what cannot be seen."""
    files: frozenset[str] = frozenset()
    """Absolute paths of what was read until its end."""


class Witness:
    """Hears the audit events of this process for as long as it lives; there is no way to take a hook back."""

    def __init__(self, root: Path) -> None:
        """Note files below `root`, and modules that belong to no environment."""
        self._inside = f"{root}{os.sep}"
        self._environment = environment_folders()
        self._read: set[str] = set()
        self._current: Seen | None = None
        sys.addaudithook(self._hear)

    @contextmanager
    def watching(self, seen: Seen) -> Generator[None]:
        """Note for `seen` what happens in the block."""
        outside, self._current = self._current, seen
        try:
            yield
        finally:
            self._current = outside

    def files(self) -> frozenset[str]:
        """What was read so far, and the modules of this process that belong to no environment."""
        return frozenset(self._read | own_files(sys.modules.values(), self._environment))

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        seen = self._current
        if seen is None:
            return
        if event == "open":
            if isinstance(arguments[0], (str, bytes)):
                self._note(os.fsdecode(arguments[0]))
        elif event in _STARTS:
            seen.unseen = PROCESSES
        elif event in _SENDS and _leads_away(arguments[1]):
            seen.unseen = "it reaches other machines"

    def _note(self, path: str) -> None:
        # A relative path is one of the page's own folder, unless the page has gone elsewhere.
        absolute = os.path.abspath(path)  # noqa: PTH100 - an event for each file that is opened
        if not absolute.startswith(self._inside) or absolute.startswith(self._environment):
            return
        if absolute.endswith(".pyc"):
            with suppress(ValueError):  # It may be no cache of a module but the module itself.
                absolute = importlib.util.source_from_cache(absolute)
        self._read.add(absolute)


def environment_folders() -> tuple[str, ...]:
    """Folders of the standard library and of installed packages, each with a final separator."""
    paths = sysconfig.get_paths()
    folders = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    folders |= {site.getusersitepackages(), *site.getsitepackages()}
    return tuple(f"{folder}{os.sep}" for folder in folders)


def own_files(modules: Collection[object], environment: tuple[str, ...]) -> set[str]:
    """Files of the modules that stand outside the environment."""
    # A module may answer `getattr` by importing something; its own dictionary answers without.
    files = (getattr(module, "__dict__", {}).get("__file__") for module in list(modules))
    return {file for file in files if isinstance(file, str) and not file.startswith(environment)}


def _leads_away(address: object) -> bool:
    host = address[0] if isinstance(address, tuple) and address else address
    return not (isinstance(host, str) and host.startswith(_HERE))
