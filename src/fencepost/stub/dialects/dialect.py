"""The contract of a wire format: one module a dialect, named in the registry of this package."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fencepost.stub.ask import Ask, Kind
from fencepost.stub.memory import Memory
from fencepost.stub.reply import Failure, Reply
from fencepost.stub.wire import Request, Response


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule of the provider that a request breaks."""

    message: str
    """As the provider would say it, or plainer."""
    param: str | None = None
    """The parameter concerned."""
    code: str | None = None
    """The provider's code for it: OpenAI's `error.code`, Anthropic's `error.details.error_code`."""
    status: int = 400
    quiet: bool = False
    """Whether the client is expected to go on by itself, so that it is no fault of the page."""


class RefusedError(Exception):
    """Raised by `read` for a request of which nothing can be made."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.message)
        self.violation = violation


def _once(_request: Request, _failure: Failure) -> int:
    return 1


@dataclass(frozen=True, slots=True)
class Dialect:
    """A wire format for asking a model."""

    name: str
    kind: Kind
    matches: Callable[[Request], bool]
    """By method and the end of the path, so that any host and any prefix will do."""
    read: Callable[[Request, Memory], Ask]
    """Raises `RefusedError`."""
    check: Callable[[Ask, Request], Violation | None]
    """The first rule of the provider that the request breaks."""
    render: Callable[[Ask, Reply, Memory], Response]
    """A reply that is no failure, streamed where the request asks for it."""
    refuse: Callable[[Failure, Violation | None], Response]
    """An error in the provider's own shape."""
    raw_arguments: bool = False
    """Whether arguments are sent as text, so that broken JSON can be sent."""
    attempts: Callable[[Request, Failure], int] = _once
    """How often the client sends a request that fails like this, where it does not obey `x-should-retry`."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address that is answered the same way whatever the script says."""

    name: str
    matches: Callable[[Request], bool]
    answer: Callable[[Request, Memory], Response]
    """Raises `RefusedError`."""
    refuse: Callable[[Failure, Violation | None], Response]
    """An error in the provider's own shape."""
