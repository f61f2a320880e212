"""Code of which it is plain, without a closer look, that it defines all its names."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterable

_ALWAYS = frozenset({*dir(builtins), "__file__", "__name__"})
_STRAIGHT: frozenset[type[ast.AST]] = frozenset(
    {
        ast.Assert, ast.Assign, ast.Attribute, ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.Constant, ast.Dict,
        ast.Expr, ast.FormattedValue, ast.IfExp, ast.Import, ast.ImportFrom, ast.JoinedStr, ast.List, ast.Name,
        ast.Set, ast.Slice, ast.Starred, ast.Subscript, ast.Tuple, ast.UnaryOp, ast.alias, ast.keyword,
    }
)  # fmt: skip
"""Nodes without a scope of their own, in statements that are always executed."""
_LEAVES = frozenset(
    kind
    for family in (ast.expr_context, ast.operator, ast.cmpop, ast.unaryop, ast.boolop)
    for kind in family.__subclasses__()
)


def all_defined(trees: Iterable[ast.Module], given: Collection[str] = ()) -> bool:
    """Whether each name is bound by a statement above the one that reads it; `False` where it takes more to tell.

    Looks at straight code alone: most fences are nothing else, and a full analysis costs ten times as much.
    """
    bound = {*_ALWAYS, *given}
    return all(_binds_what_it_reads(statement, bound) for tree in trees for statement in tree.body)


def _binds_what_it_reads(statement: ast.stmt, bound: set[str]) -> bool:
    new: set[str] = set()
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is ast.Name:
            if isinstance(node.ctx, ast.Store):  # ty: ignore[missing-attribute]
                new.add(node.id)  # ty: ignore[missing-attribute]
            elif node.id not in bound:  # ty: ignore[missing-attribute]
                return False
        elif kind is ast.alias:
            new.add(node.asname or node.name.partition(".")[0])  # ty: ignore[missing-attribute]
        elif kind in _STRAIGHT:
            for value in vars(node).values():
                if isinstance(value, list):
                    waiting += value
                elif isinstance(value, ast.AST):
                    waiting.append(value)
        elif kind not in _LEAVES:
            return False
    bound |= new
    return True
