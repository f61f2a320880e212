"""What the code of a page may change in the process, put in place while it runs and taken back behind it."""

from __future__ import annotations

import io
import locale
import logging
import os
import random
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from fencepost.running.context import PageContext
from fencepost.running.environment import Variables, posix_zone
from fencepost.running.imported import OwnModules
from fencepost.running.leaving import Stays
from fencepost.running.patched import Patched
from fencepost.running.switches import loggers, set_loggers, set_switches, switches

if TYPE_CHECKING:
    from fencepost.running.loops import Loops

T = TypeVar("T")

_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGPIPE", "SIGWINCH")
    if hasattr(signal, name)
)
"""Those that a program handles. Ctrl-C and the alarm are ours while a step runs."""


class ConfinedState:
    """The process as a page sees it that cannot reach it: its own `__main__`, and warnings as a reader has them."""

    def __init__(self) -> None:
        """Begin with Python's own filters for warnings."""
        self._filters = _Part(_readers_filters(), lambda: list(warnings.filters), _set_filters)

    def close(self) -> None:
        """End the page."""

    def call(self, run: Callable[[], T]) -> T:
        """What `run` returns, which is called as a part of the page."""
        return run()

    @contextmanager
    def active(
        self, module: ModuleType, listening: Sequence[logging.Handler] = (), *, warned: bool = True
    ) -> Generator[None]:
        """Run what is inside as part of the page, with `module` as `__main__`.

        `listening` are handlers of the outside that go on listening; `warned` says whether warnings are printed, as
        they are for a reader, or left to whom else listens.
        """
        with warnings.catch_warnings(), self._filters, _main(module):
            if warned:
                warnings.showwarning = _show_warning  # ty: ignore[invalid-assignment]
            logging.root.handlers += listening
            try:
                yield
            finally:
                for handler in listening:
                    logging.root.removeHandler(handler)


class PageState(ConfinedState):
    """The process as one page sees it; kept between its steps, so that others may run in between."""

    def __init__(self, folder: Path, file: Path, roots: Sequence[str], freeze: str | None) -> None:
        """The state in which the page in `file` begins, in `folder`; modules are found in `roots` too."""
        from fencepost.running.loops import Loops

        super().__init__()
        self._moment = datetime.fromisoformat(freeze) if freeze else None
        zone = posix_zone(self._moment.utcoffset() or timedelta()) if self._moment else None
        self._variables = Variables({"TZ": zone} if zone else {})
        self._modules = OwnModules(folder)
        path = [str(folder), *(root for root in roots if root not in sys.path), *sys.path]
        self._loops = Loops()
        self._context = PageContext()
        self._patched = Patched()
        self._stays = Stays()
        self._parts = _parts(folder, path, [str(file)], self._loops)

    def call(self, run: Callable[[], T]) -> T:
        """See `ConfinedState`; what `run` sets of context variables holds for the page alone.

        What it puts in the place of the standard library's functions is taken back first of all: the rest needs them.
        """
        with self._patched:
            return self._context.call(run)

    def close(self) -> None:
        """Close what the page has drawn, and the event loops that it has left open."""
        self._loops.close()
        pyplot = sys.modules.get("matplotlib.pyplot")
        if pyplot is not None:
            pyplot.close("all")

    @contextmanager
    def active(
        self, module: ModuleType, listening: Sequence[logging.Handler] = (), *, warned: bool = True
    ) -> Generator[None]:
        """See `ConfinedState`."""
        with ExitStack() as stack:
            for part in (self._variables, self._modules, self._stays, *self._parts):
                stack.enter_context(part)
            if self._moment is not None:
                stack.enter_context(_clock(self._moment))
            stack.enter_context(super().active(module, listening, warned=warned))
            yield


