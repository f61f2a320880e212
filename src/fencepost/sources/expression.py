"""The grammar of source expressions: `pkg.mod:NAME.ATTR["key"]`, `file:PATH#region`, and the rest."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Literal, cast

Scheme = Literal["file", "src", "page", "cmd", "made"]
_FORMS = "`pkg.mod:NAME`, `file:PATH`, `src:PATH#symbol`, `page:PATH#slug[n]`, `cmd:…` or `made:PATH`"
_SCHEME = re.compile(r"(file|src|page|cmd|made):(.*)", re.DOTALL)
_SYMBOL = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):(.+)", re.DOTALL)

_NAME = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*)")
"""The most frequent form, which needs no parser."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """`.name`; the first step into a module is one."""

    name: str


@dataclass(frozen=True, slots=True)
class Item:
    """`["key"]` or `[0]`."""

    key: str | int


@dataclass(frozen=True, slots=True)
class Call:
    """`("a", n=1)` with literal arguments."""

    arguments: tuple[object, ...]
    keywords: tuple[tuple[str, object], ...]


Step = Attribute | Item | Call


@dataclass(frozen=True, slots=True)
class Symbol:
    """A way from a module to a value."""

    module: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Located:
    """Something that is found by its path, or a command."""

    scheme: Scheme
    path: str
    fragment: str | None


class MalformedError(ValueError):
    """An expression that is none of the forms; the message says what is wrong."""


def plain(step: Step) -> tuple[object, ...]:
    """The step as the plain values that `child.follow` takes, in this process or in another."""
    match step:
        case Attribute(name=name):
            return "attribute", name
        case Item(key=key):
            return "item", key
        case Call(arguments=arguments, keywords=keywords):
            return "call", arguments, dict(keywords)


def parse(expression: str) -> Symbol | Located:
    """Read a source expression. Raises `MalformedError`."""
    if match := _SCHEME.fullmatch(expression):
        return _located(cast("Scheme", match[1]), match[2])
    if match := _NAME.fullmatch(expression):
        return Symbol(match[1], (Attribute(match[2]),))
    if not (match := _SYMBOL.fullmatch(expression)):
        raise MalformedError(f"a source is written {_FORMS}")
    try:
        tree = ast.parse(match[2].strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise MalformedError(f"`{match[2]}` is not a name, an attribute, an item or a call") from None
    return Symbol(match[1], tuple(_steps(tree.body)))


def is_located(expression: str) -> bool:
    """Whether it names a text by its path, or a command, and no value of a module."""
    return _SCHEME.fullmatch(expression) is not None


def _located(scheme: Scheme, rest: str) -> Located:
    rest = rest.strip()
    if len(rest) > 1 and rest[0] == rest[-1] and rest[0] in "\"'":
        rest = rest[1:-1].replace(f"\\{rest[0]}", rest[0])
    path, mark, fragment = rest.partition("#") if scheme in ("file", "src", "page") else (rest, "", "")
    if not path and not (scheme == "page" and fragment):
        raise MalformedError(f"`{scheme}:` needs something behind it")
    if mark and not fragment:
        raise MalformedError("nothing stands behind `#`")
    if scheme == "src" and not fragment:
        raise MalformedError("`src:PATH` needs `#symbol`; the whole file is `file:PATH`")
    if scheme == "page" and not fragment:
        raise MalformedError("`page:PATH` needs `#slug[n]`, which names a fence")
    return Located(scheme, path, fragment or None)


def _steps(node: ast.expr) -> list[Step]:
    match node:
        case ast.Name(id=name):
            return [Attribute(name)]
        case ast.Attribute(value=inner, attr=name):
            return [*_steps(inner), Attribute(name)]
        case ast.Subscript(value=inner, slice=index):
            key = _literal(index)
            if isinstance(key, str | int):
                return [*_steps(inner), Item(key)]
        case ast.Call(func=inner, args=arguments, keywords=keywords):
            named = tuple((keyword.arg or "", _literal(keyword.value)) for keyword in keywords)
            if all(name for name, _ in named):
                return [*_steps(inner), Call(tuple(map(_literal, arguments)), named)]
    raise MalformedError(f"`{ast.unparse(node)}` is not a name, an attribute, an item or a call with literal arguments")


def _literal(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        raise MalformedError(f"`{ast.unparse(node)}` is not a literal") from None
