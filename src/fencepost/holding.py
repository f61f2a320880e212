"""Holds all of a project that needs no running."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from fencepost.checks.static import StaticChecks
from fencepost.model import Finding, Outcome, Verdict
from fencepost.plan import FencePlan
from fencepost.project_plan import Planned
from fencepost.rules import severity_of


def hold(
    planned: Planned, names: Collection[str] = (), *, importing: bool, running: bool = False
) -> dict[str, Verdict]:
    """What can be said without running of each fence and each contract, by its id.

    `names` may be used on every page without being defined there; `importing` says whether the settings' `import` may
    be used, `running` whether the commands of `shell` may.
    """
    checks = StaticChecks(planned.project, planned.pages, names=names, importing=importing, running=running)
    verdicts: dict[str, Verdict] = {}
    try:
        for page in planned.pages.values():
            for item in page.fences:
                found = checks.fence(item, page.page)
                failed = any(severity_of(finding) != "info" for finding in found)
                verdicts[item.id] = Verdict("failed" if failed else _static_outcome(item), tuple(found))
        for contract in planned.all_contracts:
            verdicts[contract.id] = checks.contract(contract)
    finally:
        checks.close()
    return verdicts


def findings(planned: Planned, verdicts: Iterable[Verdict]) -> list[Finding]:
    """All that was found: on the pages as such, on their fences and by their contracts."""
    of_pages = [finding for page in planned.pages.values() for finding in page.findings]
    return [*of_pages, *(finding for verdict in verdicts for finding in verdict.findings)]


def _static_outcome(item: FencePlan) -> Outcome:
    match item.fate:
        case "run":
            return "not_run"
        case "skipped":
            return "skipped"
        case _:
            return "passed"
