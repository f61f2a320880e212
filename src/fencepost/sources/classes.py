"""Attributes of classes, members of enumerations, and fields of records."""

from __future__ import annotations

import ast
from typing import Protocol

from fencepost.sources.bindings import Binding, Scope, read_scope
from fencepost.sources.definition import Definition, documented
from fencepost.sources.evaluate import Frame
from fencepost.sources.limits import NotStaticError
from fencepost.sources.modules import Module
from fencepost.sources.values import ClassValue, MissingError

_ENUMS = frozenset({"enum.Enum", "enum.StrEnum", "enum.IntEnum", "enum.Flag", "enum.IntFlag"})
_PLAIN_BASES = frozenset({"builtins.object", "builtins.str", "builtins.int", "typing.NamedTuple", "typing.Protocol"})
_DECORATORS = frozenset({"dataclass", "final", "runtime_checkable", "total_ordering", "unique"})
"""Decorators that leave the attributes of a class as they are."""
_OWN_MEMBERS = frozenset({"__new__", "__init__", "_generate_next_value_"})
"""What lets an enumeration change the values of its members."""
_OWN_FIELDS = frozenset({"__new__", "__init__", "__post_init__", "__getattribute__", "__setattr__"})
"""What lets a record change the values of its fields."""


class Reading(Protocol):
    """What is needed of the reader."""

    def scope(self, module: Module) -> Scope:
        """What a module binds."""
        ...

    def bound(self, module: Module, scope: Scope, binding: Binding, scopes: tuple[Scope, ...]) -> Definition:
        """The definition that a binding gives."""
        ...

    def value(self, node: ast.expr, frame: Frame) -> object:
        """The value of an expression."""
        ...

    def qualified(self, frame: Frame, node: ast.expr) -> str:
        """The dotted name of what an import or a builtin brought here; else empty."""
        ...


class Classes:
    """Looks into class definitions; raises `MissingError` and `NotStaticError`."""

    def __init__(self, reader: Reading) -> None:
        self._reader = reader
        self._scopes: dict[ast.ClassDef, Scope] = {}

    def field(self, call: ast.Call, frame: Frame, name: str) -> Definition:
        """The field of a dataclass or a named tuple that `call` makes."""
        owner = self._reader.value(call.func, frame)
        if not isinstance(owner, ClassValue) or not self._is_record(owner):
            raise NotStaticError(f"`.{name}` of what a call returns")
        if any(keyword.arg is None for keyword in call.keywords) or any(isinstance(a, ast.Starred) for a in call.args):
            raise NotStaticError("a call with `*` or `**`")
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        if call.args:
            given |= dict(zip(_fields(owner), call.args, strict=False))
        if name in given:
            return Definition((frame.module.shown, given[name].lineno), frame, given[name])
        return self.attribute(owner, name)

    def attribute(self, owner: ClassValue, name: str) -> Definition:
        """An attribute of a class, its own or inherited."""
        _check_decorators(owner)
        if owner.node not in self._scopes:
            self._scopes[owner.node] = read_scope(owner.node.body)
        scope = self._scopes[owner.node]
        scopes = (scope, self._reader.scope(owner.module))
        if binding := scope.lookup(name):
            found = self._reader.bound(owner.module, scope, binding, scopes)
            if binding.kind != "value" or not self._is_enum(owner):
                return found
            if _OWN_MEMBERS & scope.names():
                raise NotStaticError(f"the members of `{owner.node.name}` are made by its own code")
            return Definition(found.origin, found.frame, found.node, found.value, found.added, name)
        if name == "__doc__":
            return documented(owner.module, owner.node)
        return self._inherited(owner, name, tuple(scope.names()))

    def _inherited(self, owner: ClassValue, name: str, known: tuple[str, ...]) -> Definition:
        found: list[Definition] = []
        unread = [ast.unparse(keyword.value) for keyword in owner.node.keywords]
        for base, node in self._bases(owner):
            if isinstance(base, ClassValue):
                try:
                    found.append(self.attribute(base, name))
                except MissingError as missing:
                    known += missing.known
            elif base not in _ENUMS | _PLAIN_BASES:
                unread.append(ast.unparse(node))
        if len({definition.origin for definition in found}) == 1:
            return found[0]
        if found or unread or "__init_subclass__" in known:
            raise NotStaticError(f"`{owner.node.name}.{name}` depends on the bases of the class")
        raise MissingError(
            f"`{owner.node.name}` has no `{name}` ({owner.module.shown}:{owner.node.lineno})", name, known
        )

    def _bases(self, owner: ClassValue) -> list[tuple[object, ast.expr]]:
        """Each base: a class that was read, the dotted name of a foreign one, or `None`."""
        frame = Frame(owner.module, (self._reader.scope(owner.module),), owner.node.lineno)
        found: list[tuple[object, ast.expr]] = []
        for node in owner.node.bases:
            name = self._reader.qualified(frame, node)
            base: object = name or None
            if name not in _ENUMS | _PLAIN_BASES:
                try:
                    value = self._reader.value(node, frame)
                except NotStaticError:
                    value = None
                base = value if isinstance(value, ClassValue) else base
            found.append((base, node))
        return found

    def _is_enum(self, owner: ClassValue) -> bool:
        return any(
            base in _ENUMS if isinstance(base, str) else isinstance(base, ClassValue) and self._is_enum(base)
            for base, _ in self._bases(owner)
        )

    def _is_record(self, owner: ClassValue) -> bool:
        """Whether the fields of an instance are what it was made with."""
        frame = Frame(owner.module, (self._reader.scope(owner.module),), owner.node.lineno)
        decorators = [node.func if isinstance(node, ast.Call) else node for node in owner.node.decorator_list]
        names = {self._reader.qualified(frame, node) for node in [*decorators, *owner.node.bases]}
        own = read_scope(owner.node.body).names() & _OWN_FIELDS
        return not own and names in ({"dataclasses.dataclass"}, {"typing.NamedTuple"})


def _check_decorators(owner: ClassValue) -> None:
    """Raise `NotStaticError` where a decorator may make other attributes of those that are written."""
    for node in owner.node.decorator_list:
        name = ast.unparse(node.func if isinstance(node, ast.Call) else node)
        if name.split(".")[-1] not in _DECORATORS:
            raise NotStaticError(f"`{owner.node.name}` is decorated with `{name}`")


def _fields(owner: ClassValue) -> list[str]:
    """The fields of a record in the order in which they are given."""
    return [
        statement.target.id
        for statement in owner.node.body
        if isinstance(statement, ast.AnnAssign)
        and isinstance(statement.target, ast.Name)
        and "ClassVar" not in ast.unparse(statement.annotation)
    ]
