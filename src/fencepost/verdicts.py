"""Verdicts from what was found, and of several looks at one fence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fencepost.model import Finding, Verdict
from fencepost.rules import severity_of


def verdict(found: Iterable[Finding]) -> Verdict:
    """Failed where there is an error, else passed."""
    found = tuple(found)
    failed = any(severity_of(finding) == "error" for finding in found)
    return Verdict("failed" if failed else "passed", found)


def joined(held: Verdict, ran: Verdict) -> Verdict:
    """What was read of a fence and what came of running it, as one.

    A fault that both found stands there twice, so that an `ignore` of the one or the other is needed; `told_once`
    takes one of them out.
    """
    # FP109 is an info where the code is newer than the Python that runs.
    said = (one for one in held.findings if one.code == "FP110" or (one.code == "FP109" and one.severity == "info"))
    advice = {finding.place.line: finding.help for finding in said if finding.help}
    found = (
        replace(finding, help=advice[finding.place.line])
        if finding.code == "FP201" and finding.place.line in advice
        else finding
        for finding in ran.findings
    )
    read = told_once(held.findings, ran.findings)
    outcome = "failed" if held.outcome == "failed" and read else ran.outcome
    return Verdict(outcome, (*held.findings, *found), ran.blocked_by, ran.reused)


def told_once(findings: Iterable[Finding], all_found: Iterable[Finding]) -> list[Finding]:
    """The findings without what reading found wrong in a line that raised when it ran, by `all_found`."""
    raised = {(one.place.path, one.place.line) for one in all_found if one.code == "FP201"}
    return [
        one for one in findings if one.code not in ("FP109", "FP110") or (one.place.path, one.place.line) not in raised
    ]
