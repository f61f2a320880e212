"""From the text of a Markdown page to its fences, headings and directives."""

from __future__ import annotations

from fencepost.markdown.lines import read
from fencepost.markdown.scan import Scan
from fencepost.model import Dialect, Directive, Finding, Page, Place
from fencepost.site import Site

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


def parse_page(text: str, path: str, *, dialect: Dialect, site: Site | None = None) -> Page:
    """Read a page: its fences, headings and directives, and what is wrong with them."""
    found = scan(text, path, dialect=dialect, site=site)
    understood: list[Directive] = []
    findings = list(found.findings)
    if found.comments:
        # Most pages have none.
        from fencepost import directives
    for comment in found.comments:
        if comment.printed:
            message = f"the site would print this directive: {comment.printed}"
            findings.append(Finding("FP111", message, Place(path, comment.line, comment.column)))
        result = directives.parse(comment, path)
        if isinstance(result, Directive):
            understood.append(result)
        else:
            findings.append(result)
    findings.sort(key=lambda finding: finding.place.line)
    return Page(path, text, dialect, found.headings, found.fences, tuple(understood), tuple(findings))
