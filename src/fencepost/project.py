"""Finds, reads and pairs the pages of a project."""

from __future__ import annotations

import os
import posixpath
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fencepost import dialects, guessing, languages, tree
from fencepost.dialects import Dialects, with_components
from fencepost.globs import matches_any
from fencepost.markdown import parse_page
from fencepost.model import Dialect, Finding, Page, Place, Rule
from fencepost.plugins.loading import used_by
from fencepost.plugins.used import Used
from fencepost.reach import Reach, reach_of
from fencepost.rules import RULES
from fencepost.setaside import without_others
from fencepost.settings import FILES, Loaded, overlooked
from fencepost.site import Site
from fencepost.sitedata import SiteError
from fencepost.sitefile import find_site

if TYPE_CHECKING:
    from fencepost.snippets import Library

_FOLDERS = 4
"""So many folders of a language are named."""
SUFFIXES = (".md", ".markdown", ".mdx")
_TO_READ = "Put a file there that can be read, or exclude it in the settings' `pages`."


class PathError(Exception):
    """A path on the command line does not exist or lies outside the project."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A page that was asked for, or one fence or contract of it."""

    path: str
    name: str | None = None
    """What stands behind `::`, if anything does."""


@dataclass(frozen=True, slots=True)
class Project:
    """The pages of a project that a check looks at."""

    loaded: Loaded
    site: Site | None
    pages: tuple[Page, ...]
    """Those that were asked for and their twins, in the order of their paths."""
    asked: tuple[Selection, ...]
    """What was asked for; empty for everything."""
    twins: dict[str, tuple[str, ...]] = field(default_factory=dict)
    languages: dict[str, list[str]] = field(default_factory=dict)
    """As given, or as guessed."""
    unreadable: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    """What was guessed for want of settings."""
    plugins: Used = field(default_factory=Used)
    """What the plugins of the settings add."""
    library: Library | None = None
    """The snippets that the site includes; `None` where it includes none."""
    reach: Reach | None = None
    """Which pages are read as the site's; `None` where there is no site."""
    dialects: Dialects = field(default_factory=Dialects)

    def page(self, path: str) -> Page | None:
        """The page at this path, if it is among those that are looked at."""
        return next((page for page in self.pages if page.path == path), None)

    def with_texts(self, texts: Mapping[str, str], *, expanded: bool = False) -> Project:
        """The same project with other texts in the files of some of its pages.

        `expanded` says that the texts are those of `Page.text`, in which snippets stand already.
        """
        library = None if expanded else self.library
        return replace(self, pages=tuple(self._reread(page, texts.get(page.path), library) for page in self.pages))

    def read(self, text: str, path: str, language: str | None = None) -> Page:
        """A page of the project from the text of its file."""
        return self._parsed(text, path, self.dialects.of(path, text), self.library, language)

    def reader(self, page: Page) -> Callable[[str], Page]:
        """Reads other texts of a page's file."""
        return lambda text: self.read(text, page.path, page.language)

    def _reread(self, page: Page, text: str | None, library: Library | None) -> Page:
        if text is None or text == (page.file_text if library is not None else page.text):
            return page
        return self._parsed(text, page.path, page.dialect, library, page.language)

    def _parsed(self, text: str, path: str, dialect: Dialect, library: Library | None, language: str | None) -> Page:
        page = parse_page(text, path, dialect=dialect, site=self.site, snippets=library, language=language)
        if self.dialects.is_guessed(page):
            page = replace(page, findings=tuple(one for one in page.findings if one.code != "FP103"))
        return _with_known_rules(page, self.plugins.rules) if page.directives else page


