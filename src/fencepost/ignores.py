"""`ignore CODE reason="…"`: accepts a finding in the next block, or in the section of the heading below it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from fencepost.attach import OURS
from fencepost.model import Directive, Finding, Page, Place
from fencepost.rules import RULES

_DIRECTIVE = re.compile(rf"\s*(?:{OURS.pattern})", OURS.flags)


@dataclass(frozen=True, slots=True)
class _Range:
    """Lines of a page's text."""

    page: Page
    directive: Directive
    first: int
    last: int

    def covers(self, finding: Finding) -> bool:
        """Whether the finding stands in the range and has the code that is accepted."""
        return finding.code == self.directive.argument and self._holds(finding.place)

    def _holds(self, place: Place) -> bool:
        page = self.page
        if not page.origins:
            return place.path == page.path and self.first <= place.line <= self.last
        if place.path == page.path:
            # An include that failed has left no line.
            return page.line_in_file(self.directive.line) < place.line <= page.line_in_file(self.last)
        lines = page.origins[self.first - 1 : self.last]
        return any((origin.path, origin.line) == (place.path, place.line) for origin in lines)


def without_ignored(pages: Iterable[Page], findings: Iterable[Finding]) -> list[Finding]:
    """The findings that no `ignore` accepts, and FP113 for each `ignore` that accepts nothing."""
    left = list(findings)
    for page in pages:
        for directive in page.directives:
            if directive.name != "ignore":
                continue
            accepted = _range(page, directive)
            kept = [finding for finding in left if not accepted.covers(finding)]
            if len(kept) == len(left):
                kept.append(_unused(page, directive))
            left = kept
    return left


def is_ignored(page: Page | None, finding: Finding) -> bool:
    """Whether an `ignore` of the page accepts the finding."""
    if page is None:
        return False
    own = [one for one in page.directives if one.name == "ignore" and one.argument == finding.code]
    return any(_range(page, directive).covers(finding) for directive in own)


def _unused(page: Page, directive: Directive) -> Finding:
    message = f"`ignore {directive.argument}` accepts nothing here"
    place = page.place(directive.line, directive.comment.column)
    return Finding("FP113", message, place, help=RULES["FP113"].fix)


def _range(page: Page, directive: Directive) -> _Range:
    position = directive.comment.end
    while match := _DIRECTIVE.match(page.text, position):
        position = match.end()
    blank = re.compile(r"[\s>]*").match(page.text, position)
    position = blank.end() if blank else position
    line = page.text.count("\n", 0, position) + 1
    for fence in page.fences:
        if fence.line == line:
            return _Range(page, directive, directive.line, fence.end_line)
    for index, heading in enumerate(page.headings):
        if heading.line == line:
            below = [other.line for other in page.headings[index + 1 :] if other.level <= heading.level]
            last = below[0] - 1 if below else page.text.count("\n") + 1
            return _Range(page, directive, line, last)
    end = re.compile(r"\n[ \t>]*\r?\n|\Z").search(page.text, position)
    last = page.text.count("\n", 0, end.start() if end else len(page.text)) + 1
    return _Range(page, directive, line, last)
