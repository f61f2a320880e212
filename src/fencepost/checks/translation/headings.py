"""Holds the headings of two pages to each other: the same levels in the same order."""

from __future__ import annotations

from itertools import pairwise

from fencepost.checks.prose import Prose
from fencepost.checks.translation import signature
from fencepost.checks.translation.align import align, gaps
from fencepost.checks.translation.findings import finding
from fencepost.model import Finding, Heading, Page, Place

Pairs = list[tuple[int, int]]
"""Indexes of headings that belong together."""


def pair(one: Prose, other: Prose) -> Pairs:
    """The headings that belong together: one by one where the levels agree, else by what stands below them."""
    ours, theirs = one.page.headings, other.page.headings
    if [heading.level for heading in ours] == [heading.level for heading in theirs]:
        return [(index, index) for index in range(len(ours))]
    marks = _marks(one), _marks(other)

    def likeness(i: int, j: int) -> float:
        if ours[i].level != theirs[j].level:
            return 0.0
        explicit = ours[i].explicit and theirs[j].explicit and ours[i].slug == theirs[j].slug
        return 0.4 + signature.overlap(marks[0][i], marks[1][j]) + explicit

    return align(len(ours), len(theirs), likeness)


def compare(one: Page, other: Page, pairs: Pairs) -> list[Finding]:
    """FP402 for each place at which one page has headings that the other lacks."""
    found: list[Finding] = []
    for own, twin in gaps(pairs, len(one.headings), len(other.headings)):
        ours, theirs = ([page.headings[i] for i in part] for page, part in ((one, own), (other, twin)))
        here = _place(other, twin)
        there = _place(one, own)
        if not theirs:
            message = f"{_named(ours)} of {there.path}:{there.line} {_have(ours)} no counterpart here"
        elif not ours:
            message = f"{_named(theirs)} {_have(theirs)} no counterpart at {there.path}:{there.line}"
        else:
            stand = "stands" if len(theirs) == 1 else "stand"
            message = f"{_named(theirs)} {stand} where {there.path}:{there.line} has {_named(ours)}"
        found.append(finding("FP402", message, here, there))
    return found


def _named(headings: list[Heading]) -> str:
    shown = ", ".join(f"`{'#' * heading.level} {heading.title}`" for heading in headings[:3])
    return shown if len(headings) <= 3 else f"{shown} and {len(headings) - 3} more"


def _have(headings: list[Heading]) -> str:
    return "has" if len(headings) == 1 else "have"


def _place(page: Page, part: range) -> Place:
    if part.start < len(page.headings):
        return page.place(page.headings[part.start].line)
    return page.place(page.text.count("\n", 0, len(page.text.rstrip())) + 1)


def _marks(prose: Prose) -> list[int]:
    """For each heading the fingerprint of what stands below it, up to the next heading."""
    page = prose.page
    lines = prose.lines
    starts = [*(heading.line for heading in page.headings), len(lines) + 1]
    marks = [signature.of_prose("\n".join(lines[start - 1 : end - 1])) for start, end in pairwise(starts)]
    for fence in page.fences:
        if fence.section:
            marks[fence.section - 1] |= signature.of_code(fence.body)
    return marks
