"""Where the site and GitHub do not see the same fences."""

from __future__ import annotations

import re

from fencepost.markdown.outline import Outline
from fencepost.markdown.superfences import Candidate, line_end
from fencepost.model import Finding, Place

_RUN_ALONE = re.compile(r"^([ >]*)(`{3,}|~{3,}) *$", re.MULTILINE)
_RUN_WITH_WORD = re.compile(r"^[ >]*(?:`{3,}(?=[^`\n]+$)|~{3,}) *[^\s`~]", re.MULTILINE)
_SLACK = 3
"""By how many columns GitHub lets a closing line stand elsewhere."""


def of_page(path: str, wide: str, outline: Outline) -> list[Finding]:
    """The findings FP101, FP102 and FP103 of a page, for fences and would-be fences that are not literals."""
    findings: list[Finding] = []
    for index, candidate in enumerate(outline.candidates):
        if index not in outline.shown and candidate.opening.line not in outline.text_lines:
            continue
        mismatch = _mismatch(wide, candidate)
        if candidate.opening.header.fault and (candidate.closed or mismatch is not None):
            findings.append(_refused(path, candidate))
        elif mismatch is not None:
            findings.append(_mismatched(path, wide, candidate, mismatch))
        elif not candidate.closed:
            findings.append(_unclosed(path, candidate))
        elif index not in outline.shown:
            findings.append(_below_literal(path, candidate))
    return findings


def _mismatch(wide: str, candidate: Candidate) -> int | None:
    """Where the first line stands that would end the fence on GitHub, before the site ends it or gives it up."""
    opening = candidate.opening
    limit = candidate.last if candidate.closed else candidate.end
    if wide.find(opening.marker, opening.end, limit) < 0:
        return None
    leftmost = 0 if opening.width <= _SLACK else opening.width
    for match in _RUN_ALONE.finditer(wide, opening.end, limit):
        fits = match[2][0] == opening.marker[0] and len(match[2]) >= len(opening.marker)
        unmade = candidate.broken and match.start() == candidate.last
        if fits and (leftmost <= len(match[1]) <= opening.width + _SLACK or unmade):
            return match.start()
    return None


def _mismatched(path: str, wide: str, candidate: Candidate, start: int) -> Finding:
    opening = candidate.opening
    run = wide[start : line_end(wide, start)].rstrip(" ")
    marker = run.lstrip(" >")
    column = len(run) - len(marker) + 1
    line = opening.line + wide.count("\n", opening.start, start)
    wrong = [f"it is '{marker}', not '{opening.marker}'"] if len(marker) != len(opening.marker) else []
    if column != opening.width + 1:
        wrong.append(f"it stands at column {column}, not {opening.width + 1}")
    lost = _lost(wide, candidate, start)
    return Finding(
        "FP102",
        f"this line looks like the end of the fence of line {opening.line}, but the site does not take it for one: "
        f"{' and '.join(wrong)}; {_consequence(candidate, lost)}",
        Place(path, line, column),
        related=(Place(path, opening.line, opening.width + 1), *(Place(path, number) for number in lost)),
        help=f"write '{opening.marker}' at column {opening.width + 1}",
    )


def _lost(wide: str, candidate: Candidate, start: int) -> list[int]:
    """The lines on which fences open that the block swallows."""
    opening = candidate.opening
    limit = candidate.last if candidate.closed else candidate.end
    return [
        opening.line + wide.count("\n", opening.start, match.start())
        for match in _RUN_WITH_WORD.finditer(wide, line_end(wide, start), limit)
    ]


def _consequence(candidate: Candidate, lost: list[int]) -> str:
    first = candidate.opening.line
    if candidate.closed:
        shown = f"the block goes on to line {candidate.end_line}"
    elif candidate.broken:
        shown = f"lines {first} to {candidate.end_line} are printed as text"
    else:
        shown = f"the page is printed as text from line {first} on"
    if not lost:
        return shown
    lines = ", ".join(map(str, lost))
    return f"{shown}, and the fence{'s' if len(lost) > 1 else ''} of line {lines} with it"


def _unclosed(path: str, candidate: Candidate) -> Finding:
    opening = candidate.opening
    column = opening.width + 1
    if candidate.broken:
        reason = f"line {candidate.end_line} stands to the left of its opening mark, which unmakes it"
        remedy = f"indent its lines to column {column}, or close it before that line"
    else:
        reason = f"no line below holds '{opening.marker}' alone at column {column}"
        remedy = f"close it with '{opening.marker}' at column {column}"
    return Finding("FP101", f"this fence is never closed: {reason}", Place(path, opening.line, column), help=remedy)


def _below_literal(path: str, candidate: Candidate) -> Finding:
    return Finding(
        "FP101",
        "the site prints this fence as text, since it follows an indented block directly",
        Place(path, candidate.opening.line, candidate.opening.width + 1),
        help="put an empty line above it",
    )


def _refused(path: str, candidate: Candidate) -> Finding:
    opening = candidate.opening
    kept = opening.marker + (opening.header.language or "text")
    return Finding(
        "FP103",
        f"the site prints this fence as inline code, since it does not know `{opening.header.fault}` "
        f"in `{opening.info}`; its closing line then opens another block",
        Place(path, opening.line, opening.width + 1),
        help=f"write `{kept}` and say the rest in a directive above the fence",
    )
