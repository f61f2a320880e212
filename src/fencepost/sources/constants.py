"""The text constants of a project's own packages, found without importing them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from fencepost import tree
from fencepost.sources.modules import Module, Modules

LINES = 4
"""Texts of fewer lines are not looked at."""
_SHARE = 0.4
"""A module that holds fewer of a text's words holds no copy of it, and is not parsed."""
_APART = re.compile(r"tests?|test_.*|.*_test|conftest|setup|noxfile|docs?|examples?|build|dist")
"""Modules that stand beside the packages and are no part of them."""
_WORD = re.compile(r"\w+")
_GOING_ON = r"(?:[^\n]|\n(?=[ \t)\]}\n]))*?"
"""What stands in a line and in those that go on from it."""
_LONG = re.compile(
    rf"""
    ^[^\W\d]\w*(?:[ \t]*:[^=\n]*)?[ \t]*=(?!=)            # a name at the top level is given
    (?![ \t]*re\.compile\b){_GOING_ON}                    # something else than a pattern
    (?:"{{3}}|'{{3}}|\\n(?:{_GOING_ON}\\n){{{LINES - 2}}})    # a text that may hold so many line ends
    """,
    re.MULTILINE | re.VERBOSE,
)


def words(text: str) -> frozenset[str]:
    """The distinct words of a text; a run of characters without blanks is one."""
    return frozenset(_WORD.findall(text))


def own_modules(modules: Modules) -> dict[str, Path]:
    """The files of the project's own modules by their dotted names, those of its tests left out."""
    found: dict[str, Path] = {}
    for root in modules.roots:
        for path in tree.inside(root):
            if path.suffix == ".py" and path.stem.isidentifier() and not _APART.fullmatch(path.stem):
                found.setdefault(path.stem, path)
            elif tree.is_file(path / "__init__.py") and not _APART.fullmatch(path.name):
                found |= {name: file for name, file in _package(path, path.name) if name not in found}
    return found


def _package(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    yield name, folder / "__init__.py"
    for path in tree.inside(folder):
        if path.suffix == ".py" and path.stem != "__init__" and path.stem.isidentifier():
            yield f"{name}.{path.stem}", path
        elif tree.is_file(path / "__init__.py") and not _APART.fullmatch(path.name):
            yield from _package(path, f"{name}.{path.name}")


def may_hold(known: frozenset[str], wanted: frozenset[str]) -> bool:
    """Whether a module with the words `known` may hold a text that is like one with the words `wanted`."""
    return len(known & wanted) >= _SHARE * len(wanted)


def may_have_texts(text: str) -> bool:
    """Whether a module may give a text of several lines to a name, as far as can be seen without parsing it."""
    return _LONG.search(text) is not None


def long_texts(module: Module) -> Iterator[str]:
    """The names to which a module's top level gives texts of several lines, as far as can be seen at a glance."""
    for statement in module.tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _line_ends(value) >= LINES - 1:
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if _line_ends(value) >= LINES - 1:
                yield name


def _line_ends(value: ast.expr) -> int:
    texts = (node.value for node in ast.walk(value) if isinstance(node, ast.Constant))
    return sum(text.count("\n") for text in texts if isinstance(text, str))
