"""The JSON report: the shape of `--output-format json` and of `--report`."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

from fencepost import __version__
from fencepost.model import Fate, Finding, Report
from fencepost.rules import rule_of


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
                "included_from": fence.included and {"path": fence.included.path, "line": fence.included.line},
                "reused": fence.reused,
                "accepted": fence.accepted,
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
                "accepted": contract.accepted,
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
        "accepted": report.accepted,
        "fixable": sum(1 for finding in report.findings if finding.edits),
        "blocked": outcomes.count("blocked"),
        "unscripted": sum(1 for finding in report.findings if finding.code == "FP211" and finding.severity != "error"),
        "not_checked": sum(1 for contract in report.contracts if contract.outcome == "not_checked"),
        "reused": sum(one.reused for one in (*report.fences, *report.contracts)),
        "fates": {fate: fates[fate] for fate in get_args(Fate)},
    }


def _finding_json(finding: Finding) -> dict[str, Any]:
    place = finding.place
    return {
        "code": finding.code,
        "rule": rule_of(finding).name,
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
