"""Puts directives on pages, and leaves a page alone where the site or the check would mind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from fencepost.edits import OverlapError, apply
from fencepost.model import Edit, Fence, Page
from fencepost.plan import plan_page

Reread = Callable[[str], Page]
"""Reads a new text of a page."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a page: the first of several ways to make it that does no harm is taken."""

    ways: tuple[tuple[Edit, ...], ...]
    line: int
    shown: str
    """What it does, for people: `notest -> skip`."""


def comment(page: Page, directive: str) -> str:
    """A directive as the page's dialect writes it."""
    return f"{{/* fencepost: {directive} */}}" if page.dialect == "mdx" else f"<!-- fencepost: {directive} -->"


def above(page: Page, fence: Fence, *directives: str) -> tuple[tuple[Edit, ...], ...]:
    """The ways to put directives above a fence: directly, or behind an empty line."""
    end = fence.start + len(fence.prefix)
    first = page.text[fence.start : end]  # with the mark of a list's item, for which the prefix has blanks
    written = f"\n{fence.prefix}".join([*(comment(page, directive) for directive in directives), ""])
    ways = [first + written]
    if first == fence.prefix:
        ways.append(f"{first.rstrip()}\n{first}{written}")
    return tuple((Edit(page.path, fence.start, end, text),) for text in ways)


def changed(page: Page, changes: Iterable[Change], reread: Reread) -> tuple[str, list[Change]]:
    """The page's text after all changes that do no harm, and the changes that were left."""
    kept: list[Edit] = []
    left: list[Change] = []
    best = page
    for change in sorted(changes, key=lambda change: change.line):
        tried = ((way, _tried(page, [*kept, *way], reread)) for way in change.ways)
        found = next(((way, new) for way, new in tried if new is not None and not _harms(best, new)), None)
        if found is None:
            left.append(change)
        else:
            kept += found[0]
            best = found[1]
    return best.text, left


def _tried(page: Page, edits: list[Edit], reread: Reread) -> Page | None:
    try:
        return reread(apply(page.text, edits))
    except OverlapError:
        return None


def _harms(old: Page, new: Page) -> bool:
    outlines = [[(fence.language, len(fence.containers), fence.name) for fence in page.fences] for page in (old, new)]
    return outlines[0] != outlines[1] or bool(_faults(new) - _faults(old))


def _faults(page: Page) -> Counter[str]:
    return Counter(finding.code for finding in plan_page(page).findings)
