"""Errors as Google sends them. Shape: `google.rpc.Status` as JSON; `google.genai.errors`."""

from __future__ import annotations

from fencepost.stub.dialects.dialect import Violation
from fencepost.stub.failing import dropped, retry_headers
from fencepost.stub.reply import Failure
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
    status = failure.status or _OVERLOADED
    name, message = _STATUSES.get(status, _STATUSES[400] if status < 500 else _STATUSES[500])
    said = (violation.message if violation else "") or failure.message or message
    return json_response(status, {"error": {"code": status, "message": said, "status": name}}, *retry_headers(failure))
