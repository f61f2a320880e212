"""Holds all of a project that needs no running."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fencepost import processes
from fencepost.checks.static import StaticChecks
from fencepost.heard import EVERYTHING, Heard
from fencepost.model import Finding, Outcome, Verdict
from fencepost.plan import Contract, FencePlan, PagePlan
from fencepost.project_plan import Planned
from fencepost.rules import severity_of

if TYPE_CHECKING:
    from fencepost.checks.translation import History


def hold(
    planned: Planned,
    names: Collection[str] = (),
    *,
    importing: bool,
    running: bool = False,
    shared: bool = False,
    audience: Heard = EVERYTHING,
) -> dict[str, Verdict]:
    """What can be said without running of each fence and each contract, by its id.

    Args:
        planned: the project, and what is to be held.
        names: may be used on every page without being defined there.
        importing: whether the settings' `import` may be used.
        running: whether the commands of `shell` may.
        shared: whether several processes may take part, where there is much to hold.
        audience: which rules are heard of; what no finding would come of is left out.
    """
    tasks: list[PagePlan | Contract] = [*planned.pages.values(), *planned.all_contracts]
    number = processes.wanted(sum(len(page.page.text) for page in planned.pages.values())) if shared else 1
    work = _Work(planned, frozenset(names), importing, running, audience, _history(planned) if number > 1 else None)
    bundles = _bundles(planned, tasks)
    weights = [sum(_weight(planned, tasks[number]) for number in bundle) for bundle in bundles]
    held = processes.spread(work, bundles, weights, number)
    return {name: verdict for verdicts in held for name, verdict in verdicts.items()}


def _bundles(planned: Planned, tasks: Sequence[PagePlan | Contract]) -> list[list[int]]:
    """The numbers of tasks that belong together: those of a page and its twins, of which much is read once for all."""
    bundles: dict[str, list[int]] = defaultdict(list)
    twins = planned.project.twins
    for number, task in enumerate(tasks):
        page = task.page.path if task.page and _weight(planned, task) else ""
        bundles[min((page, *twins.get(page, ())))].append(number)
    return list(bundles.values())


def _history(planned: Planned) -> History | None:
    if not any(contract.kind == "pair" for contract in planned.contracts):
        return None
    from fencepost.checks.translation import History

    history = History(planned.project.loaded.root)
    history.read()
    return history


@dataclass(frozen=True, slots=True)
class _Work:
    """Holds bundles of the pages' fences and of the contracts, by their numbers."""

    planned: Planned
    names: frozenset[str]
    importing: bool
    running: bool
    audience: Heard
    history: History | None
    """What git knows, where it was asked once for all processes."""

    def __call__(self, bundles: Sequence[Sequence[int]]) -> list[dict[str, Verdict]]:
        tasks: list[PagePlan | Contract] = [*self.planned.pages.values(), *self.planned.all_contracts]
        checks = StaticChecks(
            self.planned.project,
            self.planned.pages,
            names=self.names,
            importing=self.importing,
            running=self.running,
            audience=self.audience,
            history=self.history,
        )
        try:
            return [
                {name: verdict for number in bundle for name, verdict in _verdicts(checks, tasks[number])}
                for bundle in bundles
            ]
        finally:
            checks.close()


def _verdicts(checks: StaticChecks, task: PagePlan | Contract) -> Iterator[tuple[str, Verdict]]:
    if isinstance(task, Contract):
        yield task.id, checks.contract(task)
        return
    for item in task.fences:
        found = checks.fence(item, task.page)
        failed = any(severity_of(finding) != "info" for finding in found)
        yield item.id, Verdict("failed" if failed else _static_outcome(checks, task, item), tuple(found))


def _weight(planned: Planned, task: PagePlan | Contract) -> int:
    """About how much work a task is; 0 for those whose sources are read, or imported, once for all."""
    if isinstance(task, PagePlan):
        return 1 + len(task.page.text)
    if task.page is None or task.kind not in ("pair", "links"):
        return 0
    twin = planned.pages.get(task.source or "")
    return 1 + len(task.page.text) + (len(twin.page.text) if twin else 0)


def findings(planned: Planned, verdicts: Iterable[Verdict]) -> list[Finding]:
    """All that was found: on the pages as such, on their fences and by their contracts."""
    of_pages = [finding for page in planned.pages.values() for finding in page.findings]
    return [*of_pages, *(finding for verdict in verdicts for finding in verdict.findings)]


def _static_outcome(checks: StaticChecks, page: PagePlan, item: FencePlan) -> Outcome:
    match item.fate:
        case "parsed" if not checks.looks_at(item, page.page):
            return "not_checked"
        case "run":
            return "not_run"
        case "skipped":
            return "skipped"
        case _:
            return "passed"
