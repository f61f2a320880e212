"""The file of a site as data: YAML with the tags of MkDocs or TOML, with what it inherits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from fencepost import yamlsafe
from fencepost.tree import is_file

if TYPE_CHECKING:
    import yaml


class SiteError(ValueError):
    """A `mkdocs.yml` that cannot be used."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}")
        self.path = path
        self.line = line
        self.message = message


@dataclass(frozen=True, slots=True)
class PythonName:
    """A Python object that the file names; it is not looked up."""

    target: str
    """Its dotted name."""
    value: object = None
    """What the file says to call it with."""


@dataclass(frozen=True, slots=True)
class RelativeFolder:
    """A folder that a `!relative` tag names; without a name it is that of the page."""

    name: str


def python_name(value: object) -> PythonName | None:
    """What a tag of YAML names, or in TOML a table with the object's name and what it is called with."""
    if isinstance(value, dict) and isinstance(value.get("object"), str):
        return PythonName(str(value["object"]), {"kwds": value.get("kwds", {})})
    return value if isinstance(value, PythonName) else None


@lru_cache(maxsize=1)
def _loader() -> type[yaml.SafeLoader]:
    """A safe loader that is tolerant of tags."""
    loader = yamlsafe.new_loader()
    loader.add_multi_constructor("tag:yaml.org,2002:python/", _python)
    loader.add_constructor("!ENV", _environment)
    loader.add_constructor("!relative", _relative)
    loader.add_multi_constructor("!", _other)
    return loader


def _python(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> PythonName:
    target = suffix.partition(":")[2]
    return PythonName(target or suffix, _plain(loader, node))


def _environment(loader: yaml.SafeLoader, node: yaml.Node) -> object:
    value = _plain(loader, node)
    return value[-1] if isinstance(value, list) and len(value) > 1 else None


def _relative(loader: yaml.SafeLoader, node: yaml.Node) -> RelativeFolder:
    return RelativeFolder(str(_plain(loader, node) or ""))


def _other(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> object:
    return _plain(loader, node)


def _plain(loader: yaml.SafeLoader, node: yaml.Node) -> object:
    import yaml

    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_scalar(cast("yaml.ScalarNode", node))


def read_data(path: Path, files: list[Path], missing: list[str]) -> dict[str, object]:
    """The data of a site's file and of those that it inherits from.

    Args:
        path: the file.
        files: the files that led here; those that are read are added.
        missing: is told the names of files that it inherits from and that are not there.

    Raises `SiteError` for a file that cannot be read, is neither YAML nor TOML, or not a mapping.
    """
    if path.resolve() in (known.resolve() for known in files):
        raise SiteError(path, 1, "inherits from itself")
    files.append(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
        data = _toml(path, text) if path.suffix == ".toml" else _yaml(path, text)
    except UnicodeDecodeError as error:
        raise SiteError(path, 1, "is not UTF-8; save it as UTF-8") from error
    except RecursionError as error:
        raise SiteError(path, 1, "is nested too deep") from error
    except OSError as error:
        raise SiteError(path, 1, f"cannot be read: {error.strerror}") from error
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise SiteError(path, 1, f"should hold a mapping, holds a {type(data).__name__}")
    parent = data.pop("INHERIT", None)
    if not isinstance(parent, str):
        return data
    if not is_file(path.parent / parent):
        missing.append(parent)  # the project's build may write it
        return data
    return _merge(read_data(path.parent / parent, files, missing), data)


def _yaml(path: Path, text: str) -> object:
    import yaml  # not before it is needed: it is slow to import

    try:
        return yaml.load(text, _loader())  # a SafeLoader
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise SiteError(path, mark.line + 1 if mark else 1, f"is not YAML: {problem}") from error


def _toml(path: Path, text: str) -> object:
    from fencepost.zensical import as_mkdocs

    try:
        return as_mkdocs(text)
    except ValueError as error:  # TOMLDecodeError, or a number that Python cannot hold
        where = re.search(r"at line (\d+)", str(error))
        raise SiteError(path, int(where[1]) if where else 1, f"is not TOML: {error}") from error


def _merge(base: dict[str, object], over: dict[str, object]) -> dict[str, object]:
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged
