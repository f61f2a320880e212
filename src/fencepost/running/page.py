"""The run of one page: its steps in order, each exactly once, and what became of them."""

from __future__ import annotations

import ast
import io
import shutil
import tempfile
import threading
from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from fencepost import kinds
from fencepost.model import Finding, Verdict
from fencepost.plan import Contract, PagePlan, Step
from fencepost.running.arrows import Attribution, blocks_of, last_expression
from fencepost.running.branches import branch_of, needed_before
from fencepost.running.capture import Capture, DescriptorCapture, Listener, Printed
from fencepost.running.fixtures import FixtureError, Unavailable
from fencepost.running.interrupts import limited, own_interrupts, time_limit
from fencepost.running.kept import Kept
from fencepost.running.module import PageModule
from fencepost.running.options import RunOptions
from fencepost.running.ran import Ran, blocked_by, doubts
from fencepost.running.runners import run_with, runner_of
from fencepost.running.scopes import Scope, Scopes
from fencepost.running.state import ConfinedState, PageState, readers_warnings
from fencepost.running.supplied import Supplies
from fencepost.running.threads import left_running

if TYPE_CHECKING:
    from fencepost.running.judge import Judge
    from fencepost.running.models import Models, PageModel

_GRACE_SECONDS = 1.0


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
        """
        self._plan = plan
        self._file = root / plan.page.path
        self._options = options or RunOptions()
        self._base = base
        self._supplies = supplies or Supplies()
        self._trees = trees or {}
        self._model: PageModel | None = models.page(plan, self._file) if models else None
        self._root = root
        self._scopes = Scopes(plan.page, self._file, self._options, base._scopes if base else None)
        self._capture, self._state = (base._capture, base._state) if base else self._begin()
        if plan.option("files") is not None:
            from fencepost.running.files import copy_files

            copy_files(plan, self._file.parent, root, self.folder)
        self._ways = [branch_of(step.fence.fence) for step in plan.steps]
        self._indices: dict[str, list[int]] = {}
        for index, step in enumerate(plan.steps):
            self._indices.setdefault(step.id, []).append(index)
        outputs = (one for one in plan.contracts if one.kind == "output")
        self._shown = {
            one.decided_by for one in outputs if one.directive and one.directive.option("stream") != "stderr"
        }
        self._supplied: dict[str, object] = {}
        self._ran: dict[int, Ran] = {}
        self._threads: dict[threading.Thread, Step] = {}
        self._lost: dict[str, str] = dict(base._lost) if base else {}
        """Names that a failed fence would have defined, with the fence's id."""
        self._doubted = base._doubted if base else ""

    def _begin(self) -> tuple[Capture, ConfinedState]:
        if self._model is None:
            return Capture(), ConfinedState()
        roots = (*self._options.roots, *self._scopes.roots)
        return DescriptorCapture(), PageState(self.folder, self._file, roots, self._plan.option("freeze"))

    @cached_property
    def _judge(self) -> Judge:
        from fencepost.running.judge import Judge

        return Judge(self._plan.page, self._file, self._root, self._options.patterns)

    @cached_property
    def folder(self) -> Path:
        """Where the page works, empty at first."""
        return self._base.folder if self._base else Path(tempfile.mkdtemp(prefix="fencepost-")).resolve()

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
            return self._judge.error(contract, ran, step, self._lost)
        judged = self._judged(index)
        if judged.outcome != "passed":
            if step.kind == "fence" or contract.kind in ("quote", "translates"):
                return Verdict("blocked", blocked_by=judged.blocked_by or step.id)
            return judged
        if contract.kind in ("quote", "translates"):
            from fencepost.checks.block import hold_block
            from fencepost.running.made import made

            return hold_block(contract, made(contract.source or "", self.folder))
        return self._judge.output(contract, ran, step) if contract.kind == "output" else judged

    def rehearse(self, contract: Contract, code: str) -> Verdict:
        """What would become of an `assert` with other code, behind what ran; its own outcome stays."""
        index = self._indices[contract.decided_by][-1]
        self._run_up_to(index)
        step = replace(self._plan.steps[index], code=code)
        return self._judge.step(self._run(index, step), step, self._lost)

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
        self._threads.clear()
        if self._base is not None:
            return
        # Generators and objects of the page may have last words; no item is there that they belong to.
        with readers_warnings(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            self._scopes.close()
        self._state.close()
        self._capture.close()
        if "folder" in self.__dict__:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _judged(self, index: int) -> Verdict:
        ran, step = self._ran[index], self._plan.steps[index]
        if ran.is_uneventful and step.raises is None:
            return Verdict("passed")
        return self._judge.step(ran, step, self._lost)

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
        ran = self._run_in(scope, step, found)
        noticed = self._model.after(index) if self._model else []
        found += noticed
        self._doubted = self._doubted or doubts(noticed)
        if ran.error is not None and not step.fence.audited:
            blocker = blocked_by(ran.error, self._lost) or step.fence.id
            self._lost.update(dict.fromkeys(_names_bound(step.code), blocker))
        if index == len(self._plan.steps) - 1:
            found += self._left_behind()
        return replace(ran, found=tuple(found), doubted=self._doubted)

    def _run_in(self, scope: Scope, step: Step, found: list[Finding]) -> Ran:
        module, namespace = scope.module, scope.module.namespace
        supplied = {name: self._supplied[name] for name in step.fence.fixtures if name in self._supplied}
        for value in supplied.values():
            if isinstance(value, Unavailable):
                return Ran(Printed(), FixtureError(value))
        blocks = blocks_of(step.code) if step.kind == "fence" else ()
        arrows = Attribution(blocks, str(self._file), step.line) if blocks else None
        # What an audited fence does to the page's names is taken back: the page is read without it.
        untouched = dict(namespace) if step.fence.audited else None
        namespace.update(supplied)
        values: dict[int, str] = {}
        recording = self._recording(step, arrows.note if arrows else None)
        with self._in_place(step, module, supplied), recording as printed:
            for attempt in range(1 + step.fence.words.retries):
                kept = Kept(namespace) if attempt < step.fence.words.retries else None
                error = self._attempt(step, module, found, values, arrows)
                if error is None or kept is None:
                    break
                kept.put_back()
        for name in supplied:
            namespace.pop(name, None)
        if untouched is not None:
            _put(namespace, untouched)
        if arrows is not None and error is None:
            found += self._arrows_differ(step, arrows, values)
        explained = tuple(module.asserts.explanation()) if isinstance(error, AssertionError) else ()
        return Ran(printed, error, explained, values)

    def _arrows_differ(self, step: Step, arrows: Attribution, values: dict[int, str]) -> list[Finding]:
        from fencepost.checks.output import OutputOptions
        from fencepost.running import findings

        options = OutputOptions(patterns=self._options.patterns)
        return findings.arrows_differ(self._plan.page, step, arrows, values, options)

    @contextmanager
    def _in_place(self, step: Step, module: PageModule, supplied: Mapping[str, object]) -> Generator[None]:
        """The process as the page sees it, while the block runs."""
        if self._model is None:
            with self._state.active(module.module):
                yield
            return
        before = set(threading.enumerate())
        heard = getattr(supplied.get("caplog"), "handler", None)
        warned = "recwarn" not in supplied
        with self._model.active(), self._state.active(module.module, [heard] if heard else [], warned=warned):
            yield
        self._threads.update(dict.fromkeys(set(threading.enumerate()) - before, step))

    def _attempt(
        self,
        step: Step,
        module: PageModule,
        found: list[Finding],
        values: dict[int, str],
        arrows: Attribution | None,
    ) -> BaseException | None:
        # A confined page raises no KeyboardInterrupt of its own.
        interrupts = nullcontext() if self._model is None else own_interrupts()
        interrupted: list[int] | None = None
        try:
            with interrupts as interrupted, limited(time_limit(step)):
                found += self._state.call(lambda: self._execute(step, module, values, arrows))
        except BaseException as raised:
            # SystemExit and KeyboardInterrupt of the fence's own are its failures; a real Ctrl-C is not.
            if interrupted or (interrupted is None and isinstance(raised, KeyboardInterrupt)):
                raise
            return raised
        return None

    def _execute(
        self, step: Step, module: PageModule, values: dict[int, str], arrows: Attribution | None
    ) -> list[Finding]:
        language = step.fence.fence.language
        if step.kind == "file":
            from fencepost.running.files import write_file

            write_file(step, self.folder)
            return []
        self._supplies.give(step.fence.id, module.namespace)
        if step.kind == "fence" and language in kinds.SHELL:
            from fencepost.running.shell import run_shell

            return run_shell(step, self._plan.page, self._options)
        if step.kind == "fence" and (language in kinds.PYCON or kinds.has_prompts(step.code)):
            from fencepost.checks.output import OutputOptions
            from fencepost.running.pycon import run_prompts

            return run_prompts(module, step, self._plan.page, OutputOptions(patterns=self._options.patterns))
        if (runner := runner_of(step)) is not None:
            run_with(runner, step, self._file, module.namespace)
            return []
        wanted = {block.start for block in arrows.blocks if block.expression} if arrows else set()
        if step.id in self._shown and (last := last_expression(step.code)) is not None:
            wanted.add(last)
        values.update(module.execute(step.code, step.line, wanted, self._trees.get(step.code)))
        return []

    def _recording(self, step: Step, listener: Listener | None) -> AbstractContextManager[Printed]:
        # A fence that asks for one of pytest's captures reads the streams itself.
        own = any(name in ("capsys", "capsysbinary", "capfd", "capfdbinary") for name in step.fence.fixtures)
        return nullcontext(Printed()) if own else self._capture.recording(listener)

    def _left_behind(self) -> list[Finding]:
        if not self._threads:
            return []
        from fencepost.running import findings

        by_step: dict[str, list[threading.Thread]] = {}
        for thread in left_running(self._threads, _GRACE_SECONDS):
            by_step.setdefault(self._threads[thread].id, []).append(thread)
        return [
            findings.left_running(self._plan.page, self._threads[threads[0]], [thread.name for thread in threads])
            for threads in by_step.values()
        ]


def _put(namespace: dict[str, object], names: Mapping[str, object]) -> None:
    namespace.clear()
    namespace.update(names)


def _names_bound(code: str) -> set[str]:
    """Names that `code` would define."""
    from fencepost.checks.names import bound_in

    try:
        return set(bound_in(ast.parse(code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
