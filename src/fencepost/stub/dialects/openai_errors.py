"""Errors as OpenAI sends them, for all its wire formats and for the services compatible with it.

Shape, types and codes: the API reference, "Error codes", and `openai._exceptions`.
"""

from __future__ import annotations

from fencepost.stub.dialects.dialect import Violation
from fencepost.stub.failing import dropped, retry_headers
from fencepost.stub.reply import Failure
from fencepost.stub.wire import Response, json_response

_OVERLOADED = 503
_KINDS: dict[str, tuple[str, str | None, str]] = {
    "invalid_request": ("invalid_request_error", None, "Invalid request."),
    "context_length": (
        "invalid_request_error",
        "context_length_exceeded",
        "Your input exceeds the context window of this model. Please adjust your input and try again.",
    ),
    "authentication": ("invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
    "permission": ("invalid_request_error", "unsupported_country_region_territory", "You are not allowed to do this."),
    "not_found": ("invalid_request_error", "model_not_found", "The model does not exist or you do not have access."),
    "rate_limit": ("requests", "rate_limit_exceeded", "Rate limit reached for requests."),
    "quota": (
        "insufficient_quota",
        "insufficient_quota",
        "You exceeded your current quota, please check your plan and billing details.",
    ),
    "server": ("server_error", None, "The server had an error while processing your request."),
    "unavailable": ("server_error", None, "The service is unavailable."),
    "overloaded": ("server_error", None, "The engine is currently overloaded, please try again later."),
}
_BY_STATUS = {
    401: "authentication",
    403: "permission",
    404: "not_found",
    429: "rate_limit",
    500: "server",
    503: "unavailable",
}


def refuse(failure: Failure, violation: Violation | None) -> Response:
    """The error response for a failure, with what the broken rule says where there is one."""
    if failure.kind in ("timeout", "disconnect"):
        return dropped(failure)
    status = failure.status or _OVERLOADED
    kind = failure.kind or _BY_STATUS.get(status, "invalid_request" if status < 500 else "server")
    type_, code, message = _KINDS.get(kind, ("invalid_request_error", None, kind.replace("_", " ").capitalize() + "."))
    error = {
        "message": (violation.message if violation else "") or failure.message or message,
        "type": type_,
        "param": violation.param if violation else None,
        "code": (violation.code if violation else None) or code,
    }
    return json_response(status, {"error": error}, *retry_headers(failure))
