"""What will be done on a whole project: its pages, the contracts of its settings, and those between pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fencepost import tree
from fencepost.binding import bindings, locate
from fencepost.continuing import continued
from fencepost.globs import matches
from fencepost.languages import language_of
from fencepost.model import Finding, Page
from fencepost.plan import Conditions, Contract, PagePlan, plan_page
from fencepost.project import Project
from fencepost.settings import Loaded, Settings


@dataclass(frozen=True, slots=True)
class Planned:
    """A project with all that is to be checked on it."""

    project: Project
    pages: dict[str, PagePlan]
    contracts: tuple[Contract, ...]
    """Those of the settings and those between pages; the pages hold their own."""

    @property
    def all_contracts(self) -> list[Contract]:
        """Those of the pages, of the settings and between pages."""
        return [*(contract for page in self.pages.values() for contract in page.contracts), *self.contracts]


def plan(project: Project, conditions: Conditions | None = None) -> Planned:
    """Decide what is to be done on the pages of a project."""
    loaded = project.loaded
    pages = plan_pages(project, conditions)
    unbound = plan_unbound(loaded, {page.path: page for page in project.pages}, partial=bool(project.asked))
    languages = list(project.languages)
    pairs = plan_pairs(project.pages, project.twins, languages, loaded.settings.source_language)
    return Planned(project, pages, (*plan_settings(loaded), *unbound, *pairs, *plan_links(project.pages)))


def plan_pages(
    project: Project, conditions: Conditions | None = None, known: Mapping[str, PagePlan] | None = None
) -> dict[str, PagePlan]:
    """The plans of all pages by their paths; those that are `known` are not made again."""
    holds = _with_settings(conditions or Conditions.here(), project.loaded.settings)
    bound = tuple(bindings(project.loaded))
    alone = {
        page.path: (known or {}).get(page.path) or _with_checks(plan_page(page, holds, bound), project)
        for page in project.pages
    }
    return continued(alone, project, holds)


def _with_checks(plan: PagePlan, project: Project) -> PagePlan:
    """The plan with what is found on the page as such, by the checks of plugins too."""
    found = [*_without_files(plan, project.loaded.root), *project.plugins.findings(plan.page)]
    return replace(plan, findings=(*plan.findings, *found)) if found else plan


def _without_files(plan: PagePlan, root: Path) -> Iterator[Finding]:
    """FP303 where a page's `files` names no file."""
    pattern = plan.option("files")
    if pattern and plan.options and not tree.brought(pattern, (root / plan.page.path).parent, root):
        place = plan.page.place(plan.options.line, plan.options.comment.column)
        advice = "Correct the pattern: it is one glob, relative to the page."
        yield Finding("FP303", f"`files` names no file: `{pattern}`", place, help=advice)


def _with_settings(conditions: Conditions, settings: Settings) -> Conditions:
    strict, titles, shell = settings.strict, settings.titles == "files", settings.shell != "off"
    return replace(conditions, strict=strict, titles=titles, shell=shell)


def plan_settings(loaded: Loaded) -> tuple[Contract, ...]:
    """The contracts that the settings declare between constants."""
    file = loaded.file.name if loaded.file else ""
    agreements = [
        Contract(
            f"{file}::agree[{entry.name}]",
            "agree",
            loaded.place_of("agree", entry.name),
            source=", ".join(entry.sources),
            entry=entry,
        )
        for entry in loaded.settings.agree
    ]
    translations = [
        Contract(
            f"{file}::translates[{entry.name}]",
            "translates",
            loaded.place_of("translates", entry.rewrite),
            source=entry.source,
            entry=entry,
        )
        for entry in loaded.settings.translates
    ]
    return (*agreements, *translations)


def unmatched(project: Project) -> tuple[Finding, ...]:
    """FP303 for each glob of the settings' `pages` that names no page of the project, and for `languages` without any.

    One language without pages is seen by those of the others, which have no translation.
    """
    if project.asked:
        return ()
    loaded = project.loaded
    paths = [*(page.path for page in project.pages), *(one.place.path for one in project.unreadable)]
    found = [
        (f"pages: `{pattern}` names no page", loaded.place_of("pages", pattern))
        for pattern in loaded.settings.pages
        if not any(matches(path, pattern) for path in paths)
    ]
    named = loaded.settings.languages
    if named and not any(language_of(path, named) for path in paths):
        found.append(("languages: no page is of any of them", loaded.place_of("languages")))
    advice = "Correct it, or take it out; what matches nothing checks nothing."
    return tuple(Finding("FP303", message, place, help=advice) for message, place in found)


def plan_unbound(loaded: Loaded, pages: Mapping[str, Page], *, partial: bool) -> tuple[Contract, ...]:
    """A contract that fails for each `[[quote]]` that binds nothing.

    `partial` says that not all pages of the project are looked at: those that are not are no fault of the entry.
    """
    file = loaded.file.name if loaded.file else ""
    return tuple(
        Contract(f"{file}::quote[{entry.name}]", "quote", place, source=entry.source, entry=entry)
        for entry, place in ((binding.entry, binding.place) for binding in bindings(loaded))
        if isinstance(locate(entry, pages.get(entry.page)), str)
        if entry.page in pages or not partial or not (loaded.root / entry.page).is_file()
    )


def plan_pairs(
    pages: Iterable[Page], twins: Mapping[str, tuple[str, ...]], languages: Sequence[str], source: str | None
) -> tuple[Contract, ...]:
    """A contract for each translated page: it is in step with the page of the source language.

    Args:
        pages: the pages that are looked at.
        twins: the other languages' pages for each page.
        languages: all languages; the first is the source where `source` is not given.
        source: the language that the others are held to, without being always right.
    """
    by_path = {page.path: page for page in pages}
    origin = source or next(iter(languages), None)
    contracts: list[Contract] = []
    for page in by_path.values():
        if page.language is None or page.language == origin:
            continue
        twin = next((by_path[path] for path in twins.get(page.path, ()) if _speaks(by_path.get(path), origin)), None)
        if twin is not None:
            contracts.append(Contract(f"{page.path}::translation", "pair", page.place(1), page, source=twin.path))
    return tuple(contracts)


def plan_links(pages: Iterable[Page]) -> tuple[Contract, ...]:
    """A contract for each page that may have links: they lead somewhere."""
    return tuple(
        Contract(f"{page.path}::links", "links", page.place(1), page)
        for page in pages
        if "](" in page.text or "][" in page.text or "]:" in page.text or "href" in page.text or "src" in page.text
    )


def _speaks(page: Page | None, language: str | None) -> bool:
    return page is not None and page.language == language
