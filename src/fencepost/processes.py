"""Does one job in several processes where it is large enough to pay, and all of it in this one elsewhere.

Nothing depends on how many there are: results come in the order of the items, and a share whose process has ended
without them is done here.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_FORKED = 1_000_000
"""Bytes of pages for each process from which on a copy of this process pays."""
_SPAWNED = 6_000_000
"""The same for a process that is started anew and is sent all that it needs."""
_MOST = 4


def wanted(size: int) -> int:
    """How many processes pay for `size` bytes of pages, on the processors that this process may use."""
    return max(1, min(_MOST, _processors(), size // (_FORKED if _method() == "fork" else _SPAWNED)))


def spread(
    work: Callable[[Sequence[_Item]], Sequence[_Result]],
    items: Sequence[_Item],
    weights: Sequence[int],
    processes: int,
) -> list[_Result]:
    """The results for all items, in their order.

    Args:
        work: gives a result for each item of a share; with its items it can be pickled.
        items: what is shared out.
        weights: how much work each item is, in any unit; 0 for what has to be done in this process.
        processes: how many take part, this one included.
    """
    shares = _shares(weights, processes)
    own, others = shares[0], [share for share in shares[1:] if share]
    helpers = [_Helper(work, [items[index] for index in share]) for share in others]
    results: dict[int, _Result] = {}
    try:
        results.update(zip(own, work([items[index] for index in own]), strict=True))
        for share, helper in zip(others, helpers, strict=True):
            results.update(zip(share, helper.results(), strict=True))
    finally:
        for helper in helpers:
            helper.end()
    return [results[index] for index in range(len(items))]


def _shares(weights: Sequence[int], processes: int) -> list[list[int]]:
    """The indexes for each process: the heaviest first, each to the one that has least."""
    shares: list[list[int]] = [[] for _ in range(processes)]
    loads = [0] * processes
    for index in sorted(range(len(weights)), key=lambda index: -weights[index]):
        least = loads.index(min(loads)) if weights[index] else 0
        shares[least].append(index)
        loads[least] += weights[index]
    return [sorted(share) for share in shares]


class _Helper(Generic[_Item, _Result]):
    """A process that does one share."""

    def __init__(self, work: Callable[[Sequence[_Item]], Sequence[_Result]], items: Sequence[_Item]) -> None:
        import multiprocessing  # most checks are done in one process

        self._work, self._items = work, items
        forked = _method() == "fork"
        context = multiprocessing.get_context("fork") if forked else multiprocessing.get_context("spawn")
        self._answer, sender = context.Pipe(duplex=False)
        self._process = context.Process(target=_help, args=(sender, work, items), daemon=True)
        self._process.start()
        # Else this process would hold the pipe open, and wait for a helper that has ended.
        sender.close()

    def results(self) -> Sequence[_Result]:
        """What it has found out; where it could not, the work is done here, and fails here if it has to."""
        try:
            found: Sequence[_Result] = self._answer.recv()
        except EOFError:
            found = self._work(self._items)
        return found

    def end(self) -> None:
        """Stop it, if it still works."""
        self._process.terminate()
        self._process.join()
        self._answer.close()


def _help(sender: Connection, work: Callable[[Sequence[_Item]], Sequence[_Result]], items: Sequence[_Item]) -> None:
    # Ctrl-C reaches the whole group: the process that waits for this one says so and ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        sender.send(work(items))
    except Exception:
        # The other process meets the same fault when it does this share itself, and shows it better.
        sys.exit(1)


def _method() -> Literal["fork", "spawn"]:
    """Copying is cheap, but safe only where it is well supported and no other thread may hold a lock."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
