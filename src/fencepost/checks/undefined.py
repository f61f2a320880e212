"""Names that the code of a module reads and nothing in it defines, wherever on a page the code stands."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fencepost.checks.defined import all_defined
from fencepost.checks.python import parse

_GIVEN = frozenset({"__path__", "reveal_type", "reveal_locals"})
"""Names that a page need not define; the last two are known to type checkers."""


@dataclass(frozen=True, slots=True)
class Undefined:
    """A place where a name is read that nothing defines."""

    piece: int
    """Which of the module's pieces of code reads it."""
    line: int
    """Of the piece, from 1."""
    column: int
    """In bytes of UTF-8, from 0, as Python's trees count."""
    name: str


@dataclass(frozen=True, slots=True)
class Module:
    """A module that reads names which it does not define."""

    undefined: tuple[Undefined, ...]
    bound: tuple[str, ...]
    """Names that its top level binds anywhere, be it too late; sorted."""


class Known:
    """What was read of code, by its text: pages in several languages show the same. Trees are not kept."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self.parsed: dict[str, bool] = {}
        """Whether a piece of code can be parsed."""
        self.modules: dict[tuple[str, ...], Module | None] = {}
        """By the pieces of its code, in their order; `None` for one that defines all its names."""


class Code:
    """Reads the code of one page."""

    def __init__(self, known: Known) -> None:
        """What is `known` is not read again."""
        self._known = known
        self.trees: dict[str, ast.Module] = {}
        """What was parsed here, by the code."""

    def parses(self, code: str) -> bool:
        """Whether code can be parsed."""
        if code not in self._known.parsed:
            tree = parse(code)
            self._known.parsed[code] = tree is not None
            if tree is not None:
                self.trees[code] = tree
        return self._known.parsed[code]

    def tree(self, code: str) -> ast.Module:
        """The tree of code that can be parsed."""
        if code not in self.trees:
            self.trees[code] = _parsed(code)
        return self.trees[code]

    def module(self, pieces: tuple[str, ...]) -> Module | None:
        """A module made of these pieces of code, which can be parsed; `None` where it defines all its names.

        Raises `RecursionError` where it is nested too deep.
        """
        if pieces not in self._known.modules:
            trees = [self.tree(piece) for piece in pieces]
            undefined = () if all_defined(trees) else tuple(_undefined(pieces))
            self._known.modules[pieces] = Module(undefined, tuple(sorted(_bound(trees)))) if undefined else None
        return self._known.modules[pieces]


def _undefined(pieces: Sequence[str]) -> Iterator[Undefined]:
    # pyflakes costs some 30 ms to import; a page without Python needs none of it.
    from pyflakes.checker import Checker
    from pyflakes.messages import UndefinedName

    class Reader(Checker):
        def AWAIT(self, node: ast.AST) -> None:  # noqa: N802 - pyflakes calls its handlers by the node's name
            # The top level of a page may await; pyflakes would pass over what stands behind it.
            self.handleChildren(node)

        def handleStringAnnotation(self, *_: object) -> None:  # noqa: N802 - as pyflakes calls it
            # Nobody gets a NameError of it, and libraries have words of their own there: `Float["batch"]`.
            pass

        def addBinding(self, node: ast.AST | None, value: object) -> None:  # noqa: N802 - as pyflakes calls it
            # Python's own names would be bound one by one, for every module anew; that is half of the work.
            if node is not None:
                super().addBinding(node, value)

    body: list[ast.stmt] = []
    begins: list[int] = []
    lines = 0
    for piece in pieces:
        begins.append(lines)
        body += _parsed("\n" * lines + piece).body
        lines += piece.count("\n") + piece.count("\r") + 1
    reader = Reader(ast.Module(body, type_ignores=[]), builtins=_GIVEN)
    for message in reader.messages:
        if isinstance(message, UndefinedName) and (name := str(message.message_args[0])) not in reader.builtIns:
            piece = bisect_right(begins, message.lineno - 1) - 1
            yield Undefined(piece, message.lineno - begins[piece], message.col, name)


def _parsed(code: str) -> ast.Module:
    tree = parse(code)
    assert tree is not None
    return tree


def _bound(trees: Sequence[ast.Module]) -> set[str]:
    names: set[str] = set()
    waiting: list[ast.AST] = [node for tree in trees for node in tree.body]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
                continue
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.alias(name=name, asname=alias):
                names.add(alias or name.partition(".")[0])
        waiting += ast.iter_child_nodes(node)
    return names
