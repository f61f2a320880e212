"""Says where on the page an exception came from, and shows the lines around it."""

from __future__ import annotations

import traceback
from pathlib import Path
from types import TracebackType

from fencepost.model import Place


def place_on_page(error: BaseException, filename: str, path: str, fallback: int) -> Place:
    """The innermost line of the page on the way to the exception; `fallback` where none is."""
    if isinstance(error, SyntaxError) and error.filename == filename and error.lineno is not None:
        return Place(path, error.lineno, max(1, error.offset or 1))
    line = fallback
    for frame in _frames(error.__traceback__):
        if frame.filename == filename and frame.lineno is not None:
            line = frame.lineno
    return Place(path, line)


def places_behind(error: BaseException, filename: str, root: Path) -> tuple[Place, ...]:
    """The innermost line of the project's own code, if the exception came from there."""
    frames = _frames(error.__traceback__)
    for frame in reversed(frames):
        if frame.filename == filename:
            break
        file = Path(frame.filename)
        if file.is_relative_to(root) and ".venv" not in file.parts and "site-packages" not in file.parts:
            return (Place(file.relative_to(root).as_posix(), frame.lineno or 1),)
    return ()


def frames_shown(error: BaseException, filename: str, root: Path, page: str) -> list[str]:
    """The traceback from the page's line on, without frames of fencepost."""
    shown: list[str] = []
    begun = False
    for frame in _frames(error.__traceback__):
        begun = begun or frame.filename == filename
        if not begun:
            continue
        file = Path(frame.filename)
        name = page if frame.filename == filename else frame.filename
        if name != page and file.is_relative_to(root):
            name = file.relative_to(root).as_posix()
        shown.append(f"{name}:{frame.lineno} in {frame.name}")
        if frame.line:
            shown.append(f"    {frame.line}")
    return shown


def _frames(trace: TracebackType | None) -> traceback.StackSummary:
    return traceback.extract_tb(trace)
