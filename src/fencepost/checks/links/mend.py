"""Gives a translated heading the id of its counterpart in the source language."""

from __future__ import annotations

import re

from fencepost.checks.links.targets import Target, Targets
from fencepost.model import Edit, Page, Place

_LINE_END = re.compile(r"\r\n?|\n")


def by_counterpart(target: Target, targets: Targets) -> tuple[Place, Edit] | None:
    """The heading that should have the fragment of a link, and the edit that gives it to it.

    It is known where the pages of both languages have headings of the same levels in the same order.
    """
    page = targets.page(target.path)
    twin = _source(page, targets) if page else None
    if page is None or twin is None or "attr_list" not in targets.extensions or not targets.on_site(target.path):
        return None
    ids = targets.ids(twin.path)
    if ids is None or [h.level for h in page.headings] != [h.level for h in twin.headings]:
        return None
    index = next((i for i, name in enumerate(ids.of_headings) if name == target.fragment), None)
    if index is None or page.headings[index].explicit:
        return None
    line = page.headings[index].line
    end = _end_of_line(page.text, line)
    return page.place(line), Edit(page.path, end, end, f" {{ #{target.fragment} }}")


def _source(page: Page, targets: Targets) -> Page | None:
    """The page of the source language that says the same."""
    project = targets.project
    source = project.loaded.settings.source_language or next(iter(project.languages), None)
    if page.language == source:
        return None
    twins = (targets.page(path) for path in project.twins.get(page.path, ()))
    return next((twin for twin in twins if twin is not None and twin.language == source), None)


def _end_of_line(text: str, line: int) -> int:
    """The offset behind the last character of a line, blanks at its end not counted."""
    ends = [match.start() for match in _LINE_END.finditer(text)]
    end = ends[line - 1] if line <= len(ends) else len(text)
    return len(text[:end].rstrip(" \t"))
