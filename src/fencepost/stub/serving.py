"""The stub for ordinary tests: everything at once, put back afterwards.

with serve("- say: Saved.") as model:
    assert my_agent("Bought milk.") == "Saved."
    assert model.requests[0].user == "Bought milk."

The pytest plugin gives the same as the fixture `model`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal

from fencepost.rules import RULES
from fencepost.stub.ask import Ask
from fencepost.stub.core import Stub
from fencepost.stub.environment import AUTHORITY, sealed
from fencepost.stub.faults import Fault
from fencepost.stub.guard import Guard
from fencepost.stub.issuer import issuer_in
from fencepost.stub.scope import Scope
from fencepost.stub.script import ScriptError, as_text, parse_script
from fencepost.stub.server import StubServer


class StubFaultError(AssertionError):
    """Raised where a test ends with faults that it did not look at."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n\n".join(map(explained, faults)))
        self.faults = faults


def explained(fault: Fault) -> str:
    """A fault in full: where, what, and how to go on."""
    rule = RULES[fault.code]
    place = f"{_shown(fault.caller[0])}:{fault.caller[1]}: " if fault.caller else ""
    script = f"\n  see {fault.scope} {fault.script_line}" if fault.scope and fault.script_line else ""
    return f"{place}{fault.code} {rule.name} {fault.message}{script}\n  help: {fault.help or rule.fix}"


def _shown(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


class Model:
    """A running stub, as a test sees it. Made by `serve`."""

    def __init__(self, stub: Stub, url: str) -> None:
        self.stub = stub
        """The stub itself, for what this class does not offer."""
        self._scopes: list[Scope] = []
        self._count = 0
        self.url = url
        """The address of its server."""

    @property
    def requests(self) -> tuple[Ask, ...]:
        """What was asked, in the order of arrival."""
        return self.stub.asks

    def script(self, replies: str | Sequence[object]) -> None:
        """Answer by this script first: YAML text as in the `model` directive, or the same as a list.

        Raises:
            ScriptError: the script cannot be used; it names the line, or the reply of a list.
        """
        self._count += 1
        unit = "line" if isinstance(replies, str) else "reply"
        try:
            script = parse_script(replies if isinstance(replies, str) else as_text(replies))
        except ScriptError as error:
            raise ScriptError(error.message, error.line, unit) from None
        self._scopes.append(self.stub.open_scope(script, f"script {self._count}, {unit}"))

    def faults(self) -> tuple[Fault, ...]:
        """What went wrong since the last call, replies never asked for included; the scripts end here."""
        unasked = [fault for scope in self._scopes for fault in self.stub.close_scope(scope)]
        self._scopes.clear()
        return (*self.stub.take_faults(), *unasked)

    def explained_faults(self) -> str:
        """What `faults` gives, as a text for people; empty if there is none."""
        return "\n\n".join(map(explained, self.faults()))


@contextmanager
def serve(
    script: str | Sequence[object] = "", *, unscripted: Literal["allow", "fail"] = "allow", hosts: Iterable[str] = ()
) -> Generator[Model]:
    """Run a stub with guard and environment; raises `StubFaultError` at the end if faults are left."""
    stub = Stub(unscripted)
    allowed = tuple(hosts)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="fencepost-tls-"))
        issuer = issuer_in(Path(folder), real_hosts=bool(allowed))
        bundle = issuer.bundle if issuer else None if allowed else AUTHORITY
        server = stack.enter_context(StubServer(stub, issuer))
        stack.enter_context(_environment(sealed(os.environ, server.url, bundle, allowed)))
        stack.enter_context(Guard(server.url, allowed, stub, issuer.ready if issuer else None))
        model = Model(stub, server.url)
        if script:
            model.script(script)
        yield model
    left = model.faults()
    if left:
        raise StubFaultError(left)


@contextmanager
def _environment(values: Mapping[str, str]) -> Generator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
