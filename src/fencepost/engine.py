"""`check`: the one function that all shells call."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeVar

from fencepost import accepting, asked
from fencepost.baseline import BaselineError
from fencepost.changed import RevisionError, affected, changed_files
from fencepost.checks.static import COMPARING
from fencepost.exchange import Results
from fencepost.heard import EVERYTHING, Heard, heard, is_chosen, unknown_code
from fencepost.holding import hold
from fencepost.ignores import without_ignored
from fencepost.model import (
    ContractResult,
    FenceResult,
    Finding,
    Outcome,
    PageResult,
    Place,
    Report,
    TranslationResult,
    Verdict,
)
from fencepost.origins import in_files
from fencepost.plan import Conditions, Contract, FencePlan, PagePlan
from fencepost.project import PathError, Project, open_project, wrong_site
from fencepost.project_plan import Planned, plan, unmatched
from fencepost.rules import RULES
from fencepost.settings import Loaded, SettingsError, load
from fencepost.site import SiteError
from fencepost.verdicts import joined

_Result = TypeVar("_Result", FenceResult, ContractResult)
_WORST: tuple[Outcome, ...] = ("failed", "blocked", "not_checked")
"""Outcomes of contracts that are their fence's as well, the worst first."""


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
    tell: Callable[[str], None] | None = None,
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
        tell: is told how far the running of fences is, again and again.

    What keeps the job from being done is a finding of the band FP9xx, never an exception.
    """
    try:
        loaded = load(root)
        accepted = accepting.chosen(loaded, baseline)
        project = open_project(loaded, paths, base=base, shared=True)
        if wrong := unknown_code((*select, *ignore), (*RULES, *project.plugins.rules)):
            return Report(False, findings=(_cannot("FP901", wrong, advice="`fencepost rule` lists all rules."),))
        if changed_since is not None and project.pages:
            changed = affected(plan(project), changed_files(root, changed_since))
            if not changed:
                return Report(False, notes=(f"nothing that is checked has changed since {changed_since}",))
            project = open_project(loaded, changed)
        project = project.with_texts(texts or {})
        planned = plan(project, Conditions.here(audit=audit_skips))
        asked.refuse_unknown(planned)
    except SettingsError as error:
        return Report(False, findings=error.findings)
    except SiteError as error:
        return Report(False, findings=(wrong_site(error, root),))
    except (PathError, RevisionError) as error:
        return Report(False, findings=(_cannot("FP902", str(error)),))
    except BaselineError as error:
        return Report(False, findings=(_cannot("FP902", str(error), Place(error.file, error.line)),))
    if not (planned.project.pages or planned.project.unreadable or asked.ids(planned.project.asked)):
        return Report(False, findings=(_nothing(loaded, paths),))
    running = not texts and (audit_skips or (loaded.settings.run if run is None else run))
    counted = [entry.key.code for entry in accepted.entries] if accepted else []
    # What a run has to say draws on what was read of the code.
    audience = Heard() if running else heard(loaded.settings.severity, select, ignore, counted)
    report, causes = examine(planned, running, importing=run is not False, reuse=reuse, audience=audience, tell=tell)
    if accepted is not None:
        report = accepting.with_baseline(report, causes, accepted, planned)
    found = (one for one in report.findings if is_chosen(one.code, select, ignore))
    return replace(report, findings=tuple(sorted(found, key=_order)), settled=loaded.file is not None)


def examine(
    planned: Planned,
    running: bool,
    *,
    importing: bool,
    reuse: bool = False,
    audience: Heard = EVERYTHING,
    tell: Callable[[str], None] | None = None,
) -> tuple[Report, Mapping[str, Sequence[Finding]]]:
    """Check what is planned, whatever a baseline accepts.

    Beside the report comes which of its findings made a fence or a contract fail, by its id.

    Args:
        planned: what is checked.
        running: whether fences run.
        importing: whether the settings' `import` may be used.
        reuse: whether earlier outcomes may be taken over.
        audience: which rules are heard of; what no finding would come of is not checked.
        tell: is told how far the running is.
    """
    project = planned.project
    ran = Results()
    loose: list[Finding] = []
    if running:
        ran, loose = _run(planned, reuse=reuse, tell=tell)
    elif reuse:
        ran = Results(notes=("--reuse: no fences run, so that there is nothing to take over (add --run)",))
    held = hold(planned, ran.names, importing=importing, running=running, shared=True, audience=audience)
    verdicts = _joined(held, ran.verdicts)
    named = asked.ids(project.asked)
    fences = [_fence_result(page, item, verdicts) for page in planned.pages.values() for item in page.fences]
    contracts = [_contract_result(item, verdicts) for item in planned.all_contracts]
    fences = [item for item in fences if asked.is_wanted(item.id, named)]
    contracts = [item for item in contracts if asked.is_wanted(item.id, named)]
    wanted = {item.id for item in (*fences, *contracts)}
    found = [
        *project.unreadable,
        *unmatched(project),
        *loose,
        *(() if named else _missing_pages(project)),
        *(
            finding
            for path, page in planned.pages.items()
            if asked.is_wanted(f"{path}::page", named)
            for finding in page.findings
        ),
        *(finding for name, verdict in verdicts.items() if name in wanted for finding in verdict.findings),
    ]
    left = _unique(found) if named else without_ignored(project.pages, _unique(found))
    pardoned = _pardoned(verdicts, left)
    fences, contracts = _passed(fences, pardoned), _passed(contracts, pardoned)
    pages = {page.path: page for page in project.pages}
    weighed = sorted(project.loaded.settings.weighed(in_files(left, pages)), key=_order)
    kept = frozenset(left)
    failed = {name: verdict.findings for name, verdict in verdicts.items() if verdict.outcome == "failed"}
    causes = {
        name: tuple(project.loaded.settings.weighed(in_files([one for one in findings if one in kept], pages)))
        for name, findings in failed.items()
    }
    report = Report(
        running,
        tuple(_page_result(project, page) for page in planned.pages.values()),
        tuple(_with_outcomes_of(fences, contracts)),
        tuple(contracts),
        tuple(weighed),
        () if named or not audience.asked(COMPARING) else _states(project, found, weighed),
        (*project.notes, *ran.notes),
    )
    return report, causes


def _pardoned(verdicts: Mapping[str, Verdict], left: Iterable[Finding]) -> frozenset[str]:
    """The fences and contracts that failed by nothing but what the page accepts."""
    kept = frozenset(left)
    failed = ((name, verdict.findings) for name, verdict in verdicts.items() if verdict.outcome == "failed")
    return frozenset(name for name, findings in failed if findings and kept.isdisjoint(findings))


def _passed(results: Iterable[_Result], names: Collection[str]) -> list[_Result]:
    return [replace(item, outcome="passed") if item.id in names else item for item in results]


def _joined(held: Mapping[str, Verdict], ran: Mapping[str, Verdict]) -> dict[str, Verdict]:
    return {**held, **{name: joined(held[name], verdict) for name, verdict in ran.items() if name in held}}


def _missing_pages(project: Project) -> list[Finding]:
    if not project.languages:
        return []
    from fencepost.checks.translation import missing_pages  # most projects speak one language

    return missing_pages(project.pages, project.twins, project.languages, project.site)


def _states(project: Project, found: Sequence[Finding], weighed: Sequence[Finding]) -> tuple[TranslationResult, ...]:
    if not project.languages:
        return ()
    from fencepost.checks.translation import states

    return tuple(states(project, found, weighed))


def _run(planned: Planned, *, reuse: bool, tell: Callable[[str], None] | None) -> tuple[Results, list[Finding]]:
    """What came of running, and why it could not be done."""
    named = asked.ids(planned.project.asked)
    running = [page for page in planned.pages.values() if page.steps]
    audit = any(item.audited for page in running for item in page.fences)
    expected = [item.id for page in running for item in page.fences if item.fate == "run" or item.audited]
    expected += [item.id for page in running for item in page.contracts if item.needs_running]
    wanted = [name for name in expected if asked.is_wanted(name, named)]
    if not wanted:
        return Results(), []
    from fencepost.runner import CannotRunError, run_fences

    targets = wanted if named else [page.page.path for page in running]
    root = planned.project.loaded.root
    try:
        return run_fences(root, targets, wanted, audit_skips=audit, reuse=reuse, tell=tell), []
    except CannotRunError as error:
        return Results(), [_cannot("FP903", str(error), advice=error.advice)]


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


def _with_outcomes_of(fences: Iterable[FenceResult], contracts: Iterable[ContractResult]) -> Iterator[FenceResult]:
    """The fences; a compared one has the outcome of its contracts."""
    known: dict[str | None, set[Outcome]] = defaultdict(set)
    for contract in contracts:
        known[contract.fence].add(contract.outcome)
    for item in fences:
        own = known[item.id] if item.fate == "compared" else ()
        decided = next((outcome for outcome in _WORST if outcome in own), None)
        yield item if decided is None else replace(item, outcome=decided)


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


def _unique(findings: Iterable[Finding]) -> list[Finding]:
    return list(dict.fromkeys(findings))


def _order(finding: Finding) -> tuple[str, int, int, str]:
    return finding.place.path, finding.place.line, finding.place.column, finding.code


def _nothing(loaded: Loaded, paths: Sequence[str]) -> Finding:
    if paths:
        return _cannot("FP902", f"no page is named by {', '.join(paths)}")
    if loaded.settings.pages:
        shown = ", ".join(loaded.settings.pages)
        return _cannot("FP902", f"no page is named by the settings' `pages`: {shown}", loaded.place_of("pages"))
    return _cannot("FP902", f"no Markdown was found in {loaded.root}")


def _cannot(code: str, message: str, place: Place | None = None, advice: str = "") -> Finding:
    return Finding(code, message, place or Place(".", 1), help=advice or RULES[code].fix, severity="error")
