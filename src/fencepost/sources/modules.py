"""Find and parse modules without importing them."""

from __future__ import annotations

import ast
import codecs
import importlib.util
import io
import tokenize
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path

from fencepost.tree import import_roots, is_file, leads_out


@dataclass(frozen=True)
class Module:
    """A module, read."""

    name: str
    """The dotted name."""
    shown: str
    """Its file, for people: relative to the project's root where it lies inside."""
    package: bool
    """Whether it is the `__init__` of a package."""
    text: str
    """Its source, line ends folded."""
    tree: ast.Module

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the source as Python counts them."""
        return self.text.split("\n")

    def segment(self, node: ast.expr | ast.stmt) -> str:
        """The source text of a node; the columns of `ast` count UTF-8 bytes."""
        last = node.end_lineno or node.lineno
        lines = self.lines[node.lineno - 1 : last]
        lines[-1] = lines[-1].encode()[: node.end_col_offset].decode()
        lines[0] = lines[0].encode()[node.col_offset :].decode()
        return "\n".join(lines)

    def absolute(self, module: str | None, level: int) -> str:
        """The dotted name that `from <level dots><module> import …` means here."""
        if level == 0:
            return module or ""
        parts = self.name.split(".")
        parts = parts[: len(parts) - level + self.package]
        return ".".join([*parts, *([module] if module else [])])


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A module was found, and cannot be read as Python source."""

    reason: str
    broken: bool = False
    """It would not import either."""


class Modules:
    """The modules of a project and of the environment, read once each."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.roots = import_roots(self.root)
        self._read: dict[str, Module | Unreadable | None] = {}

    def find(self, name: str) -> Module | Unreadable | None:
        """The module of this dotted name; `None` when there is none."""
        if name not in self._read:
            found = self._locate(name)
            self._read[name] = self._parse(name, found) if isinstance(found, Path) else found
        return self._read[name]

    def shown(self, path: Path) -> str:
        """A path as people see it: relative to the root where it lies inside."""
        path = path.resolve()
        return (path.relative_to(self.root) if path.is_relative_to(self.root) else path).as_posix()

    def names(self) -> Iterator[str]:
        """The names of the project's own top-level modules, for suggestions."""
        for root in self.roots:
            for path in root.glob("*.py"):
                yield path.stem
            for path in root.glob("*/__init__.py"):
                yield path.parent.name

    def _locate(self, name: str) -> Path | Unreadable | None:
        top, *rest = name.split(".")
        for root in self.roots:
            if found := _module_file(root.joinpath(top, *rest)):
                if leads_out(found, self.root):
                    return Unreadable(f"`{name}` lies outside the project: a link leads there")
                return found
        spec = _spec(top)
        if spec is None:
            return None
        if spec.submodule_search_locations is not None:
            folders = [Path(folder, *rest) for folder in spec.submodule_search_locations]
            return next((found for folder in folders if (found := _module_file(folder))), None)
        if spec.origin is None or not Path(spec.origin).is_file():
            return Unreadable(f"`{top}` is built into Python")
        return None if rest else Path(spec.origin)

    def _parse(self, name: str, path: Path) -> Module | Unreadable:
        shown = self.shown(path)
        if path.suffix != ".py":
            return Unreadable(f"{shown} holds no Python source")
        try:
            text = _source(path.read_bytes())
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # invalid escapes of the project are not ours to report
                tree = ast.parse(text, shown)
        except (OSError, SyntaxError, ValueError) as error:
            return Unreadable(f"{shown} cannot be read: {error}", broken=True)
        except (RecursionError, MemoryError):
            return Unreadable(f"{shown} is nested too deeply to be read")
        return Module(name, shown, path.name == "__init__.py", text, tree)


def _module_file(stem: Path) -> Path | None:
    """The file of the module whose path is `stem` but for the ending."""
    names = [stem.name + suffix for suffix in (".py", *EXTENSION_SUFFIXES)]
    return next(filter(is_file, (stem / "__init__.py", *map(stem.with_name, names))), None)


def _source(data: bytes) -> str:
    """The text of a module as Python decodes it, line ends folded. Raises `SyntaxError` and `ValueError`."""
    first = data.split(b"\n", 2)[:2]
    declared = b"coding" in b"".join(first) or data.startswith(codecs.BOM_UTF8)
    encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0] if declared else "utf-8"
    text = data.decode(encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _spec(name: str) -> ModuleSpec | None:
    """How the environment would import a top-level module."""
    try:
        return importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
