"""Waits until files of a project change, for `fencepost check --watch`.

By looking again and again: it works on every platform and file system, also where no event arrives (network folders,
containers), needs no package, and costs little beside a check.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from fencepost import tree

_PAUSE = 0.3
"""Seconds between two looks; longer where a look itself takes long."""

Stamps = Mapping[str, tuple[int, int]]
"""By path: when the file was changed last, and its size."""


def stamps(root: Path) -> Stamps:
    """The state of every file below `root` that git does not ignore."""
    return dict(_stamps(root, set(tree.files(root))))


def changed(before: Stamps, now: Stamps) -> list[str]:
    """Paths that are new, gone or other than they were, sorted."""
    return sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))


def changes(root: Path, known: Stamps) -> Iterator[list[str]]:
    """Yield what changed since `known`, then what changed since that, for ever; an editor's burst of writes as one."""
    while True:
        began = time.monotonic()
        now = stamps(root)
        if different := changed(known, now):
            time.sleep(_PAUSE / 3)
            now = stamps(root)
            different = changed(known, now)
            known = now
            if different:
                yield different
        time.sleep(max(_PAUSE, 5 * (time.monotonic() - began)))


def _stamps(root: Path, paths: Iterable[str]) -> Iterator[tuple[str, tuple[int, int]]]:
    for path in paths:
        try:
            status = (root / path).stat()
        except OSError:
            continue
        yield path, (status.st_mtime_ns, status.st_size)
