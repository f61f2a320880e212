"""Find and parse modules without importing them."""

from __future__ import annotations

import ast
import importlib.util
import tokenize
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


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


class Modules:
    """The modules of a project and of the environment, read once each."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.roots = import_roots(self.root)
        self._read: dict[str, Module | Unreadable | None] = {}

    def find(self, name: str) -> Module | Unreadable | None:
        """The module of this dotted name; `None` when there is none."""
        if name not in self._read:
            path = self._locate(name)
            self._read[name] = self._parse(name, path) if path else None
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

    def _locate(self, name: str) -> Path | None:
        parts = name.split(".")
        for root in self.roots:
            if found := _module_file(root.joinpath(*parts)):
                return found
        for folder in _environment(parts[0]):
            if found := _module_file(folder.joinpath(*parts[1:]) if parts[1:] else folder):
                return found
        return None

    def _parse(self, name: str, path: Path) -> Module | Unreadable:
        if path.suffix != ".py":
            return Unreadable(f"{self.shown(path)} holds no Python source")
        try:
            with tokenize.open(path) as file:
                text = file.read()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # invalid escapes of the project are not ours to report
                tree = ast.parse(text)
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return Unreadable(f"{self.shown(path)} cannot be read: {error}")
        return Module(name, self.shown(path), path.name == "__init__.py", text, tree)


def import_roots(root: Path) -> tuple[Path, ...]:
    """The folders in which the project's modules are looked for: the root, `src/`, each project under `src/`."""
    projects = sorted(path.parent for path in (root / "src").glob("*/pyproject.toml"))
    return tuple(folder for folder in (root, root / "src", *projects) if folder.is_dir())


def _module_file(stem: Path) -> Path | None:
    if stem.is_file():
        return stem
    for path in (stem / "__init__.py", stem.with_name(stem.name + ".py")):
        if path.is_file():
            return path
    return None


def _environment(name: str) -> list[Path]:
    """Where the environment keeps a top-level module: its folders, or its file."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return []
    if spec is None:
        return []
    if spec.submodule_search_locations is not None:
        return [Path(folder) for folder in spec.submodule_search_locations]
    return [Path(spec.origin)] if spec.origin and Path(spec.origin).is_file() else []
