"""Errors as Google sends them. Shape: `google.rpc.Status` as JSON; `google.genai.errors`.

Those of interactions have a code in words and no status (`google.genai.interactions.Error`).
"""

from __future__ import annotations

from fencepost.stub.dialects.dialect import Violation
from fencepost.stub.failing import dropped, retry_headers
from fencepost.stub.reply import Failure
from fencepost.stub.shapes import Object
from fencepost.stub.wire import Response, json_response

_OVERLOADED = 503
_STATUSES: dict[int, tuple[str, str]] = {
    400: ("INVALID_ARGUMENT", "Request contains an invalid argument."),
    401: ("UNAUTHENTICATED", "Request had invalid authentication credentials."),
    403: ("PERMISSION_DENIED", "The caller does not have permission."),
    404: ("NOT_FOUND", "Requested entity was not found."),
    409: ("ABORTED", "The operation was aborted."),
    429: ("RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details."),
    500: ("INTERNAL", "An internal error has occurred."),
    503: ("UNAVAILABLE", "The model is overloaded. Please try again later."),
    504: ("DEADLINE_EXCEEDED", "The request timed out."),
}


def refuse(failure: Failure, violation: Violation | None) -> Response:
    """The error response for a failure, with what the broken rule says where there is one."""
    if failure.kind in ("timeout", "disconnect"):
        return dropped(failure)
    status, name, said = _found(failure, violation)
    return _response(status, {"code": status, "message": said, "status": name}, failure)


def refuse_interaction(failure: Failure, violation: Violation | None) -> Response:
    """The error response of the interactions API.

    Its SDK tries again whatever `x-should-retry` says, so that it is told to do so at once.
    """
    if failure.kind in ("timeout", "disconnect"):
        return dropped(failure)
    status, name, said = _found(failure, violation)
    code = "invalid_request" if name == "INVALID_ARGUMENT" else name.lower()
    at_once = () if failure.retry else (("retry-after-ms", "1"),)
    return _response(status, {"message": said, "code": code}, failure, *at_once)


def _found(failure: Failure, violation: Violation | None) -> tuple[int, str, str]:
    """Status, its name, and what is said."""
    status = failure.status or _OVERLOADED
    name, message = _STATUSES.get(status, _STATUSES[400] if status < 500 else _STATUSES[500])
    return status, name, (violation.message if violation else "") or failure.message or message


def _response(status: int, error: Object, failure: Failure, *headers: tuple[str, str]) -> Response:
    return json_response(status, {"error": error}, *retry_headers(failure), *headers)
