"""A report under a baseline: what it accepts is no finding, and what failed by nothing else has passed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Literal, TypeVar

from fencepost import asked, tree
from fencepost.baseline import Baseline, BaselineError, Looked, accept, of_settings, read
from fencepost.heard import LEFT_OUT
from fencepost.model import ContractResult, FenceResult, Finding, Report
from fencepost.project_plan import Planned
from fencepost.settings import Loaded

_Result = TypeVar("_Result", FenceResult, ContractResult)


def chosen(loaded: Loaded, given: str | PathLike[str] | Literal[False] | None) -> Baseline | None:
    """The baseline that was asked for, or that of the settings. Raises `BaselineError`."""
    if given is None:
        return of_settings(loaded)
    if given is False:
        return None
    file = Path(given)
    if tree.leads_out(Path.cwd() / file, loaded.root):
        raise BaselineError("the baseline is a link out of the project, and is not read", str(file))
    return read(file, tree.shown(file, loaded.root))


def with_baseline(
    report: Report, causes: Mapping[str, Sequence[Finding]], baseline: Baseline, planned: Planned
) -> Report:
    """The report without what the baseline accepts, and with what it accepts without need.

    `causes` has the findings of the report by which a fence or a contract has failed, by its id. One that failed by
    accepted ones alone has passed, as it has under pytest, and says that it is accepted.
    """
    project = planned.project
    pages = {page.path: page for page in project.pages}
    left, unneeded = accept(baseline, report.findings, pages, _looked(report, planned))
    found = [*left, *project.loaded.settings.weighed(unneeded)]
    kept = frozenset(left)
    names = frozenset(name for name, findings in causes.items() if findings and kept.isdisjoint(findings))
    contracts = _accepted(report.contracts, names)
    failing = {one.fence for one in contracts if one.outcome == "failed"}
    shown = {one.fence for one in contracts if one.accepted and one.fence not in failing}
    blocks = {one.id for one in report.fences if one.fate == "compared" and one.id in shown and one.id not in causes}
    return replace(
        report,
        fences=_accepted(report.fences, names | blocks),
        contracts=contracts,
        findings=tuple(found),
        accepted=len(report.findings) - len(left),
    )


def _looked(report: Report, planned: Planned) -> Looked:
    """What the check has looked at."""
    project = planned.project
    waiting = [one for one in report.contracts if one.outcome == "not_checked" and one.kind not in LEFT_OUT]
    unheld = {contract.page for contract in waiting}
    unsure = {finding.place.path for finding in project.unreadable} | {path for path in unheld if path is not None}
    paths = {page.path for page in project.pages}
    looked = Looked(paths, unsure, report.running, everything=not project.asked and None not in unheld)
    return replace(looked, pages=(), everything=False) if asked.ids(project.asked) else looked


def _accepted(results: Sequence[_Result], names: Collection[str]) -> tuple[_Result, ...]:
    return tuple(
        replace(one, outcome="passed", accepted=True) if one.id in names and one.outcome == "failed" else one
        for one in results
    )
