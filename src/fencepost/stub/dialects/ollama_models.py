"""Ollama's embeddings and its lists of models. Source: Ollama's `docs/api.md`; the models of `ollama._types`."""

from __future__ import annotations

from fencepost.stub.ask import Ask
from fencepost.stub.dialects.dialect import Dialect, Endpoint, Violation
from fencepost.stub.dialects.ollama import refuse
from fencepost.stub.dialects.reading import json_body
from fencepost.stub.memory import CREATED_AT, Memory
from fencepost.stub.reply import Reply
from fencepost.stub.shapes import Object, items, text, whole
from fencepost.stub.usage import tokens_in
from fencepost.stub.vectors import dimension_of, vector
from fencepost.stub.wire import Request, Response, json_response

_MODELS = ("llama3.2:latest", "qwen3:latest", "nomic-embed-text:latest")
_DETAILS: Object = {"format": "gguf", "family": "stub", "parameter_size": "1B", "quantization_level": "Q4_0"}


def matches(request: Request) -> bool:
    """Whether a request is for embeddings."""
    return request.method == "POST" and request.path.endswith(("/api/embed", "/api/embeddings"))


def read(request: Request, _memory: Memory) -> Ask:
    """What the request asks for."""
    body = json_body(request)
    batch = request.path.endswith("/api/embed")
    given = body.get("input" if batch else "prompt")
    texts = tuple(text(one) for one in ([given] if isinstance(given, str) else items(given)))
    return Ask(
        dialect="ollama embeddings",
        kind="embedding",
        body=body,
        model=text(body.get("model")),
        user="\n".join(texts),
        texts=texts,
        form="batch" if batch else "",
        own=False,
    )


def render(ask: Ask, reply: Reply, _memory: Memory) -> Response:
    """One vector a text: those of the script in turn, else made from the words."""
    dimension = dimension_of(ask.model.partition(":")[0], whole(ask.body.get("dimensions")))
    vectors = [
        list(reply.embed[index % len(reply.embed)]) if reply.embed else vector(one, dimension)
        for index, one in enumerate(ask.texts)
    ]
    if ask.form != "batch":
        return json_response(200, {"embedding": vectors[0] if vectors else []})
    counts = {"total_duration": 2000, "load_duration": 1000, "prompt_eval_count": tokens_in(ask, reply)}
    return json_response(200, {"model": ask.model, "embeddings": vectors, **counts})


def check(ask: Ask, _request: Request) -> Violation | None:
    """The first rule that the request breaks."""
    return None if ask.model else Violation("model is required", "model")


def _answers(request: Request) -> bool:
    return _FIXED.get((request.method, request.path.rpartition("/api/")[2])) is not None


def _answer(request: Request, _memory: Memory) -> Response:
    return json_response(200, _FIXED[(request.method, request.path.rpartition("/api/")[2])])


def _listed(name: str) -> Object:
    return {"name": name, "model": name, "modified_at": CREATED_AT, "size": 1, "digest": "stub", "details": _DETAILS}


_FIXED: dict[tuple[str, str], Object] = {
    ("GET", "tags"): {"models": [_listed(name) for name in _MODELS]},
    ("GET", "ps"): {"models": []},
    ("GET", "version"): {"version": "0.12.0"},
    ("POST", "show"): {"details": _DETAILS, "model_info": {}, "capabilities": ["completion", "tools"]},
    ("POST", "pull"): {"status": "success"},
}

DIALECT = Dialect("ollama embeddings", "embedding", matches, read, check, render, refuse)
ENDPOINT = Endpoint("ollama models", _answers, _answer, refuse)
