"""The stubbed providers while fences run: one server and one guard for the run, a stub for each page."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal

from fencepost.model import Directive, Finding, Place
from fencepost.plan import ModelScope, PagePlan
from fencepost.rules import RULES
from fencepost.running.sealed import Sealed
from fencepost.stub import (
    AUTHORITY,
    Dialect,
    Fault,
    Guard,
    Issuer,
    Scope,
    ScriptError,
    Stub,
    StubServer,
    issuer_in,
    parse_script,
    sealed,
)


class Models:
    """The server and the network guard of a run."""

    def __init__(
        self,
        *,
        unscripted: Literal["allow", "fail"] = "allow",
        hosts: Sequence[str] = (),
        formats: Sequence[Dialect] = (),
    ) -> None:
        """Start the server; nothing is redirected until a page is active."""
        self._unscripted: Literal["allow", "fail"] = unscripted
        self._hosts = tuple(hosts)
        self._formats = tuple(formats)
        self._folder = tempfile.TemporaryDirectory(prefix="fencepost-tls-")
        self._issuer = issuer_in(Path(self._folder.name), real_hosts=bool(hosts))
        self._server = StubServer(Stub(unscripted), self._issuer)
        bundle = self._issuer.bundle if self._issuer else None if hosts else AUTHORITY
        self.environment = Sealed(lambda outside: sealed(outside, self._server.url, bundle, self._hosts))
        """The environment in which pages run: base URLs that lead to the stub, no secrets."""

    def page(self, plan: PagePlan, file: Path) -> PageModel:
        """The model as one page, in this file, sees it."""
        stub = Stub(self._unscripted, self._formats)
        return PageModel(plan, file, stub, self._server, self.environment, self._hosts, self._issuer)

    def close(self) -> None:
        """Stop the server and put the environment back."""
        self.environment.uninstall()
        self._server.close()
        self._folder.cleanup()


class PageModel:
    """The stub of one page: its scripts are opened and closed with the steps that they answer."""

    def __init__(
        self,
        plan: PagePlan,
        file: Path,
        stub: Stub,
        server: StubServer,
        environment: Sealed,
        hosts: tuple[str, ...] = (),
        issuer: Issuer | None = None,
    ) -> None:
        """Answer for the page of `plan`."""
        self._plan = plan
        self._file = file
        self._stub = stub
        self._server = server
        self._environment = environment
        self._guard = Guard(server.url, hosts, stub, issuer.ready if issuer else None)
        self._open: dict[int, Scope] = {}
        """Open scopes by the index of their `ModelScope`."""
        self._begun: dict[int, set[int]] = {}
        """Steps that ran so far, by the same index."""
        self._unusable: set[int] = set()
        """Scripts that could not be read, by the same index."""

    @contextmanager
    def active(self) -> Generator[None]:
        """Put the environment in place and redirect the page's requests to its stub while the block runs."""
        self._server.stub = self._stub
        with self._environment.installed(), self._guard:
            yield

    def before(self, step: int) -> list[Finding]:
        """Open the scripts that answer from this step on; a script that cannot be read is found."""
        found: list[Finding] = []
        for index, scope in self._covering(step):
            if index in self._begun:
                continue
            self._begun[index] = set()
            try:
                script = parse_script(scope.directive.body, scope.directive.body_line)
            except ScriptError as error:
                self._unusable.add(index)
                found.append(self._finding("FP209", error.message, step, error.line, scope.directive))
            else:
                self._open[index] = self._stub.open_scope(script, str(index))
        return found

    def after(self, step: int) -> list[Finding]:
        """What the stub and the guard noticed during a step, and replies that nobody asked for."""
        faults = [*self._stub.take_faults()]
        found = [self._from_fault(fault, step) for fault in faults]
        found += self._unscripted(step)
        for index, scope in self._covering(step):
            self._begun[index].add(step)
            if index in self._open and self._has_ended(index, scope):
                found += [self._from_fault(fault, step) for fault in self._stub.close_scope(self._open.pop(index))]
        return found

    def close(self) -> None:
        """Close the scripts whose steps did not all run; what they still hold was not owed."""
        for scope in self._open.values():
            self._stub.close_scope(scope)
        self._open.clear()

    def _covering(self, step: int) -> list[tuple[int, ModelScope]]:
        # Wider scopes come first, so that the narrowest is opened last and answers first.
        covering = [(i, scope) for i, scope in enumerate(self._plan.scopes) if scope.first <= step <= scope.last]
        return sorted(covering, key=lambda item: item[1].first - item[1].last)

    def _has_ended(self, index: int, scope: ModelScope) -> bool:
        return self._begun[index] >= set(range(scope.first, scope.last + 1))

    def _from_fault(self, fault: Fault, step: int) -> Finding:
        directive = self._plan.scopes[int(fault.scope)].directive if fault.scope is not None else None
        line = fault.script_line if directive is not None else None
        found = self._finding(fault.code, fault.message, step, line, directive, fault.help)
        if fault.severity != RULES[fault.code].severity:
            found = replace(found, severity=fault.severity)
        called_from = self._line_of(fault.caller)
        if called_from is None:
            return found
        here = self._plan.page.place(called_from, self._plan.steps[step].fence.fence.column)
        # What a script says is mended in the script; everything else at the line that sent the request.
        if line is not None:
            return replace(found, related=(here,))
        return replace(found, place=here, related=self._on_behalf(step, called_from))

    def _on_behalf(self, step: int, line: int) -> tuple[Place, ...]:
        """The fence that was running, where the line that sent a request stands elsewhere, as in a function."""
        running = self._plan.steps[step]
        if running.line <= line <= running.line + running.code.count("\n"):
            return ()
        return (self._plan.page.place(running.fence.fence.line, running.fence.fence.column),)

    def _unscripted(self, step: int) -> list[Finding]:
        """FP211 for each line that got replies which nobody scripted."""
        made_up = self._stub.take_unscripted()
        if any(index in self._unusable for index, _ in self._covering(step)):
            return []
        counts = Counter((self._line_of(reply.caller), reply.exhausted) for reply in made_up)
        return [self._made_up(step, line, count, exhausted) for (line, exhausted), count in counts.items()]

    def _made_up(self, step: int, line: int | None, count: int, exhausted: bool) -> Finding:
        what = "the model's reply is" if count == 1 else f"{count} replies of the model are"
        why = "the script has none left" if exhausted else "nothing is scripted"
        finding = self._finding("FP211", f"{what} made up, since {why}", step, None, None)
        if line is None:
            return finding
        here = self._plan.page.place(line, finding.place.column)
        return replace(finding, place=here, related=self._on_behalf(step, line))

    def _line_of(self, caller: tuple[str, int] | None) -> int | None:
        return caller[1] if caller is not None and Path(caller[0]) == self._file else None

    def _finding(
        self, code: str, message: str, step: int, line: int | None, directive: Directive | None, help_: str = ""
    ) -> Finding:
        running = self._plan.steps[step]
        page = self._plan.page
        fence = running.fence.fence
        at_fence = page.place(fence.line, fence.column)
        place: Place = at_fence
        related: tuple[Place, ...] = ()
        if directive is not None:
            place = page.place(line or directive.line, directive.comment.column)
            related = (at_fence,)
        return Finding(code, message, place, running.fence.id, related, help_ or RULES[code].fix)
