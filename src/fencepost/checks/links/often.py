"""Ids that are missing on many pages: a site may make them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from fencepost.model import Finding

_FRAGMENT = re.compile(r"has no `#([^`]+)`$")
"""What FP502 ends with."""
_PAGES = 10
"""On so many pages an id is no slip any more."""
_SHOWN = 6


def note(findings: Iterable[Finding]) -> list[str]:
    """A sentence on the ids that links of many pages miss on their own page or another, or nothing."""
    pages: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        if finding.code == "FP502" and (match := _FRAGMENT.search(finding.message)):
            pages[match[1]].add(finding.place.path)
    often = sorted((name for name in pages if len(pages[name]) >= _PAGES), key=lambda name: (-len(pages[name]), name))
    if not often:
        return []
    shown = ", ".join(f'"{name}"' for name in often[:_SHOWN])
    ids = "this id is" if len(often) == 1 else "these ids are"
    number = len(set().union(*(pages[name] for name in often)))
    return [
        f"{ids} missing on {number} pages; if the site makes them, accept them in the settings: anchors = [{shown}]"
    ]
