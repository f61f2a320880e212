"""Context variables that a page sets: the precision of decimals, the options of a numeric library."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextvars import ContextVar, copy_context
from typing import Any, TypeVar

T = TypeVar("T")


class PageContext:
    """Keeps what the code of a page sets, for its own later steps and for nobody else."""

    def __init__(self) -> None:
        """Begin with what is set outside."""
        self._set: dict[ContextVar[Any], object] = {}
        self._counts = False
        """Whether the page has decimals of its own, whose precision is an attribute of what stands in the variable."""

    def call(self, run: Callable[[], T]) -> T:
        """What `run` returns, called with what is set outside and what the page has set."""
        context = copy_context()
        for variable, value in self._set.items():
            context.run(variable.set, value)
        before = dict(context)
        if not self._counts and "decimal" in sys.modules:
            self._counts = True
            context.run(_own_decimals)
        try:
            return context.run(run)
        finally:
            self._set |= {one: value for one, value in context.items() if before.get(one, self) is not value}


def _own_decimals() -> None:
    import decimal

    decimal.setcontext(decimal.getcontext().copy())
