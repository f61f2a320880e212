"""Where the site and GitHub do not see the same fences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fencepost.markdown.lines import line_at
from fencepost.markdown.superfences import Candidate
from fencepost.model import Finding, Place

_RUN_ALONE = re.compile(r"^([ >]*)(`{3,}|~{3,}) *$", re.MULTILINE)
_RUN_WITH_INFO = re.compile(r"^([ >]*)(`{3,}(?=[^`\n]+$)|~{3,}) *[^\s`~][^\n]*$", re.MULTILINE)
_SLACK = 3
"""By how many columns GitHub lets a closing line stand elsewhere."""


def of_page(
    path: str,
    wide: str,
    starts: list[int],
    candidates: Sequence[Candidate],
    shown: frozenset[int],
    text_lines: set[int],
) -> list[Finding]:
    """The findings FP101, FP102 and FP103 of a page, for fences and would-be fences that are not literals."""
    findings: list[Finding] = []
    for index, candidate in enumerate(candidates):
        line = line_at(starts, candidate.opening.start)
        if index not in shown and line not in text_lines:
            continue
        place = Place(path, line, candidate.opening.width + 1)
        closed = candidate.close is not None
        mismatch = _mismatch(wide, candidate)
        if candidate.opening.header.fault and (closed or mismatch is not None):
            findings.append(_refused(candidate, place))
        elif mismatch is not None:
            findings.append(_mismatched(path, wide, starts, candidate, mismatch, line))
        elif not closed:
            findings.append(_unclosed(starts, candidate, place))
    return findings


def _mismatch(wide: str, candidate: Candidate) -> int | None:
    """Where the first line stands that would end the fence on GitHub, before the site ends it or gives it up."""
    opening = candidate.opening
    limit = candidate.close if candidate.close is not None else candidate.end
    if wide.find(opening.marker, opening.end, limit) < 0:
        return None
    leftmost = 0 if opening.width <= _SLACK else opening.width
    for match in _RUN_ALONE.finditer(wide, opening.end, limit):
        fits = match[2][0] == opening.marker[0] and len(match[2]) >= len(opening.marker)
        if fits and (leftmost <= len(match[1]) <= opening.width + _SLACK or match.start() == candidate.broken):
            return match.start()
    return None


def _mismatched(path: str, wide: str, starts: list[int], candidate: Candidate, start: int, line: int) -> Finding:
    run = wide[start : wide.find("\n", start) if wide.find("\n", start) >= 0 else len(wide)]
    marker = run.lstrip(" >").rstrip(" ")
    column = len(run) - len(run.lstrip(" >")) + 1
    opening = candidate.opening
    wrong = []
    if len(marker) != len(opening.marker):
        wrong.append(f"it is `{marker}`, not `{opening.marker}`")
    if column != opening.width + 1:
        wrong.append(f"it stands at column {column}, not {opening.width + 1}")
    lost = [line_at(starts, match.start()) for match in _RUN_WITH_INFO.finditer(wide, start, _limit(candidate))]
    message = (
        f"this line looks like the end of the fence of line {line}, but the site does not take it for one: "
        f"{' and '.join(wrong)}; {_consequence(starts, candidate, line)}"
    )
    if lost and candidate.close is not None:
        message += f", and the fence{'s' * (len(lost) > 1)} of line {', '.join(map(str, lost))} vanish{'es' * (len(lost) == 1)} in it"
    return Finding(
        "FP102",
        message,
        Place(path, line_at(starts, start), column),
        related=(Place(path, line, opening.width + 1), *(Place(path, number) for number in lost)),
        help=f"write `{opening.marker}` at column {opening.width + 1}",
    )


def _limit(candidate: Candidate) -> int:
    return candidate.close if candidate.close is not None else candidate.end


def _consequence(starts: list[int], candidate: Candidate, line: int) -> str:
    if candidate.close is not None:
        return f"the block goes on to line {line_at(starts, candidate.close)}"
    if candidate.broken is not None:
        return f"it prints lines {line} to {line_at(starts, candidate.broken)} as text"
    return f"it prints the page from line {line} on as text"


def _unclosed(starts: list[int], candidate: Candidate, place: Place) -> Finding:
    marker = candidate.opening.marker
    if candidate.broken is None:
        reason = f"no line with `{marker}` alone at column {place.column} follows"
        help_ = f"close it with `{marker}` at column {place.column}"
    else:
        reason = f"line {line_at(starts, candidate.broken)} stands to the left of its opening mark and ends it"
        help_ = f"indent its lines to column {place.column}, or close it before"
    return Finding("FP101", f"this fence is never closed: {reason}", place, help=help_)


def _refused(candidate: Candidate, place: Place) -> Finding:
    header, opening = candidate.opening.header, candidate.opening
    keep = f"{opening.marker}{header.language}" if header.language else f"{opening.marker}python"
    return Finding(
        "FP103",
        f"the site prints this fence as inline code, for it does not know `{header.fault}` in `{opening.info}`",
        place,
        help=f"write `{keep}` and move the rest into a directive above the fence",
    )
