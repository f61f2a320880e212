"""Says where on the page an exception came from, and shows the lines around it."""

from __future__ import annotations

import linecache
import re
import traceback
from pathlib import Path
from types import FunctionType, ModuleType, TracebackType

from fencepost.model import Page, Place
from fencepost.running.asserts import shortened

_OURS = str(Path(__file__).parents[1])
_VALUES = 8
_WIDEST = 160


def place_on_page(error: BaseException, filename: str, page: Page, fallback: int) -> Place:
    """The innermost line of the page on the way to the exception; `fallback` where none is."""
    if isinstance(error, SyntaxError) and error.filename == filename and error.lineno is not None:
        return page.place(error.lineno, max(1, error.offset or 1))
    line = fallback
    for frame in _frames(error.__traceback__):
        if frame.filename == filename and frame.lineno is not None:
            line = frame.lineno
    return page.place(line)


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


def frames_shown(error: BaseException, filename: str, root: Path, page: Page) -> list[str]:
    """The traceback from the page's line on, without frames of fencepost."""
    shown: list[str] = []
    begun = False
    for frame in _frames(error.__traceback__):
        begun = begun or frame.filename == filename
        if not begun:
            continue
        file = Path(frame.filename)
        name = file.relative_to(root).as_posix() if file.is_relative_to(root) else frame.filename
        line = frame.lineno or 1
        if frame.filename == filename:
            place = page.place(line)
            name, line = place.path, place.line
        shown.append(f"{name}:{line} in {frame.name}")
        if frame.line:
            shown.append(f"    {frame.line}")
    return shown


def values_shown(error: BaseException, filename: str) -> list[str]:
    """The values of the variables on the innermost line of the page on the way to the exception."""
    trace = _innermost(error.__traceback__, filename)
    if trace is None:
        return []
    frame = trace.tb_frame
    line = linecache.getline(filename, trace.tb_lineno)
    names = dict.fromkeys(re.findall(r"(?<![\w.'\"])[^\W\d]\w*(?![\w(])", line))
    known = {**frame.f_globals, **frame.f_locals}
    shown = [name for name in names if name in known and not isinstance(known[name], (ModuleType, FunctionType, type))]
    return [f"    {name} = {shortened(known[name], _WIDEST)}" for name in shown[:_VALUES]]


def page_traceback(error: BaseException, filename: str) -> TracebackType | None:
    """The traceback from the page's first line on, for a debugger."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != filename:
        trace = trace.tb_next
    return trace


def _innermost(trace: TracebackType | None, filename: str) -> TracebackType | None:
    found = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            found = trace
        trace = trace.tb_next
    return found


def _frames(trace: TracebackType | None) -> list[traceback.FrameSummary]:
    """The frames that are not ours. Made here, since `extract_tb` works out columns and looks at each file."""
    frames: list[traceback.FrameSummary] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(_OURS):
            frames.append(traceback.FrameSummary(code.co_filename, trace.tb_lineno, code.co_name, lookup_line=False))
        trace = trace.tb_next
    return frames
