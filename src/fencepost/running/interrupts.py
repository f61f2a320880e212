"""Ctrl-C and time limits while a step runs."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from fencepost.plan import Step
from fencepost.running.alarms import ringing

DEFAULT_LIMIT = 120.0
"""Seconds after which a fence is stopped; the first import of a large SDK takes its time."""
_AGAIN = 1.0
"""Seconds that code has for clearing up before it is stopped again."""
_OURS = str(Path(__file__).parents[1])


class OverdueError(BaseException):
    """A step did not end in time. No `except Exception` of the fence may swallow it."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it did not end within {seconds:g} seconds")
        self.seconds = seconds
        self.swallowed = False
        """Whether the step went on nevertheless."""


def time_limit(step: Step) -> float:
    """The seconds that a step may take."""
    run = step.fence.directive("run")
    given = run.option("timeout") if run else None
    return float(given) if given else DEFAULT_LIMIT


class _Alarm:
    """Stops a step, again and again, until it has ended."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._marked: list[FrameType] = []
        self._traced = sys.gettrace()
        self.error: OverdueError | None = None
        """The first one, whose traceback leads to the line that was running."""

    def ring(self, _number: int, frame: FrameType | None) -> None:
        if self.error is None:
            self.error = OverdueError(self._seconds)
            raise self.error
        self.error.swallowed = True
        self._stop_everywhere(frame)
        raise OverdueError(self._seconds)

    def _stop_everywhere(self, frame: FrameType | None) -> None:
        """Raise at the next line of each frame of the step as well: there the `try` of a loop does not hold."""
        sys.settrace(_trace_nothing)
        while frame is not None and not frame.f_code.co_filename.startswith(_OURS):
            frame.f_trace = self._stop
            self._marked.append(frame)
            frame = frame.f_back

    def _stop(self, _frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            raise OverdueError(self._seconds)
        return self._stop

    def end(self) -> None:
        """Leave the frames, and whoever traces the process, as they were."""
        if self._marked:
            for frame in self._marked:
                frame.f_trace = None
            self._marked.clear()
            sys.settrace(self._traced)


def _trace_nothing(_frame: FrameType, _event: str, _argument: Any) -> None:
    """Python asks the frames that have been marked only where something is traced at all."""


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """Raise `OverdueError` in the block when it takes longer, and behind it where the block has swallowed that.

    Needs the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    alarm = _Alarm(seconds)
    rings = ringing(seconds, _AGAIN, alarm.ring)
    if rings is None:
        yield
        return
    try:
        with rings:
            yield
    except BaseException as error:
        if alarm.error is None or error is alarm.error or isinstance(error, KeyboardInterrupt):
            raise
        # What a fence makes of it is no failure of its own.
        raise alarm.error from None
    finally:
        alarm.end()
    if alarm.error is not None:
        alarm.error.swallowed = True
        raise alarm.error


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
