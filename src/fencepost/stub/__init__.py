"""A stubbed LLM provider: real SDKs, unchanged, over a real socket, offline.

Piece by piece, as the page runner uses it:

    stub = Stub()
    with StubServer(stub) as server, Guard(server.url, (), stub):
        os.environ.update(variables(server.url, AUTHORITY))
        scope = stub.open_scope(parse_script("- say: Saved."), "page.md::intro[1]")
        ...                              # code that talks to a model
        faults = stub.close_scope(scope) + stub.take_faults()

All at once, for ordinary tests: see `serve`.
"""

from __future__ import annotations

from fencepost.stub.ask import Ask
from fencepost.stub.core import Stub
from fencepost.stub.dialects.dialect import Dialect, RefusedError, Violation
from fencepost.stub.environment import AUTHORITY, sealed, secret_names, variables, without_secrets
from fencepost.stub.faults import Fault
from fencepost.stub.guard import Guard
from fencepost.stub.issuer import Issuer, issuer_in
from fencepost.stub.memory import Memory
from fencepost.stub.reply import Failure, Reply, Script
from fencepost.stub.scope import Scope
from fencepost.stub.script import ScriptError, parse_script
from fencepost.stub.server import StubServer
from fencepost.stub.serving import Model, StubFaultError, serve
from fencepost.stub.wire import Request, Response, event, event_stream, json_response

__all__ = [
    "AUTHORITY",
    "Ask",
    "Dialect",
    "Failure",
    "Fault",
    "Guard",
    "Issuer",
    "Memory",
    "Model",
    "RefusedError",
    "Reply",
    "Request",
    "Response",
    "Scope",
    "Script",
    "ScriptError",
    "Stub",
    "StubFaultError",
    "StubServer",
    "Violation",
    "event",
    "event_stream",
    "issuer_in",
    "json_response",
    "parse_script",
    "sealed",
    "secret_names",
    "serve",
    "variables",
    "without_secrets",
]
