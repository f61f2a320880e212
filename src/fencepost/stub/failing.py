"""What all failures have in common on the wire."""

from __future__ import annotations

from fencepost.stub.reply import Failure
from fencepost.stub.wire import FINAL, Response

TIMED_OUT = ("x-fencepost-timeout", "1")
"""The header by which the guard knows that the client must see a timeout; without the guard it is a status 408."""


def retry_headers(failure: Failure) -> tuple[tuple[str, str], ...]:
    """The headers that tell an SDK whether and when to retry.

    `x-should-retry` and `retry-after-ms` are obeyed by the SDKs of OpenAI and Anthropic (`_base_client`).
    """
    after = () if failure.retry_after is None else (("retry-after", f"{failure.retry_after:g}"),)
    if not failure.retry:
        return (FINAL, *after)
    return (("x-should-retry", "true"), ("retry-after-ms", "1"), *after)


def dropped(failure: Failure) -> Response:
    """No answer: the connection is closed, or the client is made to time out."""
    if failure.kind == "timeout":
        return Response(408, (("content-type", "text/plain"), TIMED_OUT), b"The stubbed provider timed out.")
    return Response(500, broken=True)
