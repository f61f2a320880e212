"""Read what a name of a module holds, without importing it: through aliases, re-exports, classes and items."""

from __future__ import annotations

import ast
import builtins
import re
from dataclasses import dataclass

from fencepost.sources.bindings import Binding, Scope, read_scope
from fencepost.sources.evaluate import Evaluator, Frame, add
from fencepost.sources.expression import Attribute, Item, Step
from fencepost.sources.literals import trace
from fencepost.sources.modules import Module, Modules, Unreadable
from fencepost.sources.traced import Origin, Traced, cleandoc
from fencepost.sources.values import ClassValue, FunctionValue, Member, MissingError, NotStaticError, Package, plain

_DEPTH = 60
"""How far names may lead to names; more is taken for a circle."""
_DYNAMIC = re.compile(r"\b(?:globals|setattr|exec)\(")
_ENUMS = frozenset({"enum.Enum", "enum.StrEnum", "enum.IntEnum", "enum.Flag", "enum.IntFlag"})
_PLAIN_BASES = frozenset({"builtins.object", "builtins.str", "builtins.int", "typing.NamedTuple", "typing.Protocol"})


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


class Reader:
    """Reads values out of modules; `MissingError` means no such name, `NotStaticError` that it has to be run."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._scopes: dict[str, Scope] = {}
        self._evaluator = Evaluator(self)
        self._depth = 0

    def find(self, module: str, steps: tuple[Step, ...]) -> Definition:
        """The definition to which the steps lead from a module."""
        found = Definition((self._module(module).shown, 1), value=Package(module))
        for step in steps:
            found = self._step(found, step)
        return found

    def evaluate(self, found: Definition) -> object:
        """The value of a definition."""
        self._depth += 1
        try:
            if self._depth > _DEPTH:
                raise NotStaticError("a name that leads back to itself")
            value = found.value
            if found.node is not None and found.frame is not None:
                value = self._evaluator.value(found.node, found.frame)
            for part in found.added:
                value = add(value, self.evaluate(part), f"line {part.origin[1]}")
            return Member(found.member, value) if found.member else value
        finally:
            self._depth -= 1

    def name(self, frame: Frame, name: str) -> object:
        """The value of a name where an expression stands."""
        found = self._visible(frame, name)
        if found is None:
            raise NotStaticError(f"`{name}` is bound in a way that has to be run")
        return self.evaluate(found)

    def attribute(self, value: object, name: str) -> object:
        """The value of an attribute."""
        try:
            return self.evaluate(self._attribute(value, name))
        except MissingError as missing:
            raise NotStaticError(str(missing)) from None

    def qualified(self, frame: Frame, node: ast.expr) -> str:
        """The dotted name of what an import or a builtin brought here; else empty."""
        match node:
            case ast.Name(id=name):
                binding = next((b for scope in frame.scopes if (b := scope.lookup(name, frame.before))), None)
                if binding is None:
                    return f"builtins.{name}" if hasattr(builtins, name) else ""
                if binding.kind == "import":
                    return binding.target
                if binding.kind == "from" and isinstance(binding.node, ast.ImportFrom):
                    return f"{frame.module.absolute(binding.node.module, binding.node.level)}.{binding.target}"
            case ast.Attribute(value=ast.Name() as inner, attr=name):
                outer = self.qualified(frame, inner)
                return f"{outer}.{name}" if outer and not outer.startswith("builtins.") else ""
        return ""

    def _module(self, name: str) -> Module:
        match self._modules.find(name):
            case Module() as module:
                return module
            case Unreadable(reason=reason):
                raise NotStaticError(reason)
        raise MissingError(f"there is no module `{name}`", name, tuple(self._modules.names()))

    def _scope(self, module: Module) -> Scope:
        if module.name not in self._scopes:
            self._scopes[module.name] = read_scope(module.tree.body)
        return self._scopes[module.name]

    def _step(self, found: Definition, step: Step) -> Definition:
        while isinstance(found.node, ast.Name | ast.Attribute) and found.frame is not None and not found.added:
            target = self._followed(found.node, found.frame)
            if target is None:
                break
            found = target
        match step:
            case Attribute(name=name):
                return self._attribute(self.evaluate(found), name, found.origin)
            case Item(key=key):
                return self._item(found, key)
        raise NotStaticError("a call has to be run")

    def _followed(self, node: ast.expr, frame: Frame) -> Definition | None:
        """What a name or an attribute stands for, not yet worked out."""
        match node:
            case ast.Name(id=name):
                return self._visible(frame, name)
            case ast.Attribute(value=inner, attr=name):
                return self._attribute(self._evaluator.value(inner, frame), name)
        return None

    def _visible(self, frame: Frame, name: str) -> Definition | None:
        for scope in frame.scopes:
            if binding := scope.lookup(name, frame.before):
                return self._bound(frame.module, scope, binding, frame.scopes)
        return self._starred(frame.module, frame.scopes[-1], name)

    def _member_of(self, module: Module, name: str) -> Definition:
        """What a module's name stands for, once the module has been read to its end."""
        scope = self._scope(module)
        if binding := scope.lookup(name):
            return self._bound(module, scope, binding, (scope,))
        if found := self._starred(module, scope, name):
            return found
        if module.package and self._modules.find(f"{module.name}.{name}"):
            return Definition((module.shown, 1), value=Package(f"{module.name}.{name}"))
        if name == "__doc__":
            return _documented(module, module.tree)
        if scope.lookup("__getattr__") or _DYNAMIC.search(module.text):
            raise NotStaticError(f"{module.shown} makes names while it runs")
        raise MissingError(f"`{module.name}` has no `{name}` ({module.shown})", name, tuple(scope.names()))

    def _starred(self, module: Module, scope: Scope, name: str) -> Definition | None:
        if name.startswith("_"):
            return None
        for node in reversed(scope.stars):
            try:
                return self._nested(module.absolute(node.module, node.level), name)
            except MissingError:
                continue
        return None

    def _nested(self, module: str, name: str) -> Definition:
        self._depth += 1
        try:
            if self._depth > _DEPTH:
                raise NotStaticError("an import that leads back to itself")
            return self._member_of(self._module(module), name)
        finally:
            self._depth -= 1

    def _bound(self, module: Module, scope: Scope, binding: Binding, scopes: tuple[Scope, ...]) -> Definition:
        origin = (module.shown, binding.line)
        frame = Frame(module, scopes, binding.line)
        match binding.kind, binding.node:
            case "value", ast.expr() as node if binding.index is None:
                return Definition(origin, frame, node)
            case "value", ast.Tuple(elts=elements) | ast.List(elts=elements) if binding.index is not None:
                if not any(isinstance(element, ast.Starred) for element in elements):
                    return Definition(origin, frame, elements[binding.index])
            case "added", ast.expr() as node:
                if before := scope.lookup(binding.name, binding.line):
                    start = self._bound(module, scope, before, scopes)
                    addition = Definition(origin, frame, node)
                    return Definition(start.origin, start.frame, start.node, start.value, (*start.added, addition))
            case "class", ast.ClassDef() as node:
                return Definition(origin, value=ClassValue(module, node))
            case "function", ast.FunctionDef() | ast.AsyncFunctionDef() as node:
                return Definition(origin, value=FunctionValue(module, node))
            case "import", _:
                return Definition(origin, value=Package(binding.target))
            case "from", ast.ImportFrom() as node:
                return self._imported(module.absolute(node.module, node.level), binding)
        raise NotStaticError(f"`{binding.name}` in {module.shown}:{binding.line} is bound in a way that has to be run")

    def _imported(self, module: str, binding: Binding) -> Definition:
        try:
            return self._nested(module, binding.target)
        except MissingError:
            if self._modules.find(f"{module}.{binding.target}"):
                return Definition((module, 1), value=Package(f"{module}.{binding.target}"))
            raise

    def _attribute(self, value: object, name: str, origin: Origin = ("", 1)) -> Definition:
        match value:
            case Package(name=package):
                return self._nested(package, name)
            case ClassValue() as owner:
                return self._class_attribute(owner, name)
            case Member(name=member, value=inner) if name in ("value", "name", "_value_", "_name_"):
                return Definition(origin, value=inner if "value" in name else Traced.whole(member, origin))
            case FunctionValue(module=module, node=node) if name == "__doc__":
                return _documented(module, node)
        raise NotStaticError(f"the attribute `{name}` of a value that has to be imported")

    def _class_attribute(self, owner: ClassValue, name: str) -> Definition:
        scope = read_scope(owner.node.body)
        scopes = (scope, self._scope(owner.module))
        if binding := scope.lookup(name):
            found = self._bound(owner.module, scope, binding, scopes)
            if binding.kind != "value" or not self._is_enum(owner):
                return found
            if {"__new__", "__init__", "_generate_next_value_"} & scope.names():
                raise NotStaticError(f"the members of `{owner.node.name}` are made by its own code")
            return Definition(found.origin, found.frame, found.node, found.value, found.added, name)
        if name == "__doc__":
            return _documented(owner.module, owner.node)
        return self._inherited(owner, name, tuple(scope.names()))

    def _inherited(self, owner: ClassValue, name: str, known: tuple[str, ...]) -> Definition:
        found: list[Definition] = []
        unread = [ast.unparse(keyword.value) for keyword in owner.node.keywords]
        for base, node in self._bases(owner):
            if isinstance(base, ClassValue):
                try:
                    found.append(self._class_attribute(base, name))
                except MissingError as missing:
                    known += missing.known
            elif base not in _ENUMS | _PLAIN_BASES:
                unread.append(ast.unparse(node))
        if len({definition.origin for definition in found}) == 1:
            return found[0]
        if found or unread:
            raise NotStaticError(f"`{owner.node.name}.{name}` depends on the bases of the class")
        raise MissingError(
            f"`{owner.node.name}` has no `{name}` ({owner.module.shown}:{owner.node.lineno})", name, known
        )

    def _bases(self, owner: ClassValue) -> list[tuple[object, ast.expr]]:
        """Each base: a class that was read, the dotted name of a foreign one, or `None`."""
        frame = Frame(owner.module, (self._scope(owner.module),), owner.node.lineno)
        found: list[tuple[object, ast.expr]] = []
        for node in owner.node.bases:
            name = self.qualified(frame, node)
            base: object = name or None
            if name not in _ENUMS | _PLAIN_BASES:
                try:
                    value = self._evaluator.value(node, frame)
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

    def _item(self, found: Definition, key: str | int) -> Definition:
        if isinstance(found.node, ast.Dict) and found.frame is not None and not found.added:
            for node, value in reversed(list(zip(found.node.keys, found.node.values, strict=True))):
                if node is None:
                    break
                if plain(self._evaluator.value(node, found.frame)) == key:
                    return Definition((found.frame.module.shown, node.lineno), found.frame, value)
        value = self.evaluate(found)
        if isinstance(value, dict) and key not in value:
            raise MissingError(f"there is no item {key!r}", str(key), tuple(map(str, value)))
        if isinstance(value, list | tuple) and isinstance(key, int) and not -len(value) <= key < len(value):
            raise MissingError(f"there is no item {key}")
        if isinstance(value, dict):
            return Definition(found.origin, value=value[key])
        if isinstance(value, list | tuple) and isinstance(key, int):
            return Definition(found.origin, value=value[key])
        raise NotStaticError(f"the item {key!r} of a value that has to be imported")


def _documented(module: Module, node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> Definition:
    """The docstring as `inspect.getdoc` gives it: how far it is indented depends on the version of Python otherwise."""
    statement = node.body[0] if node.body else None
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        constant = statement.value
        if isinstance(constant.value, str):
            text = trace(module.segment(constant), module.shown, constant.lineno, constant.value)
            return Definition((module.shown, constant.lineno), value=cleandoc(text))
    raise MissingError(f"there is no docstring ({module.shown})")
