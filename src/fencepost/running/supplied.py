"""Names that a page uses without defining them, made when a fence needs them and put into its module."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fencepost.checks.supplied import Supply


class SupplyError(Exception):
    """A name could not be supplied."""


def _no_text(source: str) -> str:
    raise LookupError(f"`{source}` is not found here")


class Supplies:
    """What the fences of one page are given. A value is made once for the page."""

    def __init__(
        self, wanted: Mapping[str, Sequence[Supply]] | None = None, text_of: Callable[[str], str] = _no_text
    ) -> None:
        """`wanted` stands by the id of the fence; `text_of` reads a source that is no value of a module."""
        self._wanted = wanted or {}
        self._text_of = text_of
        self._made: dict[str, object] = {}

    def give(self, fence_id: str, namespace: dict[str, object]) -> None:
        """Put what a fence is given among its names; what the page defined itself stays.

        Raises:
            SupplyError: a value cannot be made.
        """
        for supply in self._wanted.get(fence_id, ()):
            if supply.name not in namespace or any(namespace[supply.name] is value for value in self._made.values()):
                namespace[supply.name] = self._value(supply)

    def _value(self, supply: Supply) -> object:
        if supply.source not in self._made:
            try:
                self._made[supply.source] = _make(supply.source, self._text_of)
            except Exception as error:
                from fencepost.sources.child import told

                raise SupplyError(f"{supply}, and that cannot be made: {told(error)}") from error
        return self._made[supply.source]


def _make(source: str, text_of: Callable[[str], str]) -> object:
    from fencepost.sources.child import follow
    from fencepost.sources.expression import Symbol, parse, plain

    expression = parse(source)
    if not isinstance(expression, Symbol):
        return text_of(source)
    value: object = importlib.import_module(expression.module)
    for step in expression.steps:
        value = follow(value, plain(step))
    return value
