"""The report as SARIF, which code scanning services read.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from fencepost import __version__
from fencepost.model import Finding, Place, Report, Rule
from fencepost.rules import rule_of

_LEVELS = {"error": "error", "warning": "warning", "info": "note", "off": "none"}


def as_sarif(report: Report) -> dict[str, Any]:
    """A log with one run; places are relative to the project's root, columns count Unicode characters from 1."""
    rules = sorted({rule_of(finding) for finding in report.findings}, key=lambda rule: rule.code)
    index = {rule.code: number for number, rule in enumerate(rules)}
    failed = any(finding.code.startswith("FP9") and finding.severity == "error" for finding in report.findings)
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {"name": "fencepost", "version": __version__, "rules": [_rule(rule) for rule in rules]}
                },
                "invocations": [{"executionSuccessful": not failed}],
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {
                    "PROJECTROOT": {"description": {"text": "The folder that holds the project's settings."}}
                },
                "results": [
                    _result(finding, index[finding.code], mark)
                    for finding, mark in zip(report.findings, _fingerprints(report.findings), strict=True)
                ],
            }
        ],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.fix},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(finding: Finding, index: int, fingerprint: str) -> dict[str, Any]:
    text = "\n".join([finding.message, *finding.detail, *([f"help: {finding.help}"] if finding.help else [])])
    related = [
        {"id": number, "message": {"text": f"see {place}"}, **_location(place)}
        for number, place in enumerate(finding.related, 1)
    ]
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity or rule_of(finding).severity],
        "message": {"text": text},
        "locations": [_location(finding.place)],
        **({"relatedLocations": related} if related else {}),
        "partialFingerprints": {"fencepost/v1": fingerprint},
    }


def _location(place: Place) -> dict[str, Any]:
    region = {"startLine": max(place.line, 1), "startColumn": max(place.column, 1)}
    if place.end_line:
        region["endLine"] = place.end_line
    if place.end_column:
        region["endColumn"] = place.end_column
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(place.path), "uriBaseId": "PROJECTROOT"},
            "region": region,
        }
    }


def _fingerprints(findings: Iterable[Finding]) -> list[str]:
    """What keeps a result the same when lines move: rule, page, fence and message, counted where they repeat."""
    seen: Counter[tuple[str, str, str, str]] = Counter()
    marks = []
    for finding in findings:
        key = (finding.code, finding.place.path, finding.fence or "", finding.message)
        seen[key] += 1
        marks.append(hashlib.sha256("\0".join([*key, str(seen[key])]).encode("utf-8", "replace")).hexdigest()[:32])
    return marks
