"""Gemini embeddings, `:embedContent` and `:batchEmbedContents`.

Source: the API reference, "Embeddings"; `google.genai.types.EmbedContentResponse`.
"""

from __future__ import annotations

import re

from fencepost.stub.ask import Ask
from fencepost.stub.dialects import gemini_errors
from fencepost.stub.dialects.dialect import Dialect, Violation
from fencepost.stub.dialects.gemini_shapes import field, parts, said
from fencepost.stub.dialects.hosts import speaks_gemini
from fencepost.stub.dialects.reading import json_body
from fencepost.stub.memory import Memory
from fencepost.stub.reply import Reply
from fencepost.stub.shapes import Object, mappings, whole
from fencepost.stub.vectors import dimension_of, vector
from fencepost.stub.wire import Request, Response, json_response

_PATH = re.compile(r"/models/(?P<model>[^/:]+):(?P<method>embedContent|batchEmbedContents)$")


def matches(request: Request) -> bool:
    """Whether a request is for this wire format."""
    return request.method == "POST" and _PATH.search(request.path) is not None


def read(request: Request, _memory: Memory) -> Ask:
    """What the request asks for."""
    body = json_body(request)
    found = _PATH.search(request.path)
    batch = found is not None and found["method"].startswith("batch")
    texts = tuple(said(field(one, "content")) for one in _requests(body, batch))
    return Ask(
        dialect="gemini embeddings",
        kind="embedding",
        body=body,
        model=found["model"] if found else "",
        user="\n".join(texts),
        texts=texts,
        form="batch" if batch else "",
        own=speaks_gemini(request),
    )


def _requests(body: object, batch: bool) -> list[Object]:
    return mappings(field(body, "requests")) if batch else mappings([body])


def render(ask: Ask, reply: Reply, _memory: Memory) -> Response:
    """One vector a content: those of the script in turn, else made from the words."""
    made: list[Object] = []
    for index, one in enumerate(_requests(ask.body, ask.form == "batch")):
        wanted = field(one, "outputDimensionality") or field(field(one, "embedContentConfig"), "outputDimensionality")
        values = list(reply.embed[index % len(reply.embed)]) if reply.embed else None
        made.append({"values": values or vector(ask.texts[index], dimension_of(ask.model, whole(wanted)))})
    return json_response(200, {"embeddings": made} if ask.form == "batch" else {"embedding": made[0]})


def check(ask: Ask, _request: Request) -> Violation | None:
    """Every content has a part (API reference)."""
    given = _requests(ask.body, ask.form == "batch")
    if ask.own and (not given or not all(parts(field(one, "content")) for one in given)):
        return Violation("* EmbedContentRequest.content: content is empty", "content")
    return None


DIALECT = Dialect("gemini embeddings", "embedding", matches, read, check, render, gemini_errors.refuse)
