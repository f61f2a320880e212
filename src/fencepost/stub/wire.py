"""Requests and responses as values: what comes off the socket and what goes onto it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

FINAL = ("x-should-retry", "false")
"""The header by which the SDKs of OpenAI and Anthropic surface an error at once."""


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request."""

    method: str
    path: str
    """Without the query, not decoded."""
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Names in lower case."""
    body: bytes = b""
    """With content and transfer encodings undone."""
    direct: bool = True
    """Whether it was sent to the stub's own address, not to another host's name."""

    @property
    def host(self) -> str:
        """The host that the caller meant, without a port, in lower case."""
        host = self.headers.get("host", "").lower()
        return host[1:].partition("]")[0] if host.startswith("[") else host.rpartition(":")[0] or host


@dataclass(frozen=True, slots=True)
class Response:
    """One HTTP response."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    events: tuple[bytes, ...] | None = None
    """The pieces of a streamed body, in place of `body`."""
    broken: bool = False
    """Whether the connection is dropped after `events`, or before anything is sent if there are none."""

    def first_events(self, count: int) -> Response:
        """The same stream, cut off after `count` events."""
        events = (self.events or ())[:count]
        return Response(self.status, self.headers, events=events, broken=True)


def json_response(status: int, value: object, *headers: tuple[str, str]) -> Response:
    """A response whose body is JSON."""
    body = json.dumps(value, ensure_ascii=False).encode()
    return Response(status, (("content-type", "application/json"), *headers), body)


def event(data: object, name: str = "") -> bytes:
    """A server-sent event with JSON data (WHATWG HTML, section 9.2)."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def event_stream(events: Iterable[bytes], *headers: tuple[str, str]) -> Response:
    """A response of server-sent events."""
    return Response(200, (("content-type", "text/event-stream; charset=utf-8"), *headers), events=tuple(events))
