"""What must be ready before a child process is started: the certificate that it is told to trust."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

from fencepost.stub.patching import Patch

_SPAWNING = ("system", "posix_spawn", "posix_spawnp")


def patches(before: Callable[[], None]) -> Iterator[Patch]:
    """Calls `before` whenever a program is about to be started: by `subprocess`, `asyncio`, `os.system`, …"""
    yield Patch(subprocess.Popen, "__init__", _after(before, subprocess.Popen.__init__))
    for name in _SPAWNING:
        if hasattr(os, name):
            yield Patch(os, name, _after(before, getattr(os, name)))


def _after(before: Callable[[], None], original: Callable[..., Any]) -> Callable[..., Any]:
    def start(*args: Any, **options: Any) -> Any:
        before()
        return original(*args, **options)

    return start