def open_project(loaded: Loaded, paths: Sequence[str] = (), *, base: Path | None = None) -> Project:
    """Read the pages that `paths` name and their twins; all of them when none is named.

    Args:
        loaded: the settings and the project's root.
        paths: files, folders, or `page::id`, relative to `base`.
        base: the folder in which the command was called; the root by default.

    Raises:
        PathError: a path does not exist or lies outside the root.
        SiteError: the site's file cannot be read.
        SettingsError: a plugin cannot be used, or the site's file is not there.
    """
    root = loaded.root
    asked = tuple(_selection(path, root, base or root) for path in paths)
    everything, said = list(find_pages(root, loaded.settings.pages)), list[str]()
    if not loaded.settings.pages:
        everything, said = without_others(everything, [selection.path for selection in asked])
    said = said if loaded.file is None and all(one.path == "." for one in asked) else []
    known = dict.fromkeys(everything)
    for selection in asked:
        if selection.path.endswith(SUFFIXES) and (root / selection.path).is_file():
            known.setdefault(selection.path)
    found = find_site(loaded, everything)
    site = found.site
    named, notes = _languages(loaded, site, list(known))
    if other := overlooked(loaded):
        notes = [f"settings are read from {FILES[0]} alone; [tool.fencepost] in {other} is not", *notes]
    reach = reach_of(site, root, named) if site is not None else None
    by_language = {path: languages.language_of(path, named) for path in known}
    twins = languages.twins(named, by_language)
    chosen = [path for path in known if not asked or _is_asked(path, asked)]
    wanted = sorted({*chosen, *(twin for path in chosen for twin in twins.get(path, ()))})
    project = Project(
        loaded,
        site,
        (),
        asked,
        twins,
        named,
        notes=(*found.notes, *notes, *said),
        plugins=used_by(loaded),
        library=_library(loaded, site),
        reach=reach,
        dialects=Dialects(loaded.settings.dialect, reach, with_components(root, known)),
    )
    leads_out = tree.ways_out(root)
    texts = {path: _way_out(path) if leads_out(path) else _read(root, path) for path in wanted}
    unreadable = [text for text in texts.values() if isinstance(text, Finding)]
    # In this process: to be sent back from another takes a page as long as to be read here.
    pages = [project.read(text, path, by_language[path]) for path, text in texts.items() if isinstance(text, str)]
    if any(map(project.dialects.is_guessed, pages)):
        project = replace(project, notes=(*project.notes, dialects.NOTE))
    return replace(project, pages=tuple(pages), unreadable=tuple(unreadable))


def _library(loaded: Loaded, site: Site | None) -> Library | None:
    """The snippets of the project, where any of its pages may include some."""
    if site is None and loaded.settings.dialect != "mkdocs":
        return None
    from fencepost import snippets

    options = snippets.of_site(site, loaded.root)
    return snippets.Library(options) if options is not None else None


def _with_known_rules(page: Page, rules: Mapping[str, Rule]) -> Page:
    """The page without each `ignore` of a code that looks like a plugin's and is none."""
    from fencepost.directives import unknown_rule

    known = {**RULES, **rules}
    wrong = {directive: unknown_rule(directive, page.path, known) for directive in page.directives}
    found = [replace(one, place=page.written_at(one.place)) for one in wrong.values() if one is not None]
    if not found:
        return page
    left = tuple(directive for directive, finding in wrong.items() if finding is None)
    return replace(page, directives=left, findings=(*page.findings, *found))


def read_page(project: Project, path: str) -> Page | None:
    """A page of the project's folder that was not asked for; `None` where there is none or it cannot be read."""
    root = project.loaded.root
    text = _read(root, path) if Path(os.path.realpath(root / path)).is_relative_to(root) else None
    return project.read(text, path) if isinstance(text, str) else None


def wrong_site(error: SiteError, root: Path) -> Finding:
    """FP901: mkdocs.yml cannot be used."""
    place = Place(tree.shown(error.path, root), error.line)
    return Finding("FP901", error.message, place, help=RULES["FP901"].fix, severity="error")


