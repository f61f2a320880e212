"""The event loops of a page."""

from __future__ import annotations

import asyncio
import warnings
import weakref
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def _quietly() -> Generator[None]:
    # Python 3.14 warns of policies: https://docs.python.org/3.14/library/asyncio-policy.html
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


with _quietly():
    _Policy = asyncio.DefaultEventLoopPolicy


def policy() -> object:
    """The policy that holds."""
    with _quietly():
        return asyncio.get_event_loop_policy()  # ty: ignore[deprecated]


def set_policy(policy: asyncio.AbstractEventLoopPolicy) -> None:
    """Let another policy hold."""
    with _quietly():
        asyncio.set_event_loop_policy(policy)  # ty: ignore[deprecated]


class Loops(_Policy):
    """A page's own policy, which holds the page's current loop and knows the loops that the page makes."""

    def __init__(self) -> None:
        """Begin without a loop."""
        super().__init__()
        self._made: weakref.WeakSet[asyncio.AbstractEventLoop] = weakref.WeakSet()

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """A new loop, which will be closed with the page."""
        loop = super().new_event_loop()
        self._made.add(loop)
        return loop

    def close(self) -> None:
        """Close the loops that the page has left open."""
        for loop in self._made:
            if not loop.is_running():
                loop.close()
