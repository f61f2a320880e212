"""`check`: the one function that all shells call."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from fencepost import tree
from fencepost.baseline import Baseline, BaselineError, Looked, accept, of_settings
from fencepost.baseline import read as read_baseline
from fencepost.changed import RevisionError, affected, changed_files
from fencepost.checks.translation import missing_pages, states
from fencepost.exchange import Results
from fencepost.holding import hold
from fencepost.ignores import without_ignored
from fencepost.model import ContractResult, FenceResult, Finding, PageResult, Place, Report, Verdict
from fencepost.origins import in_files
from fencepost.plan import Conditions, Contract, FencePlan, PagePlan
from fencepost.project import PathError, Project, Selection, open_project, wrong_site
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
    reuse: bool = False,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    baseline: Path | Literal[False] | None = None,
    changed_since: str | None = None,
    texts: Mapping[str, str] | None = None,
) -> Report:
    """Check a project, or the pages, folders or ids that `paths` name, with their twins.

    Args:
        root: the project's root.
        paths: what is checked; everything when empty.
        base: the folder to which `paths` are relative; the root by default.
        run: whether fences run; `None` leaves it to the settings.
        audit_skips: whether skipped fences are run as well, to find those that pass.
        reuse: whether an unchanged page may have the outcomes of an earlier run.
        select: codes, or beginnings of codes, that are reported; all when empty.
        ignore: codes, or beginnings of codes, that are not reported.
        baseline: a file with findings that are accepted; `None` leaves it to the settings, `False`
            accepts nothing.
        changed_since: a revision of git; of the pages only those that have changed since are checked, with their
            twins, and those whose sources have.
        texts: by path from the root, texts that stand for those of the files, as an editor holds them. Then nothing
            is run: fences are run from the files.

    What keeps the job from being done is a finding of the band FP9xx, never an exception.
    """
    try:
        loaded = load(root)
        accepted = _accepted(loaded, baseline)
        project = open_project(loaded, paths, base=base, shared=True)
        if changed_since is not None and project.pages:
            changed = affected(plan(project), changed_files(root, changed_since))
            if not changed:
                return Report(False, notes=(f"nothing that is checked has changed since {changed_since}",))
            project = open_project(loaded, changed)
        project = project.with_texts(texts or {})
        planned = plan(project, Conditions.here(audit=audit_skips))
    except SettingsError as error:
        return Report(False, findings=error.findings)
    except SiteError as error:
        return Report(False, findings=(wrong_site(error, root),))
    except (PathError, RevisionError) as error:
        return Report(False, findings=(_cannot("FP902", str(error)),))
    except BaselineError as error:
        return Report(False, findings=(_cannot("FP902", str(error), Place(error.file, error.line)),))
    if not planned.project.pages and not planned.project.unreadable:
        return Report(False, findings=(_nothing(loaded, paths),))
    running = not texts and (audit_skips or (loaded.settings.run if run is None else run))
    report = examine(planned, running, importing=run is not False, reuse=reuse)
    if accepted is not None:
        report = _with_baseline(report, accepted, planned)
    return replace(report, findings=tuple(_chosen(report.findings, select, ignore)))


def _accepted(loaded: Loaded, file: Path | Literal[False] | None) -> Baseline | None:
    """The baseline that was asked for, or that of the settings."""
    if file is None:
        return of_settings(loaded)
    if file and tree.leads_out(Path.cwd() / file, loaded.root):
        raise BaselineError("the baseline is a link out of the project, and is not read", str(file))
    return read_baseline(file, tree.shown(file, loaded.root)) if file else None


def _with_baseline(report: Report, baseline: Baseline, planned: Planned) -> Report:
    """The report without what the baseline accepts, and with what it accepts without need."""
    project = planned.project
    pages = {page.path: page for page in project.pages}
    unheld = {contract.page for contract in report.contracts if contract.outcome == "not_checked"}
    unsure = {finding.place.path for finding in project.unreadable} | {path for path in unheld if path is not None}
    looked = Looked(pages, unsure, report.running, everything=not project.asked and None not in unheld)
    if _named(project.asked):
        looked = replace(looked, pages=(), everything=False)
    left, unneeded = accept(baseline, report.findings, pages, looked)
    found = sorted([*left, *_weighed(unneeded, project.loaded)], key=_order)
    return replace(report, findings=tuple(found), accepted=len(report.findings) - len(left))


def examine(planned: Planned, running: bool, *, importing: bool, reuse: bool = False) -> Report:
    """Check what is planned, whatever a baseline accepts.

    `importing`: whether the settings' `import` may be used; `reuse`: whether earlier outcomes may be taken over.
    """
    project = planned.project
    ran = Results()
    loose: list[Finding] = []
    if running:
        try:
            ran = _run(planned, reuse=reuse)
        except CannotRunError as error:
            loose.append(_cannot("FP903", str(error)))
    elif reuse:
        ran = Results(notes=("--reuse: no fences run, so that there is nothing to take over (add --run)",))
    verdicts = _joined(hold(planned, ran.names, importing=importing, running=running, shared=True), ran.verdicts)
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
    left = in_files(left, {page.path: page for page in project.pages})
    weighed = sorted(_weighed(left, project.loaded), key=_order)
    return Report(
        running,
        tuple(_page_result(project, page) for page in planned.pages.values()),
        tuple(_with_page_outcome(item, contracts) for item in fences),
        tuple(contracts),
        tuple(weighed),
        () if named else tuple(states(project, found, weighed)),
        (*project.notes, *ran.notes),
    )


def _joined(held: Mapping[str, Verdict], ran: Mapping[str, Verdict]) -> dict[str, Verdict]:
    return {**held, **{name: joined(held[name], verdict) for name, verdict in ran.items() if name in held}}


def _run(planned: Planned, *, reuse: bool) -> Results:
    named = _named(planned.project.asked)
    running = [page for page in planned.pages.values() if page.steps]
    audit = any(item.audited for page in running for item in page.fences)
    expected = [item.id for page in running for item in page.fences if item.fate == "run" or item.audited]
    expected += [item.id for page in running for item in page.contracts if item.needs_running]
    wanted = [name for name in expected if _is_wanted(name, named)]
    if not wanted:
        return Results()
    targets = named or [page.page.path for page in running]
    return run_fences(planned.project.loaded.root, targets, wanted, audit_skips=audit, reuse=reuse)


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
    lines = page.page.line_in_file(fence.line), page.page.line_in_file(fence.end_line)
    place = page.page.place(fence.line)
    included = place if place.path != page.page.path else None
    return FenceResult(
        item.id, page.page.path, *lines, fence.language, item.fate, item.reason, outcome, included, verdict.reused
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
    path, verdict = page.path if page else None, verdicts[contract.id]
    return ContractResult(contract.id, contract.kind, contract.source, path, fence, verdict.outcome, verdict.reused)


def _page_result(project: Project, page: PagePlan) -> PageResult:
    text = page.page.file_text
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
