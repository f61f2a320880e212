"""Plans a project and holds all of it that needs no running."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from fencepost import plan as planning
from fencepost.checks.static import StaticChecks
from fencepost.model import Finding, Outcome, Verdict
from fencepost.plan import Conditions, Contract, FencePlan, PagePlan, plan_page
from fencepost.project import Project
from fencepost.rules import severity_of


@dataclass(frozen=True, slots=True)
class Planned:
    """A project with all that is to be checked on it."""

    project: Project
    pages: dict[str, PagePlan]
    contracts: tuple[Contract, ...]
    """Those of the settings and those between pages; the pages hold their own."""

    @property
    def all_contracts(self) -> list[Contract]:
        """Those of the pages, of the settings and between pages."""
        return [*(contract for page in self.pages.values() for contract in page.contracts), *self.contracts]


def plan(project: Project, conditions: Conditions | None = None) -> Planned:
    """Decide what is to be done on the pages of a project."""
    holds = conditions or Conditions.here()
    pages = {page.path: plan_page(page, holds) for page in project.pages}
    settings = project.loaded.settings
    pairs = planning.plan_pairs(project.pages, project.twins, list(project.languages), settings.source_language)
    return Planned(project, pages, (*planning.plan_settings(project.loaded), *pairs))


def hold(planned: Planned, names: Collection[str] = (), *, importing: bool) -> dict[str, Verdict]:
    """What can be said without running of each fence and each contract, by its id.

    `names` may be used on every page without being defined there; `importing` says whether the settings' `import` may
    be used.
    """
    checks = StaticChecks(planned.project, planned.pages, names=names, importing=importing)
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
