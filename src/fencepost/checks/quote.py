"""A block equals its source, line for line (FP301, FP303, FP307, FP308)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fencepost.checks.control import control_characters, has_control
from fencepost.checks.difference import Side, detail, shown, side_of, words
from fencepost.checks.options import QuoteOptions
from fencepost.checks.rendering import Expected, check_rendering, expected
from fencepost.checks.rewrite import rewrite
from fencepost.compare import match
from fencepost.compare.lines import SelectionError, fold
from fencepost.compare.match import DOTS, Mismatch
from fencepost.compare.template import RenderError
from fencepost.model import Edit, Fence, Finding, Page, Place
from fencepost.sources import SourceText

__all__ = ["QuoteOptions", "check_quote"]

_SHORT = 72
"""How much of a line a message shows."""


@dataclass(frozen=True, slots=True)
class Block:
    """The block that is compared."""

    fence: Fence
    page: Page
    lines: list[str]


def check_quote(fence: Fence, page: Page, source: SourceText, options: QuoteOptions) -> list[Finding]:
    """Hold a block to its source."""
    name = page.fence_id(fence)
    opening = page.place(fence.line)
    if len(options.exclusive) > 1:
        both = " and ".join(f"`{flag}`" for flag in options.exclusive)
        return [Finding("FP104", f"{both} exclude each other", opening, name, help="Keep one of them.")]
    findings = check_rendering(source, options, opening, name)
    try:
        wanted = expected(source, options)
    except RenderError:
        return findings
    except SelectionError as error:
        return [*findings, _empty(str(error), opening, source, name)]
    findings += control_characters(wanted, opening, name)
    block = Block(fence, page, fold(fence.body))
    if vacuous := _vacuous(block.lines, options):
        return [*findings, _empty(vacuous, opening, source, name)]
    if options.wrap:
        wanted = wanted.wrapped(block.lines)
    if mismatch := _compare(options)(block.lines, wanted.lines):
        findings.append(_differs(block, wanted, options, mismatch))
    return findings


def _compare(options: QuoteOptions) -> Callable[[Sequence[str], Sequence[str]], Mismatch | None]:
    if options.subset:
        return match.subset
    if options.elide:
        return match.elided
    return match.equal


def _vacuous(page: list[str], options: QuoteOptions) -> str:
    """Why the comparison would pass whatever the source says."""
    if options.subset and not any(line.strip() for line in page):
        return "an empty block is a subset of everything"
    if options.elide and page and all(line.strip() in ("", DOTS) for line in page):
        return "a block of nothing but dots stands for everything"
    return ""


def _empty(message: str, place: Place, source: SourceText, fence: str) -> Finding:
    advice = "Correct the selection; a check that matches nothing would always pass."
    return Finding("FP303", f"{source.expression}: {message}", place, fence, (source.place,), advice)


def _differs(block: Block, wanted: Expected, options: QuoteOptions, mismatch: Mismatch) -> Finding:
    fence, page = block.fence, block.page
    related = wanted.place(mismatch.source)
    ours = side_of(page, block.lines, fence.line + 1)
    theirs = Side(related.path, wanted.lines, [place.line for place in wanted.places()])
    return Finding(
        "FP301",
        f"{_message(block.lines, wanted, options, mismatch)}; {words(block.lines, wanted.lines)}",
        page.place(min(fence.line + 1 + mismatch.page, fence.end_line)),
        page.fence_id(fence),
        (related,),
        _help(block.lines, wanted, options),
        detail(ours, theirs),
        _edits(block, wanted, options),
    )


def _message(page: list[str], wanted: Expected, options: QuoteOptions, mismatch: Mismatch) -> str:
    source, where = wanted.source.expression, wanted.place(mismatch.source)
    name = f"{source} ({where.path}:{where.line})"
    if mismatch.page >= len(page):
        return f"the block ends too early: {name} goes on with {_quoted(wanted.lines, mismatch.source)}"
    common = _common(page, mismatch.page, wanted.lines, mismatch.source)
    found = _quoted(page, mismatch.page, common)
    if options.subset:
        known = page[mismatch.page] in wanted.lines
        return f"{found} stands in {source}, but not in this order" if known else f"{found} is no line of {name}"
    if mismatch.source >= len(wanted.lines):
        return f"the block goes on with {found} where {source} has ended"
    return f"expected {_quoted(wanted.lines, mismatch.source, common)} from {name}, found {found}"


def _common(page: list[str], index: int, source: list[str], other: int) -> int:
    """How many characters the two lines begin with in common."""
    pairs = zip(page[index], source[other] if other < len(source) else "", strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def _quoted(lines: list[str], index: int, common: int = 0) -> str:
    """A line as messages show it: of a long one, what stands around the first difference."""
    line = shown(lines[index], reveal=True) if index < len(lines) else ""
    if not line:
        return "an empty line"
    start = max(0, min(common - _SHORT // 3, len(line) - _SHORT))
    return f"`{'…' * (start > 0)}{line[start : start + _SHORT]}{'…' * (start + _SHORT < len(line))}`"


def _help(page: list[str], wanted: Expected, options: QuoteOptions) -> str:
    advice = "`fencepost check --fix` takes over the source."
    if has_control(wanted.lines):
        advice = "Mend the source first: it holds a control character."
    elif options.subset or options.elide:
        advice = "Correct the block by hand: which lines it leaves out is its own choice."
    advice += f" If the page is right, change {_origin(wanted.source)} instead."
    if not options.rendered and "{{" in "".join(wanted.lines) and "{{" not in "".join(page):
        advice += (
            " If the page means to show the rendered text, say `view=rendered` with a `value.NAME` for each field."
        )
    return advice


def _origin(source: SourceText) -> str:
    """What to change where a block is right and its source is wrong."""
    if source.expression.startswith("made:"):
        return "what the fences above write"
    if source.expression.startswith("cmd:"):
        return "what the command prints"
    return f"{source.place.path}:{source.place.line}"


def _edits(block: Block, wanted: Expected, options: QuoteOptions) -> tuple[Edit, ...]:
    """The fix; none where it would be a guess (a subset, dots) or would copy a control character."""
    if options.subset or options.elide or has_control(wanted.lines):
        return ()
    return (rewrite(block.fence, block.page, wanted.lines),)
