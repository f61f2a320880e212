"""A report as text: full and concise for people, JSON for machines. Pure strings; colour is never guessed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Literal

from fencepost import __version__
from fencepost.model import Finding, Report
from fencepost.rules import RULES

Style = Literal["full", "concise", "json"]

_COLOURS = {"error": "31", "warning": "33", "info": "36", "bold": "1", "dim": "2", "green": "32", "red": "31"}
_FATES = ("run", "parsed", "compared", "skipped", "shown")


def render(report: Report, style: Style, *, colour: bool = False, quiet: bool = False, verbose: bool = False) -> str:
    """The whole report in one of the styles, with a final newline."""
    if style == "json":
        return printable(json.dumps(as_json(report), indent=2, ensure_ascii=False)) + "\n"
    paint = _painter(colour)
    shown = [finding for finding in report.findings if finding.severity != "info" or verbose]
    blocks = [_full(finding, paint) if style == "full" else _concise(finding, paint) for finding in shown]
    text = printable("".join(blocks))
    if quiet:
        return text
    lines = [
        *(f"note: {note}" for note in report.notes),
        *(_not_run(report) if verbose else ()),
        *_summary(report, paint),
    ]
    return text + "\n".join(lines) + "\n"


def printable(text: str) -> str:
    """The text with lone surrogates, which no encoding takes, written as escapes; JSON reads them as they were."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def exit_code(report: Report) -> int:
    """0 without errors, 1 with errors, 2 where the job could not be done."""
    errors = [finding for finding in report.findings if finding.severity == "error"]
    if any(finding.code.startswith("FP9") or finding.code == "FP114" for finding in errors):
        return 2
    return 1 if errors else 0


def as_json(report: Report) -> dict[str, Any]:
    """The JSON report, version 1: keys may be added, never change their meaning."""
    return {
        "version": 1,
        "tool": f"fencepost {__version__}",
        "running": report.running,
        "summary": counts(report),
        "pages": [
            {"path": page.path, "language": page.language, "twin": page.twin, "sha256": page.sha256}
            for page in report.pages
        ],
        "fences": [
            {
                "id": fence.id,
                "page": fence.page,
                "line": fence.line,
                "end_line": fence.end_line,
                "language": fence.language,
                "fate": fence.fate,
                "reason": fence.reason,
                "outcome": fence.outcome,
                "reused": fence.reused,
            }
            for fence in report.fences
        ],
        "contracts": [
            {
                "id": contract.id,
                "kind": contract.kind,
                "source": contract.source,
                "page": contract.page,
                "fence": contract.fence,
                "outcome": contract.outcome,
                "reused": contract.reused,
            }
            for contract in report.contracts
        ],
        "findings": [_finding_json(finding) for finding in report.findings],
    }


def counts(report: Report) -> dict[str, Any]:
    """The summary of the JSON report."""
    severities = Counter(finding.severity for finding in report.findings)
    fates = Counter(fence.fate for fence in report.fences)
    outcomes = [*(fence.outcome for fence in report.fences), *(contract.outcome for contract in report.contracts)]
    return {
        "pages": len(report.pages),
        "fences": len(report.fences),
        "contracts": len(report.contracts),
        "errors": severities["error"],
        "warnings": severities["warning"],
        "fixable": sum(1 for finding in report.findings if finding.edits),
        "blocked": outcomes.count("blocked"),
        "unscripted": sum(1 for finding in report.findings if finding.code == "FP211" and finding.severity != "error"),
        "not_checked": sum(1 for contract in report.contracts if contract.outcome == "not_checked"),
        "reused": sum(one.reused for one in (*report.fences, *report.contracts)),
        "fates": {fate: fates[fate] for fate in _FATES},
    }


