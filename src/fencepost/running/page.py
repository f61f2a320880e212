"""The run of one page: its steps in order, each exactly once, and what became of them."""

from __future__ import annotations

import ast
import io
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from fencepost.model import Verdict
from fencepost.plan import Contract, PagePlan, Step
from fencepost.running.branches import branch_of, needed_before
from fencepost.running.fixtures import FixtureError
from fencepost.running.interrupts import Alarm
from fencepost.running.options import RunOptions
from fencepost.running.ran import Ran, blocked_by, doubts
from fencepost.running.scopes import Scopes
from fencepost.running.stage import Stage
from fencepost.running.state import readers_warnings
from fencepost.running.supplied import Supplies

if TYPE_CHECKING:
    from fencepost.running.judge import Judge
    from fencepost.running.models import Models, PageModel
    from fencepost.sources import SourceText, Unresolved


class PageRun:
    """Runs the steps of one page as they are asked for; what a step builds on runs before it."""

    def __init__(
        self,
        plan: PagePlan,
        root: Path,
        models: Models | None,
        options: RunOptions | None = None,
        base: PageRun | None = None,
        supplies: Supplies | None = None,
        trees: Mapping[str, ast.Module] | None = None,
        alarm: Alarm | None = None,
    ) -> None:
        """Prepare a page.

        Args:
            plan: what runs, in which order.
            root: the project's root.
            models: the stubbed providers of the whole run; `None` for a page that is confined.
            options: what the settings say about running.
            base: the run of the page that this one continues.
            supplies: what single fences are given, and how it is made.
            trees: what some of the code is parsed to, by the code.
            alarm: stops steps that take too long; an own one by default.
        """
        self._plan = plan
        self._file = root / plan.page.path
        self._base = base
        self._root = root
        self._options = options or RunOptions()
        self._model: PageModel | None = models.page(plan, self._file) if models else None
        self._scopes = Scopes(plan.page, self._file, self._options, base._scopes if base else None)
        self._stage = Stage(
            plan,
            self._file,
            self._options,
            self._model,
            supplies or Supplies(),
            trees or {},
            self._scopes.roots,
            base._stage if base else None,
            alarm or Alarm(),
        )
        if plan.option("files") is not None:
            from fencepost.running.files import copy_files

            copy_files(plan, self._file.parent, root, self.folder)
        self._ways = [branch_of(step.fence.fence) for step in plan.steps]
        self._indices: dict[str, list[int]] = {}
        for index, step in enumerate(plan.steps):
            self._indices.setdefault(step.id, []).append(index)
        self._waited_for: dict[int, list[str]] = {}
        """What blocks show of the page's folder, by the step behind which they show it."""
        for contract in plan.contracts:
            indices = self._indices.get(contract.decided_by)  # none, where a fence of the page runs alone
            if indices and contract.needs_running and contract.kind in ("quote", "translates"):
                self._waited_for.setdefault(indices[-1], []).append(contract.source or "")
        self._made: dict[tuple[int, str], SourceText | Unresolved] = {}
        self._supplied: dict[str, object] = {}
        self._ran: dict[int, Ran] = {}
        self._failed: dict[int, dict[str, str]] = {}
        """Names that a failed step would have defined, with the id of the fence to blame, by the step."""
        self._doubts: dict[int, str] = {}
        """Why what is printed may be the stub's own, by the step from which on it may."""

    @cached_property
    def _judge(self) -> Judge:
        from fencepost.running.judge import Judge

        return Judge(self._plan.page, self._file, self._root, self._options.patterns)

    @property
    def folder(self) -> Path:
        """Where the page works, empty at first."""
        return self._stage.folder

    def fixtures(self, fence_id: str) -> tuple[str, ...]:
        """Names of the fixtures that a fence needs, and those that will run before it."""
        inherited = self._base.all_fixtures() if self._base else ()
        indices = self._indices.get(fence_id, [])
        waiting = {i for index in indices for i in (*needed_before(self._ways, index), index)} - self._ran.keys()
        own = (name for i in sorted(waiting) for name in self._plan.steps[i].fence.fixtures)
        return tuple(dict.fromkeys((*inherited, *own)))

    def without_fixture(self, fence_id: str) -> BaseException | None:
        """Why a fixture of a fence could not be had that another item has run before its own turn."""
        errors = (self._ran[index].error for index in self._indices.get(fence_id, ()) if index in self._ran)
        return next((error.error for error in errors if isinstance(error, FixtureError)), None)

    def all_fixtures(self) -> tuple[str, ...]:
        """Names of the fixtures that those fences need which have not run."""
        inherited = self._base.all_fixtures() if self._base else ()
        waiting = (step for index, step in enumerate(self._plan.steps) if index not in self._ran)
        return (*inherited, *(name for step in waiting for name in step.fence.fixtures))

    def supply(self, values: Mapping[str, object]) -> None:
        """Values of fixtures, for the fences that ask for them."""
        self._supplied = dict(values)
        if self._base is not None:
            self._base.supply(values)

    def fence(self, fence_id: str) -> Verdict:
        """Run a fence, what it builds on, and say what became of it."""
        indices = self._indices[fence_id]
        for index in indices:
            self._run_up_to(index)
        verdicts = [self._judged(index) for index in indices]
        return next((verdict for verdict in verdicts if verdict.outcome != "passed"), verdicts[-1])

    def audit(self, fence_id: str) -> Verdict:
        """Run a fence that is skipped; FP207 if it passes."""
        if self.fence(fence_id).outcome != "passed":
            return Verdict("skipped")
        from fencepost.running import findings

        step = self._plan.steps[self._indices[fence_id][0]]
        return Verdict("failed", (findings.skip_not_needed(self._plan.page, step),))

    def contract(self, contract: Contract) -> Verdict:
        """Hold a contract that needs running: `output`, `error`, `assert`, or a block that shows what was `made`."""
        # A `setup` and a `file` stand before the fence that has their id.
        index = self._indices[contract.decided_by][-1]
        self._run_up_to(index)
        ran, step = self._ran[index], self._plan.steps[index]
        if contract.kind == "error":
            return self._judge.error(contract, ran, step, self._lost(index))
        judged = self._judged(index)
        if judged.outcome != "passed":
            if step.kind == "fence" or contract.kind in ("quote", "translates"):
                return Verdict("blocked", blocked_by=judged.blocked_by or step.id)
            return judged
        if contract.kind in ("quote", "translates"):
            from fencepost.checks.block import hold_block

            return hold_block(contract, self._made_by(index, contract.source or ""))
        return self._judge.output(contract, ran, step) if contract.kind == "output" else judged

    def _made_by(self, index: int, source: str) -> SourceText | Unresolved:
        """What a source was behind a step, whatever later ones have made of it since."""
        from fencepost.running.made import made

        return self._made.get((index, source)) or made(source, self.folder)

    def rehearse(self, contract: Contract, code: str) -> Verdict:
        """What would become of an `assert` with other code, behind what ran; its own outcome stays."""
        index = self._indices[contract.decided_by][-1]
        self._run_up_to(index)
        step = replace(self._plan.steps[index], code=code)
        return self._judge.step(self._run(index, step), step, self._lost(index))

    def traceback(self, step_id: str) -> TracebackType | None:
        """Where on the page the steps of this id raised, for a debugger."""
        from fencepost.running import failure

        errors = (ran.error for index in self._indices.get(step_id, ()) if (ran := self._ran.get(index)))
        return next((failure.page_traceback(error, str(self._file)) for error in errors if error), None)

    def run_all(self) -> None:
        """Run every step that has not run."""
        for index in range(len(self._plan.steps)):
            self._run_up_to(index)

    def close(self) -> None:
        """End the page; remove its folder, unless it is another page's."""
        if self._model is not None:
            self._model.close()
        self._ran.clear()
        if self._base is not None:
            return
        # Generators and objects of the page may have last words; no item is there that they belong to.
        with readers_warnings(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            self._scopes.close()
        self._stage.close()

    def _judged(self, index: int) -> Verdict:
        ran, step = self._ran[index], self._plan.steps[index]
        if ran.is_uneventful and step.raises is None:
            return Verdict("passed")
        return self._judge.step(ran, step, self._lost(index))

    def _lost(self, index: int) -> dict[str, str]:
        """Names that failed fences would have defined on the way to a step, with the ids of those fences.

        What has run behind the step, since its item came first, has no part in it.
        """
        lost = self._base._lost_at_end() if self._base else {}
        for earlier in needed_before(self._ways, index):
            lost |= self._failed.get(earlier, {})
        return lost

    def _doubt(self, index: int | None = None) -> str:
        """Why what a step prints may be the stub's own, for what it or one on the way to it met; empty for no reason.

        Without a step it is asked at the end of the page.
        """
        base = self._base._doubt() if self._base else ""
        way = sorted(self._doubts) if index is None else (*needed_before(self._ways, index), index)
        return base or next((why for step in way if (why := self._doubts.get(step))), "")

    def _lost_at_end(self) -> dict[str, str]:
        lost = self._base._lost_at_end() if self._base else {}
        for _, names in sorted(self._failed.items()):
            lost |= names
        return lost

    def _run_up_to(self, index: int) -> None:
        if self._base is not None:
            self._base.run_all()
        for earlier in needed_before(self._ways, index):
            if earlier not in self._ran:
                self._ran[earlier] = self._run(earlier, self._plan.steps[earlier])
        if index not in self._ran:
            self._ran[index] = self._run(index, self._plan.steps[index])

    def _run(self, index: int, step: Step) -> Ran:
        scope = self._scopes.of(self._plan.scope(step.fence))
        scope.branches.enter(self._ways[index])
        found = self._model.before(index) if self._model else []
        supplied = {name: self._supplied[name] for name in step.fence.fixtures if name in self._supplied}
        ran = self._stage.run(step, scope.module, supplied, found)
        noticed = self._model.after(index) if self._model else []
        found += noticed
        self._doubts[index] = doubts(noticed)
        doubted = self._doubt(index)
        for source in self._waited_for.get(index, ()):
            self._made[index, source] = self._made_by(index, source)
        if ran.error is not None and not step.fence.audited:
            blocker = blocked_by(ran.error, self._lost(index)) or step.fence.id
            self._failed[index] = dict.fromkeys(_names_bound(step.code), blocker)
        if index == len(self._plan.steps) - 1:
            found += self._stage.left_behind()
        return replace(ran, found=tuple(found), doubted=doubted) if found or doubted else ran


def _names_bound(code: str) -> set[str]:
    """Names that `code` would define."""
    from fencepost.checks.names import bound_in

    try:
        return set(bound_in(ast.parse(code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
