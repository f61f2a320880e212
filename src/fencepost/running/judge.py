"""Says what becomes of a step and of the contracts that it decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from fencepost.checks.error import agrees, is_of_type, raises_as_declared
from fencepost.checks.output import OutputOptions, first_difference
from fencepost.model import Finding, Page, Place, Verdict
from fencepost.plan import Contract, Step
from fencepost.rules import severity_of
from fencepost.running import failure, findings
from fencepost.running.interrupts import OverdueError
from fencepost.running.ran import CommandError, Ran, blocked_by
from fencepost.running.supplied import SupplyError

_REFUSALS = frozenset({"FP204", "FP205", "FP209", "FP210", "FP211"})
"""What the stub finds when it answers a request with an error."""
_NO_ANSWER = (NameError, SyntaxError, ImportError)
"""What is wrong with code whatever a server answers."""


class Judge:
    """Judges the steps of one page."""

    def __init__(self, page: Page, file: Path, root: Path, patterns: Mapping[str, str]) -> None:
        """Judge the page in `file`."""
        self._page = page
        self._file = file
        self._root = root
        self._patterns = patterns

    def step(self, ran: Ran, step: Step, lost: Mapping[str, str]) -> Verdict:
        """What became of a step; `lost` are names that a failed fence would have defined, with its id."""
        found = _caused(ran)
        if ran.error is None and step.raises not in (None, "*"):
            found.append(findings.did_not_raise(self._page, step))
        elif ran.error is not None and step.raises != "*":
            if step.raises is not None and raises_as_declared(step.raises, ran.error):
                pass
            elif isinstance(ran.error, SupplyError):
                found.append(findings.not_supplied(self._page, step, ran.error))
            elif isinstance(ran.error, OverdueError):
                found.append(findings.overdue(self._page, step, ran.error, self._place(ran.error, step)))
            elif blocker := blocked_by(ran.error, lost):
                return Verdict("blocked", tuple(found), blocker)
            elif not self._is_said(ran.error, found, step):
                found.append(self._raised(step, ran, ran.error))
        failed = any(severity_of(finding) == "error" for finding in found)
        return Verdict("failed" if failed else "passed", tuple(found))

    def output(self, contract: Contract, ran: Ran, step: Step) -> Verdict:
        """Whether a fence shows what a step printed, or, where it printed less, the value of its last expression."""
        assert contract.directive is not None
        assert contract.fence is not None
        options = OutputOptions.of(contract.directive, self._patterns)
        printed = ran.printed.stdout
        if contract.directive.option("stream") == "stderr":
            printed = ran.printed.stderr
        elif ran.values and (valued := f"{printed}{ran.values[max(ran.values)]}\n"):
            shows_value = first_difference(contract.fence.body, valued, options) is None
            printed = valued if shows_value or not printed else printed
        found = _doubtful(findings.output_differs(self._page, contract.fence, printed, options, step), ran)
        return Verdict("failed" if found else "passed", tuple(found))

    def error(self, contract: Contract, ran: Ran, step: Step, lost: Mapping[str, str]) -> Verdict:
        """Whether a fence shows what a step raised."""
        assert contract.directive is not None
        assert contract.fence is not None
        if ran.error is None:
            return Verdict("failed", (findings.no_error(self._page, contract.fence, step),))
        if blocker := blocked_by(ran.error, lost):
            return Verdict("blocked", blocked_by=blocker)
        wanted = contract.directive.option("type")
        wrap = "wrap" in contract.directive.flags
        if (wanted is None or is_of_type(ran.error, wanted)) and agrees(contract.fence.body, ran.error, wrap=wrap):
            return Verdict("passed")
        related = failure.places_behind(ran.error, str(self._file), self._root) or (self._place(ran.error, step),)
        found = findings.error_differs(self._page, contract.fence, ran.error, wanted, related, wrap=wrap)
        return Verdict("failed", tuple(_doubtful([found], ran)))

    def _is_said(self, error: BaseException, found: Sequence[Finding], step: Step) -> bool:
        """Whether what the stub found about the same line tells all that the exception would."""
        if any(finding.code == "FP205" for finding in found) and not isinstance(error, _NO_ANSWER):
            return True
        line = self._place(error, step).line
        said = (finding for finding in found if finding.code in _REFUSALS and severity_of(finding) == "error")
        return any(line in (finding.place.line, *(place.line for place in finding.related)) for finding in said)

    def _place(self, error: BaseException, step: Step) -> Place:
        return failure.place_on_page(error, str(self._file), self._page, step.line)

    def _raised(self, step: Step, ran: Ran, error: BaseException) -> Finding:
        if isinstance(error, CommandError) and step.raises is None:
            return findings.command_failed(self._page, step, error, error.line, ran.printed)
        place = self._place(error, step)
        if step.raises is not None:
            return findings.raised_otherwise(self._page, step, error, place)
        behind = failure.places_behind(error, str(self._file), self._root)
        frames = failure.frames_shown(error, str(self._file), self._root, self._page)
        values = failure.values_shown(error, str(self._file))
        found = findings.raised(self._page, step, error, place, behind, ran.printed, ran.explained)
        return replace(found, detail=(*frames, *values, *found.detail))


def _caused(ran: Ran) -> list[Finding]:
    """What was found in a step, without what only comes of a request that was refused in it."""
    refused = any(finding.code == "FP205" for finding in ran.found)
    return _doubtful([one for one in ran.found if not (refused and one.code in ("FP202", "FP203"))], ran)


def _doubtful(found: Sequence[Finding], ran: Ran) -> list[Finding]:
    """Findings that offer no edit where what was printed may be the stub's own."""
    return [
        replace(one, edits=(), help=ran.doubted) if ran.doubted and one.code in ("FP202", "FP203") else one
        for one in found
    ]
