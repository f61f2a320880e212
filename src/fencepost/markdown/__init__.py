"""From the text of a Markdown page to its fences, headings and directives."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from fencepost.markdown.lines import front_matter_end, read
from fencepost.markdown.scan import Scan
from fencepost.model import Comment, Dialect, Directive, Fence, Finding, Page, Place

if TYPE_CHECKING:
    from fencepost.site import Site
    from fencepost.snippets import Expansion, Library

_NUMBER = re.compile(r"\d+")
_LINES = re.compile(r"\blines? \d+(?:(?:, | to )\d+)*")
"""How messages name lines."""

__all__ = ["Scan", "parse_page", "scan"]


def scan(text: str, path: str, *, dialect: Dialect, site: Site | None = None, exact: bool = False) -> Scan:
    """Find what stands on a page, by the rules of a dialect; the rules that are not asked for are not imported."""
    source = read(text)
    if dialect == "gfm":
        from fencepost.markdown import gfm

        return gfm.scan(source, path)
    if dialect == "mdx":
        from fencepost.markdown import mdx

        return mdx.scan(source, path)
    from fencepost.markdown import mkdocs
    from fencepost.markdown.extensions import of_site

    return mkdocs.scan(source, path, of_site(site), exact=exact)


def parse_page(
    text: str,
    path: str,
    *,
    dialect: Dialect,
    site: Site | None = None,
    snippets: Library | None = None,
    language: str | None = None,
) -> Page:
    """Read a page, with the snippets that the site puts into it: its fences, headings and directives, and what is
    wrong with them.
    """
    expanded = _expanded(text, path, snippets) if snippets is not None and dialect == "mkdocs" else None
    shown = expanded.text if expanded else text
    found = scan(shown, path, dialect=dialect, site=site)
    understood, wrong = _read_directives(found.comments, path) if found.comments else ((), [])
    findings = sorted((*found.findings, *wrong), key=lambda finding: finding.place.line)
    page = Page(path, shown, dialect, found.headings, found.fences, understood, tuple(findings), language)
    return _with_origins(page, text, expanded) if expanded else page


def _read_directives(comments: Iterable[Comment], path: str) -> tuple[tuple[Directive, ...], list[Finding]]:
    from fencepost import directives  # pages without any are read without it

    understood: list[Directive] = []
    findings: list[Finding] = []
    for comment in comments:
        if comment.printed:
            message = f"the site would print this directive: {comment.printed}"
            findings.append(Finding("FP111", message, Place(path, comment.line, comment.column)))
        result = directives.parse(comment, path)
        if isinstance(result, Directive):
            understood.append(result)
        else:
            findings.append(result)
    return tuple(understood), findings


def _expanded(text: str, path: str, snippets: Library) -> Expansion | None:
    from fencepost.snippets import HINT, expand

    if HINT not in text and not snippets.options.appended:
        return None
    wide = read(text).wide
    return expand(text, path, snippets, skip=wide.count("\n", 0, front_matter_end(wide, multimarkdown=True)))


def _with_origins(page: Page, written: str, expanded: Expansion) -> Page:
    """The page with the way back to its files, and its findings where they belong."""
    page = replace(page, written=written, origins=expanded.origins)
    page = replace(page, fences=tuple(_without_end_of_file(fence, page) for fence in page.fences))
    findings = (_in_files(finding, page) for finding in page.findings)
    return replace(page, findings=(*findings, *expanded.findings))


def _in_files(finding: Finding, page: Page) -> Finding:
    """A finding of a scan, which knows nothing but the page with its snippets, with the lines of the files."""

    def named(line: re.Match[str]) -> str:
        origin = page.origin(int(line[0]))
        return str(origin.line) if origin.path == page.path else f"{origin.line} of {origin.path}"

    return replace(
        finding,
        message=_LINES.sub(lambda lines: _NUMBER.sub(named, lines[0]), finding.message),
        place=page.written_at(finding.place),
        related=tuple(map(page.written_at, finding.related)),
    )


def _without_end_of_file(fence: Fence, page: Page) -> Fence:
    """A fence without the empty line that the final line end of a snippet leaves, which the site does not show."""
    last = page.origin(fence.end_line - 1)
    made = last.path != page.path and last.start is not None and last.start == last.end
    if not made or not (fence.body == "\n" or fence.body.endswith("\n\n")):
        return fence
    return replace(fence, body=fence.body[:-1], body_end=page.text.rfind("\n", 0, fence.body_end - 1) + 1)
