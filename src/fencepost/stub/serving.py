"""The stub for ordinary tests: everything at once, put back afterwards.

with serve("- say: Saved.") as model:
    assert my_agent("Bought milk.") == "Saved."
    assert model.requests[0].user == "Bought milk."
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Mapping
from contextlib import ExitStack, contextmanager
from typing import Literal

from fencepost.stub.ask import Ask
from fencepost.stub.core import Stub
from fencepost.stub.environment import AUTHORITY, sealed
from fencepost.stub.faults import Fault
from fencepost.stub.guard import Guard
from fencepost.stub.scope import Scope
from fencepost.stub.script import parse_script
from fencepost.stub.server import StubServer


class StubFaultError(AssertionError):
    """Raised where a test ends with faults that it did not look at."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(f"{fault.code} {fault.message}" for fault in faults))
        self.faults = faults


class Model:
    """A running stub, as a test sees it. Made by `serve`."""

    def __init__(self, stub: Stub, url: str) -> None:
        self.stub = stub
        """The stub itself, for what this class does not offer."""
        self._scopes: list[Scope] = []
        self.url = url
        """The address of its server."""

    @property
    def requests(self) -> tuple[Ask, ...]:
        """What was asked, in the order of arrival."""
        return self.stub.asks

    def script(self, text: str) -> None:
        """Answer by this script first; raises `ScriptError`."""
        self._scopes.append(self.stub.open_scope(parse_script(text), f"script {len(self._scopes) + 1}"))

    def faults(self) -> tuple[Fault, ...]:
        """What went wrong since the last call, replies never asked for included; the scripts end here."""
        unasked = [fault for scope in self._scopes for fault in self.stub.close_scope(scope)]
        self._scopes.clear()
        return (*self.stub.take_faults(), *unasked)


@contextmanager
def serve(
    script: str = "", *, unscripted: Literal["allow", "fail"] = "allow", hosts: Iterable[str] = ()
) -> Generator[Model]:
    """Run a stub with guard and environment; raises `StubFaultError` at the end if faults are left."""
    stub = Stub(unscripted)
    allowed = tuple(hosts)
    with ExitStack() as stack:
        server = stack.enter_context(StubServer(stub))
        stack.enter_context(_environment(sealed(os.environ, server.url, None if allowed else AUTHORITY, allowed)))
        stack.enter_context(Guard(server.url, allowed, stub))
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
