"""Lists of what an account holds, such as `GET …/files`: there is nothing yet.

Source: the API references of OpenAI ("List files", "List batches", …), Anthropic ("List message batches", "List
files") and Gemini (`files.list`, `cachedContents.list`, …; also on Vertex), whose lists are pages of this shape.
"""

from __future__ import annotations

import re

from fencepost.stub.dialects import openai_errors
from fencepost.stub.dialects.dialect import Endpoint
from fencepost.stub.memory import Memory
from fencepost.stub.wire import Request, Response, json_response

_PATH = re.compile(
    r"/v1(?:beta\d*)?/(?:projects/[^/]+/locations/[^/]+/)?"
    r"(?:files|batches|messages/batches|fine_tuning/jobs|vector_stores|assistants|evals|containers|skills"
    r"|tunedModels|cachedContents|batchPredictionJobs|tuningJobs)$"
)


def matches(request: Request) -> bool:
    """Whether a request asks for such a list."""
    return request.method == "GET" and _PATH.search(request.path) is not None


def answer(request: Request, _memory: Memory) -> Response:
    """An empty page."""
    if "x-goog-api-key" in request.headers or "key=" in request.query or "/projects/" in request.path:
        return json_response(200, {})
    page = {"data": [], "has_more": False, "first_id": None, "last_id": None}
    return json_response(200, page if "anthropic-version" in request.headers else {"object": "list", **page})


ENDPOINT = Endpoint("lists", matches, answer, openai_errors.refuse)
