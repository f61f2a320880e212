"""What a comparison wants to know about a node of Python's syntax tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from fencepost.checks.translation.difference import shortened
from fencepost.checks.translation.imports import Imports

Item = ast.AST | Imports | None

_BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")
_IGNORED = frozenset({"ctx", "kind", "type_comment", "type_ignores"})
_PROSE = re.compile(
    r"""Constant\(value=(?:'(?=[^']*(?: |[^\x00-\x7f]))(?:[^'\\]|\\.)*'|"(?=[^"]*(?: |[^\x00-\x7f]))(?:[^"\\]|\\.)*")"""
)
"""A string of several words, or of letters outside ASCII, as `ast.dump` writes it."""


def is_docstring(node: ast.stmt) -> bool:
    """Whether a statement is a text that nobody uses."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def fields(node: ast.AST) -> Iterator[str]:
    """The names of a node's parts that mean something."""
    return (name for name in node._fields if name not in _IGNORED)


def line(item: Item, default: int) -> int:
    """The line on which something begins; the default for what has none."""
    if isinstance(item, Imports):
        return item.lineno
    if item is None:
        return default
    found = getattr(item, "lineno", None)
    if isinstance(found, int):
        return found
    return next((node.lineno for node in ast.walk(item) if isinstance(node, (ast.expr, ast.stmt))), default)


def end(node: ast.AST) -> int:
    """The last line of an expression."""
    found = getattr(node, "end_lineno", None)
    return found if isinstance(found, int) else line(node, 1)


def place(items: Sequence[Item], index: int, end: int) -> int:
    """The line of an item, or the one that stands behind the last one."""
    return line(items[index], end) if index < len(items) else end


def line_behind(node: ast.AST, name: str, behind: int) -> int:
    """The line that stands behind a list in a node, `behind` being the one behind the node."""
    if name in _BLOCKS and not isinstance(node, (ast.expr, ast.Module)):
        later = [part for block in _BLOCKS[_BLOCKS.index(name) + 1 :] for part in getattr(node, block, ())]
        return line(later[0], behind) if later else behind
    if isinstance(node, ast.Call) and name == "args" and node.keywords:
        return node.keywords[0].lineno
    return end(node) if isinstance(node, ast.expr) else line(node, behind)


def steps(ours: Sequence[Item], theirs: Sequence[Item]) -> Iterator[tuple[int, int, int, int]]:
    """Ranges of both lists that belong together; of different length where one list has more."""
    if [type(item) for item in ours] == [type(item) for item in theirs]:
        return iter([(0, len(ours), 0, len(theirs))])
    shapes = [_shape(item) for item in ours], [_shape(item) for item in theirs]
    return (step[1:] for step in SequenceMatcher(None, *shapes, autojunk=False).get_opcodes())


def _shape(item: Item) -> str:
    """A node without what stands in its blocks and without texts that read like prose."""
    if item is None or isinstance(item, Imports):
        return type(item).__name__
    parts = [getattr(item, name, None) for name in fields(item) if name not in _BLOCKS]
    flat = [part for value in parts for part in (value if isinstance(value, list) else [value])]
    shown = (ast.dump(part) if isinstance(part, ast.AST) else repr(part) for part in flat)
    return type(item).__name__ + _PROSE.sub("Constant(text", " ".join(shown))


def text(item: Item) -> str:
    """A node as code, shortened."""
    if item is None:
        return ""
    if isinstance(item, Imports):
        return shortened("\n".join(ast.unparse(statement) for statement in item.statements))
    return shortened(ast.unparse(item))


def named(name: str, node: ast.AST) -> str:
    """A named entry as code, shortened."""
    value = ast.unparse(node)
    if name.startswith("**"):
        return shortened(name)
    return shortened(f"{name}={value}" if name.isidentifier() else f"{name}: {value}")
