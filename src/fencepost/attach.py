"""Which fence a directive governs: the next one of the same container, with nothing but blank lines between."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from fencepost.model import Container, Directive, Fence, Finding, Page
from fencepost.rules import RULES

_NEXT = frozenset({"skip", "run", "parse", "file", "setup", "output", "error", "quote", "translates", "differs"})
"""Directives that govern the next fence."""
_ALONE = frozenset({"skip", "run", "parse", "file", "differs"})
"""Of these a fence takes one."""
_EXCLUDE = (("skip", "run"), ("skip", "parse"), ("run", "parse"), ("skip", "setup"), ("parse", "setup"))
OURS = re.compile(r"<!--\s*fencepost.*?-->|\{/\*\s*fencepost.*?\*/\}", re.DOTALL | re.IGNORECASE)
"""A comment that addresses fencepost, whatever it says."""


@dataclass(frozen=True, slots=True)
class Script:
    """A `model` directive and the fences during which it answers, one range for each time it begins anew."""

    directive: Directive
    fences_by_range: tuple[frozenset[int], ...]
    """Offsets at which the fences begin."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """What governs what on a page."""

    page: Directive | None
    by_fence: dict[int, tuple[Directive, ...]]
    """Directives by the offset at which their fence begins."""
    scripts: tuple[Script, ...]
    findings: tuple[Finding, ...]

    @property
    def page_skipped(self) -> bool:
        """Whether the page as a whole is not run."""
        return self.page is not None and "skip" in self.page.flags

    def of(self, fence: Fence) -> tuple[Directive, ...]:
        """The directives that govern a fence, in order."""
        return self.by_fence.get(fence.start, ())


def attach(page: Page) -> Attachment:
    """Find what each directive governs; FP105 for those that govern nothing or contradict each other."""
    by_fence: dict[int, list[Directive]] = {}
    scripts: list[Script] = []
    findings: list[Finding] = []
    options: Directive | None = None
    for directive in page.directives:
        if directive.name in _NEXT:
            fence = _next_fence(page, directive)
            if fence is None:
                findings.append(stray(page, directive, "no fence stands directly below it in the same container"))
            else:
                by_fence.setdefault(fence.start, []).append(directive)
        elif directive.name == "model":
            script = _script(page, directive)
            if script is None:
                findings.append(stray(page, directive, "no fence or tab set stands directly below it"))
            else:
                scripts.append(script)
        elif directive.name == "page":
            if complaint := _misplaced_page(page, directive, options):
                findings.append(stray(page, directive, complaint))
            else:
                options = directive
    findings += [finding for directives in by_fence.values() for finding in _contradictions(page, directives)]
    attached = {start: tuple(directives) for start, directives in by_fence.items()}
    return Attachment(options, attached, tuple(scripts), tuple(findings))


def stray(page: Page, directive: Directive, why: str) -> Finding:
    """FP105 for a directive."""
    place = page.place(directive.line, directive.comment.column)
    return Finding("FP105", f"`{directive.name}` is misplaced: {why}", place, help=RULES["FP105"].fix)


def _next_fence(page: Page, directive: Directive) -> Fence | None:
    comment = directive.comment
    index = bisect_left(page.fences, comment.end, key=lambda fence: fence.start)
    fence = page.fences[index] if index < len(page.fences) else None
    if fence is None or fence.containers != comment.containers:
        return None
    return fence if _only_blank(page.text[comment.end : fence.start]) else None


def _only_blank(between: str) -> bool:
    return not OURS.sub("", between).replace(">", "").strip()


def _script(page: Page, directive: Directive) -> Script | None:
    if directive.option("scope") == "page":
        return Script(directive, (frozenset(fence.start for fence in page.fences),))
    if directive.option("until") == "section":
        return Script(directive, (frozenset(fence.start for fence in _rest_of_section(page, directive)),))
    fence = _next_fence(page, directive)
    if fence is not None:
        return Script(directive, (frozenset({fence.start}),))
    tabs = _tabs_below(page, directive)
    if not tabs:
        return None
    return Script(
        directive,
        tuple(frozenset(fence.start for fence in page.fences if tab in fence.containers) for tab in tabs),
    )


def _rest_of_section(page: Page, directive: Directive) -> list[Fence]:
    begun = directive.comment.section
    level = page.headings[begun - 1].level if begun else 0
    ends = next((i for i, h in enumerate(page.headings[begun:], begun) if h.level <= level), len(page.headings))
    return [fence for fence in page.fences if fence.start >= directive.comment.end and fence.section <= ends]


def _tabs_below(page: Page, directive: Directive) -> list[Container]:
    comment = directive.comment
    fence = next((fence for fence in page.fences if fence.start >= comment.end), None)
    depth = len(comment.containers)
    if fence is None or len(fence.containers) <= depth or fence.containers[:depth] != comment.containers:
        return []
    first = fence.containers[depth]
    lines = page.text[comment.end :].splitlines()
    ahead = first.line - (page.text.count("\n", 0, comment.end) + 1)
    if first.kind != "tab" or not _only_blank("\n".join(lines[:ahead])):
        return []
    tabs = {item.containers[depth] for item in page.fences if len(item.containers) > depth}
    return sorted((tab for tab in tabs if tab.group == first.group), key=lambda tab: tab.number)


def _misplaced_page(page: Page, directive: Directive, earlier: Directive | None) -> str:
    if earlier is not None:
        return f"a page takes one `page` directive, and line {page.line_in_file(earlier.line)} has it"
    if directive.comment.containers:
        return "it stands in a container"
    if page.fences and page.fences[0].start < directive.comment.start:
        return "it must stand before the first fence"
    return ""


def _contradictions(page: Page, directives: list[Directive]) -> list[Finding]:
    names = [directive.name for directive in directives]
    found = [
        stray(page, directive, f"its fence already has a `{directive.name}`")
        for index, directive in enumerate(directives)
        if directive.name in _ALONE and directive.name in names[:index]
    ]
    for one, other in _EXCLUDE:
        if one in names and other in names:
            second = directives[max(names.index(one), names.index(other))]
            found.append(stray(page, second, f"`{one}` and `{other}` exclude each other"))
    return found
