"""The part of a proof that lives in the process that runs fences: behind each item its faults are made."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fencepost.checks.static import StaticChecks
from fencepost.model import Verdict
from fencepost.plan import Contract, FencePlan, PagePlan
from fencepost.project_plan import Planned
from fencepost.proving import exchange
from fencepost.proving.exchange import Outcome, Wish
from fencepost.proving.fault import Trial, spread
from fencepost.proving.pages import Pages
from fencepost.proving.running import RunningTrials
from fencepost.running.page import PageRun


@dataclass(frozen=True, slots=True)
class RunProof:
    """Makes the faults that a run has to notice."""

    file: Path
    wish: Wish
    trials: RunningTrials
    deadline: float | None

    @classmethod
    def of(cls, file: Path, planned: Planned, checks: StaticChecks, begin: Callable[[PagePlan], PageRun]) -> RunProof:
        """Make what `file` asks for, and write there what came of it."""
        wish = exchange.wish(file)
        deadline = None if wish.seconds is None else time.monotonic() + wish.seconds
        return cls(file, wish, RunningTrials(Pages(planned), checks, begin), deadline)

    def prove(self, plan: PagePlan, content: FencePlan | Contract, verdict: Verdict, run: PageRun) -> None:
        """Make the faults of a fence or contract that was just held in `run`."""
        group = content.kind if isinstance(content, Contract) else "run"
        if self.wish.wants(group):
            if verdict.outcome != "passed":
                self.give_up(content.id, verdict)
                return
            exchange.add(self.file, self._made(self._chosen(plan, content, run)))
        exchange.end(self.file, content.id)

    def give_up(self, name: str, verdict: Verdict) -> None:
        """Say that a fence or contract does not hold as it is, or was not held."""
        exchange.add(self.file, [Outcome(name, None, verdict.outcome == "skipped")])
        exchange.end(self.file, name)

    def _chosen(self, plan: PagePlan, content: FencePlan | Contract, run: PageRun) -> list[Trial]:
        trials = list(
            self.trials.of_contract(plan, content, run)
            if isinstance(content, Contract)
            else self.trials.of_fence(plan, content)
        )
        return trials if self.wish.sample is None else spread(trials, self.wish.sample)

    def _made(self, trials: list[Trial]) -> Iterator[Outcome]:
        for trial in trials:
            if self.deadline is not None and time.monotonic() > self.deadline:
                return
            noticed = trial.noticed()
            if noticed is not None:
                yield Outcome(trial.fault.held, trial.fault, noticed)
