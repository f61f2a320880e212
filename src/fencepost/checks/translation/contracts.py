"""FP409: what one page holds to something and its twin does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fencepost.checks.translation.fences import Pair
from fencepost.checks.translation.findings import finding
from fencepost.model import Finding, Place
from fencepost.plan import FencePlan, PagePlan

_HELD = {"translates": "quote"}
"""A rewrite on one page answers to a quote on the other."""
_FREE = frozenset({"differs", "skip"})
"""Directives that one page may have alone."""


def compare(one: PagePlan, other: PagePlan, pair: Pair) -> list[Finding]:
    """FP409 for each contract and hidden check of a fence that its counterpart lacks."""
    ours, theirs = list(_held(one, pair.one)), list(_held(other, pair.other))
    if not (ours or theirs):
        return []
    sides = ((ours, other, theirs, pair.other), (theirs, one, ours, pair.one))
    found: list[Finding] = []
    for held, lacks, twins, twin in sides:
        missing = Counter(name for name, _ in held) - Counter(name for name, _ in twins)
        for name, number in missing.items():
            first = next(place for own, place in held if own == name)
            more = "" if number == 1 else f" ({number} of them)"
            message = f"`{name}` of {first.path}:{first.line}{more} has no counterpart here"
            place = lacks.page.place(twin.fence.line, twin.fence.column)
            found.append(finding("FP409", message, place, first, fence=twin.id))
    return found


def page_options(one: PagePlan, other: PagePlan) -> list[Finding]:
    """FP409 where only one of the pages has a `page` directive."""
    found: list[Finding] = []
    for has, lacks in ((one, other), (other, one)):
        if has.options is not None and lacks.options is None:
            line = has.options.line
            message = f"`page` of {has.page.path}:{line} has no counterpart here"
            found.append(finding("FP409", message, lacks.page.place(1), has.page.place(line)))
    return found


def _held(plan: PagePlan, fence: FencePlan) -> Iterator[tuple[str, Place]]:
    page = plan.page
    for directive in fence.directives:
        if directive.name not in _FREE:
            yield _HELD.get(directive.name, directive.name), page.place(directive.line)
    for binding in fence.bound:
        yield "quote", binding.place
    for contract in plan.contracts:
        if contract.kind == "assert" and contract.fence is fence.fence and contract.directive is not None:
            yield "assert", page.place(contract.directive.line)
    for scope in plan.scopes:
        if plan.steps[scope.first].fence is fence:
            yield "model", page.place(scope.directive.line)
