"""Where a link leads: the files of a project, the addresses of its site, and the ids of its pages."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache, cached_property
from itertools import accumulate
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from fencepost import tree
from fencepost.checks import prose
from fencepost.checks.links import ids, slugs
from fencepost.checks.links.addresses import PAGES, Addresses
from fencepost.checks.links.find import Link, links
from fencepost.checks.links.ids import Ids
from fencepost.checks.links.names import Names, has_id, is_readme, without_suffix
from fencepost.markdown.extensions import MATERIAL
from fencepost.model import Page

if TYPE_CHECKING:
    from fencepost.project import Project
    from fencepost.site import Site

_FILE = re.compile(
    r"/(?:#|$)|\.(?:md|rst|html?|txt|py|ipynb|pdf|png|jpe?g|gif|svg|webp|zip|json|ya?ml|toml|csv)(?:#|$)", re.IGNORECASE
)
"""In a link that names a file or a folder."""
_SPHINX = (".", "docs", "doc", "docs/*", "doc/*")
"""Where the `conf.py` of Sphinx lies by custom."""
_TEMPLATE = re.compile(r"\{[%{!]")
_TEMPLATES = frozenset({"macros", "include-markdown", "mkdocs-simple-plugin"})


@dataclass(frozen=True, slots=True)
class Target:
    """What a link names."""

    path: str
    """The file, relative to the project's root; empty if there is none."""
    fragment: str


