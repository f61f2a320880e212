"""Says where on the page an exception came from, and shows the lines around it."""

from __future__ import annotations

import linecache
import re
import traceback
from itertools import chain, dropwhile, groupby
from pathlib import Path
from types import FunctionType, ModuleType, TracebackType

from fencepost.model import Page, Place
from fencepost.running.asserts import shortened

_OURS = str(Path(__file__).parents[1])
_VALUES = 8
_WIDEST = 160
_EDGES = 3
"""Of more frames of libraries in a row only the first and the last are shown."""


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
        if _is_own(frame.filename, filename, root):
            return (Place(Path(frame.filename).relative_to(root).as_posix(), frame.lineno or 1),)
    return ()


def frames_shown(error: BaseException, filename: str, root: Path, page: Page) -> list[str]:
    """The traceback from the page's line on, without frames of fencepost and without the inside of libraries."""
    frames = list(dropwhile(lambda frame: frame.filename != filename, _frames(error.__traceback__)))
    shown: list[str] = []
    for own, group in groupby(frames, lambda frame: _is_own(frame.filename, filename, root)):
        lines = [_shown(frame, filename, root, page) for frame in group]
        if not own and len(lines) > _EDGES:
            lines[1:-1] = [[f"… {len(lines) - 2} more in libraries"]]
        shown += chain.from_iterable(lines)
    return shown


def _is_own(file: str, filename: str, root: Path) -> bool:
    """Whether a file is the page, or belongs to the project."""
    path = Path(file)
    return file == filename or (path.is_relative_to(root) and not {".venv", "site-packages"} & set(path.parts))


def _shown(frame: traceback.FrameSummary, filename: str, root: Path, page: Page) -> list[str]:
    file = Path(frame.filename)
    name = file.relative_to(root).as_posix() if file.is_relative_to(root) else frame.filename
    line = frame.lineno or 1
    if frame.filename == filename:
        place = page.place(line)
        name, line = place.path, place.line
    return [f"{name}:{line} in {frame.name}", *([f"    {frame.line}"] if frame.line else [])]


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
