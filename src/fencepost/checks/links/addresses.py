"""The addresses under which a MkDocs site publishes its pages."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from fencepost.site import Site

PAGES = (".md", ".markdown", ".mdx")
_MAKERS = frozenset(
    "gen-files autoapi mkdocs-autoapi api-autonav mkdocs-jupyter blog tags redirects newsletter simple monorepo "
    "multirepo include_dir_to_nav".split()
)
"""Plugins that publish pages of which no file stands in the site's folder."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the files of a site stand, and where they are published."""

    docs: str
    """The site's folder, relative to the project's root; empty for the root itself."""
    pages: dict[str, str]
    """The path of each page by its address, without slashes at the ends."""
    locales: tuple[str, ...] = ()
    default: str = ""
    """The language that is published without a folder of its own."""
    structure: str = ""
    falls_back: bool = False
    """Whether a page that a language lacks is that of the default language."""
    base: str = ""
    """The path of the site's address."""
    makes_pages: bool = False
    """Whether a plugin publishes pages that no file shows."""

    @classmethod
    def of(cls, site: Site, root: Path) -> Addresses:
        """Read the names of a site's files."""
        docs = _relative(site.docs_dir, root)
        locales = tuple(language.locale for language in site.languages)
        default = next((language.locale for language in site.languages if language.default), "")
        plugins = {name.rpartition("/")[2] for name in site.plugins}
        fallback = site.plugins.get("i18n", {}).get("fallback_to_default", True)
        empty = cls(docs, {}, locales, default, site.docs_structure, bool(locales) and fallback is not False)
        inside = (path for path in _files(site.docs_dir) if not site.left_out.holds(path))
        pages = {empty.address(path): path for path in (posixpath.join(docs, path) for path in inside)}
        base = urlsplit(site.url).path.strip("/")
        return cls(docs, pages, locales, default, empty.structure, empty.falls_back, base, bool(plugins & _MAKERS))

    def holds(self, path: str) -> bool:
        """Whether a file stands in the site's folder."""
        return not self.docs or path.startswith(self.docs + "/")

    def address(self, path: str) -> str:
        """The address of a page or file, without slashes at the ends."""
        inside = path[len(self.docs) + 1 :] if self.docs else path
        locale = self.locale(path)
        if locale and self.structure == "folder":
            inside = inside[len(locale) + 1 :]
        stem, suffix = posixpath.splitext(inside)
        if locale and self.structure == "suffix":
            stem = stem.removesuffix(f".{locale}")
        if suffix in PAGES:
            folder, name = posixpath.split(stem)
            inside = folder if name in ("index", "README") else stem
        return f"{locale}/{inside}".strip("/") if locale and locale != self.default else inside

    def locale(self, path: str) -> str:
        """The language of a file by its folder or suffix; empty if it shows none."""
        if not self.locales:
            return ""
        inside = path[len(self.docs) + 1 :] if self.docs else path
        if self.structure == "folder":
            first = inside.partition("/")[0]
            return first if first in self.locales else ""
        stem = posixpath.splitext(inside)[0]
        return next((locale for locale in self.locales if stem.endswith(f".{locale}")), "")

    def variants(self, path: str, locale: str) -> Iterable[str]:
        """The files that a path may stand for on a page of a language, in the order of `mkdocs-static-i18n`."""
        if self.structure == "folder":
            return [posixpath.join(self.docs, inside) for inside in self._in_folders(path, locale or self.default)]
        if self.structure != "suffix":
            return [path]
        stem, suffix = posixpath.splitext(path)
        own = [f"{stem}.{locale}{suffix}"] if locale else []
        return [*own, path, *([f"{stem}.{self.default}{suffix}"] if self.falls_back and self.default else [])]

    def _in_folders(self, path: str, locale: str) -> Iterable[str]:
        inside = path[len(self.docs) + 1 :] if self.docs else path
        first, _, rest = inside.partition("/")
        if path.startswith("../") or not self.holds(path):
            return [posixpath.relpath(path, self.docs or ".")]
        if first == locale:
            return [inside, *([f"{self.default}/{rest}"] if self.falls_back else []), rest]
        if first == self.default:
            return [inside, *([f"{locale}/{rest}"] if self.falls_back else []), rest]
        return [f"{locale}/{inside}", *([f"{self.default}/{inside}"] if self.falls_back else []), inside]

    def in_default(self, path: str) -> str:
        """The same path in the folder of the default language."""
        locale = self.locale(path)
        inside = path[len(self.docs) + 1 :] if self.docs else path
        return posixpath.join(self.docs, self.default, inside[len(locale) + 1 :])


def _relative(folder: Path, root: Path) -> str:
    relative = os.path.relpath(folder, root).replace(os.sep, "/")
    return "" if relative == "." else relative


def _files(folder: Path) -> Iterable[str]:
    """The pages in a site's folder by their suffixes, then by their names: of one address the last has it."""
    found: list[str] = []
    for inner, _, names in os.walk(folder):
        below = _relative(Path(inner), folder)
        found += (posixpath.join(below, name) for name in names if name.endswith(PAGES))
    found.sort()
    return (path for suffix in PAGES for path in found if path.endswith(suffix))
