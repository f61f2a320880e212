"""Which names a module or class binds, where, and whether reading can say what they hold."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from fencepost.sources.limits import NotStaticError

Kind = Literal["value", "added", "class", "function", "import", "from", "other", "changed"]


_MUTATING = frozenset(
    "add append clear discard extend insert pop popitem remove reverse setdefault sort update".split()
)
"""Methods that change a list, a set or a dictionary in place."""

_CHANGING = re.compile(rf"[\s\\]*(?:\[|\.[\s\\]*(?:{'|'.join(sorted(_MUTATING))})\b)")
"""What stands behind a name whose value is changed in place."""
_GLOBAL = re.compile(r"\bglobal\b(?:\\\n|[^\n])*")
_BRANCHING = (ast.If, ast.Try, ast.TryStar, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Match)
"""Statements whose blocks bind names of the scope that they stand in."""


@dataclass(frozen=True, slots=True)
class Binding:
    """One statement that gives a name its value, or changes it."""

    name: str
    kind: Kind
    line: int
    node: ast.AST
    """The expression of a `value` or `added`, the definition, the import statement; else the statement."""
    conditional: bool
    """It stands inside an `if`, a `try`, a loop or a `with`."""
    target: str = ""
    """What an import takes: the module's dotted name, or the name inside the module."""
    index: int | None = None
    """The position in a tuple that is unpacked."""


@dataclass(frozen=True)
class Scope:
    """The bindings of a body, in order."""

    bindings: tuple[Binding, ...]
    stars: tuple[ast.ImportFrom, ...]
    """`from x import *`, in order."""
    body: Sequence[ast.stmt] = ()
    text: str | None = None
    """The source of the body, where it is at hand: what it does not say need not be looked for in the tree."""

    def lookup(self, name: str, before: int | None = None) -> Binding | None:
        """The binding that holds at line `before`, or at the end; `None` if there is none.

        Raises `NotStaticError` where it depends on a condition or the value is changed in place.
        """
        known = self._by_name.get(name, [])
        if self._may_change(name):
            known = [*known, *(change for change in self._changes if change.name == name)]
        found = [b for b in known if before is None or b.line < before]
        if not found:
            return None
        for binding in found:
            if binding.kind == "changed":
                raise NotStaticError(f"`{name}` is changed on line {binding.line}")
        last = found[-1]
        if last.conditional and len(found) > 1:
            raise NotStaticError(f"`{name}` depends on a condition on line {last.line}")
        return last

    def names(self) -> set[str]:
        """All names that are bound."""
        return {binding.name for binding in self.bindings}

    def _may_change(self, name: str) -> bool:
        """Whether a function may bind the name again or change its value; walking them costs more than parsing did."""
        if self.text is None or not self._works:
            return self._works
        return name in self._global or any(
            _CHANGING.match(self.text, end) is not None for end in _ends(self.text, name)
        )

    @cached_property
    def _by_name(self) -> dict[str, list[Binding]]:
        found: dict[str, list[Binding]] = {}
        for binding in self.bindings:
            found.setdefault(binding.name, []).append(binding)
        return found

    @cached_property
    def _works(self) -> bool:
        """Whether anything stands in the body but imports, and names for literals."""
        return not all(_is_plain(statement) for statement in self.body)

    @cached_property
    def _global(self) -> frozenset[str]:
        """Names that stand in the same line as the word `global`, and more."""
        lines = _GLOBAL.findall(self.text or "")
        return frozenset(name for line in lines for name in re.findall(r"\w+", line))

    @cached_property
    def _changes(self) -> tuple[Binding, ...]:
        return tuple(_changes(self.body))


def _ends(text: str, name: str) -> Iterator[int]:
    """The offsets behind a name wherever it stands, as a part of another one too."""
    at = text.find(name)
    while at >= 0:
        yield at + len(name)
        at = text.find(name, at + 1)


def read_scope(body: Sequence[ast.stmt], text: str | None = None) -> Scope:
    """The bindings of a module's or a class's body; `text` is the source, where there is no other code in it."""
    return Scope(tuple(_bindings(body, conditional=False)), tuple(_stars(body)), body, text)


