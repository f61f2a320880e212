"""The stub itself: a request in, a response out, no sockets. All state lives in the object."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from fencepost.stub.ask import Ask
from fencepost.stub.caller import caller_in
from fencepost.stub.calls import misfit
from fencepost.stub.conditions import unmet
from fencepost.stub.dialects import dialect_of, endpoint_of
from fencepost.stub.dialects.dialect import Dialect, Endpoint, RefusedError, Violation
from fencepost.stub.faults import Fault, Improvised
from fencepost.stub.memory import Memory
from fencepost.stub.repeats import Repeats
from fencepost.stub.reply import Failure, Reply, Script
from fencepost.stub.scope import Scope, described
from fencepost.stub.unscripted import made_up
from fencepost.stub.wire import FINAL, Request, Response, json_response

REFUSED = Failure("invalid_request", 400)
_FORBIDDEN = "Script the reply with `model`; the settings' `unscripted` forbids to make one up."
_ELSEWHERE = (
    "The stub knows no model at this address. Replace the call in a hidden `setup`, let the page serve it on this "
    "machine, or name the host in the settings' `hosts`."
)
_TLS = "What a child process sends over TLS can be answered with the extra `fencepost[tls]`; install it."


class Stub:
    """A model that answers by script, by the wire formats and rules of real providers.

    Requests may come from several threads. `unscripted` says what becomes of a request for which nothing is
    scripted: it gets a made-up reply (`allow`), or an error and a fault (`fail`). `formats` are wire formats that it
    speaks beside those that it knows, and before them.
    """

    def __init__(self, unscripted: Literal["allow", "fail"] = "allow", formats: Sequence[Dialect] = ()) -> None:
        self._formats = tuple(formats)
        self._unscripted: Literal["allow", "fail"] = unscripted
        self._lock = threading.RLock()
        self._memory = Memory()
        self._scopes: list[Scope] = []
        self._faults: list[Fault] = []
        self._asks: list[Ask] = []
        self._made_up: list[Improvised] = []
        self._repeats = Repeats()

    def open_scope(self, script: Script, name: str) -> Scope:
        """Put a script in force, before those that are open already."""
        scope = Scope(name, script)
        with self._lock:
            self._scopes.append(scope)
        return scope

    def close_scope(self, scope: Scope) -> tuple[Fault, ...]:
        """Take a script out of force; returns an FP208 for each reply that was never asked for."""
        with self._lock:
            self._scopes.remove(scope)
            return scope.unasked()

    def take_faults(self) -> tuple[Fault, ...]:
        """The faults recorded since the last call."""
        with self._lock:
            faults, self._faults = tuple(self._faults), []
        return faults

    def take_unscripted(self) -> tuple[Improvised, ...]:
        """The replies that were made up since the last call, for FP211."""
        with self._lock:
            replies, self._made_up = tuple(self._made_up), []
        return replies

    def record(self, fault: Fault) -> None:
        """Add a fault that something else noticed, such as the network guard."""
        with self._lock:
            self._faults.append(fault)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What was asked since the last reset, in the order of arrival."""
        with self._lock:
            return tuple(self._asks)

    def reset(self) -> None:
        """Begin a new page: ids count from 1 again, held conversations and recorded requests are forgotten.

        Open scopes stay open, faults that were not taken stay to be taken.
        """
        with self._lock:
            self._memory.reset()
            self._asks.clear()
            self._repeats.forget()

    def handle(self, request: Request) -> Response:
        """Answer one request."""
        dialect = dialect_of(request, self._formats)
        if dialect is None:
            return self._fixed(request)
        try:
            ask = dialect.read(request, self._memory)
        except RefusedError as error:
            return self._refused(dialect, error.violation, request, None)
        return self._answer(dialect, ask, request)

    def speaks(self, request: Request) -> bool:
        """Whether a request is one that a model's provider would answer."""
        return dialect_of(request, self._formats) is not None or endpoint_of(request) is not None

    def _fixed(self, request: Request) -> Response:
        endpoint = endpoint_of(request)
        if endpoint is None:
            return self._unknown(request)
        try:
            return endpoint.answer(request, self._memory)
        except RefusedError as error:
            return self._refused(endpoint, error.violation, request, None)

    def _answer(self, dialect: Dialect, ask: Ask, request: Request) -> Response:
        violation = dialect.check(ask, request)
        with self._lock:
            again = self._repeats.again(request)
            if again is not None:
                return _failed(dialect, again)
            self._asks.append(ask)
            scope, reply = self._next(ask)
            if violation is not None and not _shows_refusal(reply):
                return self._refused(dialect, violation, request, scope)
            if reply is None:
                return self._improvised(dialect, ask, request)
            if scope is not None:
                scope.use(reply)
            fault = _unusable(dialect, ask, reply)
            if fault is not None:
                self._faults.append(replace(fault, scope=scope.name if scope else None, caller=caller_in(request)))
                return dialect.refuse(REFUSED, Violation(f"{fault.code}: {fault.message}"))
            if reply.failure is not None:
                self._repeats.note(dialect, request, reply)
                return _failed(dialect, reply, violation)
        return _cut(dialect.render(ask, reply, self._memory), reply)

    def _next(self, ask: Ask) -> tuple[Scope | None, Reply | None]:
        for scope in reversed(self._scopes):
            reply = scope.next(ask)
            if reply is not None:
                return scope, reply
        return None, None

    def _improvised(self, dialect: Dialect, ask: Ask, request: Request) -> Response:
        if self._unscripted == "fail" and ask.kind == "completion":
            what = "the script has no reply left" if self._scopes else "nothing is scripted"
            message = f"{what} for this request ({ask.dialect}, model {ask.model!r})"
            self._faults.append(Fault("FP211", message, _FORBIDDEN, caller=caller_in(request)))
            return dialect.refuse(REFUSED, Violation(f"FP211: {message}"))
        if ask.kind == "completion":
            self._made_up.append(Improvised(caller_in(request), bool(self._scopes)))
        reply = made_up(ask, lambda: self._memory.count("reply"))
        return dialect.render(ask, reply, self._memory)

    def _refused(
        self, dialect: Dialect | Endpoint, violation: Violation, request: Request, scope: Scope | None
    ) -> Response:
        if not violation.quiet:
            where = f" (`{violation.param}`)" if violation.param and violation.param not in violation.message else ""
            message = f"{dialect.name}: {violation.message}{where}"
            name = scope.name if scope else None
            self.record(Fault("FP204", message, scope=name, caller=caller_in(request)))
        return dialect.refuse(Failure("invalid_request", violation.status), violation)

    def _unknown(self, request: Request) -> Response:
        if request.direct:
            message = f"`{request.method} {request.path}` is not stubbed; with a real key it would go to the provider"
            hint = "Skip the fence with a reason, or let the page serve this address itself."
        else:
            message, hint = f"{request.method} {request.host}{request.path} would leave the machine", _ELSEWHERE
            if request.method == "CONNECT":
                message, hint = f"a child process asked for a connection to {request.host} over TLS", _TLS
        self.record(Fault("FP205", message, hint, caller=caller_in(request)))
        error = {"message": f"FP205: {message}", "type": "network_refused", "param": None, "code": "network_refused"}
        return json_response(403, {"type": "error", "error": error}, FINAL)


def _failed(dialect: Dialect, reply: Reply, violation: Violation | None = None) -> Response:
    failure = reply.failure or REFUSED
    return dialect.refuse(failure, None if failure.message else violation)


def _shows_refusal(reply: Reply | None) -> bool:
    """Whether the script says that the provider refuses, so that the broken rule is meant."""
    return reply is not None and reply.failure is not None and reply.failure.status == 400


def _unusable(dialect: Dialect, ask: Ask, reply: Reply) -> Fault | None:
    missed = unmet(reply.expect, ask) if reply.expect is not None else []
    if missed:
        return Fault("FP210", f"{described(reply)} expects: {'; '.join(missed)}", script_line=reply.line)
    reason = misfit(reply, ask, raw_allowed=dialect.raw_arguments)
    return Fault("FP209", *reason, script_line=reply.line) if reason else None


def _cut(response: Response, reply: Reply) -> Response:
    if reply.break_stream is None or response.events is None:
        return response
    return response.first_events(reply.break_stream)
