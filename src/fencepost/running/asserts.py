"""Asserts that remember what they compared, so that a failure can show the values.

`assert a == b, text` becomes `assert HOLDS("==", a, b), text`. The statement stays an assert: what is raised is what
a reader sees, an AssertionError with the text or none, and nothing is evaluated twice.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType
from typing import Any

HOLDS = "@holds"
"""The name under which a page's module has the function; no code can spell it."""

Explain = Callable[[str, object, object], Sequence[str]]
"""The lines that tell how two values differ under an operator; none where there is nothing to add."""

_NAMES: MappingProxyType[type[ast.cmpop], str] = MappingProxyType(
    {
        ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
        ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
    }
)  # fmt: skip
_PARTS = frozenset({"body", "orelse", "finalbody", "handlers", "cases"})
"""Fields of a statement that hold others."""
_OPERATIONS: MappingProxyType[str, Callable[[Any, Any], object]] = MappingProxyType(
    {
        "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
        ">=": operator.ge, "is": operator.is_, "is not": operator.is_not,
        "in": lambda item, whole: item in whole,
        "not in": lambda item, whole: item not in whole,
    }
)  # fmt: skip


class Asserts:
    """Holds the operands of the assert that failed last."""

    def __init__(self, explain: Explain | None = None) -> None:
        """`explain` adds lines to a comparison that failed."""
        self._explain = explain
        self._failed: tuple[str, object, object] | None = None

    def holds(self, operation: str, left: object, right: object) -> bool:
        """Evaluate a comparison; its operands are kept where it does not hold, and only there."""
        if _OPERATIONS[operation](left, right):
            return True
        self._failed = operation, left, right
        return False

    def forget(self) -> None:
        """Let go of what was compared."""
        self._failed = None

    def explanation(self) -> list[str]:
        """What failed, with its values: `assert 41 == 42` first; nothing where the last assert held."""
        if self._failed is None:
            return []
        operation, left, right = self._failed
        # How long the first line of an explanation is depends on pytest's verbosity.
        _, *lines = (self._explain(operation, left, right) if self._explain else ()) or ("",)
        return [f"assert {shortened(left)} {operation} {shortened(right)}", *lines]


def mark_asserts(tree: ast.Module) -> None:
    """Let the asserts of a tree remember what they compare."""
    for node in _asserts(tree):
        test = node.test
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            name = _NAMES[type(test.ops[0])]
            where = {part: getattr(test, part) for part in test._attributes}
            arguments = [ast.Constant(name, **where), test.left, test.comparators[0]]
            node.test = ast.Call(ast.Name(HOLDS, ast.Load(), **where), arguments, [], **where)


def _asserts(tree: ast.Module) -> Iterator[ast.Assert]:
    """All asserts; only statements are looked at, which is a small part of the nodes."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Assert):
            yield node
        for name in _PARTS.intersection(node._fields):
            inner = getattr(node, name)
            if isinstance(inner, list):
                waiting += inner


def shortened(value: object, limit: int = 240) -> str:
    """A value as Python shows it, in one line of at most `limit` characters."""
    try:
        text = repr(value)
    except Exception as error:
        text = f"<a {type(value).__name__} whose repr raises {type(error).__name__}>"
    text = text.replace("\n", "\\n")
    return text if len(text) <= limit else f"{text[: limit // 2]}...{text[-limit // 2 :]}"
