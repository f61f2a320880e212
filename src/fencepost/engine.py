"""`check`: the one function that all shells call."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from fencepost.checks.translation import missing_pages, states
from fencepost.exchange import Results
from fencepost.holding import hold
from fencepost.ignores import without_ignored
from fencepost.model import ContractResult, FenceResult, Finding, PageResult, Place, Report, Verdict
from fencepost.plan import Conditions, Contract, FencePlan, PagePlan
from fencepost.project import PathError, Project, Selection, open_project
from fencepost.project_plan import Planned, plan
from fencepost.rules import RULES
from fencepost.runner import CannotRunError, run_fences
from fencepost.settings import Loaded, SettingsError, load
from fencepost.site import SiteError
from fencepost.verdicts import joined


def check(
    root: Path,
    paths: Sequence[str] = (),
    *,
    base: Path | None = None,
    run: bool | None = None,
    audit_skips: bool = False,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
) -> Report:
    """Check a project, or the pages, folders or ids that `paths` name, with their twins.

    Args:
        root: the project's root.
        paths: what is checked; everything when empty.
        base: the folder to which `paths` are relative; the root by default.
        run: whether fences run; `None` leaves it to the settings.
        audit_skips: whether skipped fences are run as well, to find those that pass.
        select: codes, or beginnings of codes, that are reported; all when empty.
        ignore: codes, or beginnings of codes, that are not reported.

    What keeps the job from being done is a finding of the band FP9xx, never an exception.
    """
    try:
        loaded = load(root)
        planned = plan(open_project(loaded, paths, base=base), Conditions.here(audit=audit_skips))
    except SettingsError as error:
        return Report(False, findings=error.findings)
    except (PathError, SiteError) as error:
        return Report(False, findings=(_cannot("FP902" if isinstance(error, PathError) else "FP901", str(error)),))
    if not planned.project.pages and not planned.project.unreadable:
        return Report(False, findings=(_nothing(loaded, paths),))
    running = audit_skips or (loaded.settings.run if run is None else run)
    report = _report(planned, running, importing=run is not False)
    return replace(report, findings=tuple(_chosen(report.findings, select, ignore)))


def _report(planned: Planned, running: bool, *, importing: bool) -> Report:
    project = planned.project
    ran = Results()
    loose: list[Finding] = []
    if running:
        try:
            ran = _run(planned)
        except CannotRunError as error:
            loose.append(_cannot("FP903", str(error)))
    verdicts = _joined(hold(planned, ran.names, importing=importing, running=running), ran.verdicts)
    named = _named(project.asked)
    fences = [_fence_result(page, item, verdicts) for page in planned.pages.values() for item in page.fences]
    contracts = [_contract_result(item, verdicts) for item in planned.all_contracts]
    fences = [item for item in fences if _is_wanted(item.id, named)]
    contracts = [item for item in contracts if _is_wanted(item.id, named)]
    wanted = {item.id for item in (*fences, *contracts)}
    found = [
        *project.unreadable,
        *loose,
        *(() if named else missing_pages(project.pages, project.twins, project.languages, project.site)),
        *(finding for page in planned.pages.values() for finding in page.findings if not named),
        *(finding for name, verdict in verdicts.items() if name in wanted for finding in verdict.findings),
    ]
    left = _unique(found) if named else without_ignored(project.pages, _unique(found))
    weighed = sorted(_weighed(left, project.loaded), key=_order)
    return Report(
        running,
        tuple(_page_result(project, page) for page in planned.pages.values()),
        tuple(_with_page_outcome(item, contracts) for item in fences),
        tuple(contracts),
        tuple(weighed),
        () if named else tuple(states(project, found, weighed)),
        project.notes,
    )


def _joined(held: Mapping[str, Verdict], ran: Mapping[str, Verdict]) -> dict[str, Verdict]:
    return {**held, **{name: joined(held[name], verdict) for name, verdict in ran.items() if name in held}}


def _run(planned: Planned) -> Results:
    named = _named(planned.project.asked)
    running = [page for page in planned.pages.values() if page.steps]
    audit = any(item.audited for page in running for item in page.fences)
    expected = [item.id for page in running for item in page.fences if item.fate == "run" or item.audited]
    expected += [item.id for page in running for item in page.contracts if item.needs_running]
    wanted = [name for name in expected if _is_wanted(name, named)]
    if not wanted:
        return Results()
    targets = named or [page.page.path for page in running]
    return run_fences(planned.project.loaded.root, targets, wanted, audit_skips=audit)


def _named(asked: tuple[Selection, ...]) -> list[str]:
    """The ids that were asked for; empty where only pages and folders were."""
    return [f"{item.path}::{item.name}" for item in asked if item.name]


def _is_wanted(name: str, named: Sequence[str]) -> bool:
    # As pytest does: `page::slug` names all fences below the heading with their contracts.
    return not named or any(name == one or name.partition("[")[0] == one for one in named)


def _fence_result(page: PagePlan, item: FencePlan, verdicts: Mapping[str, Verdict]) -> FenceResult:
    verdict = verdicts[item.id]
    outcome = None if item.fate == "shown" else verdict.outcome
    fence = item.fence
    return FenceResult(
        item.id, page.page.path, fence.line, fence.end_line, fence.language, item.fate, item.reason, outcome
    )


def _with_page_outcome(item: FenceResult, contracts: Iterable[ContractResult]) -> FenceResult:
    """A compared fence has the outcome of its contracts."""
    if item.fate != "compared":
        return item
    own = [contract.outcome for contract in contracts if contract.fence == item.id]
    for outcome in ("failed", "blocked", "not_checked"):
        if outcome in own:
            return replace(item, outcome=outcome)
    return item


def _contract_result(contract: Contract, verdicts: Mapping[str, Verdict]) -> ContractResult:
    page = contract.page
    fence = page.fence_id(contract.fence) if page and contract.fence else None
    outcome = verdicts[contract.id].outcome
    return ContractResult(contract.id, contract.kind, contract.source, page.path if page else None, fence, outcome)


def _page_result(project: Project, page: PagePlan) -> PageResult:
    text = page.page.text
    twins = project.twins.get(page.page.path, ())
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return PageResult(page.page.path, page.page.language, twins[0] if twins else None, digest)


def _weighed(findings: Iterable[Finding], loaded: Loaded) -> list[Finding]:
    weighed = [replace(finding, severity=loaded.settings.severity_of(finding)) for finding in findings]
    return [finding for finding in weighed if finding.severity != "off"]


def _unique(findings: Iterable[Finding]) -> list[Finding]:
    return list(dict.fromkeys(findings))


def _chosen(findings: Iterable[Finding], select: Sequence[str], ignore: Sequence[str]) -> list[Finding]:
    def stays(finding: Finding) -> bool:
        if finding.code.startswith("FP9"):
            return True
        picked = not select or finding.code.startswith(tuple(select))
        return picked and not (ignore and finding.code.startswith(tuple(ignore)))

    return [finding for finding in findings if stays(finding)]


def _order(finding: Finding) -> tuple[str, int, int, str]:
    return finding.place.path, finding.place.line, finding.place.column, finding.code


def _nothing(loaded: Loaded, paths: Sequence[str]) -> Finding:
    if paths:
        return _cannot("FP902", f"no page is named by {', '.join(paths)}")
    if loaded.settings.pages:
        shown = ", ".join(loaded.settings.pages)
        return _cannot("FP902", f"no page is named by the settings' `pages`: {shown}", loaded.place_of("pages"))
    return _cannot("FP902", f"no Markdown was found in {loaded.root}")


def _cannot(code: str, message: str, place: Place | None = None) -> Finding:
    return Finding(code, message, place or Place(".", 1), help=RULES[code].fix, severity="error")
