"""The settings that a project begins with: what fencepost guessed, written down."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator

from fencepost import tree, versions
from fencepost.adopting.draft import Draft
from fencepost.adopting.step import Step
from fencepost.adopting.tables import CannotEditError, listed, quoted, with_table
from fencepost.globs import matches_any
from fencepost.project import Project, find_pages
from fencepost.report import plural
from fencepost.settings import FILES
from fencepost.testdata import is_test_data

_WHY = """\
Without settings fencepost guesses; these say what it guessed, so that it can be seen and changed.
Fences are not run: `run = true` runs the Python on the pages, with `pip install 'fencepost[pytest]'`."""
_DOCS = ("docs", "doc")
_PROJECTS = frozenset({"Cargo.toml", "go.mod", "package.json", "pyproject.toml", "setup.py"})
"""Files that make a folder a package of its own."""


def step(draft: Draft) -> Step:
    """Write the settings, into pyproject.toml where there is one."""
    loaded = draft.loaded()
    if loaded.file is not None:
        return Step("settings", f"the settings stand in {loaded.file.name} already")
    project = draft.project()
    lines = list(_lines(project))
    body = "".join(f"{line}\n" for line in lines)
    own, shared = FILES
    try:
        text = draft.read(shared)
        after = draft.with_text(own, body) if text is None else draft.with_text(shared, with_table(text, body))
        left: tuple[str, ...] = ()
    except CannotEditError as error:
        after, text = draft.with_text(own, body), None
        left = (f"{shared} is left alone: {error}",)
    where = f"{own}, which is new" if text is None else f"[tool.fencepost] of {shared}"
    return Step("settings", f"write the settings into {where}", _WHY, tuple(lines), left, after)


def _lines(project: Project) -> Iterator[str]:
    paths = [page.path for page in project.pages]
    pages = _pages(project, paths)
    if pages:
        others = sum(not matches_any(path, pages) for path in paths)
        yield f"# Globs, files and folders; {plural(others, 'other Markdown file')} left out."
        yield f"pages = {listed(pages)}"
    else:
        yield f"# All Markdown that git does not ignore, but for data of tests: {plural(len(paths), 'file')} today."
        yield "pages = []"
    if project.site is not None and project.reach is not None and not project.reach.everywhere:
        yield "# Pages are read as this site shows them."
        yield f"site = {quoted(tree.shown(project.site.path, project.loaded.root))}"
    if languages := _languages(project, pages):
        yield "# The pages of these folders are held to each other."
        yield from (f"languages.{tag} = {listed(of)}" for tag, of in languages.items())
        yield f"source-language = {quoted('en' if 'en' in languages else next(iter(languages)))}"


def _pages(project: Project, paths: list[str]) -> list[str]:
    """The documentation: its folder and the project's README, where there is such a folder; else empty for all."""
    reach = project.reach
    docs = posixpath.commonpath([reach.docs, *reach.beside]) if reach and not reach.docs.startswith("..") else ""
    folder = next((one for one in (docs, *_DOCS) if one and _has(paths, one)), None)
    if folder is None:
        return []
    readme = ["README*.md"] if _has(paths, "README*.md") else []
    chosen = [*_newest(project, paths, folder), *readme, *_of_packages(project, paths)]
    return [] if all(matches_any(path, chosen) for path in paths) else chosen


def _newest(project: Project, paths: list[str], folder: str) -> list[str]:
    """A folder; or what lies in it but for older versions, where it holds some."""
    _, older = versions.without(find_pages(project.loaded.root, ()), ())
    if not any(path.startswith(f"{folder}/") for path in older):
        return [folder]
    inside = {"/".join(path.split("/")[: folder.count("/") + 2]) for path in paths if path.startswith(f"{folder}/")}
    return sorted(inside)


def _of_packages(project: Project, paths: list[str]) -> Iterator[str]:
    """The documentation of packages that stand side by side in one repository, by the folder that holds them."""
    files = tree.files(project.loaded.root)
    packages = {posixpath.dirname(file) for file in files if posixpath.basename(file) in _PROJECTS}
    homes = Counter(posixpath.dirname(package) for package in packages if "/" in package)
    for home in sorted(home for home, number in homes.items() if number > 1 and not is_test_data(f"{home}/x/a.md")):
        yield from (pattern for pattern in (f"{home}/*/docs", f"{home}/*/README*.md") if _has(paths, pattern))


def _has(paths: list[str], pattern: str) -> bool:
    return any(matches_any(path, [pattern]) for path in paths)


def _languages(project: Project, pages: list[str]) -> dict[str, list[str]]:
    """The languages that were guessed from folders, as far as their pages are checked; the site's own go on as such."""
    if project.site is not None and project.site.languages:
        return {}
    found = {
        tag: [folder for folder in folders if not pages or any(matches_any(f"{folder}/a.md", [one]) for one in pages)]
        for tag, folders in project.languages.items()
    }
    found = {tag: folders for tag, folders in found.items() if folders}
    return found if len(found) > 1 else {}