class Targets:
    """Looks up what the links of a project lead to; pages that were not asked for are read when a link needs them."""

    def __init__(
        self, project: Project, *, anchors: Sequence[str] = (), readings: prose.Readings | None = None
    ) -> None:
        """Prepare the look-up.

        `anchors` are globs of ids that are accepted though no page shows them; `readings` has the prose of pages.
        """
        self.prose = readings or prose.Readings()
        self.project = project
        self._root = project.loaded.root
        self._folder = str(self._root)
        self._anchors = tuple(anchors)
        self._addresses = Addresses.of(project.site, self._root) if project.site else None
        self._beside: dict[str, Addresses] = {}
        self._places: dict[str, tuple[tuple[Addresses, str], ...]] = {}
        self._pages: dict[str, Page | None] = {page.path: page for page in project.pages}
        self._ids: dict[str, Ids | None] = {}
        self._files: dict[str, bool] = {}
        self._is_ignored = cache(tree.ignores(self._root))
        self._publishes = cache(project.reach.publishes) if project.reach else None
        self._leaves_out = cache(project.reach.leaves_out) if project.reach else None
        self._names = Names(self._root)
        self._slugifiers = slugs.off_site(self._root, site=project.site is not None)

    def find(self, page: Page, link: Link) -> Target | None:
        """The target of a link; `None` if only the site, or another one, can tell."""
        path, _, fragment = link.target.partition("#")
        path = unquote(path.partition("?")[0])
        if not path:
            return Target(page.path, fragment)
        found = self._existing(page, path)
        if not found and not self.on_site(page.path):
            found = self._by_id(path)
            fragment = fragment.lower() if found and self.has(found, fragment.lower()) else fragment
        if not found and (self._is_elsewhere(page, path) or self._is_built(page, path)):
            return None
        return Target(self._index(found) if found else "", fragment)

    def has(self, path: str, fragment: str) -> bool:
        """Whether a page has an id; a file that is no page has any."""
        known = self.ids(path)
        if known is None or fragment.startswith(":~:"):
            return True
        if known.has(fragment):
            return True
        forms = (fragment, unquote(fragment), quote(unquote(fragment)))
        return any(known.has(form) or any(fnmatchcase(form, glob) for glob in self._anchors) for form in forms)

    def ids(self, path: str) -> Ids | None:
        """The ids of a page; `None` for a file that is none."""
        if path not in self._ids:
            page = self.page(path)
            self._ids[path] = self._read_ids(page) if page is not None else None
        return self._ids[path]

    def page(self, path: str) -> Page | None:
        """A page of the project, read if it was not asked for."""
        if path not in self._pages:
            self._pages[path] = self._read(path) if path.endswith(PAGES) else None
        return self._pages[path]

    def on_site(self, path: str) -> bool:
        """Whether MkDocs publishes a page: where there is no `mkdocs.yml`, the dialect decides."""
        if self._publishes is not None:
            return self._publishes(path)
        page = self.page(path)
        return page is not None and page.dialect == "mkdocs"

    def leaves_out(self, path: str) -> bool:
        """Whether a file lies in the site's folder and is not published."""
        return self._leaves_out is not None and self._leaves_out(path)

    def is_reference(self, target: str) -> bool:
        """Whether Sphinx resolves a link: one that names no file leads to a label, an object or another project.

        It warns of those that it cannot resolve, and knows the objects and the other projects.
        """
        return self._is_sphinx and _FILE.search(target) is None

    @cached_property
    def _is_sphinx(self) -> bool:
        return self._addresses is None and any(next(self._root.glob(f"{folder}/conf.py"), None) for folder in _SPHINX)

    @cached_property
    def _is_docusaurus(self) -> bool:
        return any(next(self._root.glob(f"{folder}docusaurus.config.*"), None) is not None for folder in ("", "*/"))

    @property
    def extensions(self) -> frozenset[str]:
        """The extensions of the site."""
        site = self.project.site
        return frozenset(site.extensions) if site else MATERIAL

    def elsewhere(self, page: Page, link: Link) -> str:
        """The page of the default language that stands where a missing one should, or empty."""
        addresses = self._addresses
        if addresses is None or addresses.structure != "folder":
            return ""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), unquote(link.target.partition("#")[0])))
        other = addresses.in_default(path) if addresses.locale(path) else ""
        return other if other and self._exists(other) else ""

    def _by_id(self, path: str) -> str:
        """The page whose front matter gives it this id: some sites have their pages by it, wherever they lie."""
        for file in self._names.by_name.get(path, ()) if path.endswith(PAGES) else ():
            page = self.page(file)
            if page is not None and has_id(page.text, path):
                return file
        return ""

    def _existing(self, page: Page, path: str) -> str:
        """The file for which a path stands; empty if there is none."""
        return next((file for file in self._candidates(page, path) if self._exists(file)), "")

    def _candidates(self, page: Page, path: str) -> Iterator[str]:
        """The files that a path may stand for, the likeliest first."""
        if page.path not in self._places:
            self._places[page.path] = tuple(self._published_at(page.path))
        places = self._places[page.path]
        for addresses, own in places:
            yield from self._on_site(addresses, own, path)
        if places:
            return
        folder = posixpath.dirname(page.path)
        # Of a site of another generator it is not known which folder is its root.
        above = [*accumulate(folder.split("/"), posixpath.join), ""]
        roots = above if path.startswith("/") else [folder]
        if self._is_docusaurus and path.endswith(PAGES):
            roots += reversed(above)  # it looks for files from the root of its pages as well
        if not posixpath.splitext(path)[1]:
            roots.append(posixpath.splitext(page.path)[0])
        for root in roots:
            file = posixpath.normpath(posixpath.join(root, path.lstrip("/")))
            yield file
            if not self.on_site(page.path):
                yield from (file.removesuffix(".html") + suffix for suffix in PAGES)

    def _published_at(self, page: str) -> Iterator[tuple[Addresses, str]]:
        """Where a page may be published: in the site, or beside it, where what is not translated is the site's."""
        site, reach = self._addresses, self.project.reach
        if site is None or reach is None or not reach.publishes(page):
            return
        folder, counterpart = reach.beside_of(page), reach.counterpart(page)
        if folder and self.project.site is not None:
            if folder not in self._beside:
                own = replace(self.project.site, docs_dir=self._root / folder)
                self._beside[folder] = Addresses.of(own, self._root)
            yield self._beside[folder], page
        yield site, counterpart or page

    def _on_site(self, addresses: Addresses, page: str, path: str) -> Iterator[str]:
        """The files of a site that a path may stand for on the page of a file."""
        yield from self._published(addresses, page, path)
        inside = posixpath.join(addresses.docs, path.strip("/"))
        files = [inside, path.strip("/")] if path.startswith("/") else [posixpath.join(posixpath.dirname(page), path)]
        for file in files:
            yield from map(posixpath.normpath, addresses.variants(file, addresses.locale(page)))

    def _is_built(self, page: Page, path: str) -> bool:
        """Whether the build may make what a page of a site links to: by a plugin, or where git ignores it."""
        if self._addresses is not None and self._addresses.makes_pages:
            return True
        if not (self._is_sphinx or self._is_docusaurus or self.on_site(page.path)) or is_readme(page.path):
            return False
        return any(self._is_ignored(file) for file in self._candidates(page, path))

    def _is_elsewhere(self, page: Page, path: str) -> bool:
        """Whether a path on a site that is not known here may be right.

        From its root it is where some file of the project could be published there, or where only that site could tell.
        """
        if self.on_site(page.path):
            return False
        if not path.startswith("/"):
            return self._names.may_be_route(path) and self._has_routes
        return self._names.may_be_published(path)

    @cached_property
    def _has_routes(self) -> bool:
        """Whether addresses are the site's own affair: no link without a suffix leads where a page lies."""
        found = (
            self._existing(page, path)
            for page in self.project.pages
            for path in without_suffix(links(self.prose.of(page)))
        )
        return not any(file.endswith(PAGES) for file in found)

    def _published(self, addresses: Addresses, page: str, path: str) -> Iterator[str]:
        """The file behind an address; a link in a page's HTML, or without a suffix, is read by the browser."""
        if path.startswith("/"):
            inside = path.strip("/")
            forms = [inside, inside.removeprefix(addresses.base).strip("/")] if addresses.base else [inside]
        elif path.endswith(PAGES):
            return
        else:
            form = posixpath.normpath(posixpath.join(addresses.address(page) or ".", path))
            # Above the root of a host there is nothing: a browser stays there.
            forms = [form if addresses.base else re.sub(r"^(?:\.\./)+", "", form)]
        for form in forms:
            address = re.sub(r"(?:^|/)index\.html$|\.html$", "", "" if form == "." else form)
            if address in addresses.pages:
                yield addresses.pages[address]
            locale = address.partition("/")[0]
            inside = address[len(locale) + 1 :] if locale in addresses.locales else address
            if addresses.falls_back and inside in addresses.pages:
                yield addresses.pages[inside]
            yield posixpath.join(addresses.docs, form)
            if addresses.structure == "folder":
                yield posixpath.join(addresses.docs, addresses.default, inside)

    def _exists(self, file: str) -> bool:
        known = self._files.get(file)
        if known is None:
            folder = file.rpartition("/")[0]
            known = self._files[file] = (not folder or self._exists(folder)) and self._is_there(file)
        return known

    def _is_there(self, file: str) -> bool:
        path = f"{self._folder}/{file}"
        inside = not file.startswith("../") and file != ".."
        return os.path.exists(path if inside else os.path.realpath(path))  # noqa: PTH110

    def _index(self, file: str) -> str:
        """The page that is shown for a folder."""
        if file.endswith(PAGES) or not tree.is_folder(self._root / file):
            return file
        names = (f"{file}/{name}" for name in ("index.md", "README.md"))
        return next((name for name in names if tree.is_file(self._root / name)), file)

    def _read(self, path: str) -> Page | None:
        from fencepost.project import read_page  # most links lead to pages that are read already

        return read_page(self.project, path)  # what is wrong with it is said where the page itself is checked

    def _read_ids(self, page: Page) -> Ids:
        read = self.prose.of(page)
        if not self.on_site(page.path):
            return ids.off_site(read, self._slugifiers)
        site = self.project.site
        separator = site.options("footnotes").get("SEPARATOR") if site else None
        found = ids.on_site(
            read,
            slugs.of_site(site),
            self.extensions,
            separator=separator if isinstance(separator, str) else ":",
            tab_slug=slugs.of_tabs(site),
        )
        return self._with_inserted(site, read, found) if site else found

    def _with_inserted(self, site: Site, read: prose.Prose, found: Ids) -> Ids:
        """Take into account what the site inserts into a page and is not known here."""
        filled = bool(_TEMPLATES & site.plugins.keys()) and _TEMPLATE.search(read.text) is not None
        return replace(found, more=found.more or filled or read.page.is_partial)
