"""Requests that an SDK sends again by itself after a failure that should surface at once."""

from __future__ import annotations

from dataclasses import dataclass

from fencepost.stub.dialects.dialect import Dialect
from fencepost.stub.reply import Reply
from fencepost.stub.wire import Request


@dataclass(frozen=True, slots=True)
class _Failed:
    reply: Reply
    request: Request
    left: int
    """How often the same request may still come as a repetition."""


class Repeats:
    """The failure that was sent last, for as long as its request may come again. Not safe to use from several threads.

    The SDKs of OpenAI and Anthropic obey `x-should-retry`, repeat a request whose connection was dropped, and count
    their repetitions in a header. Other SDKs repeat a failed request as it was, `attempts` times in all.
    """

    def __init__(self) -> None:
        self._last: _Failed | None = None

    def note(self, dialect: Dialect, request: Request, reply: Reply) -> None:
        """Remember a failure that is being sent; one that the SDK is left to retry is none to repeat."""
        failure = reply.failure
        self._last = None
        if failure is not None and not failure.retry:
            self._last = _Failed(reply, request, dialect.attempts(request, failure) - 1)

    def again(self, request: Request) -> Reply | None:
        """The failure that a repetition gets once more; `None` for a request that is new."""
        last = self._last
        if last is None:
            return None
        if _is_dropped(last.reply) and request.headers.get("x-stainless-retry-count", "0") != "0":
            return last.reply
        if last.left and (request.path, request.body) == (last.request.path, last.request.body):
            self._last = _Failed(last.reply, request, last.left - 1)
            return last.reply
        self._last = None
        return None

    def forget(self) -> None:
        """Take the next request for a new one."""
        self._last = None


def _is_dropped(reply: Reply) -> bool:
    return reply.failure is not None and reply.failure.kind in ("timeout", "disconnect")
