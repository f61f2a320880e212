"""What rings when a step takes too long where the system has no alarm, as on Windows."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType

Ring = Callable[[int, FrameType | None], None]
"""A handler of signals: it is called in the main thread, between two of its steps, and raises there."""


@contextmanager
def by_thread(seconds: float, again: float, ring: Ring) -> Generator[None]:
    """Call `ring` after so many seconds, and then every `again` seconds, as long as the block goes on.

    A thread sends the process the signal of Ctrl-C, the only one that wakes a Python that waits on Windows.

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
