"""The proof: every contract and every fence that runs is broken on purpose, and the gate must turn red."""

from __future__ import annotations

import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fencepost import asked
from fencepost.checks.static import StaticChecks
from fencepost.model import Finding, Place
from fencepost.plan import PagePlan
from fencepost.project import PathError, open_project, wrong_site
from fencepost.project_plan import Planned, plan
from fencepost.proving import code, exchange
from fencepost.proving.copy import Copy
from fencepost.proving.exchange import Outcome, Wish
from fencepost.proving.fault import Fault, Trial, spread
from fencepost.proving.links import LinkTrials
from fencepost.proving.pages import Pages
from fencepost.proving.pairs import PairTrials
from fencepost.proving.static import StaticTrials
from fencepost.report import plural
from fencepost.rules import RULES
from fencepost.runner import CannotRunError, watch
from fencepost.settings import SettingsError, load
from fencepost.sitedata import SiteError

GROUPS = ("quote", "translates", "agree", "pair", "links", "output", "error", "assert", "run")
"""What can be chosen: kinds of contracts, and `run` for fences that run."""

_WIDTH = 24
"""Of the bar that shows how far a proof is."""

Tell = Callable[[str], None]
"""Is told how far the proof is."""


@dataclass(slots=True)
class Proof:
    """What came of a proof."""

    held: dict[str, str] = field(default_factory=dict)
    """The group of each contract, and of each fence that runs, by its id."""
    made: list[Fault] = field(default_factory=list)
    survivors: list[Fault] = field(default_factory=list)
    red: list[str] = field(default_factory=list)
    """What does not hold as it is."""
    not_checked: list[str] = field(default_factory=list)
    """What could not be held: it takes running."""
    stopped: bool = False
    """Whether the time was up before all faults were made."""
    findings: tuple[Finding, ...] = ()
    """What kept the proof from being made."""

    @property
    def bare(self) -> list[str]:
        """What holds and has nothing that could be broken."""
        reached = {fault.held for fault in self.made} | {*self.red, *self.not_checked}
        return [] if self.stopped else [name for name in self.held if name not in reached]

    @property
    def exit_code(self) -> int:
        """0 where every fault was noticed, 1 where one survived or something is red as it is, 2 for no proof at all."""
        if self.findings or not self.made:
            return 1 if self.survivors or self.red else 2
        return 1 if self.survivors or self.red else 0

    def take(self, outcomes: Iterable[Outcome]) -> None:
        """Count what came of faults."""
        for outcome in outcomes:
            if outcome.fault is None:
                (self.not_checked if outcome.noticed else self.red).append(outcome.held)
                continue
            self.made.append(outcome.fault)
            if not outcome.noticed:
                self.survivors.append(outcome.fault)


def prove(
    root: Path,
    paths: Sequence[str] = (),
    *,
    base: Path | None = None,
    run: bool | None = None,
    select: Sequence[str] = (),
    sample: int | None = None,
    budget: float | None = None,
    tell: Tell = lambda _: None,
) -> Proof:
    """Prove a project, or the pages and folders that `paths` name, with their twins.

    Args:
        root: the project's root; nothing is written there.
        paths: pages and folders; everything when empty.
        base: the folder to which `paths` are relative; the root by default.
        run: whether fences run; `None` leaves it to the settings.
        select: of `GROUPS`; all when empty.
        sample: at most this many faults for each contract and each fence, evenly chosen.
        budget: seconds after which no further fault is made.
        tell: is told how far it is.

    What keeps it from being made is a finding of the band FP9xx, never an exception.
    """
    try:
        loaded = load(root)
        planned = plan(open_project(loaded, paths, base=base))
        asked.refuse_unknown(planned)
    except SettingsError as error:
        return Proof(findings=error.findings)
    except PathError as error:
        return Proof(findings=(_cannot("FP902", str(error)),))
    except SiteError as error:
        return Proof(findings=(wrong_site(error, root),))
    running = loaded.settings.run if run is None else run
    prover = _Prover(planned, Wish(tuple(select), sample, budget), running, run is not False, tell)
    return prover.prove()


