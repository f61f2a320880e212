"""Texts of files: whole, a marked region, or the source of a symbol."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from dataclasses import dataclass
from pathlib import Path

from fencepost import tree
from fencepost.sources.values import MissingError

_REGION = re.compile(r"fencepost: region (?P<name>[^\s*]+)")
_END = re.compile(r"fencepost: end\b")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a file."""

    text: str
    line: int
    """The line in the file at which it is defined."""
    lines: tuple[int, ...]
    """The file line of each line of the text."""


def locate(root: Path, path: str) -> Path:
    """A file inside the project, links resolved as those of `root` are. Raises `MissingError`."""
    try:
        file = (root / path).resolve()
        known = file.is_file()
    except (OSError, ValueError, RuntimeError):
        raise MissingError(f"`{path}` is no path") from None
    if not file.is_relative_to(root):
        raise MissingError(f"`{path}` lies outside the project")
    if not known:
        raise MissingError(f"there is no file `{path}`", path, tuple(_beside(root, file)))
    return file


def read_file(file: Path, path: str) -> str:
    """The text of a file, which people know as `path`. Raises `MissingError`."""
    try:
        return file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise MissingError(f"`{path}` cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise MissingError(f"`{path}` is not UTF-8 at byte {error.start}") from None


def whole(text: str) -> Excerpt:
    """All of a file."""
    return Excerpt(text, 1, tuple(range(1, text.count("\n") + 2)))


def region(text: str, name: str) -> Excerpt:
    """The lines between `fencepost: region NAME` and its `fencepost: end`, less the indentation they share.

    Regions may stand in one another; the lines with the marks are left out. Raises `MissingError`.
    """
    open_regions: list[str] = []
    known: list[str] = []
    kept: list[int] = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if match := _REGION.search(line):
            open_regions.append(match["name"])
            known.append(match["name"])
        elif _END.search(line):
            if not open_regions:
                raise MissingError(f"`fencepost: end` on line {number} closes nothing")
            open_regions.pop()
        elif name in open_regions:
            kept.append(number)
    if known.count(name) != 1:
        found = "stands more than once" if name in known else "was not found"
        raise MissingError(f"the region `{name}` {found}", name, tuple(known))
    if name in open_regions:
        raise MissingError(f"the region `{name}` is never closed with `fencepost: end`")
    start = next(number for number, line in enumerate(lines, 1) if (m := _REGION.search(line)) and m["name"] == name)
    return Excerpt(_dedented([lines[number - 1] for number in kept]), start, tuple(kept))


def symbol(text: str, name: str) -> Excerpt:
    """The source of a function, class or assignment, with decorators, less its indentation. Raises `MissingError`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise MissingError(f"the file is not Python: {error}") from None
    node: ast.stmt | None = None
    for part in name.split("."):
        found = [statement for statement in body if part in _defined(statement)]
        if not found:
            raise MissingError(f"there is no `{part}`", part, tuple(known for s in body for known in _defined(s)))
        node = found[-1]
        body = node.body if isinstance(node, ast.ClassDef) else []
    if node is None:
        raise MissingError("no symbol was named")
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else []
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    numbers = range(first, (node.end_lineno or node.lineno) + 1)
    lines = text.split("\n")
    return Excerpt(_dedented([lines[number - 1] for number in numbers]), node.lineno, tuple(numbers))


def _defined(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def _dedented(lines: list[str]) -> str:
    return textwrap.dedent("".join(f"{line}\n" for line in lines))


def _beside(root: Path, file: Path) -> list[str]:
    return [path.relative_to(root).as_posix() for path in tree.inside(file.parent) if tree.is_file(path)]
