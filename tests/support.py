"""What tests of several folders share: pages from text, and their runs."""

from __future__ import annotations

from collections.abc import Collection, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fencepost.markdown import parse_page
from fencepost.model import Dialect, Finding, Page, Verdict
from fencepost.plan import PagePlan, plan_page
from fencepost.running.models import Models
from fencepost.running.options import RunOptions
from fencepost.running.page import PageRun


def page_of(text: str, path: str = "page.md", dialect: Dialect = "mkdocs") -> Page:
    """The page that this text makes."""
    return parse_page(text, path, dialect=dialect)


def plan_of(text: str, path: str = "page.md", dialect: Dialect = "mkdocs") -> PagePlan:
    """The plan of the page that this text makes."""
    return plan_page(page_of(text, path, dialect))


@dataclass(frozen=True)
class Ran:
    """What became of a page."""

    plan: PagePlan
    verdicts: dict[str, Verdict]
    """By the part of the id behind the page."""
    log: str
    """What its fences wrote to `ran.log`."""

    @property
    def outcomes(self) -> dict[str, str]:
        return {name: verdict.outcome for name, verdict in self.verdicts.items()}

    @property
    def findings(self) -> list[Finding]:
        return [finding for verdict in self.verdicts.values() for finding in verdict.findings]

    @property
    def codes(self) -> list[str]:
        return [finding.code for finding in self.findings]


@contextmanager
def running(
    text: str,
    root: Path,
    *,
    dialect: Dialect = "mkdocs",
    unscripted: Literal["allow", "fail"] = "allow",
    commands: Collection[str] = (),
) -> Generator[PageRun]:
    """The run of a page that stands in `root`."""
    (root / "page.md").write_text(text, "utf-8", newline="")
    models = Models(unscripted=unscripted)
    run = PageRun(plan_of(text, dialect=dialect), root, models, RunOptions(commands=commands))
    try:
        yield run
    finally:
        run.close()
        models.close()


def run_page(
    text: str,
    root: Path,
    *,
    dialect: Dialect = "mkdocs",
    unscripted: Literal["allow", "fail"] = "allow",
    commands: Collection[str] = (),
) -> Ran:
    """Run all fences and running contracts of a page, in their order."""
    plan = plan_of(text, dialect=dialect)
    verdicts: dict[str, Verdict] = {}
    with running(text, root, dialect=dialect, unscripted=unscripted, commands=commands) as run:
        for fence in plan.fences:
            if fence.fate == "run":
                verdicts[fence.id.removeprefix("page.md::")] = run.fence(fence.id)
            for contract in plan.contracts:
                if contract.fence is fence.fence and contract.needs_running:
                    verdicts[contract.id.removeprefix("page.md::")] = run.contract(contract)
        log = run.folder / "ran.log"
        return Ran(plan, verdicts, log.read_text("utf-8") if log.exists() else "")
