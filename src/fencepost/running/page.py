"""The run of one page: its steps in order, each exactly once, and what became of them."""

from __future__ import annotations

import ast
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from fencepost import kinds
from fencepost.checks.block import hold_block
from fencepost.checks.error import agrees, is_of_type, raises_as_declared
from fencepost.checks.output import OutputOptions
from fencepost.model import Finding, Place, Verdict
from fencepost.plan import Contract, PagePlan, Step
from fencepost.rules import severity_of
from fencepost.running import failure, findings
from fencepost.running.arrows import Attribution, blocks_of
from fencepost.running.branches import branch_of, needed_before
from fencepost.running.capture import Capture, Listener, Printed
from fencepost.running.files import copy_files, write_file
from fencepost.running.interrupts import OverdueError, limited, own_interrupts, time_limit
from fencepost.running.made import made
from fencepost.running.models import Models, PageModel
from fencepost.running.module import PageModule, Transform
from fencepost.running.pycon import run_prompts
from fencepost.running.scopes import Scopes
from fencepost.running.state import PageState, readers_warnings
from fencepost.running.supplied import Supplies, SupplyError

_REFUSALS = frozenset({"FP204", "FP205", "FP209", "FP210", "FP211"})
"""What the stub finds when it answers a request with an error."""


@dataclass(frozen=True, slots=True)
class _Ran:
    """What a step did."""

    printed: Printed
    error: BaseException | None
    found: tuple[Finding, ...]
    """What the stub and the guard found, and differences between prompts and what they print."""


