"""How pytest is told that something does not hold, and how it shows that."""

from __future__ import annotations

from collections.abc import Iterable

from _pytest._code.code import ReprEntryNative, ReprExceptionInfo, ReprFileLocation, ReprTraceback

from fencepost.model import Finding, Report

BLOCKED = "blocked by "
"""What the reason of a skip begins with where another fence's failure is in the way."""


class HeldError(Exception):
    """Something did not hold; carries the findings for the report."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = findings

    def shown(self) -> ReprExceptionInfo:
        """The findings, in the forms that pytest hands from a worker of xdist to the process that reports."""
        from fencepost import report

        first = next(one for one in self.findings if one.severity in ("error", None))
        where = ReprFileLocation(first.place.path, first.place.line, report.encodable(f"{first.code} {first.message}"))
        lines = [f"{line}\n" for line in shown(self.findings).splitlines()]
        return ReprExceptionInfo(ReprTraceback([ReprEntryNative(lines)], None, "native"), where)


def shown(findings: Iterable[Finding]) -> str:
    """Findings as the command prints them."""
    from fencepost import report

    return report.render(Report(True, findings=tuple(findings)), "full", quiet=True).rstrip()
