"""What is known of each page: what this build has checked, and what an earlier report says about the same text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from fencepost.model import ContractResult, FenceResult, Outcome, PageResult, Report

Freshness = Literal["current", "changed", "unreported"]
"""Whether a report speaks of the page's present text, of an earlier one, or not at all."""

_OPEN: frozenset[Outcome | None] = frozenset({"not_run", "not_checked"})
_Result = TypeVar("_Result", FenceResult, ContractResult)


@dataclass(frozen=True, slots=True)
class Standing:
    """A page, its fences and its contracts, with the best that is known of each."""

    page: PageResult
    freshness: Freshness
    fences: tuple[FenceResult, ...]
    contracts: tuple[ContractResult, ...]
    """Those of its fences, and those of the page: links, and the comparison with its translation."""

    def contracts_of(self, fence: FenceResult) -> tuple[ContractResult, ...]:
        """The contracts that stand on a fence."""
        return tuple(contract for contract in self.contracts if contract.fence == fence.id)


def standings(live: Report, recorded: Report | None) -> dict[str, Standing]:
    """The standing of each page by its path.

    What this build has found out holds. What it left open, since nothing was run or imported, is taken from the
    recorded report, and only where that speaks of the very text that the page has now (SHA-256 of the page).
    """
    known = {page.path: page.sha256 for page in recorded.pages} if recorded else {}
    fences = {item.id: _seen(item).outcome for item in recorded.fences} if recorded else {}
    contracts = {item.id: _seen(item).outcome for item in recorded.contracts} if recorded else {}
    own_fences, own_contracts = _by_page(map(_seen, live.fences)), _by_page(map(_seen, live.contracts))
    found: dict[str, Standing] = {}
    for page in live.pages:
        freshness = _freshness(page, known)
        current = freshness == "current"
        found[page.path] = Standing(
            page,
            freshness,
            tuple(_settled(item, fences if current else {}) for item in own_fences.get(page.path, ())),
            tuple(_settled(item, contracts if current else {}) for item in own_contracts.get(page.path, ())),
        )
    return found


def _seen(item: _Result) -> _Result:
    """What readers see: what a baseline accepts is wrong all the same."""
    return replace(item, outcome="failed") if item.accepted else item


def _by_page(results: Iterable[_Result]) -> dict[str | None, list[_Result]]:
    found: dict[str | None, list[_Result]] = defaultdict(list)
    for item in results:
        found[item.page].append(item)
    return found


def _freshness(page: PageResult, known: Mapping[str, str]) -> Freshness:
    if page.path not in known:
        return "unreported"
    return "current" if known[page.path] == page.sha256 else "changed"


def _settled(item: _Result, recorded: Mapping[str, Outcome | None] | Mapping[str, Outcome]) -> _Result:
    outcome = recorded.get(item.id)
    return replace(item, outcome=outcome) if outcome is not None and item.outcome in _OPEN else item
