"""Where the steps of a page run: the process as the page sees it, and what is noted of each step."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from fencepost import kinds
from fencepost.plan import PagePlan, Step
from fencepost.running.arrows import Attribution, Block, blocks_of, last_expression, missing_in
from fencepost.running.capture import Capture, DescriptorCapture, Listener, Printed
from fencepost.running.fixtures import FixtureError, Unavailable
from fencepost.running.interrupts import Alarm, own_interrupts, time_limit
from fencepost.running.kept import Kept
from fencepost.running.options import RunOptions
from fencepost.running.ran import Ran
from fencepost.running.runners import run_with, runner_of
from fencepost.running.state import ConfinedState, PageState
from fencepost.running.supplied import Supplies
from fencepost.running.threads import left_running

if TYPE_CHECKING:
    import ast

    from fencepost.model import Finding
    from fencepost.running.models import PageModel
    from fencepost.running.module import PageModule

_GRACE_SECONDS = 1.0


class Stage:
    """Runs single steps of one page; a page that goes on from another one shares its folder and its state."""

    def __init__(
        self,
        plan: PagePlan,
        file: Path,
        options: RunOptions,
        model: PageModel | None,
        supplies: Supplies,
        trees: Mapping[str, ast.Module],
        roots: tuple[str, ...],
        base: Stage | None,
        alarm: Alarm,
    ) -> None:
        """Prepare a page.

        Args:
            plan: the page's plan.
            file: the page's file.
            options: what the settings say about running.
            model: the stubbed provider; `None` for a page that is confined.
            supplies: what single fences are given.
            trees: what some of the code is parsed to, by the code.
            roots: folders that stand on the import path of this page alone.
            base: the stage of the page that this one continues.
            alarm: stops steps that take too long.
        """
        self._plan = plan
        self._file = file
        self._options = options
        self._model = model
        self._supplies = supplies
        self._trees = trees
        self._base = base
        self._alarm = alarm
        self._capture, self._state = (base._capture, base._state) if base else self._begin(roots)
        self._threads: dict[threading.Thread, Step] = {}
        outputs = (one for one in plan.contracts if one.kind == "output")
        self._shown = {
            one.decided_by for one in outputs if one.directive and one.directive.option("stream") != "stderr"
        }

    def _begin(self, roots: tuple[str, ...]) -> tuple[Capture, ConfinedState]:
        if self._model is None:
            return Capture(), ConfinedState()
        found_in = (*self._options.roots, *roots)
        return DescriptorCapture(), PageState(self.folder, self._file, found_in, self._plan.option("freeze"))

    @cached_property
    def folder(self) -> Path:
        """Where the page works, empty at first."""
        return self._base.folder if self._base else Path(tempfile.mkdtemp(prefix="fencepost-")).resolve()

    def close(self) -> None:
        """End the page; remove its folder."""
        self._threads.clear()
        self._alarm.release()
        self._state.close()
        self._capture.close()
        if "folder" in self.__dict__:
            shutil.rmtree(self.folder, ignore_errors=True)

    def run(
        self,
        step: Step,
        module: PageModule,
        supplied: Mapping[str, object],
        found: list[Finding],
        undo: Iterable[Callable[[], object]] = (),
    ) -> Ran:
        """Run a step in a module, with values of fixtures by their names; what is found on the way is added.

        `undo` takes back what the step does through them, while the process is still as the page sees it.
        """
        namespace = module.namespace
        for value in supplied.values():
            if isinstance(value, Unavailable):
                return Ran(Printed(), FixtureError(value))
        blocks = self._blocks(step) if step.kind == "fence" else ()
        arrows = Attribution(blocks, str(self._file), step.line) if blocks else None
        # What an audited fence does to the page's names is taken back: the page is read without it.
        untouched = dict(namespace) if step.fence.audited else None
        namespace.update(supplied)
        values: dict[int, str] = {}
        recording = self._recording(step, arrows.note if arrows else None)
        with self._in_place(step, module, supplied), recording as printed, ExitStack() as behind:
            for one in undo:
                behind.callback(self._state.call, one)
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

    def _blocks(self, step: Step) -> tuple[Block, ...]:
        """The `#>` blocks of a fence, and empty ones where they are asked for and no other fence shows the output."""
        blocks = blocks_of(step.code)
        plain = step.fence.fence.language in kinds.PYTHON and not kinds.has_prompts(step.code)
        if not self._options.insert or not plain or step.id in self._shown:
            return blocks
        return (*blocks, *missing_in(step.code, blocks))

    def _arrows_differ(self, step: Step, arrows: Attribution, values: dict[int, str]) -> list[Finding]:
        from fencepost.checks.output import OutputOptions
        from fencepost.running import findings

        options = OutputOptions(patterns=self._options.patterns)
        return findings.arrows_differ(self._plan.page, step, arrows, values, options)

    def _in_place(
        self, step: Step, module: PageModule, supplied: Mapping[str, object]
    ) -> AbstractContextManager[object]:
        """The process as the page sees it, while the block runs."""
        if self._model is None:
            return self._state.active(module.module)
        return self._with_model(self._model, step, module, supplied)

    @contextmanager
    def _with_model(
        self, model: PageModel, step: Step, module: PageModule, supplied: Mapping[str, object]
    ) -> Generator[None]:
        before = set(threading.enumerate())
        heard = getattr(supplied.get("caplog"), "handler", None)
        warned = "recwarn" not in supplied
        with model.active(), self._state.active(module.module, [heard] if heard else [], warned=warned):
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
        # A confined page raises no KeyboardInterrupt of its own, and sets no handler.
        interrupts = nullcontext() if self._model is None else own_interrupts()
        interrupted: list[int] | None = None
        try:
            with interrupts as interrupted, self._alarm.limited(time_limit(step), keeping=self._model is None):
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

    def left_behind(self) -> list[Finding]:
        """FP206 for the threads that the page has begun and that go on when its last step has run."""
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
