"""Finds the file of a project's MkDocs site where it does not stand at the root."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fencepost import tree
from fencepost.model import Finding
from fencepost.rules import RULES
from fencepost.settings import Loaded, SettingsError
from fencepost.site import NAMES, Site, read_site
from fencepost.sitedata import SiteError

_HOMES = ("doc", "docs", "documentation", "site", "website")
"""Folders in which a site may also lie one level further down."""
_APART = frozenset(
    "__pycache__ build dist env example examples fixtures node_modules out public site-packages target template "
    "templates test testdata tests vendor venv".split()
)
"""Folders whose sites are not those of the project."""


@dataclass(frozen=True, slots=True)
class Found:
    """The site of a project."""

    site: Site | None
    notes: tuple[str, ...] = ()
    """What was guessed."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A site that may be the project's."""

    site: Site
    name: str
    """Its file, relative to the root."""
    pages: int
    """How many of the project's pages stand in its folder."""


def find_site(loaded: Loaded, pages: Sequence[str]) -> Found:
    """The site that the settings name, else the one at the root, else the one that has most of the pages.

    Args:
        loaded: the settings and the project's root.
        pages: the paths of all pages.

    Raises:
        SiteError: the file at the root, or the one of the settings, cannot be used.
        SettingsError: the settings name a file that is not there.
    """
    root = loaded.root
    if loaded.settings.site is not None:
        return _found(read_site(_named(loaded, loaded.settings.site)), root)
    own = next((root / name for name in NAMES if tree.is_file(root / name)), None)
    if own is not None:
        return _found(read_site(own), root)
    notes: list[str] = []
    candidates = list(_candidates(root, pages, notes))
    if not candidates:
        return Found(None, tuple(notes))
    preferred = loaded.settings.source_language or "en"
    best = min(candidates, key=lambda one: _rank(one, preferred))
    return _found(best.site, root, *notes, _note(best, [one for one in candidates if one is not best]))


def _rank(one: _Candidate, preferred: str) -> tuple[int, bool, bool, str]:
    """What comes first has most pages, stands in the folder of the source language, and has an address."""
    return -one.pages, preferred not in Path(one.name).parts, not one.site.url, one.name


def _found(site: Site, root: Path, *notes: str) -> Found:
    file = tree.shown(site.path, root)
    return Found(site, (*notes, *(f"{file} is read without `{name}`, which is not there" for name in site.missing)))


def _named(loaded: Loaded, name: str) -> Path:
    file = loaded.root / name
    reason = "there is no such file" if not tree.is_file(file) else ""
    if not reason and not file.resolve().is_relative_to(loaded.root.resolve()):
        reason = "it lies outside the project"
    if reason:
        message, place = f"site: {reason} (found '{name}')", loaded.place_of("site")
        raise SettingsError((Finding("FP901", message, place, help=RULES["FP901"].fix, severity="error"),))
    return file


def _candidates(root: Path, pages: Sequence[str], notes: list[str]) -> Iterator[_Candidate]:
    """The sites that hold pages and have a name, without which none is built; `notes` learns what cannot be read."""
    for file in (*_variants(root), *_below(root)):
        name = file.relative_to(root).as_posix()
        if tree.leads_out(file, root):
            continue
        try:
            site = read_site(file)
        except SiteError as error:
            notes.append(f"{name} is passed over: {error.message}")
            continue
        held = _held(site, root, pages)
        if held and site.name:
            yield _Candidate(site, name, held)


def _variants(root: Path) -> list[Path]:
    """Files such as `mkdocs-online.yml` at the root, but for those from which others inherit."""
    found = {*root.glob("mkdocs[-_.]*.yml"), *root.glob("mkdocs[-_.]*.yaml")}
    texts = {file: file.read_text("utf-8", "replace") for file in sorted(found) if tree.is_file(file)}
    return [file for file in texts if not any(f"INHERIT: {file.name}" in text for text in texts.values())]


def _below(root: Path) -> Iterator[Path]:
    for folder in _folders(root):
        yield from _own_file(folder)
        if folder.name in _HOMES:
            for inner in _folders(folder):
                yield from _own_file(inner)


def _own_file(folder: Path) -> Iterable[Path]:
    return [folder / name for name in NAMES if tree.is_file(folder / name)][:1]


def _folders(folder: Path) -> list[Path]:
    known = (one for one in tree.inside(folder) if one.name not in _APART and not one.name.startswith("."))
    return [one for one in known if tree.is_folder(one)]


def _held(site: Site, root: Path, pages: Sequence[str]) -> int:
    docs = site.docs_dir.resolve()
    if not docs.is_relative_to(root):
        return 0
    return (
        len(pages) if docs == root else sum(page.startswith(f"{docs.relative_to(root).as_posix()}/") for page in pages)
    )


def _note(best: _Candidate, others: Sequence[_Candidate]) -> str:
    said = f"pages are read as the site of {best.name} shows them"
    if not others:
        return said
    named = ", ".join(other.name for other in others[:3]) + (", …" if len(others) > 3 else "")
    return f"{said}, not that of {named}: `site` in the settings names another"
