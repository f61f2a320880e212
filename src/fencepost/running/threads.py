"""Threads that the code of a page leaves running."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable
from time import monotonic  # a page may put something else in its place


def left_running(threads: Iterable[threading.Thread], seconds: float) -> list[threading.Thread]:
    """Those of the threads for which a program would wait, and that do not end within `seconds`."""
    until = monotonic() + seconds
    waited_for = [thread for thread in threads if not thread.daemon and thread not in _workers()]
    for thread in waited_for:
        thread.join(max(0.0, until - monotonic()))
    return [thread for thread in waited_for if thread.is_alive()]


def _workers() -> Iterable[threading.Thread]:
    """Idle threads of executors: the interpreter ends them by itself."""
    futures = sys.modules.get("concurrent.futures.thread")
    return list(getattr(futures, "_threads_queues", ()))
