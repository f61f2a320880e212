"""The same words about several lines of a page: people read them once."""

from __future__ import annotations

from collections.abc import Iterable

from fencepost.model import Finding

_SHOWN = 12
"""So many lines are listed."""

Repeats = dict[Finding, tuple[int, ...]]
"""Findings in their order, each with the further lines of its page of which the same is said."""


def told_once(findings: Iterable[Finding]) -> Repeats:
    """Put together the findings of a page that say the same; those that show other places or a change stand alone."""
    first: dict[tuple[str, str, str, str], Finding] = {}
    found: Repeats = {}
    for finding in findings:
        key = finding.code, finding.place.path, finding.message, finding.help
        if finding.related or finding.detail or finding.edits:
            found[finding] = ()
        elif key not in first:
            first[key] = finding
            found[finding] = ()
        else:
            found[first[key]] += (finding.place.line,)
    return found


def told_apart(findings: Iterable[Finding]) -> Repeats:
    """All findings by themselves."""
    alone: tuple[int, ...] = ()
    return dict.fromkeys(findings, alone)


def in_words(lines: tuple[int, ...]) -> str:
    """`the same at lines 3, 5 and 9`; of many the first."""
    shown = [str(line) for line in lines[:_SHOWN]]
    more = len(lines) - _SHOWN
    *others, last = [*shown, f"{more} more"] if more > 0 else shown
    return f"the same at line {last}" if not others else f"the same at lines {', '.join(others)} and {last}"
