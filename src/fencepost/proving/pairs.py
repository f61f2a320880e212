"""Faults of pages that say the same in two languages: what one side has and the other no longer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fencepost import kinds
from fencepost.checks.static import StaticChecks
from fencepost.compare.lines import fold
from fencepost.model import Place
from fencepost.plan import Contract, FencePlan, PagePlan
from fencepost.proving import code
from fencepost.proving.fault import Fault, FaultKind, Trial, spread
from fencepost.proving.judging import judged
from fencepost.proving.pages import Pages, moved, took, with_lines
from fencepost.proving.texts import PLACES, Variant, changed

_CONTRACTS = frozenset({"quote", "translates", "output", "error", "assert"})
_KEYS = {
    "json": re.compile(r'"(?P<name>[^"\\\n]+)"(?=\s*:)'),
    "yaml": re.compile(r"^\s*(?:- )?(?P<name>[A-Za-z][\w-]*)(?=:(?:\s|$))"),
    "toml": re.compile(r"^(?P<name>[A-Za-z][\w-]*)(?=\s*=)"),
}


@dataclass(frozen=True, slots=True)
class PairTrials:
    """Makes the faults of two pages."""

    pages: Pages
    checks: StaticChecks

    def of(self, contract: Contract) -> Iterator[Trial]:
        """The faults of the two pages, first of the one in the source language."""
        assert contract.page is not None
        assert contract.source is not None
        plans = self.pages.planned.pages
        one, other = plans[contract.source], plans[contract.page.path]
        for plan, twin in ((one, other), (other, one)):
            yield from self._fences(contract, plan, twin)
            yield from self._headings(contract, plan)
            yield from self._contracts(contract, plan)

    def _fences(self, contract: Contract, plan: PagePlan, twin: PagePlan) -> Iterator[Trial]:
        for number, item in enumerate(plan.fences):
            if _differs(item) or len(plan.fences) != len(twin.fences) or _differs(twin.fences[number]):
                continue
            for variant in _variants(item):
                text = with_lines(plan.page, item.fence, variant.lines)
                place = plan.page.place(item.fence.line + 1 + variant.index)
                yield self._trial(contract, plan, variant.kind, place, variant.what, text, (number, variant))

    def _headings(self, contract: Contract, plan: PagePlan) -> Iterator[Trial]:
        page = plan.page
        lines = page.text.split("\n")
        written = [heading for heading in page.headings if lines[heading.line - 1].lstrip("\ufeff").startswith("##")]
        for heading in spread(written, PLACES):
            text = "\n".join([*lines[: heading.line - 1], *lines[heading.line :]])
            yield self._trial(contract, plan, "heading", page.place(heading.line), f"`{heading.title}`", text)

    def _contracts(self, contract: Contract, plan: PagePlan) -> Iterator[Trial]:
        page = plan.page
        governing = {directive.comment.start for fence in plan.fences for directive in fence.directives}
        held = [
            one for one in page.directives if one.name in _CONTRACTS and _governs(plan, one.comment.start, governing)
        ]
        for directive in spread(held, PLACES):
            text = page.text[: directive.comment.start] + page.text[directive.comment.end :]
            yield self._trial(contract, plan, "contract", page.place(directive.line), f"`{directive.name}`", text)

    def _trial(
        self,
        contract: Contract,
        plan: PagePlan,
        kind: FaultKind,
        place: Place,
        what: str,
        text: str,
        meant: tuple[int, Variant] | None = None,
    ) -> Trial:
        def noticed() -> bool | None:
            faulty = self.pages.with_texts({plan.page.path: text})
            if meant and not took(faulty.plans[plan.page.path], meant[0], meant[1].lines):
                return None
            verdict = self.checks.on(faulty.project, faulty.plans).contract(moved(contract, faulty))
            return judged(verdict, self.pages, faulty.plans[plan.page.path].page)

        return Trial(Fault(contract.id, "pair", kind, place, what), noticed)


def _governs(plan: PagePlan, start: int, governing: set[int]) -> bool:
    asserts = {c.directive.comment.start for c in plan.contracts if c.kind == "assert" and c.directive is not None}
    return start in governing or start in asserts


def _differs(item: FencePlan) -> bool:
    return item.directive("differs") is not None


def _variants(item: FencePlan) -> Iterator[Variant]:
    language = kinds.canonical(item.fence.language)
    if language == "python" and not kinds.has_prompts(item.fence.body):
        yield from code.statements(item.fence.body.removesuffix("\n"))
    elif language in _KEYS:
        yield from changed(fold(item.fence.body), "key", _renaming(_KEYS[language]))


def _renaming(pattern: re.Pattern[str]) -> Callable[[str], tuple[str, str] | None]:
    def change(line: str) -> tuple[str, str] | None:
        match = pattern.search(line)
        if match is None:
            return None
        name = match["name"]
        return f"{line[: match.end('name')]}x{line[match.end('name') :]}", f"`{name}` became `{name}x`"

    return change