class PageRun:
    """Runs the steps of one page as they are asked for; what a step builds on runs before it."""

    def __init__(
        self,
        plan: PagePlan,
        root: Path,
        models: Models,
        *,
        transform: Transform | None = None,
        roots: Sequence[str] = (),
        names: Mapping[str, object] | None = None,
        supplies: Supplies | None = None,
    ) -> None:
        """Prepare a page.

        Args:
            plan: what runs, in which order.
            root: the project's root.
            models: the stubbed providers of the whole run.
            transform: rewrites each tree before it is compiled.
            roots: folders of the project's own modules.
            names: what the page may use without defining it.
            supplies: what single fences are given, and how it is made.
        """
        self._plan = plan
        self._root = root
        self._file = root / plan.page.path
        self.folder = Path(tempfile.mkdtemp(prefix="fencepost-")).resolve()
        self._scopes = Scopes(plan, self._file, transform, names or {})
        self._supplied: dict[str, object] = {}
        self._supplies = supplies or Supplies()
        self._capture = Capture()
        self._ways = [branch_of(step.fence.fence) for step in plan.steps]
        self._model: PageModel = models.page(plan, self._file)
        self._state = PageState.begin(self.folder, self._model.environment, list(roots), plan.option("freeze"))
        copy_files(plan, self._file.parent, root, self.folder)
        self._ran: dict[int, _Ran] = {}
        self._lost: dict[str, str] = {}
        """Names that a failed fence would have defined, with the fence's id."""

    def fixtures(self, fence_id: str) -> tuple[str, ...]:
        """Names of the fixtures that a fence needs, and those that will run before it."""
        indices = [i for i, step in enumerate(self._plan.steps) if step.id == fence_id]
        waiting = {i for index in indices for i in (*needed_before(self._ways, index), index)} - self._ran.keys()
        return tuple(dict.fromkeys(name for i in sorted(waiting) for name in self._plan.steps[i].fence.fixtures))

    def supply(self, values: Mapping[str, object]) -> None:
        """Values of fixtures, for the fences that ask for them."""
        self._supplied = dict(values)

    def fence(self, fence_id: str) -> Verdict:
        """Run a fence, what it builds on, and say what became of it."""
        indices = [i for i, step in enumerate(self._plan.steps) if step.id == fence_id]
        for index in indices:
            self._run_up_to(index)
        verdicts = [self._judge(index) for index in indices]
        return next((verdict for verdict in verdicts if verdict.outcome != "passed"), verdicts[-1])

    def audit(self, fence_id: str) -> Verdict:
        """Run a fence that is skipped; FP207 if it passes."""
        if self.fence(fence_id).outcome != "passed":
            return Verdict("skipped")
        step = next(step for step in self._plan.steps if step.id == fence_id)
        return Verdict("failed", (findings.skip_not_needed(self._plan.page, step),))

    def contract(self, contract: Contract) -> Verdict:
        """Hold a contract that needs running: `output`, `error`, `assert`, or a block that shows what was `made`."""
        index = self._step_of(contract)
        self._run_up_to(index)
        ran, step = self._ran[index], self._plan.steps[index]
        if contract.kind == "error":
            return self._judge_error(contract, ran, step)
        judged = self._judge(index)
        if judged.outcome != "passed":
            if step.kind == "fence":
                return Verdict("blocked", blocked_by=judged.blocked_by or step.id)
            return judged
        if contract.kind in ("quote", "translates"):
            return hold_block(contract, made(contract.source or "", self.folder))
        return self._judge_output(contract, ran, step) if contract.kind == "output" else judged

    def rehearse(self, contract: Contract, code: str) -> Verdict:
        """What would become of an `assert` with other code, behind what ran; its own outcome stays."""
        index = self._step_of(contract)
        self._run_up_to(index)
        step = replace(self._plan.steps[index], code=code)
        return self._judged(step, self._run(index, step))

    def close(self) -> None:
        """End the page and remove its folder."""
        self._model.close()
        self._capture.close()
        with readers_warnings():
            self._scopes.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _step_of(self, contract: Contract) -> int:
        own = [index for index, step in enumerate(self._plan.steps) if step.id == contract.decided_by]
        return own[-1]  # a `setup` and a `file` stand before the fence that has their id

    def _run_up_to(self, index: int) -> None:
        for earlier in (*needed_before(self._ways, index), index):
            if earlier not in self._ran:
                self._ran[earlier] = self._run(earlier, self._plan.steps[earlier])

    def _run(self, index: int, step: Step) -> _Ran:
        found: list[Finding] = []
        scope = self._scopes.of(step)
        scope.branches.enter(self._ways[index])
        found += self._model.before(index)
        namespace = scope.module.namespace
        supplied = {name: self._supplied[name] for name in step.fence.fixtures if name in self._supplied}
        arrows = Attribution(blocks_of(step.code), str(self._file), step.line) if step.kind == "fence" else None
        listener = arrows.note if arrows and arrows.blocks else None
        # What an audited fence does to the page's names is taken back: the page is read without it.
        untouched = dict(namespace) if step.fence.audited else None
        namespace.update(supplied)
        recording = self._recording(step, listener)
        with self._state.active(scope.module.module), self._model.active(), recording as printed:
            for attempt in range(1 + step.fence.words.retries):
                before = dict(namespace) if attempt < step.fence.words.retries else None
                error = self._attempt(step, scope.module, found)
                if error is None or before is None:
                    break
                namespace.clear()
                namespace.update(before)
        for name in supplied:
            namespace.pop(name, None)
        if untouched is not None:
            namespace.clear()
            namespace.update(untouched)
        found += self._model.after(index)
        if arrows is not None and error is None:
            found += findings.arrows_differ(self._plan.page, step, arrows)
        if error is not None and not step.fence.audited:
            self._lost.update(dict.fromkeys(_names_bound(step.code), step.fence.id))
        return _Ran(printed, error, tuple(found))

    def _attempt(self, step: Step, module: PageModule, found: list[Finding]) -> BaseException | None:
        try:
            with own_interrupts() as interrupted, limited(time_limit(step)):
                found += self._execute(step, module)
        except BaseException as raised:
            # SystemExit and KeyboardInterrupt of the fence's own are its failures; a real Ctrl-C is not.
            if interrupted.is_set():
                raise
            return raised
        return None

    def _recording(self, step: Step, listener: Listener | None) -> AbstractContextManager[Printed]:
        # A fence that asks for one of pytest's captures reads the streams itself.
        own = any(name.startswith("cap") for name in step.fence.fixtures)
        return nullcontext(Printed()) if own else self._capture.recording(listener)

    def _execute(self, step: Step, module: PageModule) -> list[Finding]:
        if step.kind == "file":
            write_file(step, self.folder)
            return []
        self._supplies.give(step.fence.id, module.namespace)
        prompts = step.kind == "fence" and (step.fence.fence.language in kinds.PYCON or kinds.has_prompts(step.code))
        if prompts:
            return run_prompts(module, step, self._plan.page)
        module.execute(step.code, step.line)
        return []

    def _judge(self, index: int) -> Verdict:
        return self._judged(self._plan.steps[index], self._ran[index])

    def _judged(self, step: Step, ran: _Ran) -> Verdict:
        found = [*ran.found]
        if ran.error is None and step.raises not in (None, "*"):
            found.append(findings.did_not_raise(self._plan.page, step))
        elif ran.error is not None and step.raises != "*":
            if step.raises is not None and raises_as_declared(step.raises, ran.error):
                pass
            elif isinstance(ran.error, SupplyError):
                found.append(findings.not_supplied(self._plan.page, step, ran.error))
            elif isinstance(ran.error, OverdueError):
                found.append(findings.overdue(self._plan.page, step, ran.error, self._place(ran.error, step)))
            elif blocker := self._blocked_by(ran.error):
                return Verdict("blocked", tuple(found), blocker)
            elif not self._is_said(ran.error, found, step):
                found.append(self._raised(step, ran))
        failed = any(severity_of(finding) == "error" for finding in found)
        return Verdict("failed" if failed else "passed", tuple(found))

    def _judge_output(self, contract: Contract, ran: _Ran, step: Step) -> Verdict:
        assert contract.directive is not None
        assert contract.fence is not None
        stream = contract.directive.option("stream") or "stdout"
        printed = ran.printed.stderr if stream == "stderr" else ran.printed.stdout
        options = OutputOptions.of(contract.directive)
        found = findings.output_differs(self._plan.page, contract.fence, printed, options, step)
        return Verdict("failed" if found else "passed", tuple(found))

    def _judge_error(self, contract: Contract, ran: _Ran, step: Step) -> Verdict:
        assert contract.directive is not None
        assert contract.fence is not None
        if ran.error is None:
            found = findings.no_error(self._plan.page, contract.fence, step)
            return Verdict("failed", (found,))
        if blocker := self._blocked_by(ran.error):
            return Verdict("blocked", blocked_by=blocker)
        wanted = contract.directive.option("type")
        wrap = "wrap" in contract.directive.flags
        if (wanted is None or is_of_type(ran.error, wanted)) and agrees(contract.fence.body, ran.error, wrap=wrap):
            return Verdict("passed")
        related = failure.places_behind(ran.error, str(self._file), self._root) or (self._place(ran.error, step),)
        found = findings.error_differs(self._plan.page, contract.fence, ran.error, wanted, related, wrap=wrap)
        return Verdict("failed", (found,))

    def _place(self, error: BaseException, step: Step) -> Place:
        return failure.place_on_page(error, str(self._file), self._plan.page.path, step.line)

    def _raised(self, step: Step, ran: _Ran) -> Finding:
        assert ran.error is not None
        page = self._plan.page
        place = self._place(ran.error, step)
        behind = failure.places_behind(ran.error, str(self._file), self._root)
        frames = failure.frames_shown(ran.error, str(self._file), self._root, page.path)
        if step.raises is not None:
            return findings.raised_otherwise(page, step, ran.error, place)
        return findings.raised(step, ran.error, place, behind, frames, ran.printed)

    def _is_said(self, error: BaseException, found: Sequence[Finding], step: Step) -> bool:
        """Whether what the stub found about the same line tells all that the exception would."""
        line = self._place(error, step).line
        said = (finding for finding in found if finding.code in _REFUSALS and severity_of(finding) == "error")
        return any(line in (finding.place.line, *(place.line for place in finding.related)) for finding in said)

    def _blocked_by(self, error: BaseException) -> str:
        if isinstance(error, NameError) and error.name in self._lost:
            return self._lost[error.name]
        return ""


def _names_bound(code: str) -> set[str]:
    """Names that the top level of `code` would define."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.alias(name=name, asname=asname):
                names.add(asname or name.partition(".")[0])
    return names
