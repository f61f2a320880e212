"""The event loops of a page."""

from __future__ import annotations

import asyncio
import weakref


class Loops(asyncio.DefaultEventLoopPolicy):
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
