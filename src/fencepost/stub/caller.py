"""Which line of the user's code sent a request.

The guard runs in the caller's own thread and notes the line in a header that only the stub sees.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from types import FrameType
from urllib.parse import quote, unquote

from fencepost.stub.wire import Request

HEADER = "x-fencepost-caller"

Caller = tuple[str, int]
"""File and line."""


def caller() -> Caller | None:
    """File and line of the innermost frame that is no library's."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if not _is_library(frame.f_code.co_filename):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return None


def caller_header(found: Caller | None) -> dict[str, str]:
    """The header that carries a caller to the stub."""
    return {HEADER: f"{quote(found[0])}:{found[1]}"} if found else {}


def caller_in(request: Request) -> Caller | None:
    """The caller that a request carries."""
    name, _, line = request.headers.get(HEADER, "").rpartition(":")
    return (unquote(name), int(line)) if name and line.isdecimal() else None


def _library_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    folders = {paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")}
    return tuple(f"{folder}{os.sep}" for folder in (*map(Path, folders), Path(__file__).parent))


_FOLDERS = _library_folders()


def _is_library(filename: str) -> bool:
    return filename.startswith(("<frozen", *_FOLDERS))
