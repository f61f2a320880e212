"""What a report says of each page, fence and contract, from its plan and its verdict."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from fencepost.model import ContractResult, FenceResult, Finding, Outcome, Page, PageResult, Verdict
from fencepost.plan import Contract, FencePlan, PagePlan

_WORST: tuple[Outcome, ...] = ("failed", "blocked", "not_checked")
"""Outcomes of contracts that are their fence's as well, the worst first."""


def without_pardoned(verdicts: Mapping[str, Verdict], left: Iterable[Finding]) -> dict[str, Verdict]:
    """The verdicts; what failed by nothing but what its page accepts, so that nothing of it is left, has passed."""
    kept = frozenset(left)
    return {
        name: replace(verdict, outcome="passed")
        if verdict.outcome == "failed" and verdict.findings and kept.isdisjoint(verdict.findings)
        else verdict
        for name, verdict in verdicts.items()
    }


def of_fence(page: PagePlan, item: FencePlan, verdict: Verdict) -> FenceResult:
    """What became of a fence, for itself; one that is only shown has no outcome."""
    outcome = None if item.fate == "shown" else verdict.outcome
    fence = item.fence
    lines = page.page.line_in_file(fence.line), page.page.line_in_file(fence.end_line)
    place = page.page.place(fence.line)
    included = place if place.path != page.page.path else None
    return FenceResult(
        item.id, page.page.path, *lines, fence.language, item.fate, item.reason, outcome, included, verdict.reused
    )


def with_outcomes_of(fences: Iterable[FenceResult], contracts: Iterable[ContractResult]) -> Iterator[FenceResult]:
    """The fences; a compared one has the outcome of its contracts."""
    known: dict[str | None, set[Outcome]] = defaultdict(set)
    for contract in contracts:
        known[contract.fence].add(contract.outcome)
    for item in fences:
        own = known[item.id] if item.fate == "compared" else ()
        decided = next((outcome for outcome in _WORST if outcome in own), None)
        yield item if decided is None else replace(item, outcome=decided)


def of_contract(contract: Contract, verdict: Verdict) -> ContractResult:
    """What became of a contract."""
    page = contract.page
    fence = page.fence_id(contract.fence) if page and contract.fence else None
    path = page.path if page else None
    return ContractResult(contract.id, contract.kind, contract.source, path, fence, verdict.outcome, verdict.reused)


def of_page(page: Page, twins: Sequence[str]) -> PageResult:
    """What a page was when it was looked at."""
    digest = hashlib.sha256(page.file_text.encode("utf-8")).hexdigest()
    return PageResult(page.path, page.language, twins[0] if twins else None, digest)
