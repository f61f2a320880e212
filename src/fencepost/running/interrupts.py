"""Ctrl-C and time limits while a step runs."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

from fencepost.plan import Step

DEFAULT_LIMIT = 120.0
"""Seconds after which a fence is stopped; the first import of a large SDK takes its time."""


class OverdueError(BaseException):
    """A step did not end in time. No `except Exception` of the fence may swallow it."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it did not end within {seconds:g} seconds")
        self.seconds = seconds


def time_limit(step: Step) -> float:
    """The seconds that a step may take."""
    run = step.fence.directive("run")
    given = run.option("timeout") if run else None
    return float(given) if given else DEFAULT_LIMIT


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """Raise `OverdueError` in the block when it takes longer. Needs the main thread and a system with `SIGALRM`."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise OverdueError(seconds)

    if 0 < signal.getitimer(signal.ITIMER_REAL)[0] < seconds:
        yield  # Somebody else's alarm, such as that of pytest-timeout, rings sooner.
        return
    outside = signal.signal(signal.SIGALRM, ring)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    begun = time.monotonic()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, outside)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (time.monotonic() - begun)), interval)


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
