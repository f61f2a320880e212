"""What a MkDocs site, or one of ProperDocs or Zensical, says about itself in its file.

Only what decides how pages are read is taken over. Nothing in the file is run: a `!!python/name:` tag becomes a
`PythonName`, and an `!ENV` tag its written default, so that a check does not depend on who runs it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from fencepost.leftout import LeftOut
from fencepost.sitedata import PythonName, RelativeFolder, SiteError, python_name, read_data

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
    data = read_data(path, files, missing)
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
