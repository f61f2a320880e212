"""Where a value is defined, before it is worked out."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from fencepost.sources.evaluate import Frame
from fencepost.sources.literals import trace
from fencepost.sources.modules import Module
from fencepost.sources.traced import Origin, cleandoc
from fencepost.sources.values import MissingError


@dataclass(frozen=True, slots=True)
class Definition:
    """Where a value is defined, and how to work it out."""

    origin: Origin
    frame: Frame | None = None
    node: ast.expr | None = None
    """The expression, where there is one; else `value` holds."""
    value: object = None
    added: tuple[Definition, ...] = ()
    """What was added to it with `+=`."""
    member: str = ""
    """The name, where it is a member of an enumeration."""


def documented(module: Module, node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> Definition:
    """The docstring as `inspect.getdoc` gives it: how far it is indented depends on the version of Python otherwise."""
    statement = node.body[0] if node.body else None
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        constant = statement.value
        if isinstance(constant.value, str):
            text = trace(module.segment(constant), module.shown, constant.lineno, constant.value)
            return Definition((module.shown, constant.lineno), value=cleandoc(text))
    raise MissingError(f"there is no docstring ({module.shown})")
