"""Reading the body of a request."""

from __future__ import annotations

import json

from fencepost.stub.dialects.dialect import RefusedError, Violation
from fencepost.stub.shapes import Object, mapping, named
from fencepost.stub.wire import Request


def json_body(request: Request) -> Object:
    """The JSON object of a request's body; raises `RefusedError`."""
    try:
        value = json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise RefusedError(Violation(f"We could not parse the JSON body of your request: {error}")) from None
    if not isinstance(value, dict):
        raise RefusedError(Violation(f"The body of the request must be a JSON object, got {named(value)}"))
    return mapping(value)
