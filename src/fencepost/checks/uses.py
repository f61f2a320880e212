"""How code uses its names: the attributes it goes through, and whether what comes back is awaited."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_SCHEDULERS = frozenset(
    {"gather", "wait", "wait_for", "create_task", "ensure_future", "shield", "as_completed", "run_until_complete"}
)
_RUNNERS = frozenset({"asyncio", "anyio", "trio"})


@dataclass(frozen=True, slots=True)
class Use:
    """One place where a name is read."""

    name: str
    line: int
    column: int
    """From 0, as `ast` counts."""
    chain: str
    """The attributes behind it, calls left out: `chat.completions.create`."""
    awaited: bool
    """Whether what it gives is awaited, or gone through with `async for` or `async with`."""


def uses_of(tree: ast.AST) -> list[Use]:
    """The uses of names in a tree that go through an attribute."""
    awaited = _awaited(tree)
    chains: dict[ast.Name, str] = {}
    # The walk meets the outermost attribute first, so that the longest chain is kept.
    for node in ast.walk(tree):
        name = _root(node) if isinstance(node, ast.Attribute) else None
        if name is not None and name not in chains:
            chains[name] = ".".join(_attributes(node))
    return [Use(node.id, node.lineno, node.col_offset, chain, node in awaited) for node, chain in chains.items()]


def _root(node: ast.AST) -> ast.Name | None:
    """The name with which an expression such as `client.chat(…)[0].text` begins."""
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript | ast.Await):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node if isinstance(node, ast.Name) else None


def _attributes(node: ast.AST) -> list[str]:
    found: list[str] = []
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript | ast.Await):
        if isinstance(node, ast.Attribute):
            found.append(node.attr)
        node = node.func if isinstance(node, ast.Call) else node.value
    return found[::-1]


def _awaited(tree: ast.AST) -> set[ast.Name]:
    """The names that begin something that is awaited, followed through variables."""
    held = _held(tree)
    found: set[ast.Name] = set()
    waiting = [name for expression in _awaited_expressions(tree) for name in _roots(expression)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += held[name.id]
    return found


def _awaited_expressions(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Await(value=value) | ast.AsyncFor(iter=value) | ast.comprehension(iter=value, is_async=1):
                yield value
            case ast.AsyncWith(items=items):
                yield from (item.context_expr for item in items)
            case ast.Call(args=arguments) if _schedules(node):
                yield from arguments


def _schedules(call: ast.Call) -> bool:
    """Whether a call awaits what it is given, as `asyncio.gather` does."""
    match call.func:
        case ast.Attribute(value=ast.Name(id=module), attr="run"):
            return module in _RUNNERS
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in _SCHEDULERS
    return False


def _held(tree: ast.AST) -> dict[str, list[ast.Name]]:
    """For each variable the names that begin what it was given, unless that was awaited already."""
    held: dict[str, list[ast.Name]] = defaultdict(list)
    for node in ast.walk(tree):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=target)], value=value)
                | ast.NamedExpr(target=ast.Name(id=target), value=value)
            ):
                held[target] += _roots(value)
    return held


def _roots(node: ast.expr) -> Iterable[ast.Name]:
    """The names that begin an expression whose value is a call's result, or a collection of such."""
    match node:
        case ast.ListComp(elt=inner) | ast.GeneratorExp(elt=inner) | ast.SetComp(elt=inner) | ast.Starred(value=inner):
            yield from _roots(inner)
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            for element in elements:
                yield from _roots(element)
        case ast.Name():
            yield node
        case ast.Attribute(value=inner) if any(isinstance(part, ast.Call) for part in ast.walk(inner)):
            yield from _roots(inner)
        case ast.Subscript(value=inner):
            yield from _roots(inner)
        case ast.Call() if (name := _root(node.func)) is not None:
            yield name
