"""Texts in Python code: plain ones, formatted ones, and those joined with `+`."""

from __future__ import annotations

import ast
import re

Parts = tuple[str | ast.FormattedValue, ...]
"""A text as its literal pieces and its fields, in order."""

_FIELD = re.compile(r"\{[^{}\s]+\}")
_JOINT = "{}"
"""Stands for a field in a literal."""


def parts(node: ast.AST) -> Parts | None:
    """The pieces of a text; `None` for an expression that is none."""
    if isinstance(node, ast.Constant):
        return (node.value,) if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return tuple(
            value if isinstance(value, ast.FormattedValue) else str(value.value)
            for value in node.values
            if isinstance(value, (ast.Constant, ast.FormattedValue))
        )
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = parts(node.left), parts(node.right)
        return None if left is None or right is None else (*left, *right)
    return None


def fields(pieces: Parts) -> list[ast.FormattedValue]:
    """The fields of a text."""
    return [piece for piece in pieces if isinstance(piece, ast.FormattedValue)]


def literal(pieces: Parts) -> str:
    """The text with an empty field in the place of each field."""
    return "".join(piece if isinstance(piece, str) else _JOINT for piece in pieces)


def lacks_prefix(one: Parts, other: Parts) -> bool:
    """Whether one text has fields and the other only looks as if it had."""
    plain = one if not fields(one) else other
    return bool(fields(one)) != bool(fields(other)) and _FIELD.search(literal(plain)) is not None


def listed(found: list[ast.FormattedValue]) -> str:
    """Fields as a reader knows them."""
    return ", ".join(f"`{{{ast.unparse(field.value)}}}`" for field in found) or "no field"
