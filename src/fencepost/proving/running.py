"""Faults that are noticed when fences run: in the fences, and in what is held to what they did.

What a page shows is changed behind the run, and held to what ran; nothing runs a second time for it. An error is
raised as the first thing that a fence does, so that the fence runs alone. Only what lies between the statements of a
fence, and a name that reading does not miss, needs the page to run anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from fencepost import kinds
from fencepost.checks.options import QuoteOptions
from fencepost.checks.output import OutputOptions
from fencepost.checks.static import StaticChecks
from fencepost.compare.lines import fold
from fencepost.model import Place, Verdict
from fencepost.plan import Contract, FencePlan, PagePlan
from fencepost.proving import code, rules
from fencepost.proving.fault import Fault, FaultKind, Trial
from fencepost.proving.judging import judged
from fencepost.proving.pages import Pages, same_contract, took, with_lines
from fencepost.proving.static import seen
from fencepost.proving.texts import Variant, changed, faults, misspelt, shape_faults, word
from fencepost.running.arrows import Block, blocks_of
from fencepost.running.made import made
from fencepost.running.page import PageRun
from fencepost.sources import SourceText

_SHOWN: frozenset[FaultKind] = frozenset({"word", "line", "swap", "blank"})
_DOTS = "..."
_TRACEBACK = "Traceback (most recent call last):"
_CATCHES_ALL = frozenset({code.ERROR, "Exception", "BaseException"})


@dataclass(frozen=True, slots=True)
class RunningTrials:
    """Makes faults while a page runs."""

    pages: Pages
    checks: StaticChecks
    begin: Callable[[PagePlan], PageRun]
    """Begins another run of a page."""

    def of_fence(self, plan: PagePlan, item: FencePlan) -> Iterator[Trial]:
        """The faults of a fence that runs."""
        body = item.fence.body.removesuffix("\n")
        if not _expects_anything(plan, item):
            for variant in code.raising(body):
                yield self._fence_trial(plan, item, variant, self._alone)
        if any(fence.fixtures for fence in plan.fences) or plan.continued is not None:
            return  # what it builds on cannot be had a second time
        for variant in changed(fold(body), "expectation", word, _expected_lines(item)):
            yield self._fence_trial(plan, item, variant, self._anew)
        for variant in code.misspellings(body):
            yield self._fence_trial(plan, item, variant, self._anew)

    def of_contract(self, plan: PagePlan, contract: Contract, run: PageRun) -> Iterator[Trial]:
        """The faults of a contract that was just held in `run`."""
        match contract.kind:
            case "assert":
                yield from self._asserts(plan, contract, run)
            case "output":
                yield from self._shown(plan, contract, run, _output_faults(contract))
            case "error":
                yield from self._shown(plan, contract, run, _error_faults(contract))
                yield from self._type(plan, contract, run)
            case "quote" | "translates":
                yield from self._shown(plan, contract, run, _made_faults(contract, run))

    def _fence_trial(
        self, plan: PagePlan, item: FencePlan, variant: Variant, hold: Callable[[PagePlan, FencePlan], bool | None]
    ) -> Trial:
        number = plan.fences.index(item)

        def noticed() -> bool | None:
            if variant.kind == "name" and seen(self.pages, self.checks, plan, item, variant):
                return None  # proved without running
            new = self.pages.plan(plan.page, with_lines(plan.page, item.fence, variant.lines))
            return hold(new, new.fences[number]) if took(new, number, variant.lines) else None

        place = plan.page.place(item.fence.line + 1 + variant.index)
        return Trial(Fault(item.id, "run", variant.kind, place, variant.what), noticed)

    def _alone(self, plan: PagePlan, item: FencePlan) -> bool | None:
        steps = tuple(step for step in plan.steps if step.id == item.id and step.kind == "fence")
        return self._anew(replace(plan, steps=steps, scopes=()), item)

    def _anew(self, plan: PagePlan, item: FencePlan) -> bool | None:
        run = self.begin(plan)
        try:
            verdicts = [run.fence(item.id)]
            errors = (one for one in plan.contracts if one.kind == "error" and one.decided_by == item.id)
            verdicts += [run.contract(contract) for contract in errors]
        finally:
            run.close()
        failed = next((verdict for verdict in verdicts if verdict.outcome == "failed"), verdicts[0])
        return judged(failed, self.pages, plan.page)

    def _shown(self, plan: PagePlan, contract: Contract, run: PageRun, variants: Iterator[Variant]) -> Iterator[Trial]:
        page, fence = plan.page, contract.fence
        assert fence is not None
        for variant in variants:
            place = page.place(fence.line + 1 + variant.index)

            def noticed(variant: Variant = variant) -> bool | None:
                new = self.pages.plan(page, with_lines(page, fence, variant.lines))
                return self._held(new, contract, run) if took(new, page.fences.index(fence), variant.lines) else None

            yield Trial(_fault(contract, variant.kind, place, variant.what), noticed)

    def _type(self, plan: PagePlan, contract: Contract, run: PageRun) -> Iterator[Trial]:
        directive = contract.directive
        wanted = directive.option("type") if directive else None
        if directive is None or not wanted:
            return
        comment, text = directive.comment, plan.page.text
        other = misspelt(wanted)
        inside = re.sub(rf"(type=\"?){re.escape(wanted)}", rf"\g<1>{other}", text[comment.start : comment.end], count=1)

        def noticed() -> bool | None:
            new = self.pages.plan(plan.page, text[: comment.start] + inside + text[comment.end :])
            return self._held(new, contract, run)

        yield Trial(_fault(contract, "type", contract.place, f"`{wanted}` became `{other}`"), noticed)

    def _asserts(self, plan: PagePlan, contract: Contract, run: PageRun) -> Iterator[Trial]:
        assert contract.directive is not None
        for variant in code.expectations(contract.directive.body):
            place = plan.page.place(contract.directive.body_line + variant.index)

            def noticed(variant: Variant = variant) -> bool | None:
                return judged(run.rehearse(contract, "\n".join(variant.lines)), self.pages, plan.page)

            yield Trial(_fault(contract, variant.kind, place, variant.what), noticed)

    def _held(self, new: PagePlan, contract: Contract, run: PageRun) -> bool | None:
        same = same_contract(new, contract)
        return judged(run.contract(same) if same else Verdict("failed", new.findings), self.pages, new.page)


def _fault(contract: Contract, kind: FaultKind, place: Place, what: str) -> Fault:
    return Fault(contract.id, contract.kind, kind, place, what)


def _expects_anything(plan: PagePlan, item: FencePlan) -> bool:
    """Whether the fence may raise whatever it likes."""
    step = next(step for step in plan.steps if step.id == item.id and step.kind == "fence")
    name, colon, _ = (step.raises or "").partition(":")
    return not colon and name.strip() in _CATCHES_ALL


def _expected_lines(item: FencePlan) -> list[int]:
    """The lines of a fence that show what its statements print; none with dots, which stand for any text."""
    lines = fold(item.fence.body)
    if kinds.has_prompts(item.fence.body) or item.fence.language in kinds.PYCON:
        first = next((i for i, line in enumerate(lines) if line.lstrip().startswith(">>>")), len(lines))
        shown = [i for i in range(first, len(lines)) if lines[i].strip() and not _is_typed(lines[i])]
        shown = [i for i in shown if not _in_traceback(lines, i)]
    else:
        blocks = blocks_of(item.fence.body)
        shown = [i for block in blocks if not any("..." in line for line in block.lines) for i in _rows(block)]
    return [i for i in shown if "..." not in lines[i]]


def _rows(block: Block) -> range:
    return range(block.first - 1, block.last)


def _is_typed(line: str) -> bool:
    return line.lstrip().startswith((">>>", "..."))


def _in_traceback(lines: list[str], index: int) -> bool:
    """Whether a line is the head or a frame of a traceback, of which only the end counts."""
    return lines[index].startswith("Traceback (") or (lines[index][:1].isspace() and "Traceback" in "".join(lines))


def _output_faults(contract: Contract) -> Iterator[Variant]:
    assert contract.fence is not None
    assert contract.directive is not None
    options = OutputOptions.of(contract.directive)
    lines = fold(contract.fence.body)
    for variant in faults(lines):
        if variant.kind in _SHOWN and rules.may_break_output(
            lines, variant.index, variant.kind, exact=options.exact, unordered=options.unordered
        ):
            yield variant
    dotted = [] if options.exact else [i for i, line in enumerate(lines) if _DOTS in line]
    yield from changed(lines, "word", _word_before_dots, dotted)


def _word_before_dots(line: str) -> tuple[str, str] | None:
    before, dots, behind = line.partition(_DOTS)
    found = word(before)
    return (found[0] + dots + behind, found[1]) if found else None


def _error_faults(contract: Contract) -> Iterator[Variant]:
    assert contract.fence is not None
    assert contract.directive is not None
    lines = fold(contract.fence.body)
    frames = [i for i, line in enumerate(lines) if line[:1].isspace()] if lines[:1] == [_TRACEBACK] else []
    counted = range(frames[-1] + 1 if frames else 0, len(lines))
    kinds_of_faults = _SHOWN - {"blank"} if "wrap" in contract.directive.flags else _SHOWN
    return (variant for variant in faults(lines, counted) if variant.kind in kinds_of_faults)


def _made_faults(contract: Contract, run: PageRun) -> Iterator[Variant]:
    assert contract.fence is not None
    source = made(contract.source or "", run.folder)
    if not isinstance(source, SourceText):
        return
    lines = fold(contract.fence.body)
    if contract.kind == "translates":
        yield from shape_faults(lines)
        return
    options = QuoteOptions.of_contract(contract)
    yield from (one for one in faults(lines) if not rules.quote_holds(one.lines, source.text, options))