class _Prover:
    def __init__(self, planned: Planned, wish: Wish, running: bool, importing: bool, tell: Tell) -> None:
        self._planned = planned
        self._wish = wish
        self._running = running
        self._importing = importing
        self._tell = tell
        self._until = None if wish.seconds is None else time.monotonic() + wish.seconds
        self._proof = Proof()

    def _wants(self, group: str, name: str) -> bool:
        return self._wish.wants(group) and asked.is_wanted(name, asked.ids(self._planned.project.asked))

    def prove(self) -> Proof:
        planned, proof = self._planned, self._proof
        proof.held.update((one.id, one.kind) for one in planned.all_contracts if self._wants(one.kind, one.id))
        fences = (item for page in planned.pages.values() for item in page.fences if item.fate == "run")
        proof.held.update((item.id, "run") for item in fences if self._wants("run", item.id))
        project = planned.project
        checks = StaticChecks(project, planned.pages, importing=self._importing, running=self._running)
        copy = Copy(project.loaded.root)
        try:
            self._static(checks, StaticTrials(Pages(planned), checks, copy, self._importing))
        finally:
            checks.close()
            copy.close()
        if self._running:
            self._run()
        else:
            # Of a fence, only what is found without running was proved.
            proved = {fault.held for fault in proof.made}
            waiting = [name for name, group in proof.held.items() if group == "run" and name not in proved]
            waiting += [one.id for one in planned.all_contracts if one.needs_running and one.id in proof.held]
            proof.not_checked += waiting
        return proof

    def _static(self, checks: StaticChecks, trials: StaticTrials) -> None:
        own = {"pair": PairTrials(trials.pages, checks).of, "links": LinkTrials(trials.pages, checks).of}
        contracts = [one for one in self._planned.all_contracts if one.id in self._proof.held and not one.needs_running]
        for number, contract in enumerate(contracts, 1):
            outcome = checks.contract(contract).outcome
            if outcome == "not_checked":
                self._proof.not_checked.append(contract.id)
            elif outcome != "passed":
                self._proof.red.append(contract.id)
            else:
                self._make(own.get(contract.kind, trials.of)(contract))
            self._told(number, len(contracts), "contracts")
        pages = list(self._planned.pages.values()) if self._wish.wants("run") else []
        for number, plan_ in enumerate(pages, 1):
            for item in plan_.fences:
                if item.id in self._proof.held:
                    self._make(trials.names(plan_, item, code.misspellings(item.fence.body.removesuffix("\n"))))
            self._told(number, len(pages), "pages, their names")

    def _make(self, trials: Iterator[Trial]) -> None:
        found = list(trials)
        for trial in found if self._wish.sample is None else spread(found, self._wish.sample):
            if self._until is not None and time.monotonic() > self._until:
                self._proof.stopped = True
                return
            noticed = trial.noticed()
            if noticed is not None:
                self._proof.take([Outcome(trial.fault.held, trial.fault, noticed)])

    def _run(self) -> None:
        pages = [page for page in self._planned.pages.values() if page.steps]
        if not pages or not any(self._wish.wants(group) for group in ("output", "error", "assert", "quote", "run")):
            return
        left = None if self._until is None else self._until - time.monotonic()
        if left is not None and left <= 0:
            self._proof.stopped = True
            return
        wish = Wish(self._wish.groups, self._wish.sample, left)
        root, named = self._planned.project.loaded.root, asked.ids(self._planned.project.asked)
        targets = sorted(self._run_items(pages)) if named else [page.page.path for page in pages]
        if not targets:
            return
        with tempfile.TemporaryDirectory(prefix="fencepost-") as folder:
            file = Path(folder, "proof.jsonl")
            exchange.begin(file, wish)
            try:
                expected = sorted(self._run_items(pages))
                parts = watch(root, targets, "--fencepost-prove", file, expected=expected, ended=exchange.is_ended)
                self._take(parts, len(expected))
            except CannotRunError as error:
                self._proof.findings = (_cannot("FP903", str(error)),)
        self._proof.stopped |= self._until is not None and time.monotonic() > self._until

    def _run_items(self, pages: Iterable[PagePlan]) -> set[str]:
        """The ids of what is proved by running."""
        fences = (item.id for page in pages for item in page.fences if item.fate == "run")
        contracts = (one.id for page in pages for one in page.contracts if one.needs_running)
        return {*fences, *contracts} & self._proof.held.keys()

    def _take(self, parts: Iterable[list[str]], total: int) -> None:
        """Count what comes of a run while it goes on."""
        seen: set[str] = set()
        for lines in parts:
            found = list(exchange.outcomes(lines))
            self._proof.take(found)
            seen |= {outcome.held for outcome in found}
            self._told(min(len(seen), total), total, "fences and contracts that run")

    def _told(self, done: int, total: int, what: str) -> None:
        full = _WIDTH * done // max(total, 1)
        bar = "#" * full + "." * (_WIDTH - full)
        self._tell(f"[{bar}] {done} of {total} {what}, {plural(len(self._proof.made), 'fault')}")


def render(proof: Proof) -> str:
    """What came of a proof, as text."""
    lines = [f"{finding.place}: {finding.code} {finding.message}" for finding in proof.findings]
    lines += [str(fault) for fault in proof.survivors]
    lines += [f"{name}: does not hold as it is; `fencepost check` says why" for name in proof.red]
    lines += [f"{name}: nothing was found that could be broken" for name in proof.bare]
    counts = Counter(proof.held.values())
    made: dict[str, int] = defaultdict(int)
    for fault in proof.made:
        made[fault.group] += 1
    survived = Counter(fault.group for fault in proof.survivors)
    for group in GROUPS:
        if counts[group] or made[group]:
            number = plural(counts[group], "fence" if group == "run" else "contract")
            lines.append(f"{group:<10} {number}, {plural(made[group], 'fault')}, {survived[group]} survived")
    if proof.not_checked:
        lines.append(f"{len(proof.not_checked)} of them not proved (add --run)")
    if proof.stopped:
        lines.append("the time was up before all faults were made")
    contracts = sum(number for group, number in counts.items() if group != "run")
    lines.append(
        f"{plural(contracts, 'contract')} and {plural(counts['run'], 'fence')} that run: "
        f"{plural(len(proof.made), 'fault')} made, {plural(len(proof.survivors), 'survivor')}"
    )
    return "\n".join(lines) + "\n"


def _cannot(rule: str, message: str) -> Finding:
    return Finding(rule, message, Place(".", 1), help=RULES[rule].fix, severity="error")
