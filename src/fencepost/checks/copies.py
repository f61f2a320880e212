"""FP306: a block that is nearly a text constant of the project, and held to nothing.

Words in common come first, since they are counted fast; only what has enough of them is aligned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fencepost.checks.difference import Side, detail, side_of
from fencepost.compare.align import align
from fencepost.compare.lines import fold
from fencepost.compare.template import fields
from fencepost.model import Fence, Finding, Page
from fencepost.plan import FencePlan
from fencepost.sources import Sources, SourceText
from fencepost.sources.constants import LINES, words

_ALIKE = 0.7
"""From this ratio of common words on, two texts are taken for one in two states."""
_EXCERPT = 0.75
"""From this share of its lines on, a block is taken for an excerpt."""
_TOKEN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Copy:
    """A constant that a block looks like."""

    source: SourceText
    likeness: float
    """From 0 to 1; of an excerpt, the share of its lines that the constant has."""
    excerpt: bool
    """Whether the block shows some of its lines."""

    def directive(self, lines: Sequence[str]) -> str:
        """The directive that would bind a block of these lines to it."""
        return " ".join(_directive(lines, self))


class Copies:
    """Looks for copies of a project's constants."""

    def __init__(self, sources: Sources) -> None:
        """Look among the constants of `sources`, which are read when the first block asks for them."""
        self._sources = sources

    def check(self, plan: FencePlan, page: Page) -> list[Finding]:
        """FP306 for a block of four lines and more that is only shown and looks like a constant."""
        best = self.find(plan)
        return [] if best is None else [_finding(plan.fence, page, fold(plan.fence.body), best)]

    def find(self, plan: FencePlan) -> Copy | None:
        """The constant that a block of four lines and more looks most like, if it is only shown."""
        if plan.fence.body.count("\n") < LINES - 1:
            return None
        lines = fold(plan.fence.body)
        if plan.fate != "shown" or sum(1 for line in lines if line.strip()) < LINES:
            return None
        known = words(plan.fence.body)
        found = [copy for source in self._sources.constants(known) if (copy := _copy(lines, known, source))]
        return max(found, key=lambda copy: (not copy.excerpt, copy.likeness), default=None)


def _copy(lines: Sequence[str], known: frozenset[str], source: SourceText) -> Copy | None:
    theirs = words(source.text)
    common = len(known & theirs)
    if common >= _ALIKE / 2 * max(len(known), len(theirs)):
        ratio = align(_TOKEN.findall("\n".join(lines)), _TOKEN.findall(source.text)).ratio()
        if ratio >= _ALIKE:
            return Copy(source, ratio, excerpt=False)
    kept = set(fold(source.text))
    shown = [line for line in lines if line.strip()]
    share = sum(line in kept for line in shown) / len(shown)
    return Copy(source, share, excerpt=True) if share >= _EXCERPT else None


def _finding(fence: Fence, page: Page, lines: list[str], copy: Copy) -> Finding:
    source = copy.source
    name = f"{source.expression} ({source.place.path}:{source.place.line})"
    if copy.excerpt:
        message = f"looks like an excerpt of {name}: {_percent(copy.likeness)} of its lines stand there"
    else:
        message = f"looks like a copy of {name}: {_percent(copy.likeness)} alike"
    opening, closing = ("{/*", "*/}") if page.dialect == "mdx" else ("<!--", "-->")
    directive = copy.directive(lines)
    ours = side_of(page, lines, fence.line + 1)
    theirs = fold(source.text)
    other = Side(source.place.path, theirs, [source.at(index).line for index in range(len(theirs))])
    return Finding(
        "FP306",
        message,
        page.place(fence.line, fence.column),
        page.fence_id(fence),
        (source.place,),
        f"Write `{opening} fencepost: {directive} {closing}` above it, "
        f'or `{opening} fencepost: ignore FP306 reason="…" {closing}`.',
        () if copy.excerpt else detail(ours, other),
    )


def _directive(lines: Sequence[str], copy: Copy) -> Iterator[str]:
    yield "quote"
    yield copy.source.expression
    if copy.excerpt:
        yield "subset"
    elif "{{" in copy.source.text and "{{" not in "\n".join(lines):
        yield "view=rendered"
        yield from (f'value.{name}="…"' for name in fields(copy.source.text))


def _percent(share: float) -> str:
    # Rounded down, so that 100 % means equal.
    return f"{int(share * 100)} %"
