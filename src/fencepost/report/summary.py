"""The last lines of a report: what was looked at, what was not held, the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from fencepost.heard import LEFT_OUT
from fencepost.model import FenceResult, Report
from fencepost.report.document import counts
from fencepost.report.text import Paint, plural
from fencepost.rules import rule_of


def summary(report: Report, paint: Paint) -> list[str]:
    """What was looked at, what was not held and how to have it held, and the verdict."""
    counted = counts(report)
    fates: Mapping[str, int] = counted["fates"]
    shown = ", ".join(f"{number} {fate}" for fate, number in fates.items() if number)
    held = f", {plural(counted['contracts'], 'contract')}" if counted["contracts"] else ""
    first = f"{plural(counted['pages'], 'page')}, {plural(counted['fences'], 'fence')}"
    lines = [f"{first}{f' ({shown})' if shown else ''}{held}"]
    if unheld := _unheld(counted, report):
        lines.append(unheld)
    if counted["reused"]:
        lines.append(f"{plural(counted['reused'], 'outcome')} reused from an earlier run")
    if counted["accepted"]:
        lines.append(f"{plural(counted['accepted'], 'finding')} accepted by the baseline")
    if counted["unscripted"]:
        lines.append(f"{plural(counted['unscripted'], 'place')} where the model's reply is made up (-v lists them)")
    verdict = _verdict(counted)
    lines.append(paint(verdict, "green" if not counted["errors"] else "red"))
    return lines


def statistics(report: Report, paint: Paint, more: Mapping[str, int]) -> list[str]:
    """How often each rule was broken, the most frequent first; `more` says how often that was not shown."""
    numbers = Counter(finding.code for finding in report.findings)
    names = {finding.code: rule_of(finding).name for finding in report.findings}
    most = max((len(str(number)) for number in numbers.values()), default=0)
    fixable = Counter(finding.code for finding in report.findings if finding.edits)
    infos = Counter(finding.code for finding in report.findings if finding.severity == "info")
    return [
        f"{number:>{most}}  {paint(code, 'bold')}  {names[code]}"
        + (f"  ({plural(infos[code], 'info')})" if 0 < infos[code] < number else "")
        + (f"  ({fixable[code]} fixable with --fix)" if fixable[code] else "")
        + (f"  ({more[code]} more: --select {code})" if code in more else "")
        for code, number in sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def not_run(report: Report) -> list[str]:
    """Every fence that was not run, with the reason."""
    rows = [fence for fence in report.fences if fence.fate in ("skipped", "shown") or _waits(fence)]
    return [f"{fence.page}:{fence.line}: {fence.fate}: {_reason(fence)}" for fence in rows]


def _waits(fence: FenceResult) -> bool:
    return fence.fate == "run" and fence.outcome in ("not_run", "skipped")


def _reason(fence: FenceResult) -> str:
    skipped = fence.fate == "run" and fence.outcome == "skipped"
    return f"{fence.reason}, skipped by a fixture or a mark of pytest" if skipped else fence.reason


def _unheld(counted: Mapping[str, Any], report: Report) -> str:
    waiting = sum(map(_waits, report.fences))
    parts = [f"{plural(waiting, 'fence')} not run"] if waiting else []
    if counted["not_checked"]:
        parts.append(f"{plural(counted['not_checked'], 'contract')} not checked")
    open_ = [one for one in report.contracts if one.outcome == "not_checked" and one.kind not in LEFT_OUT]
    hint = " (add --run)" if not report.running and (waiting or open_) else ""
    return ", ".join(parts) + hint


def _verdict(counted: Mapping[str, Any]) -> str:
    if not counted["errors"] and not counted["warnings"]:
        return "all held"
    parts = [plural(counted["errors"], "error")]
    if counted["warnings"]:
        parts.append(plural(counted["warnings"], "warning"))
    if counted["blocked"]:
        parts.append(f"{counted['blocked']} blocked")
    if counted["fixable"]:
        parts.append(f"{counted['fixable']} fixable with --fix")
    return ", ".join(parts)
