"""What rings when a step takes too long: the system's alarm, or a thread where there is none, as on Windows."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from time import monotonic  # a page may put something else in its place
from types import FrameType

Ring = Callable[[int, FrameType | None], None]
"""A handler of signals: it is called in the main thread, between two of its steps, and raises there."""


def ringing(seconds: float, again: float, ring: Ring) -> AbstractContextManager[None] | None:
    """Calls `ring` after so many seconds, and then every `again` seconds, as long as the block goes on.

    Gives nothing where somebody else's alarm, such as that of pytest-timeout, rings sooner.
    """
    if not hasattr(signal, "setitimer"):
        return _by_thread(seconds, again, ring)
    if 0 < signal.getitimer(signal.ITIMER_REAL)[0] < seconds:
        return None
    return _by_alarm(seconds, again, ring)


@contextmanager
def _by_alarm(seconds: float, again: float, ring: Ring) -> Generator[None]:
    outside = signal.signal(signal.SIGALRM, ring)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, again)
    begun = monotonic()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, outside)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (monotonic() - begun)), interval)


@contextmanager
def _by_thread(seconds: float, again: float, ring: Ring) -> Generator[None]:
    """A thread sends the process the signal of Ctrl-C, the only one that wakes a Python that waits on Windows.

    What waits in the system otherwise, for a socket for example, is stopped when it comes back.
    """
    ended, due = threading.Event(), threading.Event()
    outside = signal.getsignal(signal.SIGINT)

    def handle(number: int, frame: FrameType | None) -> None:
        if due.is_set():
            due.clear()
            if not ended.is_set():
                ring(number, frame)
        elif callable(outside):
            outside(number, frame)

    def watch() -> None:
        wait = seconds
        while not ended.wait(wait):
            wait = again
            due.set()
            signal.raise_signal(signal.SIGINT)

    signal.signal(signal.SIGINT, handle)
    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        signal.signal(signal.SIGINT, outside)