class _Part:
    """One thing that a page has for itself: read and written behind and before each step."""

    __slots__ = ("_kept", "_outside", "_read", "_write")

    def __init__(self, kept: Any, read: Callable[[], Any], write: Callable[[Any], None]) -> None:
        """`kept` is what the page begins with; `None` is what stands there already."""
        self._kept = kept
        self._read = read
        self._write = write
        self._outside: Any = None

    def __enter__(self) -> None:
        self._outside = self._read()
        if self._kept is not None and self._kept != self._outside:
            self._write(self._kept)

    def __exit__(self, *_: object) -> None:
        self._kept = self._read()
        if self._kept != self._outside:
            self._write(self._outside)


def _parts(folder: Path, path: list[str], argv: list[str], loops: Loops) -> tuple[_Part, ...]:
    from fencepost.running.loops import policy, set_policy

    here = threading.current_thread() is threading.main_thread()
    signals = (_Part(None, _signals, _set_signals),) if here else ()
    return (
        _Part(str(folder), _folder, os.chdir),
        _Part((path, argv, io.StringIO()), _interpreter, _set_interpreter),
        _Part(([], logging.WARNING, 0), _logging, _set_logging),
        _Part(None, loggers, set_loggers),
        _Part(None, switches, set_switches),
        _Part(None, random.getstate, random.setstate),
        _Part(None, lambda: locale.setlocale(locale.LC_ALL), _set_locale),
        # A policy of the page's own holds the page's current event loop as well.
        _Part(loops, policy, set_policy),
        *signals,
    )


def _folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - several times for each step
    except FileNotFoundError:
        return os.sep  # the page has removed the folder in which it stood


def _interpreter() -> tuple[list[str], list[str], Any]:
    return sys.path[:], sys.argv[:], sys.stdin


def _set_interpreter(values: tuple[list[str], list[str], Any]) -> None:
    sys.path[:], sys.argv[:], sys.stdin = values


def _readers_filters() -> list[Any]:
    """Python's own filters, as a reader has them, whatever the project's tests make of warnings.

    See https://docs.python.org/3/library/warnings.html#default-warning-filter.
    """
    with readers_warnings():
        return list(warnings.filters)


@contextmanager
def readers_warnings() -> Generator[None]:
    """Warn as Python does by default while the block runs."""
    with warnings.catch_warnings():
        warnings.resetwarnings()
        for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
            warnings.simplefilter("ignore", category)
        warnings.filterwarnings("default", category=DeprecationWarning, module="__main__")
        yield


def _set_filters(filters: list[Any]) -> None:
    warnings.resetwarnings()
    warnings.filters.extend(filters)  # ty: ignore[missing-attribute]


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: Any = None,
    line: str | None = None,
) -> None:
    (file or sys.stderr).write(warnings.formatwarning(message, category, filename, lineno, line))


def _logging() -> tuple[list[logging.Handler], int, int]:
    root = logging.getLogger()
    return root.handlers[:], root.level, root.manager.disable


def _set_logging(values: tuple[list[logging.Handler], int, int]) -> None:
    root = logging.getLogger()
    root.handlers[:], level, disabled = values
    root.setLevel(level)
    logging.disable(disabled)


def _set_locale(name: str) -> None:
    locale.setlocale(locale.LC_ALL, name)


def _signals() -> tuple[Any, ...]:
    return tuple(signal.getsignal(number) for number in _SIGNALS)


def _set_signals(handlers: tuple[Any, ...]) -> None:
    for number, handler in zip(_SIGNALS, handlers, strict=True):
        # A handler that was not set by Python is `None` and cannot be set by it.
        if handler is not None and signal.getsignal(number) is not handler:
            signal.signal(number, handler)


@contextmanager
def _main(module: ModuleType) -> Generator[None]:
    outside = sys.modules.get("__main__")
    sys.modules["__main__"] = module
    try:
        yield
    finally:
        if outside is None:
            del sys.modules["__main__"]
        else:
            sys.modules["__main__"] = outside


@contextmanager
def _clock(moment: datetime) -> Generator[None]:
    import time_machine

    traveller: AbstractContextManager[object] = time_machine.travel(moment, tick=False)
    with traveller:
        yield
