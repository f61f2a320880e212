"""The lists of models, `GET …/models` and `GET …/models/{id}`, of OpenAI, Anthropic and Gemini.

Any id is taken for a model that exists. Source: the API references, "Models"; `openai.types.Model`,
`anthropic.types.ModelInfo`, `google.genai.types.Model`.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from fencepost.stub.dialects import openai_errors
from fencepost.stub.dialects.dialect import Endpoint
from fencepost.stub.memory import CREATED, CREATED_AT, Memory
from fencepost.stub.shapes import Object
from fencepost.stub.wire import Request, Response, json_response

_PATH = re.compile(r"/models(?:/(?P<id>.+))?$")
_OPENAI = ("gpt-6-sol", "gpt-6-luna", "gpt-4o-mini", "text-embedding-3-small")
_GEMINI = ("gemini-2.5-pro", "gemini-2.5-flash")
_ANTHROPIC = ("claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5")


def matches(request: Request) -> bool:
    """Whether a request asks for models."""
    return request.method == "GET" and _PATH.search(request.path) is not None and ":" not in request.path


def answer(request: Request, _memory: Memory) -> Response:
    """One model, or a page with a few."""
    found = _PATH.search(request.path)
    wanted = unquote(found["id"]) if found and found["id"] else None
    if "x-goog-api-key" in request.headers or "key=" in request.query:
        return json_response(200, _gemini(wanted) if wanted else {"models": [_gemini(one) for one in _GEMINI]})
    if "anthropic-version" in request.headers:
        return json_response(200, _anthropic(wanted) if wanted else _anthropic_page())
    return json_response(200, _openai(wanted) if wanted else {"object": "list", "data": [_openai(i) for i in _OPENAI]})


def _openai(identity: str) -> Object:
    return {"id": identity, "object": "model", "created": CREATED, "owned_by": "stub"}


def _anthropic(identity: str) -> Object:
    return {
        "id": identity,
        "type": "model",
        "display_name": identity.replace("-", " ").title(),
        "created_at": CREATED_AT,
        "lifecycle": "active",
    }


def _gemini(identity: str) -> Object:
    return {
        "name": f"models/{identity}",
        "displayName": identity.replace("-", " ").title(),
        "version": "001",
        "inputTokenLimit": 1_048_576,
        "outputTokenLimit": 65_536,
        "supportedGenerationMethods": ["generateContent", "countTokens"],
    }


def _anthropic_page() -> Object:
    data = [_anthropic(identity) for identity in _ANTHROPIC]
    return {"data": data, "has_more": False, "first_id": _ANTHROPIC[0], "last_id": _ANTHROPIC[-1]}


ENDPOINT = Endpoint("models", matches, answer, openai_errors.refuse)
