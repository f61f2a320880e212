"""What a MkDocs site, or one of ProperDocs or Zensical, says about itself in its file.

Only what decides how pages are read is taken over. Nothing in the file is run: a `!!python/name:` tag becomes a
`PythonName`, and an `!ENV` tag its written default, so that a check does not depend on who runs it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from fencepost import yamlsafe
from fencepost.leftout import LeftOut
from fencepost.tree import is_file

if TYPE_CHECKING:
    import yaml

Options = Mapping[str, object]

NAMES = (
    *("mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "properdocs.yaml"),
    *("zensical.toml", "zensical.yml", "zensical.yaml"),
)
"""What the file of a site is called, in the order in which it is looked for."""

_BUILT_IN = ("toc", "tables", "fenced_code")
"""Extensions that MkDocs turns on by itself."""
_BUNDLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "extra": ("fenced_code", "footnotes", "attr_list", "def_list", "tables", "abbr", "md_in_html"),
        "pymdownx.extra": (
            "pymdownx.superfences",
            "footnotes",
            "attr_list",
            "def_list",
            "tables",
            "abbr",
            "md_in_html",
        ),
    }
)


_WORD = re.compile(r"[A-Za-z][\w-]*")
_IMPORT = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)


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


@dataclass(frozen=True, slots=True)
class SiteLanguage:
    """A language of the plugin `mkdocs-static-i18n`."""

    locale: str
    name: str = ""
    default: bool = False
    build: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A MkDocs site, as far as it decides how its pages are read. Each reading is a value of its own."""

    path: Path
    """The `mkdocs.yml`."""
    docs_dir: Path
    extensions: Mapping[str, Options]
    """Markdown extensions by name, `markdown.extensions.` left out and bundles resolved, with their options."""
    plugins: Mapping[str, Options]
    name: str = ""
    """Its title; empty for a file that only others inherit from."""
    url: str = ""
    """Where it is published; empty where that is not said."""
    left_out: LeftOut = field(default_factory=LeftOut)
    """The files of `docs_dir` that it does not publish."""
    snippet_paths: tuple[Path | None, ...] = ()
    """Folders in which `pymdownx.snippets` looks, in its order; `None` is the folder of the page."""
    slugify: PythonName | None = None
    """The function that makes the ids of headings; `None` for Python-Markdown's own."""
    languages: tuple[SiteLanguage, ...] = ()
    docs_structure: str = ""
    """How `mkdocs-static-i18n` tells languages apart: `folder` or `suffix`; empty without it."""
    files: tuple[Path, ...] = field(default=())
    """The file and those that it inherits from, which a cache has to watch."""
    hooks: tuple[Path, ...] = ()
    """Files of Python that take part in its build."""
    missing: tuple[str, ...] = ()
    """What it inherits from as well and is not there."""

    def options(self, extension: str) -> Options:
        """The options of an extension; empty if it has none or is off."""
        return self.extensions.get(extension, {})

    def hook_words(self) -> frozenset[str]:
        """The words in the code of its hooks and of the modules beside them that they import.

        What such a hook does is not known, but what it looks for on the pages stands in its code.
        """
        texts = [_code(file) for file in self.hooks]
        beside = {
            file.parent / f"{name}.py"
            for file, text in zip(self.hooks, texts, strict=True)
            for name in _IMPORT.findall(text)
        }
        return frozenset(word for text in (*texts, *map(_code, beside)) for word in _WORD.findall(text))