def find_pages(root: Path, patterns: Sequence[str]) -> Iterator[str]:
    """Paths of the Markdown files below `root`, sorted: those that `patterns` name, or all that git does not ignore."""
    for path in sorted({path for path in tree.files(root) if posixpath.splitext(path)[1] in SUFFIXES}):
        if _is_page(f"{root}/{path}") and (not patterns or matches_any(path, list(patterns))):
            yield path


def _is_page(file: str) -> bool:
    """Whether it is a file, or a link that leads nowhere, which has to be said."""
    # A `Path` for each file of a project takes as much time as looking for it.
    if os.path.isfile(file):  # noqa: PTH113
        return True
    try:
        is_link = stat.S_ISLNK(os.lstat(file).st_mode)
    except PermissionError:  # nobody may look into its folder, which has to be said as well
        return True
    except OSError:
        return False
    return is_link and not os.path.exists(file)  # noqa: PTH110


def _is_there(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:  # a name that is too long
        return False


def _selection(given: str, root: Path, base: Path) -> Selection:
    name_of_file, _, name = given.partition("::")
    target = Path(os.path.realpath(base / name_of_file))
    if not _is_there(target):
        raise PathError(f"{name_of_file}: no such file or folder, or a loop of links")
    if not target.is_relative_to(root):
        raise PathError(f"{name_of_file}: lies outside the project's root {root}")
    if target.is_file() and not (target.name.endswith(SUFFIXES) or (name and target.name in FILES)):
        raise PathError(f"{name_of_file}: is no page; pages end in {', '.join(SUFFIXES)}")
    return Selection(target.relative_to(root).as_posix(), name or None)


def _is_asked(path: str, asked: Iterable[Selection]) -> bool:
    return any(item.path == "." or tree.is_below(path, item.path) for item in asked)


def _languages(loaded: Loaded, site: Site | None, paths: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    if loaded.settings.languages:
        return loaded.settings.languages, []
    if site is not None and site.languages and site.docs_dir.is_relative_to(loaded.root):
        docs = site.docs_dir.relative_to(loaded.root).as_posix()
        locales = [(language.locale, language.default) for language in site.languages]
        named = languages.of_site(docs, site.docs_structure, locales, paths)
        return languages.readmes([path for path in paths if not path.startswith(f"{docs}/")], named), []
    guessed = guessing.guess(paths, lambda path: _text(loaded.root, path))
    if not guessed:
        return {}, []
    shown = "; ".join(f"{tag}: {_shown(folders)}" for tag, folders in guessed.items())
    return guessed, [f"languages guessed from names: {shown}"]


def _text(root: Path, path: str) -> str:
    """The text of a page, for a look at its letters; empty where it is not read."""
    text = _read(root, path) if not tree.leads_out(Path(path), root) else ""
    return text if isinstance(text, str) else ""


def _shown(folders: Sequence[str]) -> str:
    named = ["all others" if folder == guessing.ALL else folder for folder in folders[:_FOLDERS]]
    return ", ".join(named) + (f" and {len(folders) - _FOLDERS} more" if len(folders) > _FOLDERS else "")


def _way_out(path: str) -> Finding:
    return _unreadable(Place(path, 1), "is not read: it is a link out of the project", _TO_READ)


def _read(root: Path, path: str) -> str | Finding:
    try:
        with open(f"{root}/{path}", "rb") as file:  # noqa: PTH123 - as above
            return file.read().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return _unreadable(Place(path, line), f"is not UTF-8: byte 0x{error.object[error.start]:02x} ({error.reason})")
    except OSError as error:
        return _unreadable(Place(path, 1), f"cannot be read: {error.strerror}", _TO_READ)


def _unreadable(place: Place, reason: str, advice: str = RULES["FP114"].fix) -> Finding:
    return Finding("FP114", f"the page {reason}", place, help=advice)


__all__ = [
    "PathError",
    "Project",
    "Selection",
    "SiteError",
    "find_pages",
    "open_project",
    "read_page",
    "wrong_site",
]
