"""What will be done with each fence and why: fates, contracts, and the order in which a page's code runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Literal

from fencepost import attach, kinds
from fencepost.attach import Attachment
from fencepost.binding import Binding, locate
from fencepost.fates import (
    ON_A_FENCE,
    Conditions,
    ended_skips,
    fate_of,
    file_of,
    idle_setups,
    is_over,
    unchecked_skips,
    unfit_runs,
)
from fencepost.infowords import InfoWords, info_words
from fencepost.model import Directive, Fate, Fence, Finding, Page, Place
from fencepost.settings import Agreement, Quotation, Translation

ContractKind = Literal["quote", "translates", "output", "error", "assert", "agree", "pair", "links"]
StepKind = Literal["setup", "fence", "file", "assert", "output", "error"]

RUNNING_CONTRACTS: frozenset[ContractKind] = frozenset({"output", "error", "assert"})
"""Contracts that can only be held when fences run."""


@dataclass(frozen=True, slots=True)
class Contract:
    """Something that must hold, with all that is needed to check it."""

    id: str
    kind: ContractKind
    place: Place
    """Where it was declared."""
    page: Page | None = None
    fence: Fence | None = None
    """The fence whose text is held to something; for `assert`, the fence behind which it runs."""
    directive: Directive | None = None
    source: str | None = None
    """What it is held to, as written."""
    decided_by: str = ""
    """For contracts that need running, the id of the step that decides."""
    entry: Agreement | Translation | Quotation | None = None
    """For contracts of the settings, their entry."""

    @property
    def needs_running(self) -> bool:
        """Whether it can only be held when fences run."""
        made = self.kind in ("quote", "translates") and bool(self.decided_by)
        return made or self.kind in RUNNING_CONTRACTS


@dataclass(frozen=True, slots=True)
class FencePlan:
    """The fate of one fence."""

    id: str
    fence: Fence
    fate: Fate
    reason: str
    directives: tuple[Directive, ...] = ()
    """Those that govern it, in order."""
    words: InfoWords = field(default_factory=InfoWords)
    """What the words of its info string ask for."""
    bound: tuple[Binding, ...] = ()
    """The entries of the settings that hold it to a source."""
    audited: bool = False
    """Whether it is skipped, and run all the same to see whether it passes."""
    file: str | None = None
    """The path below the page's folder that it is written to."""

    @property
    def fixtures(self) -> tuple[str, ...]:
        """Names of pytest's fixtures that the fence gets."""
        run = self.directive("run")
        if run is None:
            return self.words.fixtures
        given = run.option("fixtures") or ""
        return (*(name.strip() for name in given.split(",") if name.strip()), *self.words.fixtures)

    def directive(self, name: str) -> Directive | None:
        """The first directive of this name that governs the fence."""
        for directive in self.directives:
            if directive.name == name:
                return directive
        return None


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of code of a page, in the order in which it runs."""

    kind: StepKind
    id: str
    """The fence or contract whose outcome it decides; a `setup` has the id of its fence."""
    code: str
    line: int
    """The page's line of the code's first line."""
    fence: FencePlan
    """The fence that it belongs to: itself, the one it prepares, looks back to, or is compared with."""
    raises: str | None = None
    """What the step is expected to raise: `Type`, `Type: text`, or `*` where an `error` contract decides."""


@dataclass(frozen=True, slots=True)
class ModelScope:
    """A script of the model and the steps during which it answers."""

    directive: Directive
    first: int
    """Index of the first step."""
    last: int
    """Index of the last step, included."""


@dataclass(frozen=True, slots=True)
class PagePlan:
    """All that is to be done on a page."""

    page: Page
    options: Directive | None
    """The `page` directive."""
    fences: tuple[FencePlan, ...]
    contracts: tuple[Contract, ...]
    steps: tuple[Step, ...]
    scopes: tuple[ModelScope, ...]
    findings: tuple[Finding, ...]
    """What is wrong with the page and its directives."""
    continued: PagePlan | None = None
    """The page whose folder and module this one goes on from."""

    def option(self, key: str) -> str | None:
        """A value of the `page` directive."""
        return self.options.option(key) if self.options else None

    def scope(self, fence: FencePlan) -> str:
        """The name of the module in which a fence runs; empty for the page's own, the fence's id for `new`."""
        run = fence.directive("run")
        given = (run.option("scope") if run else None) or self._usual_scope
        return fence.id if given == "new" else given

    @property
    def _usual_scope(self) -> str:
        """The scope of fences that name none; one that its fences had for themselves alone nobody goes on from."""
        own = self.option("scope")
        if own is not None or self.continued is None:
            return own or ""
        inherited = self.continued._usual_scope
        return "" if inherited == "new" else inherited


def plan_page(page: Page, conditions: Conditions | None = None, settings: Iterable[Binding] = ()) -> PagePlan:
    """Decide the fate of each fence of a page, its contracts and its steps; `settings` are bindings of any page."""
    attachment = attach.attach(page)
    holds = conditions or Conditions.here()
    bound: dict[int, list[Binding]] = {}
    for binding in settings:
        if binding.entry.page == page.path and isinstance(fence := locate(binding.entry, page), Fence):
            bound.setdefault(fence.start, []).append(binding)
    fences = tuple(
        _fence_plan(page, fence, attachment, holds, tuple(bound.get(fence.start, ()))) for fence in page.fences
    )
    looking_back, strays = _look_back(page, fences, attachment)
    contracts = _contracts(page, fences, looking_back)
    steps = _steps(fences, contracts)
    scopes, unused = _scopes(page, steps, attachment, {plan.fence.start for plan in fences if plan.fate == "skipped"})
    unfit = (finding for plan in fences for finding in unfit_runs(page, plan.fence, plan.directives))
    idle = (finding for plan in fences for finding in idle_setups(page, plan.fence, plan.fate, plan.directives))
    strict = unchecked_skips(page, page.directives, attachment.page) if holds.strict else ()
    ended = ended_skips(page, page.directives, holds)
    findings = (*page.findings, *attachment.findings, *strays, *unused, *unfit, *idle, *strict, *ended)
    return PagePlan(page, attachment.page, fences, contracts, steps, scopes, findings)


def _fence_plan(
    page: Page, fence: Fence, attachment: Attachment, conditions: Conditions, bound: tuple[Binding, ...]
) -> FencePlan:
    directives = attachment.of(fence)
    skip = next((directive for directive in directives if directive.name == "skip"), None)
    if skip is not None and is_over(skip, conditions):
        directives = tuple(directive for directive in directives if directive is not skip)
    words = info_words(page, fence) if fence.language in kinds.PYTHON else InfoWords()
    file = file_of(fence, directives, conditions)
    fate, reason = fate_of(fence, directives, attachment.page, file, conditions)
    if fate == "shown" and bound:
        fate, reason = "compared", f"quote {bound[0].entry.source} ({bound[0].place.path})"
    if words.notest and fate == "run":
        fate, reason = "skipped", "notest"
    audited = conditions.audit and fate == "skipped" and kinds.runs_by_default(fence.language)
    return FencePlan(page.fence_id(fence), fence, fate, reason, directives, words, bound, audited, file)


def _look_back(
    page: Page, fences: tuple[FencePlan, ...], attachment: Attachment
) -> tuple[dict[int, FencePlan], list[Finding]]:
    """For each `assert`, and each `output` and `error` without code of its own, the run fence that it looks back to."""
    found: dict[int, FencePlan] = {}
    strays: list[Finding] = []
    governing = {directive.comment.start for plan in fences for directive in plan.directives}
    for directive in page.directives:
        looks_back = directive.name in ("output", "error") and not directive.body
        if directive.name != "assert" and not (looks_back and directive.comment.start in governing):
            continue
        target = _nearest_run(fences, directive)
        if target is not None:
            found[directive.comment.start] = target
        elif not attachment.page_skipped and not _skipped_before(fences, directive):
            strays.append(attach.stray(page, directive, "no fence that runs stands before it"))
    return found, strays


def _skipped_before(fences: tuple[FencePlan, ...], directive: Directive) -> bool:
    return any(plan.fate == "skipped" and plan.fence.end <= directive.comment.start for plan in fences)


def _nearest_run(fences: tuple[FencePlan, ...], directive: Directive) -> FencePlan | None:
    earlier = [plan for plan in fences if plan.fate == "run" and plan.fence.end <= directive.comment.start]
    beside = [plan for plan in earlier if plan.fence.containers == directive.comment.containers]
    if beside:
        return beside[-1]
    return earlier[-1] if earlier and not directive.comment.containers else None


def _contracts(page: Page, fences: tuple[FencePlan, ...], looking_back: dict[int, FencePlan]) -> tuple[Contract, ...]:
    contracts: list[Contract] = []
    taken: dict[str, int] = {}

    def named(owner: FencePlan, kind: ContractKind) -> str:
        base = f"{owner.id}-{kind}"
        taken[base] = count = taken.get(base, 0) + 1
        return base if count == 1 else f"{base}-{count}"

    def add(owner: FencePlan, directive: Directive, kind: ContractKind) -> None:
        name = named(owner, kind)
        place = page.place(directive.line, directive.comment.column)
        target = looking_back.get(directive.comment.start)
        decided_by = name if directive.body else target.id if target else ""
        if kind not in RUNNING_CONTRACTS or decided_by:
            contracts.append(Contract(name, kind, place, page, owner.fence, directive, directive.argument, decided_by))

    for plan in fences:
        for directive in plan.directives:
            for kind in ON_A_FENCE:
                if directive.name == kind and plan.fate != "skipped":
                    add(plan, directive, kind)
        for entry, place in ((binding.entry, binding.place) for binding in plan.bound if plan.fate != "skipped"):
            name = named(plan, "quote")
            contracts.append(Contract(name, "quote", place, page, plan.fence, None, entry.source, "", entry))
    for directive in page.directives:
        if directive.name == "assert" and directive.comment.start in looking_back:
            add(looking_back[directive.comment.start], directive, "assert")
    made = (one for one in contracts if one.kind in ("quote", "translates") and (one.source or "").startswith("made:"))
    behind = {one.id: _last_before(fences, contracts, one) for one in made}
    return tuple(replace(one, decided_by=behind.get(one.id, one.decided_by)) for one in contracts)


def _last_before(fences: tuple[FencePlan, ...], contracts: Sequence[Contract], held: Contract) -> str:
    """The id of what runs or writes last above a block, of its container if anything is; empty if nothing does."""
    assert held.fence is not None
    start, containers = held.fence.start, held.fence.containers
    ran = [plan for plan in fences if plan.fate == "run" or (plan.fate != "skipped" and plan.file is not None)]
    placed = [(plan.fence.start, plan.fence.containers, plan.id) for plan in ran]
    hidden = [(one.directive.comment, one.id) for one in contracts if one.directive and one.decided_by == one.id]
    placed += [(comment.start, comment.containers, name) for comment, name in hidden]
    earlier = sorted((one for one in placed if one[0] < start), key=lambda one: one[0])
    beside = [name for _, inside, name in earlier if inside == containers]
    return (beside or [name for *_, name in earlier] or [""])[-1]


def _steps(fences: tuple[FencePlan, ...], contracts: tuple[Contract, ...]) -> tuple[Step, ...]:
    placed: list[tuple[int, Step]] = []
    expects_error = {contract.decided_by for contract in contracts if contract.kind == "error"}
    for plan in fences:
        if plan.file is not None and plan.fate != "skipped":
            placed.append((plan.fence.start - 1, Step("file", plan.id, plan.fence.body, plan.fence.line + 1, plan)))
        if plan.fate != "run" and not plan.audited:
            continue
        for directive in plan.directives:
            if directive.name == "setup":
                step = Step("setup", plan.id, directive.body, directive.body_line, plan)
                placed.append((directive.comment.start, step))
        run = plan.directive("run")
        raises = "*" if plan.id in expects_error else run.option("raises") if run else None
        placed.append((plan.fence.start, Step("fence", plan.id, plan.fence.body, plan.fence.line + 1, plan, raises)))
    by_id = {plan.fence.start: plan for plan in fences}
    for contract in contracts:
        directive = contract.directive
        if directive is None or contract.fence is None or not directive.body:
            continue
        kind = contract.kind
        if kind == "assert" or kind == "output" or kind == "error":
            owner = by_id[contract.fence.start]
            raises = "*" if kind == "error" else None
            step = Step(kind, contract.id, directive.body, directive.body_line, owner, raises)
            placed.append((directive.comment.start, step))
    return tuple(step for _, step in sorted(placed, key=lambda item: item[0]))


def _scopes(
    page: Page, steps: tuple[Step, ...], attachment: Attachment, skipped: Set[int]
) -> tuple[tuple[ModelScope, ...], list[Finding]]:
    scopes: list[ModelScope] = []
    strays: list[Finding] = []
    for script in attachment.scripts:
        ranges = [
            [index for index, step in enumerate(steps) if _governs(fences, step)] for fences in script.fences_by_range
        ]
        used = [indexes for indexes in ranges if indexes]
        scopes += [ModelScope(script.directive, indexes[0], indexes[-1]) for indexes in used]
        # A fence that is skipped for the time being keeps its script.
        waits = any(starts & skipped for starts in script.fences_by_range)
        if not used and not waits and not attachment.page_skipped:
            strays.append(attach.stray(page, script.directive, "it governs no fence that runs"))
    return tuple(scopes), strays


def _governs(starts: frozenset[int], step: Step) -> bool:
    return step.fence.fence.start in starts and step.kind in ("setup", "fence", "output", "error")