def read_site(path: Path) -> Site:
    """Read a `mkdocs.yml` and those that it inherits from.

    Raises `SiteError` for a file that cannot be read, is not YAML, or not a mapping.
    """
    files: list[Path] = []
    missing: list[str] = []
    data = _load(path, files, missing)
    folder = path.parent
    docs_dir = folder / _text(data.get("docs_dir"), "docs")
    extensions = _extensions(path, data.get("markdown_extensions"))
    plugins = _named(path, "plugins", data.get("plugins"))
    slugify = python_name(extensions.get("toc", {}).get("slugify"))
    i18n = plugins.get("i18n", {})
    return Site(
        path=path,
        docs_dir=docs_dir,
        extensions=extensions,
        plugins=plugins,
        name=_text(data.get("site_name"), ""),
        url=_text(data.get("site_url"), ""),
        left_out=LeftOut.of_site(data, plugins.get("exclude", {})),
        snippet_paths=_snippet_paths(extensions.get("pymdownx.snippets"), folder, docs_dir),
        slugify=slugify,
        languages=_languages(i18n.get("languages")),
        docs_structure=_text(i18n.get("docs_structure"), "suffix") if "i18n" in plugins else "",
        files=tuple(files),
        hooks=tuple(folder / name for name in _hooks(data.get("hooks"))),
        missing=tuple(missing),
    )


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


def _load(path: Path, files: list[Path], missing: list[str]) -> dict[str, object]:
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
    return _merge(_load(path.parent / parent, files, missing), data)


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


def _extensions(path: Path, value: object) -> Mapping[str, Options]:
    found: dict[str, Options] = {name: MappingProxyType({}) for name in _BUILT_IN}
    for name, options in _named(path, "markdown_extensions", value).items():
        short = name.removeprefix("markdown.extensions.")
        for member in _BUNDLES.get(short, ()):
            bundled = options.get(member, options.get(f"markdown.extensions.{member}"))
            found[member] = _options(bundled) if bundled else found.get(member, MappingProxyType({}))
        if short not in _BUNDLES:
            found[short] = options
    return MappingProxyType(found)


def _named(path: Path, key: str, value: object) -> Mapping[str, Options]:
    """Read the two forms that MkDocs takes: a list of names and single-key mappings, or a mapping."""
    entries = value if isinstance(value, list) else [value] if isinstance(value, dict) else []
    if value is not None and not isinstance(value, (list, dict)):
        raise SiteError(path, 1, f"`{key}` should hold a list, holds a {type(value).__name__}")
    found: dict[str, Options] = {}
    for entry in entries:
        pairs = entry.items() if isinstance(entry, dict) else [(entry, None)]
        for name, options in pairs:
            found[str(name)] = _options(options)
    return MappingProxyType(found)


def _options(value: object) -> Options:
    return MappingProxyType({str(key): item for key, item in value.items()} if isinstance(value, dict) else {})


def _snippet_paths(options: Options | None, folder: Path, docs_dir: Path) -> tuple[Path | None, ...]:
    if options is None:
        return ()
    value = options.get("base_path", ["."])
    entries = value if isinstance(value, list) else [value]
    return tuple(_snippet_path(entry, folder, docs_dir) for entry in entries)


def _snippet_path(entry: object, folder: Path, docs_dir: Path) -> Path | None:
    if not isinstance(entry, RelativeFolder):
        return folder / str(entry or "")
    named, _, below = entry.name.partition("/")
    return {"$docs_dir": docs_dir / below, "$config_dir": folder / below}.get(named)


def python_name(value: object) -> PythonName | None:
    """What a tag of YAML names, or in TOML a table with the object's name and what it is called with."""
    if isinstance(value, dict) and isinstance(value.get("object"), str):
        return PythonName(str(value["object"]), {"kwds": value.get("kwds", {})})
    return value if isinstance(value, PythonName) else None


def _hooks(value: object) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _code(file: Path) -> str:
    """The text of a file; empty where there is none, which the build of the site says."""
    return file.read_text("utf-8", "replace") if file.is_file() else ""


def _languages(value: object) -> tuple[SiteLanguage, ...]:
    entries = value if isinstance(value, list) else []
    return tuple(
        SiteLanguage(
            str(entry["locale"]),
            _text(entry.get("name"), ""),
            entry.get("default") is True,
            entry.get("build", True) is not False,
        )
        for entry in entries
        if isinstance(entry, dict) and "locale" in entry
    )


def _text(value: object, default: str) -> str:
    return value if isinstance(value, str) else default
