"""Ctrl-C and time limits while a step runs."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic  # a page may put something else in its place
from types import FrameType
from typing import Any

from fencepost.plan import Step
from fencepost.running.alarms import by_thread

DEFAULT_LIMIT = 120.0
"""Seconds after which a fence is stopped; the first import of a large SDK takes its time."""
_AGAIN = 1.0
"""Seconds that code has for clearing up before it is stopped again."""
_OURS = str(Path(__file__).parents[1])


class OverdueError(BaseException):
    """A step did not end in time. No `except Exception` of the fence may swallow it."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it did not end within {seconds:g} s")
        self.seconds = seconds
        self.swallowed = False
        """Whether the step went on nevertheless."""


def time_limit(step: Step) -> float:
    """The seconds that a step may take."""
    run = step.fence.directive("run")
    given = run.option("timeout") if run else None
    return float(given) if given else DEFAULT_LIMIT


class Alarm:
    """Stops a step that takes too long, again and again, until it has ended.

    To set a handler takes longer than a short step: it can be kept from one step to the next.
    """

    def __init__(self) -> None:
        """Begin with the handler of the outside."""
        self._seconds = DEFAULT_LIMIT
        self._outside: Any = None
        self._installed = False
        self._traced: Any = None
        self._marked: list[FrameType] = []
        self._error: OverdueError | None = None
        """The first one, whose traceback leads to the line that was running."""

    @contextmanager
    def limited(self, seconds: float, *, keeping: bool = False) -> Generator[None]:
        """Raise `OverdueError` in the block when it takes longer, and behind it where the block has swallowed that.

        Needs the main thread. With `keeping` the handler stays until `release`.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        if not hasattr(signal, "setitimer"):
            ringing = by_thread(seconds, _AGAIN, self._ring)
        elif 0 < signal.getitimer(signal.ITIMER_REAL)[0] < seconds:
            yield  # Somebody else's alarm, such as that of pytest-timeout, rings sooner.
            return
        else:
            ringing = self._by_system(seconds, keeping=keeping)
        self._seconds, self._error = seconds, None
        try:
            with ringing:
                yield
        except BaseException as error:
            if self._error is None or error is self._error or isinstance(error, KeyboardInterrupt):
                raise
            # What a fence makes of it is no failure of its own.
            raise self._error from None
        finally:
            self._let_go()
        if self._error is not None:
            self._error.swallowed = True
            raise self._error

    @contextmanager
    def _by_system(self, seconds: float, *, keeping: bool) -> Generator[None]:
        if not self._installed:
            self._outside = signal.signal(signal.SIGALRM, self._ring)
            self._installed = True
        left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        begun = monotonic()
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            if left or not keeping:
                self.release()
            if left:
                signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (monotonic() - begun)), interval)

    def release(self) -> None:
        """Put back the handler that stood there before."""
        if self._installed:
            signal.signal(signal.SIGALRM, self._outside)
            self._installed = False

    def _ring(self, _number: int, frame: FrameType | None) -> None:
        if self._error is None:
            self._error = OverdueError(self._seconds)
            raise self._error
        self._error.swallowed = True
        self._stop_everywhere(frame)
        raise OverdueError(self._seconds)

    def _stop_everywhere(self, frame: FrameType | None) -> None:
        """Raise at the next line of each frame of the step as well: there the `try` of a loop does not hold."""
        if not self._marked:
            self._traced = sys.gettrace()
        sys.settrace(_trace_nothing)
        while frame is not None and not frame.f_code.co_filename.startswith(_OURS):
            frame.f_trace = self._stop
            self._marked.append(frame)
            frame = frame.f_back

    def _stop(self, _frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            raise OverdueError(self._seconds)
        return self._stop

    def _let_go(self) -> None:
        """Leave the frames, and whoever traces the process, as they were."""
        if self._marked:
            for frame in self._marked:
                frame.f_trace = None
            self._marked.clear()
            sys.settrace(self._traced)


def _trace_nothing(_frame: FrameType, _event: str, _argument: Any) -> None:
    """Python asks the frames that have been marked only where something is traced at all."""


@contextmanager
def own_interrupts() -> Generator[list[int]]:
    """Tell a real Ctrl-C from a KeyboardInterrupt of the fence itself: the list holds the signals that came."""
    pressed: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return

    def press(number: int, _frame: FrameType | None) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    outside = signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, outside)
