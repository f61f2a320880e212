"""The first look at a project: a few findings of each rule, so that no rule buries the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from fencepost.model import Report
from fencepost.report.repeats import Repeats

_SHOWN = 5
"""So many findings of a rule are shown."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What is shown, and how much more there is."""

    findings: Repeats
    more: Mapping[str, int]
    """How many findings of a rule are not shown, by its code."""


def glance(report: Report, findings: Repeats) -> Glance:
    """Choose among the findings of a report, and leave them in their order.

    Pages in the source language come first, since their translations repeat what is wrong with them, and one finding
    of each page comes before the second of any.
    """
    translated = {one.twin for one in report.translations}
    met: Counter[tuple[str, str]] = Counter()
    ranked: dict[str, list[tuple[bool, int, int]]] = defaultdict(list)
    for index, finding in enumerate(findings):
        key = finding.code, finding.place.path
        ranked[finding.code].append((finding.place.path in translated, met[key], index))
        met[key] += 1
    chosen = {index for ranks in ranked.values() for _, _, index in sorted(ranks)[:_SHOWN]}
    more: Counter[str] = Counter()
    for index, (finding, lines) in enumerate(findings.items()):
        if index not in chosen:
            more[finding.code] += 1 + len(lines)
    return Glance({finding: lines for index, (finding, lines) in enumerate(findings.items()) if index in chosen}, more)
