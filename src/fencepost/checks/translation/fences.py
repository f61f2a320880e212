"""Finds for each fence its counterpart on the other page, by what it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fencepost import kinds
from fencepost.checks.translation import signature, syntax
from fencepost.checks.translation.align import align
from fencepost.checks.translation.findings import finding
from fencepost.model import Finding, Place
from fencepost.plan import FencePlan, PagePlan

_ALIKE = 0.5
"""From this overlap on two fences are taken for the same without a look at the others."""
_SAME_LANGUAGE = 0.15
_SAME_SECTION = 0.1


@dataclass(frozen=True, slots=True)
class Pair:
    """A fence and its counterpart."""

    one: FencePlan
    other: FencePlan

    @property
    def language(self) -> str:
        """The language as which both are read: that of the one that is tagged, where the other is not."""
        language = kinds.canonical(self.one.fence.language)
        return kinds.canonical(self.other.fence.language) if language == "text" else language

    @property
    def same_tag(self) -> bool:
        """Whether both are tagged with the same language."""
        return kinds.canonical(self.one.fence.language) == kinds.canonical(self.other.fence.language)

    @property
    def differs(self) -> bool:
        """Whether the page says that they may differ."""
        return any(plan.directive("differs") is not None for plan in (self.one, self.other))


def pair(one: PagePlan, other: PagePlan, sections: Mapping[int, int]) -> tuple[list[Pair], list[Finding]]:
    """The fences that belong together, and FP403 for those that are alone, that moved or that are tagged otherwise.

    Args:
        one: the first page.
        other: the second page.
        sections: for the number of headings before a fence the number on the other page, where it is known.
    """
    ours, theirs = one.fences, other.fences
    if _go_together(ours, theirs):
        pairs = list(zip(range(len(ours)), range(len(theirs)), strict=True))
    else:
        pairs = _aligned(ours, theirs, sections)
    moved = _moved(ours, theirs, pairs)
    found = [_moved_finding(one, other, ours[i], theirs[j]) for i, j in moved]
    found += _missing(one, other, pairs, {i for i, _ in moved})
    found += _missing(other, one, [(j, i) for i, j in pairs], {j for _, j in moved})
    return [Pair(ours[i], theirs[j]) for i, j in sorted([*pairs, *moved])], found


def _go_together(ours: Sequence[FencePlan], theirs: Sequence[FencePlan]) -> bool:
    """Whether the fences belong together one by one, in their order."""
    if [_language(plan) for plan in ours] != [_language(plan) for plan in theirs]:
        return False
    return all(
        plan.fence.body == twin.fence.body
        or syntax.is_prose(_language(plan))
        or signature.overlap(_mark(plan), _mark(twin)) >= _ALIKE
        for plan, twin in zip(ours, theirs, strict=True)
    )


def _aligned(
    ours: Sequence[FencePlan], theirs: Sequence[FencePlan], sections: Mapping[int, int]
) -> list[tuple[int, int]]:
    marks = [_mark(plan) for plan in ours], [_mark(plan) for plan in theirs]
    languages = [_language(plan) for plan in ours], [_language(plan) for plan in theirs]
    bodies = [plan.fence.body for plan in ours], [plan.fence.body for plan in theirs]
    places = [sections.get(plan.fence.section, -1) for plan in ours], [plan.fence.section for plan in theirs]

    def likeness(i: int, j: int) -> float:
        common = signature.overlap(marks[0][i], marks[1][j])
        if languages[0][i] == languages[1][j]:
            same = bodies[0][i] == bodies[1][j]
            return _SAME_LANGUAGE + (1 if same else common) + _SAME_SECTION * (places[0][i] == places[1][j])
        return common - _SAME_LANGUAGE if common >= _ALIKE else 0.0

    return align(len(ours), len(theirs), likeness)


def _moved(
    ours: Sequence[FencePlan], theirs: Sequence[FencePlan], pairs: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Fences that stand on both pages, but not in the same order."""
    alone = [i for i in range(len(ours)) if i not in {i for i, _ in pairs}]
    left = [j for j in range(len(theirs)) if j not in {j for _, j in pairs}]
    found: list[tuple[int, int]] = []
    for i in alone:
        twin = next((j for j in left if _is_same(ours[i], theirs[j])), None)
        if twin is not None:
            left.remove(twin)
            found.append((i, twin))
    return found


def _is_same(one: FencePlan, other: FencePlan) -> bool:
    if _language(one) != _language(other):
        return False
    return one.fence.body == other.fence.body or signature.overlap(_mark(one), _mark(other)) > _ALIKE


def _missing(has: PagePlan, lacks: PagePlan, pairs: list[tuple[int, int]], moved: set[int]) -> list[Finding]:
    twins = dict(pairs)
    found: list[Finding] = []
    for index, plan in enumerate(has.fences):
        if index in twins or index in moved or plan.directive("differs") is not None:
            continue
        following = next((twins[later] for later in range(index + 1, len(has.fences)) if later in twins), None)
        where = _place(lacks, following)
        message = f"{lacks.page.path} has no counterpart of this {plan.fence.language or 'untagged'} fence"
        place = has.page.place(plan.fence.line, plan.fence.column)
        found.append(finding("FP403", message, place, where, fence=plan.id))
    return found


def _place(plan: PagePlan, index: int | None) -> Place:
    """The fence in whose place the missing one would stand, else the end of the last one."""
    if index is not None:
        return plan.page.place(plan.fences[index].fence.line)
    return plan.page.place(plan.fences[-1].fence.end_line if plan.fences else 1)


def _moved_finding(one: PagePlan, other: PagePlan, plan: FencePlan, twin: FencePlan) -> Finding:
    message = f"this fence stands at another place than its counterpart, {one.page.path}:{plan.fence.line}"
    place = other.page.place(twin.fence.line, twin.fence.column)
    return finding("FP403", message, place, one.page.place(plan.fence.line, plan.fence.column), fence=twin.id)


def tags(one: PagePlan, other: PagePlan, pair: Pair) -> Finding | None:
    """FP403 for two fences in two languages; FP410 where only one of them is tagged."""
    if pair.same_tag:
        return None
    here, there = (plan.fence.language or "untagged" for plan in (pair.other, pair.one))
    code = "FP410" if "text" in (_language(pair.one), _language(pair.other)) else "FP403"
    place = other.page.place(pair.other.fence.line, pair.other.fence.column)
    related = one.page.place(pair.one.fence.line, pair.one.fence.column)
    message = f"this fence is tagged `{here}`, its counterpart `{there}`"
    return finding(code, message, place, related, fence=pair.other.id)


def _language(plan: FencePlan) -> str:
    return kinds.canonical(plan.fence.language)


def _mark(plan: FencePlan) -> int:
    return signature.of_code(plan.fence.body)
