"""Holds two pages that say the same in two languages to each other."""

from __future__ import annotations

from collections.abc import Sequence

from fencepost.checks.prose import Readings
from fencepost.checks.translation import (
    code,
    contracts,
    fences,
    headings,
    identifiers,
    lone,
    presence,
    stale,
    structure,
)
from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.fences import Pair
from fencepost.checks.translation.history import History
from fencepost.checks.translation.options import TranslationOptions
from fencepost.checks.translation.sides import Sides
from fencepost.model import Finding
from fencepost.plan import FencePlan, PagePlan
from fencepost.rules import RULES

_FREE = TranslationOptions()


def compare_pages(
    one: PagePlan,
    other: PagePlan,
    options: TranslationOptions = _FREE,
    *,
    history: History | None = None,
    sides: Sides | None = None,
) -> list[Finding]:
    """What two pages do not have in common though they should: headings, fences, code, contracts, names, shapes.

    Args:
        one: the page in the source language, in whose terms findings speak.
        other: its translation; neither of the two is taken for the right one.
        options: what a translation may change.
        history: tells which side is the older one; without it nobody asks git.
        sides: has what was read of pages for earlier comparisons.

    A page that is still written in the language of the other is said so once, and not compared.
    """
    sides = sides or Sides(Readings())
    ours, theirs = sides.of(one.page), sides.of(other.page)
    early = presence.untranslated(ours.sentences, theirs.sentences)
    if early is not None:
        return [early]
    alike = sides.alike(one.page, other.page, options)
    sections = headings.pair(ours.prose, theirs.prose)
    below = {0: 0, **{i + 1: j + 1 for i, j in sections}}
    pairs, alone, found = fences.pair(one, other, below)
    found = [*headings.compare(one.page, other.page, sections), *found]
    found += [lone.finding(item, history) for item in alone]
    past = stale.Past(one, other, below, alike, history) if history else None
    for pair in pairs:
        found += _pair(one, other, pair, alike, past)
    found += contracts.page_options(one, other)
    found += identifiers.compare(ours.names, theirs.names, sections, alike)
    found += structure.compare(ours.shapes, theirs.shapes, sections)
    return [*found, *(stale.older_page(one.page, other.page, history) if history else ())]


def _pair(one: PagePlan, other: PagePlan, pair: Pair, alike: Alike, past: stale.Past | None) -> list[Finding]:
    tag = fences.tags(one, other, pair)
    found = [*([tag] if tag else []), *code.compare(one, other, pair, alike)]
    if pair.differs:
        found = [] if found else _not_needed(one, other, pair)
    elif past is not None and found:
        found = past.dated(pair, found)
    return [*found, *contracts.compare(one, other, pair)]


def _not_needed(one: PagePlan, other: PagePlan, pair: Pair) -> list[Finding]:
    """FP113 for each `differs` of two fences that do not differ."""
    sides: Sequence[tuple[PagePlan, FencePlan]] = ((one, pair.one), (other, pair.other))
    found: list[Finding] = []
    for side, plan in sides:
        directive = plan.directive("differs")
        if directive is not None:
            place = side.page.place(directive.line, directive.comment.column)
            message = "`differs` accepts nothing: the fence and its counterpart are the same but for what is translated"
            found.append(Finding("FP113", message, place, fence=plan.id, help=RULES["FP113"].fix))
    return found
