"""Work out an expression without running it: literals, and what is commonly done with them."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from fencepost.sources import calls
from fencepost.sources.bindings import Scope
from fencepost.sources.limits import Budget, NotStaticError, hold_number, hold_text, hold_values
from fencepost.sources.literals import trace
from fencepost.sources.modules import Module
from fencepost.sources.traced import Traced
from fencepost.sources.values import plain

_ARITHMETIC: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


@dataclass(frozen=True, slots=True)
class Frame:
    """Where an expression stands: it sees what these scopes bind above line `before`."""

    module: Module
    scopes: tuple[Scope, ...]
    """The innermost first."""
    before: int
    known: Mapping[str, object] = field(default_factory=dict)
    """Names that a comprehension binds."""


class Names(Protocol):
    """What an expression needs to know of its surroundings."""

    def name(self, frame: Frame, name: str) -> object:
        """The value of a name. Raises `NotStaticError`."""
        ...

    def attribute(self, value: object, name: str) -> object:
        """The value of an attribute. Raises `NotStaticError`."""
        ...

    def qualified(self, frame: Frame, node: ast.expr) -> str:
        """The dotted name of a function of the standard library or of a builtin; else empty."""
        ...


class Evaluator:
    """Works out expressions; raises `NotStaticError` with the line where it has to give up."""

    def __init__(self, names: Names, budget: Budget) -> None:
        self._names = names
        self._budget = budget

    def value(self, node: ast.expr, frame: Frame) -> object:
        """The value of an expression; texts are `Traced`."""
        self._budget.spend(1)
        value = self._value(node, frame)
        self._budget.spend(weight(value))
        return value

    def _value(self, node: ast.expr, frame: Frame) -> object:
        match node:
            case ast.Constant(value=str(text)):
                # Nearly all texts are as the page shows them, and nobody asks for their lines.
                module = frame.module
                return Traced(text, lambda: trace(module.segment(node), module.shown, node.lineno, text).origins)
            case ast.Constant(value=value):
                return value
            case ast.JoinedStr():
                return self._joined(node, frame)
            case ast.Name(id=name):
                return self._names.name(frame, name)
            case ast.Attribute(value=inner, attr=name):
                return self._names.attribute(self.value(inner, frame), name)
            case ast.BinOp():
                return self._binary(node, frame)
            case ast.UnaryOp(op=ast.USub(), operand=inner) if isinstance(
                number := self.value(inner, frame), int | float
            ):
                return -number
            case ast.Subscript(value=inner, slice=index):
                return self._item(node, self.value(inner, frame), index, frame)
            case ast.Call():
                return self._call(node, frame)
            case ast.Tuple(elts=elements):
                return tuple(self._elements(elements, frame))
            case ast.List(elts=elements):
                return self._elements(elements, frame)
            case ast.Dict():
                return self._dict(node, frame)
            case (
                ast.ListComp(elt=element, generators=generators) | ast.GeneratorExp(elt=element, generators=generators)
            ):
                return [self.value(element, inner) for inner in self._frames(generators, frame)]
        raise _give_up(node, frame)

    def _joined(self, node: ast.JoinedStr, frame: Frame) -> Traced:
        fields: list[Traced] = []
        parts: list[str] = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                fields.append(self._formatted(part, frame))
                parts.append(fields[-1].text)
            elif isinstance(part, ast.Constant):
                parts.append(str(part.value))
        hold_text(sum(map(len, parts)))
        module = frame.module
        return trace(module.segment(node), module.shown, node.lineno, "".join(parts), fields)

    def _formatted(self, part: ast.FormattedValue, frame: Frame) -> Traced:
        value = self.value(part.value, frame)
        conversion = "" if part.conversion < 0 else chr(part.conversion)
        spec = self._joined(part.format_spec, frame).text if isinstance(part.format_spec, ast.JoinedStr) else ""
        if isinstance(value, Traced) and conversion in ("", "s") and not spec:
            return value
        return Traced.whole(calls.formatted(value, conversion, spec), (frame.module.shown, part.lineno))

    def _binary(self, node: ast.BinOp, frame: Frame) -> object:
        if isinstance(node.op, ast.Add):
            return self._sum(node, frame)
        left, right = self.value(node.left, frame), self.value(node.right, frame)
        match node.op, left, right:
            case ast.Mod(), Traced(), _:
                return calls.percent(left, right)
            case (ast.Mult(), Traced(), int()) | (ast.Mult(), list(), int()) | (ast.Mult(), tuple(), int()):
                return _repeated(left, right)
            case ast.BitOr(), dict(), dict():
                return left | right
            case _, int() | float(), int() | float() if type(node.op) in _ARITHMETIC:
                return _arithmetic(node, left, right, frame)
        raise _give_up(node, frame)

    def _sum(self, node: ast.BinOp, frame: Frame) -> object:
        """A chain of `+`, without a recursion for each of its links."""
        operands: list[ast.expr] = []
        rest: ast.expr = node
        while isinstance(rest, ast.BinOp) and isinstance(rest.op, ast.Add):
            operands.append(rest.right)
            rest = rest.left
        values = [self.value(operand, frame) for operand in (rest, *reversed(operands))]
        texts = [value for value in values if isinstance(value, Traced)]
        if len(texts) == len(values):
            return Traced.concat(texts)
        total = values[0]
        for value in values[1:]:
            total = add(total, value, f"line {node.lineno}")
        return total

    def _item(self, node: ast.expr, value: object, index: ast.expr, frame: Frame) -> object:
        if isinstance(index, ast.Slice) and index.step is None and isinstance(value, Traced | list | tuple):
            lower, upper = (self.value(bound, frame) if bound else None for bound in (index.lower, index.upper))
            if isinstance(lower, int | None) and isinstance(upper, int | None):
                chosen = slice(lower, upper)
                return Traced(value.text[chosen], value.origins[chosen]) if isinstance(value, Traced) else value[chosen]
        elif not isinstance(index, ast.Slice):
            return calls.item(value, plain(self.value(index, frame)))
        raise _give_up(node, frame)

    def _call(self, node: ast.Call, frame: Frame) -> object:
        function, receiver = self._function(node, frame)
        arguments = [*receiver, *self._elements(node.args, frame)]
        self._budget.spend(sum(10 * one.text.count("\n") for one in arguments if isinstance(one, Traced)))
        keywords: dict[str, object] = {}
        for keyword in node.keywords:
            value = self.value(keyword.value, frame)
            keywords |= {keyword.arg: value} if keyword.arg else value if isinstance(value, dict) else {"": value}
        try:
            result = function(*arguments, **keywords)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError):
            raise _give_up(node, frame) from None
        return Traced.whole(result, (frame.module.shown, node.lineno)) if isinstance(result, str) else result

    def _function(self, node: ast.Call, frame: Frame) -> tuple[calls.Function, list[object]]:
        """The function that is called, and the text whose method it is."""
        if (name := self._names.qualified(frame, node.func)) in calls.FUNCTIONS:
            return calls.FUNCTIONS[name], []
        if isinstance(node.func, ast.Attribute) and node.func.attr in calls.METHODS:
            return calls.METHODS[node.func.attr], [self.value(node.func.value, frame)]
        raise _give_up(node, frame)

    def _elements(self, nodes: list[ast.expr], frame: Frame) -> list[object]:
        found: list[object] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                inner = self.value(node.value, frame)
                if not isinstance(inner, list | tuple):
                    raise _give_up(node, frame)
                found += inner
            else:
                found.append(self.value(node, frame))
        return found

    def _frames(self, generators: list[ast.comprehension], frame: Frame) -> Iterator[Frame]:
        """The frames in which a comprehension works out its element."""
        first, *rest = generators
        values = self.value(first.iter, frame)
        if first.ifs or first.is_async or not isinstance(values, list | tuple | dict):
            raise _give_up(first.iter, frame)
        for value in values:
            inner = replace(frame, known={**frame.known, **_unpacked(first.target, value, frame)})
            if rest:
                yield from self._frames(rest, inner)
            else:
                yield inner

    def _dict(self, node: ast.Dict, frame: Frame) -> dict[object, object]:
        found: dict[object, object] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            inner = self.value(value, frame)
            if key is not None:
                found[plain(self.value(key, frame))] = inner
            elif isinstance(inner, dict):
                found.update(inner)
            else:
                raise _give_up(value, frame)
        return found


def add(left: object, right: object, where: str) -> object:
    """`left + right` for the kinds that reading knows. Raises `NotStaticError`."""
    match left, right:
        case Traced(), Traced():
            return Traced.concat([left, right])
        case list(), list():
            hold_values(len(left) + len(right))
            return [*left, *right]
        case tuple(), tuple():
            hold_values(len(left) + len(right))
            return (*left, *right)
        case int() | float(), int() | float():
            return left + right
    raise NotStaticError(f"`+` on {where} has to be run")


def _unpacked(target: ast.expr, value: object, frame: Frame) -> dict[str, object]:
    match target:
        case ast.Name(id=name):
            return {name: Traced.whole(value, (frame.module.shown, target.lineno)) if isinstance(value, str) else value}
        case ast.Tuple(elts=elements) if isinstance(value, tuple | list) and len(value) == len(elements):
            found: dict[str, object] = {}
            for element, part in zip(elements, value, strict=True):
                found |= _unpacked(element, part, frame)
            return found
    raise _give_up(target, frame)


def _repeated(value: Traced | list | tuple, times: int) -> object:
    if isinstance(value, Traced):
        hold_text(len(value.text) * times)
        hold_values(times)
        return Traced.concat([value] * times)
    hold_values(len(value) * times)
    return value * times


def weight(value: object) -> int:
    """What it takes to hold a value, in steps."""
    if isinstance(value, Traced):
        return len(value.text) // 64
    return len(value) // 4 if isinstance(value, list | tuple | dict) else 0


def _arithmetic(node: ast.BinOp, left: float, right: float, frame: Frame) -> float:
    if isinstance(left, int) and isinstance(right, int):
        hold_number(left.bit_length() + right.bit_length())
    try:
        return _ARITHMETIC[type(node.op)](left, right)
    except (ZeroDivisionError, OverflowError):
        raise _give_up(node, frame) from None


def _give_up(node: ast.expr, frame: Frame) -> NotStaticError:
    code = ast.unparse(node)
    code = code if len(code) < 60 and "\n" not in code else code[:56].split("\n")[0] + " …"
    return NotStaticError(f"`{code}` in {frame.module.shown}:{node.lineno} has to be run")
