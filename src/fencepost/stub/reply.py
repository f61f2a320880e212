"""What a stubbed model answers, said once for every wire format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Finish = Literal["length", "content_filter"]

FAILURES: dict[str, int | None] = {
    "invalid_request": 400,
    "context_length": 400,
    "authentication": 401,
    "billing": 402,
    "permission": 403,
    "not_found": 404,
    "conflict": 409,
    "too_large": 413,
    "unprocessable": 422,
    "rate_limit": 429,
    "quota": 429,
    "server": 500,
    "unavailable": 503,
    "overloaded": None,
    "timeout": None,
    "disconnect": None,
}
"""The kinds of failure and their statuses; `None` where the provider or the transport decides."""


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call of the model."""

    name: str
    arguments: str
    """JSON text; anything at all where `raw`."""
    raw: bool = False
    """Whether the arguments were given as a text that need not be JSON."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure of the provider or of the connection."""

    kind: str
    """A key of `FAILURES`, or empty for a bare status."""
    status: int | None
    """`None` where the provider decides (`overloaded`) or no response comes at all."""
    message: str = ""
    retry: bool = False
    """Whether the SDK is left to retry; else the error surfaces at once."""
    retry_after: float | None = None
    """Seconds, for the header of that name."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a request must be like, for `when` and `expect`."""

    pairs: tuple[tuple[str, object], ...]
    """A key of section "Conditions" in the guide, or a parameter of the request's body, and the value wanted."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply of a script, or one made up for want of a script."""

    say: str | None = None
    calls: tuple[Call, ...] = ()
    think: str | None = None
    refuse: str | None = None
    embed: tuple[tuple[float, ...], ...] | None = None
    failure: Failure | None = None
    invalid: bool = False
    """Whether the arguments of the calls are meant not to fit the tool's schema."""
    finish: Finish | None = None
    chunks: int | tuple[str, ...] | None = None
    """How a streamed text is cut: into so many pieces, or into these; `None` cuts by words."""
    break_stream: int | None = None
    """The connection is dropped after so many events."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    when: Conditions | None = None
    expect: Conditions | None = None
    repeat: int = 1
    always: bool = False
    line: int = 0
    """Where it stands, as `parse_script` counts."""

    def pieces(self, content: str) -> list[str]:
        """`content` as a stream brings it."""
        if isinstance(self.chunks, tuple):
            return list(self.chunks)
        if isinstance(self.chunks, int):
            size = max(1, -(-len(content) // self.chunks))
            return [content[start : start + size] for start in range(0, len(content), size)]
        return re.findall(r"\s*\S{1,16}\s*$|\s*\S{1,16}|\s+$", content)


@dataclass(frozen=True, slots=True)
class Script:
    """The replies of one `model` directive, in order."""

    replies: tuple[Reply, ...] = ()
