"""Errors as Anthropic sends them. Shape and types: the API reference, "Errors"; `anthropic.types.shared`."""

from __future__ import annotations

from fencepost.stub.dialects.dialect import Violation
from fencepost.stub.failing import dropped, retry_headers
from fencepost.stub.reply import Failure
from fencepost.stub.shapes import Object
from fencepost.stub.wire import Response, json_response

_OVERLOADED = 529
_REQUEST = "req_stub"
_TYPES: dict[int, tuple[str, str]] = {
    400: ("invalid_request_error", "Invalid request."),
    401: ("authentication_error", "invalid x-api-key"),
    402: ("billing_error", "Your credit balance is too low to access the Anthropic API."),
    403: ("permission_error", "Your API key does not have permission to use the specified resource."),
    404: ("not_found_error", "The requested resource could not be found."),
    413: ("request_too_large", "Request exceeds the maximum allowed number of bytes."),
    429: ("rate_limit_error", "This request would exceed your organization's rate limit."),
    500: ("api_error", "Internal server error"),
    504: ("timeout_error", "Request timed out"),
    529: ("overloaded_error", "Overloaded"),
}
_CONTEXT = "prompt is too long: 200001 tokens > 200000 maximum"


def refuse(failure: Failure, violation: Violation | None) -> Response:
    """The error response for a failure, with what the broken rule says where there is one."""
    if failure.kind in ("timeout", "disconnect"):
        return dropped(failure)
    status = failure.status or _OVERLOADED
    type_, message = _TYPES.get(status, _TYPES[400] if status < 500 else _TYPES[500])
    if failure.kind == "context_length":
        message = _CONTEXT
    error: Object = {
        "type": type_,
        "message": (violation.message if violation else "") or failure.message or message,
    }
    if violation and violation.code:
        error["details"] = {"error_code": violation.code}
    body = {"type": "error", "error": error, "request_id": _REQUEST}
    return json_response(status, body, ("request-id", _REQUEST), *retry_headers(failure))
