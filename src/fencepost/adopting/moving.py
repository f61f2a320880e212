"""`fencepost init --from TOOL`: rewrites the options of another tool into directives."""

from __future__ import annotations

from fencepost.adopting import sybil
from fencepost.adopting.draft import Draft
from fencepost.adopting.insert import Change, changed
from fencepost.adopting.optionwords import changes, examples, markdown_docs, metadata
from fencepost.adopting.step import Step
from fencepost.model import Page
from fencepost.report import plural

TOOLS = ("pytest-markdown-docs", "pytest-examples", "sybil")
_WHY = """\
The pages keep their meaning, and the directives show nowhere on the site. A reason that says where
a skip came from is a place to write the true one. What has no counterpart stays and is listed."""


def step(draft: Draft, tool: str) -> Step:
    """Rewrite the pages of a project that comes from `tool`, one of `TOOLS`."""
    project = draft.project()
    shown: list[str] = []
    left: list[str] = []
    after = draft
    for page in project.pages:
        found, kept = _changes(page, tool)
        text, refused = changed(page, found, project.reader(page)) if found else (page.text, [])
        left += [*kept, *(f"{page.path}:{one.line}: {one.shown}: change it by hand" for one in refused)]
        shown += [f"{page.path}:{one.line}: {one.shown}" for one in found if one not in refused]
        if text != page.text:
            after = after.with_text(page.path, text)
    if not shown:
        return Step("from", f"no page has options of {tool} that could be rewritten", left=tuple(left))
    title = f"rewrite {plural(len(shown), 'option')} of {tool} into directives"
    return Step("from", title, _WHY, tuple(shown), tuple(left), after)


def _changes(page: Page, tool: str) -> tuple[list[Change], list[str]]:
    match tool:
        case "pytest-markdown-docs":
            found, kept = changes(page, markdown_docs)
            return [*found, *metadata(page)], kept
        case "pytest-examples":
            return changes(page, examples)
        case _:
            return sybil.changes(page)