def _stars(body: Sequence[ast.stmt]) -> Iterator[ast.ImportFrom]:
    """`from x import *`, which stands in no function, class or expression."""
    for statement in body:
        if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*":
            yield statement
        elif isinstance(statement, _BRANCHING):
            for inner in _blocks(statement):
                yield from _stars(inner)


def _bindings(body: Sequence[ast.stmt], *, conditional: bool) -> Iterator[Binding]:
    for statement in body:
        match statement:  # most of a module that holds texts
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield Binding(name, "value", statement.lineno, value, conditional)
                continue
        if isinstance(statement, ast.If) and ast.unparse(statement.test).endswith("TYPE_CHECKING"):
            yield from _bindings(statement.orelse, conditional=conditional)
            continue
        yield from _simple(statement, conditional)
        if isinstance(statement, _BRANCHING):
            for inner in _blocks(statement):
                yield from _bindings(inner, conditional=True)


def _blocks(statement: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        if block := getattr(statement, field, None):
            yield block
    for holder in [*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]:
        yield holder.body


def _simple(statement: ast.stmt, conditional: bool) -> Iterator[Binding]:
    match statement:
        case ast.Assign(targets=targets, value=ast.List() | ast.Dict()) if len(targets) > 1:
            for target in targets:
                yield from _others(target, conditional)  # what one name changes the other one shows
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _assigned(target, value, statement, conditional)
        case ast.AnnAssign(target=target, value=value):
            if value is not None:
                yield from _assigned(target, value, statement, conditional)
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=value):
            yield Binding(name, "added", statement.lineno, value, conditional)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield Binding(name, "function", statement.lineno, statement, conditional)
        case ast.ClassDef(name=name):
            yield Binding(name, "class", statement.lineno, statement, conditional)
        case ast.Import(names=names):
            for alias in names:
                name = alias.asname or alias.name.split(".")[0]
                target = alias.name if alias.asname else name
                yield Binding(name, "import", statement.lineno, statement, conditional, target)
        case ast.ImportFrom(names=names):
            for alias in names:
                name = alias.asname or alias.name
                yield Binding(name, "from", statement.lineno, statement, conditional, alias.name)
        case _:
            yield from _others(statement, conditional)


def _assigned(
    target: ast.expr, value: ast.expr, statement: ast.stmt, conditional: bool, index: int | None = None
) -> Iterator[Binding]:
    match target:
        case ast.Name(id=name):
            yield Binding(name, "value", statement.lineno, value, conditional, index=index)
        case ast.Tuple(elts=elements) | ast.List(elts=elements) if index is None:
            plain = not any(isinstance(element, ast.Starred) for element in elements)
            for position, element in enumerate(elements):
                if plain:
                    yield from _assigned(element, value, statement, conditional, position)
                else:
                    yield from _others(element, conditional)
        case _:
            yield from _others(target, conditional)


def _others(node: ast.AST, conditional: bool) -> Iterator[Binding]:
    """Names that are bound or changed in ways that reading does not follow."""
    for part in _shallow(node):
        match part:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield Binding(name, "other", part.lineno, part, conditional)
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                yield Binding(name, "changed", part.lineno, part, conditional)
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                yield Binding(name, "changed", part.lineno, part, conditional)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
                yield Binding(name, "changed", part.lineno, part, conditional)


def _shallow(node: ast.AST) -> Iterator[ast.AST]:
    """The node and what is in it, but for the statements of its blocks and the bodies of functions."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.stmt | ast.Lambda | ast.ExceptHandler | ast.match_case | ast.comprehension):
            yield from _shallow(child)


def _changes(body: Sequence[ast.stmt]) -> Iterator[Binding]:
    """Names that the body's functions bind again or whose value they change in place."""
    for statement in body:
        if _is_plain(statement):
            continue
        for function in ast.walk(statement):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                for node in ast.walk(function):
                    for name in _changed(node):
                        yield Binding(name, "changed", getattr(node, "lineno", statement.lineno), node, True)


def _is_plain(statement: ast.stmt) -> bool:
    """Whether a statement is an import or gives a name to a literal, so that no function stands in it."""
    if isinstance(statement, ast.Assign | ast.AnnAssign | ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Import | ast.ImportFrom | ast.Pass)


def _changed(node: ast.AST) -> list[str]:
    match node:
        case ast.Global(names=names):
            return names
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
            return [name]
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in _MUTATING:
            return [name]
    return []
