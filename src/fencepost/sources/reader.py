"""Read what a name of a module holds, without importing it: through aliases, re-exports, classes and items."""

from __future__ import annotations

import ast
import builtins
import re

from fencepost.sources.bindings import Binding, Scope, read_scope
from fencepost.sources.classes import Classes
from fencepost.sources.definition import Definition, documented
from fencepost.sources.evaluate import Evaluator, Frame, add, weight
from fencepost.sources.expression import Attribute, Item, Step
from fencepost.sources.limits import Budget, NotStaticError
from fencepost.sources.modules import Module, Modules, Unreadable
from fencepost.sources.traced import Origin, Traced
from fencepost.sources.values import ClassValue, FunctionValue, Member, MissingError, Package, plain

_DEPTH = 60
"""How far names may lead to names; more is taken for a circle."""
_FOLLOWING = 10
"""Steps that it takes to follow a name."""
_DYNAMIC = re.compile(r"\b(?:globals|setattr|exec)\(")


class Reader:
    """Reads values out of modules; `MissingError` means no such name, `NotStaticError` that it has to be run."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._scopes: dict[str, Scope] = {}
        self._budget = Budget()
        self._evaluator = Evaluator(self, self._budget)
        self._classes = Classes(self)
        self._depth = 0

    def find(self, module: str, steps: tuple[Step, ...]) -> Definition:
        """The definition to which the steps lead from a module; what finding and evaluating it may cost begins anew."""
        self._budget.renew()
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
                self._budget.spend(weight(value))
            return Member(found.member, value) if found.member else value
        finally:
            self._depth -= 1

    def value(self, node: ast.expr, frame: Frame) -> object:
        """The value of an expression."""
        return self._evaluator.value(node, frame)

    def name(self, frame: Frame, name: str) -> object:
        """The value of a name where an expression stands."""
        if name in frame.known:
            return frame.known[name]
        try:
            found = self._visible(frame, name)
        except MissingError as missing:
            raise NotStaticError(str(missing)) from None
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
            case ast.Name(id=name) if name not in frame.known:
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
            case Unreadable(reason=reason, broken=broken):
                raise MissingError(reason) if broken else NotStaticError(reason)
        raise MissingError(f"there is no module `{name}`", name, tuple(self._modules.names()))

    def scope(self, module: Module) -> Scope:
        """What a module binds."""
        if module.name not in self._scopes:
            self._scopes[module.name] = read_scope(module.tree.body, module.text)
        return self._scopes[module.name]

    def _step(self, found: Definition, step: Step) -> Definition:
        while isinstance(found.node, ast.Name | ast.Attribute) and found.frame is not None and not found.added:
            target = self._followed(found.node, found.frame)
            if target is None:
                break
            found = target
        match step:
            case Attribute(name=name) if isinstance(found.node, ast.Call) and found.frame is not None:
                return self._classes.field(found.node, found.frame, name)
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
                return self.bound(frame.module, scope, binding, frame.scopes)
        return self._starred(frame.module, frame.scopes[-1], name)

    def _member_of(self, module: Module, name: str) -> Definition:
        """What a module's name stands for, once the module has been read to its end."""
        scope = self.scope(module)
        if binding := scope.lookup(name):
            return self.bound(module, scope, binding, (scope,))
        if found := self._starred(module, scope, name):
            return found
        if module.package and self._modules.find(f"{module.name}.{name}"):
            return Definition((module.shown, 1), value=Package(f"{module.name}.{name}"))
        if name == "__doc__":
            return documented(module, module.tree)
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

    def bound(self, module: Module, scope: Scope, binding: Binding, scopes: tuple[Scope, ...]) -> Definition:
        """The definition that a binding gives; `scopes` are those that its expression sees."""
        self._budget.spend(_FOLLOWING)
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
                    start = self.bound(module, scope, before, scopes)
                    addition = Definition(origin, frame, node)
                    return Definition(start.origin, start.frame, start.node, start.value, (*start.added, addition))
            case "class", ast.ClassDef() as node:
                return Definition(origin, value=ClassValue(module, node))
            case "function", ast.FunctionDef() | ast.AsyncFunctionDef() as node:
                return Definition(origin, value=FunctionValue(module, node))
            case "import", _:
                return Definition(origin, value=Package(binding.target))
            case "from", ast.ImportFrom() as node:
                return self._imported(module, module.absolute(node.module, node.level), binding)
        raise NotStaticError(f"`{binding.name}` in {module.shown}:{binding.line} is bound in a way that has to be run")

    def _imported(self, importer: Module, module: str, binding: Binding) -> Definition:
        """What `from module import name` takes: a name of the module, else a module of the package."""
        inner = Definition((importer.shown, binding.line), value=Package(f"{module}.{binding.target}"))
        if module == importer.name:
            return inner
        try:
            return self._nested(module, binding.target)
        except MissingError:
            if self._modules.find(f"{module}.{binding.target}"):
                return inner
            raise

    def _attribute(self, value: object, name: str, origin: Origin = ("", 1)) -> Definition:
        match value:
            case Package(name=package):
                return self._nested(package, name)
            case ClassValue() as owner:
                return self._classes.attribute(owner, name)
            case Member(name=member, value=inner) if name in ("value", "name", "_value_", "_name_"):
                return Definition(origin, value=inner if "value" in name else Traced.whole(member, origin))
            case FunctionValue(module=module, node=node) if name == "__doc__":
                return documented(module, node)
        raise NotStaticError(f"the attribute `{name}` of a value that has to be imported")

    def _item(self, found: Definition, key: str | int) -> Definition:
        if isinstance(found.node, ast.Dict) and found.frame is not None and not found.added:
            for node, value in reversed(list(zip(found.node.keys, found.node.values, strict=True))):
                if node is None:
                    spread = self._evaluator.value(value, found.frame)
                    if not isinstance(spread, dict) or key in spread:
                        break
                elif plain(self._evaluator.value(node, found.frame)) == key:
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
