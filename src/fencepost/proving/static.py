"""Faults of contracts that are held without running."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fencepost.checks.options import QuoteOptions
from fencepost.checks.rendering import expected
from fencepost.checks.static import StaticChecks
from fencepost.compare.lines import SelectionError, fold
from fencepost.compare.template import RenderError
from fencepost.model import Place, Verdict
from fencepost.plan import Contract, FencePlan, PagePlan
from fencepost.proving import rules
from fencepost.proving.copy import Copy
from fencepost.proving.fault import Fault, Trial
from fencepost.proving.judging import judged
from fencepost.proving.pages import Pages, same_contract, took, with_lines
from fencepost.proving.sources import Broken, broken_files
from fencepost.proving.texts import Variant, faults, shape_faults
from fencepost.settings import Agreement, Translation
from fencepost.sources import SourceText
from fencepost.verdicts import verdict


@dataclass(frozen=True, slots=True)
class StaticTrials:
    """Makes the faults of contracts in memory, and those of their sources in a copy."""

    pages: Pages
    checks: StaticChecks
    copy: Copy
    importing: bool

    def of(self, contract: Contract) -> Iterator[Trial]:
        """The faults of a contract."""
        match contract.kind:
            case "quote" if contract.page is not None:
                yield from self._block(contract, self._quote_allows)
            case "translates" if contract.page is not None:
                yield from self._block(contract, None)
            case "translates":
                yield from self._translation(contract)
            case "agree":
                yield from self._agreement(contract)

    def names(self, plan: PagePlan, item: FencePlan, variants: Iterator[Variant]) -> Iterator[Trial]:
        """Misspelt names that are seen without running the fence."""
        for variant in variants:

            def noticed(variant: Variant = variant) -> bool | None:
                # What reading does not miss is left to the run.
                return True if seen(self.pages, self.checks, plan, item, variant) else None

            place = plan.page.place(item.fence.line + 1 + variant.index)
            yield Trial(Fault(item.id, "run", variant.kind, place, variant.what), noticed)

    def _block(self, contract: Contract, allows: Allows | None) -> Iterator[Trial]:
        assert contract.page is not None
        assert contract.fence is not None
        assert contract.source is not None
        source = self.checks.source(contract.source, contract.page.path)
        if not isinstance(source, SourceText):
            return
        lines = fold(contract.fence.body)
        for variant in faults(lines) if allows else shape_faults(lines):
            if allows is None or not allows(contract, variant.lines, source.text):
                place = contract.page.place(contract.fence.line + 1 + variant.index)
                yield Trial(_fault(contract, variant, place), self._on_page(contract, variant))
        only = _compared(contract, source) if allows else None
        for broken in broken_files(self._root, source, only, shape=allows is None):
            if allows is None or not allows(contract, lines, _text(source, broken)):
                yield self._in_source(contract, broken)

    def _quote_allows(self, contract: Contract, lines: Sequence[str], text: str) -> bool:
        return rules.quote_holds(lines, text, QuoteOptions.of_contract(contract))

    def _translation(self, contract: Contract) -> Iterator[Trial]:
        entry = contract.entry
        assert isinstance(entry, Translation)
        for expression in (entry.source, entry.rewrite):
            source = self.checks.source(expression)
            if isinstance(source, SourceText):
                for broken in broken_files(self._root, source, shape=True):
                    yield self._in_source(contract, broken)

    def _agreement(self, contract: Contract) -> Iterator[Trial]:
        entry = contract.entry
        assert isinstance(entry, Agreement)
        sources = [self.checks.source(expression) for expression in entry.sources]
        texts = [fold(source.text) if isinstance(source, SourceText) else [] for source in sources]
        for number, source in enumerate(sources):
            if not isinstance(source, SourceText):
                continue
            only = {i for i, line in enumerate(texts[number]) if _is_shared(line, entry)}
            for broken in broken_files(self._root, source, only):
                new = [*texts[:number], broken.variant.lines, *texts[number + 1 :]]
                if not rules.agreement_holds(new, entry.lines, entry.except_):
                    yield self._in_source(contract, broken)

    @property
    def _root(self) -> Path:
        return self.pages.planned.project.loaded.root

    def _on_page(self, contract: Contract, variant: Variant) -> Callable[[], bool | None]:
        page, fence = contract.page, contract.fence
        assert page is not None
        assert fence is not None

        def noticed() -> bool | None:
            plan = self.pages.plan(page, with_lines(page, fence, variant.lines))
            if not took(plan, page.fences.index(fence), variant.lines):
                return None
            same = same_contract(plan, contract)
            held = self.checks.contract(same) if same else Verdict("failed", plan.findings)
            return judged(held, self.pages, plan.page)

        return noticed

    def _in_source(self, contract: Contract, broken: Broken) -> Trial:
        fault = _fault(contract, broken.variant, Place(broken.path, broken.line))
        on_page = broken.path in self.pages.planned.pages
        return Trial(
            fault, lambda: self._on_other_page(contract, broken) if on_page else self._in_copy(contract, broken)
        )

    def _on_other_page(self, contract: Contract, broken: Broken) -> bool | None:
        faulty = self.pages.with_texts({broken.path: broken.text})
        checks = StaticChecks(faulty.project, faulty.plans, importing=self.importing)
        page = contract.page
        same = same_contract(faulty.plans[page.path], contract) if page else contract
        try:
            return judged(checks.contract(same), self.pages, page) if same else True
        finally:
            checks.close()

    def _in_copy(self, contract: Contract, broken: Broken) -> bool | None:
        planned = self.pages.planned
        with self.copy.changed(broken.path, broken.text) as root:
            project = replace(planned.project, loaded=replace(planned.project.loaded, root=root))
            checks = StaticChecks(project, planned.pages, importing=self.importing)
            try:
                return judged(checks.contract(contract), self.pages, contract.page)
            finally:
                checks.close()


Allows = Callable[[Contract, Sequence[str], str], bool]
"""Whether a contract's own rule lets a block with these lines pass for this source."""


def seen(pages: Pages, checks: StaticChecks, plan: PagePlan, item: FencePlan, variant: Variant) -> bool:
    """Whether a fault in a fence is noticed without running it."""
    number = plan.fences.index(item)
    faulty = pages.with_texts({plan.page.path: with_lines(plan.page, item.fence, variant.lines)})
    new = faulty.plans[plan.page.path]
    found = checks.on(faulty.project, faulty.plans).fence(new.fences[number], new.page)
    return judged(verdict(found), pages, new.page) is True


def _fault(contract: Contract, variant: Variant, place: Place) -> Fault:
    return Fault(contract.id, contract.kind, variant.kind, place, variant.what)


def _compared(contract: Contract, source: SourceText) -> set[int] | None:
    """The lines of the source that the quote compares."""
    try:
        return {line for line, _ in expected(source, QuoteOptions.of_contract(contract)).spots}
    except (RenderError, SelectionError):
        return None


def _text(source: SourceText, broken: Broken) -> str:
    return "\n".join(broken.variant.lines) + "\n" * source.text.endswith("\n")


def _is_shared(line: str, entry: Agreement) -> bool:
    return re.search(entry.lines, line) is not None and line not in entry.except_