def _finding_json(finding: Finding) -> dict[str, Any]:
    place = finding.place
    return {
        "code": finding.code,
        "rule": RULES[finding.code].name,
        "severity": finding.severity,
        "page": place.path,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line or place.line,
        "end_column": place.end_column or place.column,
        "message": finding.message,
        "fence": finding.fence,
        "related": [{"path": other.path, "line": other.line, "column": other.column} for other in finding.related],
        "help": finding.help,
        "detail": list(finding.detail),
        "fixable": bool(finding.edits),
    }


Paint = Callable[[str, str], str]


def _painter(colour: bool) -> Paint:
    def paint(text: str, name: str) -> str:
        return f"\x1b[{_COLOURS[name]}m{text}\x1b[0m" if colour and text else text

    return paint


def _concise(finding: Finding, paint: Paint) -> str:
    also = "".join(f" [{place}]" for place in finding.related)
    return f"{finding.place}: {_label(finding, paint)} {finding.message}{also}\n"


def _full(finding: Finding, paint: Paint) -> str:
    lines = [f"{paint(str(finding.place), 'bold')}: {_label(finding, paint)} {finding.message}"]
    lines += [f"  see {place}" for place in finding.related]
    lines += [f"  | {_painted(line, paint)}" for line in finding.detail]
    if finding.help:
        lines.append(f"  {paint('help:', 'green')} {finding.help}")
    return "\n".join(lines) + "\n\n"


def _painted(line: str, paint: Paint) -> str:
    if line.startswith("- "):
        return paint(line, "red")
    return paint(line, "green") if line.startswith("+ ") else line


def _label(finding: Finding, paint: Paint) -> str:
    severity = finding.severity or RULES[finding.code].severity
    name = f"{finding.code} {RULES[finding.code].name}"
    return paint(name if severity == "error" else f"{name} ({severity})", severity if severity != "off" else "dim")


def _not_run(report: Report) -> list[str]:
    rows = [fence for fence in report.fences if fence.fate in ("skipped", "shown") or fence.outcome == "not_run"]
    return [f"{fence.page}:{fence.line}: {fence.fate}: {fence.reason}" for fence in rows]


def _summary(report: Report, paint: Paint) -> list[str]:
    summary = counts(report)
    fates: Mapping[str, int] = summary["fates"]
    shown = ", ".join(f"{number} {fate}" for fate, number in fates.items() if number)
    held = f", {plural(summary['contracts'], 'contract')}" if summary["contracts"] else ""
    first = f"{plural(summary['pages'], 'page')}, {plural(summary['fences'], 'fence')}"
    lines = [f"{first}{f' ({shown})' if shown else ''}{held}"]
    if unheld := _unheld(summary, report):
        lines.append(unheld)
    if summary["reused"]:
        lines.append(f"{plural(summary['reused'], 'outcome')} reused from an earlier run")
    if summary["unscripted"]:
        lines.append(f"{plural(summary['unscripted'], 'place')} where the model's reply is made up (-v lists them)")
    verdict = _verdict(summary)
    lines.append(paint(verdict, "green" if not summary["errors"] else "red"))
    return lines


def _unheld(summary: Mapping[str, Any], report: Report) -> str:
    waiting = sum(1 for fence in report.fences if fence.outcome == "not_run")
    parts = [f"{plural(waiting, 'fence')} not run"] if waiting else []
    if summary["not_checked"]:
        parts.append(f"{plural(summary['not_checked'], 'contract')} not checked")
    hint = "" if report.running or not parts else " (add --run)"
    return ", ".join(parts) + hint


def _verdict(summary: Mapping[str, Any]) -> str:
    if not summary["errors"] and not summary["warnings"]:
        return "all held"
    parts = [plural(summary["errors"], "error")]
    if summary["warnings"]:
        parts.append(plural(summary["warnings"], "warning"))
    if summary["blocked"]:
        parts.append(f"{summary['blocked']} blocked")
    if summary["fixable"]:
        parts.append(f"{summary['fixable']} fixable with --fix")
    return ", ".join(parts)


def plural(number: int, noun: str) -> str:
    """`1 fence`, `2 fences`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
