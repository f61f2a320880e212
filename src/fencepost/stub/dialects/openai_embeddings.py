"""OpenAI embeddings, `POST …/embeddings`, which most other services speak as well.

Source: the API reference, "Embeddings"; `openai.types.CreateEmbeddingResponse`. The SDK asks for base64 unless
told otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fencepost.stub.ask import Ask
from fencepost.stub.dialects import openai_errors
from fencepost.stub.dialects.dialect import Dialect, Violation
from fencepost.stub.dialects.hosts import speaks_openai
from fencepost.stub.dialects.reading import json_body
from fencepost.stub.memory import Memory
from fencepost.stub.reply import Reply
from fencepost.stub.shapes import Object, compact, named, text, whole
from fencepost.stub.usage import tokens_in
from fencepost.stub.vectors import base64_of, dimension_of, vector
from fencepost.stub.wire import Request, Response, json_response

_MOST_INPUTS = 2048


def matches(request: Request) -> bool:
    """Whether a request is for this wire format."""
    return request.method == "POST" and request.path.endswith("/embeddings")


def read(request: Request, _memory: Memory) -> Ask:
    """What the request asks for."""
    body = json_body(request)
    model = text(body.get("model"))
    texts = _texts(body.get("input"))
    return Ask(
        dialect="openai embeddings",
        kind="embedding",
        body=body,
        model=model,
        user="\n".join(texts),
        own=speaks_openai(request, model),
        texts=texts,
    )


def _texts(given: object) -> tuple[str, ...]:
    """The texts; token numbers stand for themselves."""
    if isinstance(given, str):
        return (given,)
    if not isinstance(given, list):
        return ()
    if given and all(whole(one) is not None for one in given):
        return (compact(given),)
    return tuple(one if isinstance(one, str) else compact(one) for one in given)


def render(ask: Ask, reply: Reply, memory: Memory) -> Response:
    """One vector a text: those of the script in turn, else made from the words."""
    dimension = dimension_of(ask.model, whole(ask.body.get("dimensions")))
    used = tokens_in(ask, reply)
    data: list[Object] = []
    for index, one in enumerate(ask.texts):
        values = list(reply.embed[index % len(reply.embed)]) if reply.embed else vector(one, dimension)
        wanted = base64_of(values) if ask.body.get("encoding_format") == "base64" else values
        data.append({"object": "embedding", "index": index, "embedding": wanted})
    usage = {"prompt_tokens": used, "total_tokens": used}
    body: Object = {"object": "list", "data": data, "model": ask.model, "usage": usage}
    if not ask.own:
        body["id"] = memory.new_id("embd-")
    return json_response(200, body, ("x-request-id", memory.new_id("req_")))


def check(ask: Ask, _request: Request) -> Violation | None:
    """The first rule that the request breaks."""
    return next(_broken(ask.body), None) if ask.own else None


def _broken(body: Mapping[str, object]) -> Iterator[Violation]:
    """`model` and a non-empty `input` of at most 2,048 texts (API reference)."""
    if not text(body.get("model")):
        yield Violation("you must provide a model parameter")
    given = body.get("input")
    if given is None:
        yield Violation("Missing required parameter: 'input'.", "input", "missing_required_parameter")
    elif not isinstance(given, str | list):
        yield Violation(f"Invalid type for 'input': expected a string or an array, but got {named(given)}.", "input")
    elif not given or (isinstance(given, list) and "" in given):
        yield Violation("Invalid 'input': input cannot be an empty string.", "input")
    elif isinstance(given, list) and len(given) > _MOST_INPUTS:
        yield Violation(f"Invalid 'input': array too long. Expected at most {_MOST_INPUTS} items.", "input")
    if body.get("encoding_format") not in (None, "float", "base64"):
        yield Violation("Invalid 'encoding_format': expected 'float' or 'base64'.", "encoding_format")


DIALECT = Dialect("openai embeddings", "embedding", matches, read, check, render, openai_errors.refuse)
