"""Day files on disk: one writer at a time, readers without a lock.

A reader never waits, and never sees half an entry: a single entry at the end of the file becomes one by the last byte
that is written (`dayfile`), everything else replaces the file as a whole. The same holds for a process that is killed
and for a disk that is full, so there is nothing to repair afterwards. Two kinds of write, since the first costs the
same on a day of any length, and the second can put an entry, or several at once, anywhere.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from errno import EISDIR, ELOOP, ENOENT
from io import FileIO
from pathlib import Path

from wikimem.clock import is_date
from wikimem.dayfile import READY, UNFINISHED, find_place, gap, insert, title

_LOCK_NAME = ".lock"
_PATIENCE = 60.0
"""Seconds to wait for another writer before giving up with a `TimeoutError`, an `OSError`."""
_POLL = 0.005
_FIRST_LOOK = 4096
_NO_FILE = frozenset({ENOENT, EISDIR, ELOOP})
"""How a system says that there is no file: nothing, a folder, or a link that leads back to itself."""


@contextmanager
def writing(folder: Path) -> Generator[None]:
    """Hold the folder against every other thread and process that writes."""
    from filelock import FileLock  # as much to import as all the rest, and only writers need it

    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
    # A lock of its own for each write: that is what makes threads wait for each other, and what survives a fork.
    with FileLock(folder / _LOCK_NAME).acquire(timeout=_PATIENCE, poll_interval=_POLL):
        yield


def day_path(folder: Path, date: str) -> Path:
    """Where the entries of a day stand."""
    return folder / f"{date}.md"


def list_days(folder: Path) -> list[str]:
    """The days that have a file, ascending; what is only named like one is left out."""
    try:
        with os.scandir(folder) as entries:
            files = [(entry.name.removesuffix(".md"), entry) for entry in entries if entry.name.endswith(".md")]
            return sorted(date for date, entry in files if is_date(date) and _is_file(entry))
    except FileNotFoundError:
        return []


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError as error:
        if error.errno in _NO_FILE:
            return False
        raise


def read_file(path: Path) -> bytes:
    """The bytes of a day file; empty if there is none."""
    try:
        return path.read_bytes()
    except OSError as error:
        if error.errno in _NO_FILE:
            return b""
        raise


def add(path: Path, date: str, time: str, blocks: list[bytes]) -> None:
    """Put rendered entries of one minute into a day file, all or none. The caller holds the lock.

    People hold no lock: where one saves the file meanwhile, it is done again with what they wrote.
    """
    while not _added(path, date, time, blocks):
        pass


def _added(path: Path, date: str, time: str, blocks: list[bytes]) -> bool:
    seen = _version(path)
    block = b"\n".join(blocks)
    try:
        file = path.open("r+b", buffering=0)
    except FileNotFoundError:
        return _replaced(path, seen, _begin(date, block))
    with file:
        size = file.seek(0, os.SEEK_END)
        tail, place = _look(file, size, time)
        if size and place == len(tail) and len(blocks) == 1:
            return _version(path) == seen and _appended(path, file, size, gap(tail[-4:]) + block)
        file.seek(0)
        data = file.readall()
    return _replaced(path, seen, insert(data, size - len(tail) + place, block) if data else _begin(date, block))


def _version(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _begin(date: str, block: bytes) -> list[bytes | memoryview]:
    return insert(title(date), len(title(date)), block)


def _look(file: FileIO, size: int, time: str) -> tuple[bytes, int]:
    """As much of the file's end as shows where `time` belongs, and the place in it."""
    window = _FIRST_LOOK
    while True:
        start = max(0, size - window)
        file.seek(start)
        tail = file.readall()
        if start:
            tail = tail[tail.find(b"\n") + 1 or len(tail) :]
        place = find_place(tail, time, whole=not start)
        if place is not None:
            return tail, place
        window *= 8


def _appended(path: Path, file: FileIO, size: int, data: bytes) -> bool:
    """Write an entry, and the line ends before it, at the end of a file; whether it still stands there then."""
    opening = data.index(READY)
    try:
        file.seek(size)
        _write(file, data[:opening] + UNFINISHED + data[opening + len(READY) :])
        if not _stands(path, file, size + len(data)):
            return False
        file.seek(size + opening)
        _write(file, READY)
    except BaseException:
        file.truncate(size)
        raise
    return _stands(path, file, size + len(data))


def _stands(path: Path, file: FileIO, end: int) -> bool:
    """Whether the file is the one that the path names, and as long as it was made: nobody has saved another."""
    now = _version(path)
    return now is not None and now[0] == os.fstat(file.fileno()).st_ino and now[1] >= end


def _write(file: FileIO, data: bytes) -> None:
    """Write all of it; a disk that takes a part and then no more raises on the next turn."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file.fileno(), rest) :]


def _replaced(path: Path, seen: tuple[int, int, int] | None, pieces: list[bytes | memoryview]) -> bool:
    """Give the file new bytes at one stroke, unless it is no longer the version that was `seen`.

    A link keeps pointing to the file, which keeps its mode.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.tmp")
    temporary.unlink(missing_ok=True)  # left by a process that was killed
    try:
        with temporary.open("xb") as file:
            file.writelines(pieces)
            if seen:
                _take_after(target, temporary)
                file.flush()
                os.fsync(file.fileno())  # or a power failure could cost what the old file held
        unchanged = _version(path) == seen
        if unchanged:
            temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    return unchanged


def _take_after(target: Path, temporary: Path) -> None:
    old, new = target.stat(), temporary.stat()
    temporary.chmod(stat.S_IMODE(old.st_mode))
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with suppress(PermissionError):  # a file shared by a group changes hands rather than lose the entry
            os.chown(temporary, old.st_uid, old.st_gid)
