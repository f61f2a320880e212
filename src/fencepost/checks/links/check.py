"""FP501 and FP502: links to pages, files and anchors that do not exist."""

from __future__ import annotations

from difflib import get_close_matches

from fencepost.checks.links import mend, slugs
from fencepost.checks.links.find import Link, links
from fencepost.checks.links.labels import undefined
from fencepost.checks.links.names import is_readme
from fencepost.checks.links.targets import Target, Targets
from fencepost.model import Finding, Page, Place
from fencepost.rules import RULES


def check_links(page: Page, targets: Targets) -> list[Finding]:
    """What is wrong with the links of a page; links to other hosts are not followed.

    A page that its site leaves out goes into others, or is a template of them: where its links lead is seen there. But
    a README is read where it lies.
    """
    if targets.leaves_out(page.path) and not is_readme(page.path):
        return []
    found: list[Finding] = []
    read = targets.prose.of(page)
    for link in links(read):
        target = targets.find(page, link)
        if target is None:
            continue
        if (not target.path or link.target.startswith("#")) and targets.is_reference(link.target):
            continue
        if not target.path:
            found.append(_missing_page(page, link, targets))
        elif targets.leaves_out(target.path) and targets.on_site(page.path):
            found.append(_left_out(page, link, target))
        elif target.fragment and not targets.has(target.path, target.fragment):
            found.append(_missing_anchor(page, link, target, targets))
    return [*found, *(_undefined(page, link) for link in undefined(read, targets.project.site))]


def _undefined(page: Page, link: Link) -> Finding:
    # Without marks of code around it: it may hold some of its own.
    message = f"{link.target} leads nowhere: nothing on this page defines the label, and it is printed as it stands"
    return Finding(
        "FP501", message, _place(page, link), help="Add `[label]: target` to the page, or correct the label."
    )


def _missing_page(page: Page, link: Link, targets: Targets) -> Finding:
    other = targets.elsewhere(page, link)
    help_ = f"The default language has it, {other}, and the site does not fall back to it." if other else ""
    message = f"`{link.target}` leads nowhere: there is no such page or file"
    return Finding("FP501", message, _place(page, link), help=help_ or RULES["FP501"].fix)


def _left_out(page: Page, link: Link, target: Target) -> Finding:
    message = f"`{link.target}` leads nowhere: the site leaves out {target.path}"
    help_ = (
        "Take it in again (`exclude_docs` and `draft_docs` of the site, or its plugin `exclude`), or link elsewhere."
    )
    return Finding("FP501", message, _place(page, link), help=help_)


def _missing_anchor(page: Page, link: Link, target: Target, targets: Targets) -> Finding:
    where = "this page" if target.path == page.path else target.path
    message = f"`{link.target}` leads nowhere: {where} has no `#{target.fragment}`"
    mended = mend.by_counterpart(target, targets)
    if mended is not None:
        heading, edit = mended
        help_ = f"Add `{{ #{target.fragment} }}` to the heading, as its counterpart in the source language has it."
        return Finding("FP502", message, _place(page, link), related=(heading,), help=help_, edits=(edit,))
    related, help_ = _hint(target, targets)
    return Finding("FP502", message, _place(page, link), related=related, help=help_ or RULES["FP502"].fix)


def _hint(target: Target, targets: Targets) -> tuple[tuple[Place, ...], str]:
    """The heading that is meant, or the nearest id."""
    page, ids = targets.page(target.path), targets.ids(target.path)
    if page is None or ids is None:
        return (), ""
    for heading, name in zip(page.headings, ids.of_headings, strict=True):
        if slugs.github(heading.title) == slugs.github(target.fragment.replace("-", " ")) and name:
            help_ = f"The heading `{heading.title}` has the id `{name}`: link to it, or give it an id of its own."
            return (page.place(heading.line),), help_
    near = get_close_matches(target.fragment, sorted(ids.names), n=1, cutoff=0.6)
    return (), f"Did you mean `#{near[0]}`?" if near else ""


def _place(page: Page, link: Link) -> Place:
    return page.place(link.line, link.column)
