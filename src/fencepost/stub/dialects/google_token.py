"""The token that Google's libraries fetch for Vertex AI before they ask a model.

Source: RFC 6749, section 6 (refreshing an access token), as `google.oauth2._client` sends it.
"""

from __future__ import annotations

from fencepost.stub.dialects import gemini_errors
from fencepost.stub.dialects.dialect import Endpoint
from fencepost.stub.memory import Memory
from fencepost.stub.wire import Request, Response, json_response


def matches(request: Request) -> bool:
    """Whether a request asks Google for a token."""
    return request.method == "POST" and request.host == "oauth2.googleapis.com" and request.path == "/token"


def answer(_request: Request, _memory: Memory) -> Response:
    """A token that is none."""
    return json_response(
        200, {"access_token": "fencepost-dummy-token", "expires_in": 3599, "token_type": "Bearer", "scope": ""}
    )


ENDPOINT = Endpoint("google token", matches, answer, gemini_errors.refuse)
