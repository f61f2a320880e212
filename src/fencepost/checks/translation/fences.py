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


@dataclass(frozen=True, slots=True)
class Lone:
    """A fence that has no counterpart on the other page."""

    has: PagePlan
    lacks: PagePlan
    plan: FencePlan
    twins: Mapping[int, int]
    """The other fences of the page and their counterparts, those that moved left out."""
    sections: Mapping[int, int]
    """For the number of headings before a fence the number on the page that lacks it, where it is known."""

    @property
    def place(self) -> Place:
        """Where the missing fence would stand: before the next one that both pages have, else behind the last."""
        index = self.has.fences.index(self.plan)
        later = range(index + 1, len(self.has.fences))
        return _place(self.lacks, next((self.twins[number] for number in later if number in self.twins), None))


def pair(one: PagePlan, other: PagePlan, sections: Mapping[int, int]) -> tuple[list[Pair], list[Lone], list[Finding]]:
    """The fences that belong together, those that are alone, and FP403 for those that moved.

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
    alone = _alone(one, other, pairs, {i for i, _ in moved}, sections)
    alone += _alone(other, one, [(j, i) for i, j in pairs], {j for _, j in moved}, {j: i for i, j in sections.items()})
    return [Pair(ours[i], theirs[j]) for i, j in sorted([*pairs, *moved])], alone, found


def is_sure(pair: Pair, one: PagePlan, other: PagePlan, sections: Mapping[int, int]) -> bool:
    """Whether two fences belong together by their place, or are more like each other than like any other fence."""
    places = pair.one.fence.section, pair.other.fence.section
    if sections.get(places[0]) == places[1]:
        tags = [
            [_language(plan) for plan in page.fences if plan.fence.section == place]
            for page, place in zip((one, other), places, strict=True)
        ]
        if tags[0] == tags[1]:
            return True
    marks = _mark(pair.one), _mark(pair.other)
    rivals = [signature.overlap(marks[0], _mark(plan)) for plan in other.fences if plan is not pair.other]
    rivals += [signature.overlap(marks[1], _mark(plan)) for plan in one.fences if plan is not pair.one]
    return signature.overlap(*marks) > max(rivals, default=0.0)


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
    paired, twins = {i for i, _ in pairs}, {j for _, j in pairs}
    alone = [i for i in range(len(ours)) if i not in paired]
    left = [j for j in range(len(theirs)) if j not in twins]
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


def _alone(
    has: PagePlan, lacks: PagePlan, pairs: Sequence[tuple[int, int]], moved: set[int], sections: Mapping[int, int]
) -> list[Lone]:
    twins = dict(pairs)
    return [
        Lone(has, lacks, plan, twins, sections)
        for index, plan in enumerate(has.fences)
        if index not in twins and index not in moved and plan.directive("differs") is None
    ]


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
    here, there = (_tag(plan) for plan in (pair.other, pair.one))
    code = "FP410" if "text" in (_language(pair.one), _language(pair.other)) else "FP403"
    place = other.page.place(pair.other.fence.line, pair.other.fence.column)
    related = one.page.place(pair.one.fence.line, pair.one.fence.column)
    message = f"this fence is {here}, its counterpart is {there}"
    return finding(code, message, place, related, fence=pair.other.id)


def _tag(plan: FencePlan) -> str:
    return f"tagged `{plan.fence.language}`" if plan.fence.language else "not tagged"


def _language(plan: FencePlan) -> str:
    return kinds.canonical(plan.fence.language)


def _mark(plan: FencePlan) -> int:
    return signature.of_code(plan.fence.body)
