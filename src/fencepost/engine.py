"""`check`: the one function that all shells call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Literal

from fencepost import accepting, asked, outcomes
from fencepost.baseline import BaselineError
from fencepost.changed import RevisionError, affected, changed_files
from fencepost.checks.links import often
from fencepost.checks.static import COMPARING
from fencepost.exchange import Results
from fencepost.heard import EVERYTHING, Heard, heard, is_chosen, unknown_code
from fencepost.holding import hold, missing_pages
from fencepost.ignores import without_ignored
from fencepost.model import Finding, Place, Report, TranslationResult, Verdict
from fencepost.origins import in_files
from fencepost.plan import Conditions
from fencepost.project import PathError, Project, open_project, wrong_site
from fencepost.project_plan import Planned, plan, unmatched
from fencepost.rules import RULES
from fencepost.settings import Loaded, SettingsError, load
from fencepost.sitedata import SiteError
from fencepost.verdicts import joined, told_once


def check(
    root: str | PathLike[str] = ".",
    paths: Sequence[str] = (),
    *,
    base: str | PathLike[str] | None = None,
    run: bool | None = None,
    audit_skips: bool = False,
    insert: bool = False,
    reuse: bool = False,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    baseline: str | PathLike[str] | Literal[False] | None = None,
    changed_since: str | None = None,
    texts: Mapping[str, str] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Report:
    """Check a project, or the pages, folders or ids that `paths` name, with their twins.

    Args:
        root: the project's root; the current folder by default.
        paths: what is checked; everything when empty.
        base: the folder to which `paths` are relative, itself relative to the root; the root by default.
        run: whether fences run; `None` leaves it to the settings.
        audit_skips: whether skipped fences are run as well, to find those that pass; not where `run` is `False`.
        insert: whether statements that print and have no `#>` lines are found (FP202 as an info), with an edit that
            adds them.
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
    root = Path(root).resolve()
    base = None if base is None else root / base
    if not root.is_dir():
        return Report(False, findings=(_cannot("FP902", f"{root} is no folder"),))
    try:
        loaded = load(root)
        accepted = accepting.chosen(loaded, baseline)
        project = open_project(loaded, paths, base=base)
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
    running = not texts and run is not False and (audit_skips or run or loaded.settings.run)
    counted = [entry.key.code for entry in accepted.entries] if accepted else []
    # What a run has to say draws on what was read of the code.
    audience = Heard() if running else heard(loaded.settings.severity, select, ignore, counted)
    asked_for = {"insert": insert, "reuse": reuse}
    report, causes = examine(planned, running, importing=run is not False, audience=audience, tell=tell, **asked_for)
    if accepted is not None:
        report = accepting.with_baseline(report, causes, accepted, planned)
    found = (one for one in report.findings if is_chosen(one.code, select, ignore))
    return replace(report, findings=tuple(sorted(found, key=_order)), settled=loaded.file is not None)


def examine(
    planned: Planned,
    running: bool,
    *,
    importing: bool,
    insert: bool = False,
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
        insert: whether missing `#>` lines are found.
        reuse: whether earlier outcomes may be taken over.
        audience: which rules are heard of; what no finding would come of is not checked.
        tell: is told how far the running is.
    """
    project = planned.project
    ran = Results()
    loose: list[Finding] = []
    if running:
        ran, loose = _run(planned, insert=insert, reuse=reuse, tell=tell)
    elif reuse:
        ran = Results(notes=("--reuse: no fences run, so that there is nothing to take over (add --run)",))
    held = hold(planned, ran.names, importing=importing, running=running, shared=True, audience=audience)
    verdicts = _joined(held, ran.verdicts)
    named = asked.ids(project.asked)
    pages = planned.pages.values()
    fences = [(page, item) for page in pages for item in page.fences if asked.is_wanted(item.id, named)]
    contracts = [item for item in planned.all_contracts if asked.is_wanted(item.id, named)]
    wanted = {*(item.id for _, item in fences), *(item.id for item in contracts)}
    found = [
        *project.unreadable,
        *unmatched(project),
        *loose,
        *(() if named else missing_pages(project)),
        *(finding for page in pages if asked.is_wanted(f"{page.page.path}::page", named) for finding in page.findings),
        *(finding for name, verdict in verdicts.items() if name in wanted for finding in verdict.findings),
    ]
    left = _unique(found) if named else without_ignored(project.pages, _unique(found))
    left = told_once(left, found)
    verdicts = outcomes.without_pardoned(verdicts, left)
    by_path = {page.path: page for page in project.pages}
    weighed = sorted(project.loaded.settings.weighed(in_files(left, by_path)), key=_order)
    kept = frozenset(left)
    failed = {name: verdict.findings for name, verdict in verdicts.items() if verdict.outcome == "failed"}
    causes = {
        name: tuple(project.loaded.settings.weighed(in_files([one for one in findings if one in kept], by_path)))
        for name, findings in failed.items()
    }
    of_contracts = [outcomes.of_contract(item, verdicts[item.id]) for item in contracts]
    of_fences = (outcomes.of_fence(page, item, verdicts[item.id]) for page, item in fences)
    report = Report(
        running,
        tuple(outcomes.of_page(page.page, project.twins.get(page.page.path, ())) for page in pages),
        tuple(outcomes.with_outcomes_of(of_fences, of_contracts)),
        tuple(of_contracts),
        tuple(weighed),
        () if named or not audience.asked(COMPARING) else _states(project, found, weighed),
        (*project.notes, *ran.notes, *often.note(weighed)),
    )
    return report, causes


def _joined(held: Mapping[str, Verdict], ran: Mapping[str, Verdict]) -> dict[str, Verdict]:
    return {**held, **{name: joined(held[name], verdict) for name, verdict in ran.items() if name in held}}


def _states(project: Project, found: Sequence[Finding], weighed: Sequence[Finding]) -> tuple[TranslationResult, ...]:
    if not project.languages:
        return ()
    from fencepost.checks.translation import states

    return tuple(states(project, found, weighed))


def _run(
    planned: Planned, *, insert: bool, reuse: bool, tell: Callable[[str], None] | None
) -> tuple[Results, list[Finding]]:
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
        return run_fences(root, targets, wanted, audit_skips=audit, insert=insert, reuse=reuse, tell=tell), []
    except CannotRunError as error:
        return Results(), [_cannot("FP903", str(error), advice=error.advice)]


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
