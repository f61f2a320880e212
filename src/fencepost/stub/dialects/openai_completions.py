"""OpenAI's older completions, `POST …/completions`: a prompt in, a text out. Servers such as vLLM still speak it.

Source: the API reference, "Completions"; `openai.types.Completion`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fencepost.stub.ask import Ask
from fencepost.stub.dialects import openai_errors
from fencepost.stub.dialects.dialect import Dialect, Violation
from fencepost.stub.dialects.hosts import speaks_openai
from fencepost.stub.dialects.reading import json_body
from fencepost.stub.memory import CREATED, Memory
from fencepost.stub.reply import Reply
from fencepost.stub.shapes import Object, compact, mapping, text
from fencepost.stub.usage import tokens_in, tokens_out
from fencepost.stub.wire import Request, Response, event, event_stream, json_response


def matches(request: Request) -> bool:
    """Whether a request is for this wire format."""
    return (
        request.method == "POST"
        and request.path.endswith("/completions")
        and not request.path.endswith("/chat/completions")
    )


def read(request: Request, _memory: Memory) -> Ask:
    """What the request asks for."""
    body = json_body(request)
    model = text(body.get("model"))
    return Ask(
        dialect="openai completions",
        kind="completion",
        body=body,
        model=model,
        user="\n".join(_prompts(body)),
        messages=1,
        stream=body.get("stream") is True,
        own=speaks_openai(request, model),
        texts=tuple(_prompts(body)),
    )


def _prompts(body: Object) -> list[str]:
    """The prompts; token numbers stand for themselves."""
    given = body.get("prompt")
    if isinstance(given, list) and given and all(isinstance(one, str) for one in given):
        return [text(one) for one in given]
    return [given if isinstance(given, str) else compact(given)]


def render(ask: Ask, reply: Reply, memory: Memory) -> Response:
    """The completion, one choice a prompt, or its chunks."""
    head: Object = {
        "id": memory.new_id("cmpl-"),
        "object": "text_completion",
        "created": CREATED,
        "model": ask.model,
    }
    said = reply.say if reply.refuse is None else reply.refuse
    count = len(ask.texts)
    if ask.stream:
        return event_stream(_chunks(ask, reply, head, said or "", count))
    choices = [_choice(index, said or "", _finish(reply)) for index in range(count)]
    return json_response(200, {**head, "choices": choices, "usage": _usage(ask, reply)})


def _choice(index: int, said: str, finish: str | None) -> Object:
    return {"index": index, "text": said, "finish_reason": finish, "logprobs": None}


def _finish(reply: Reply) -> str:
    return reply.finish or "stop"


def _usage(ask: Ask, reply: Reply) -> Object:
    sent, said = tokens_in(ask, reply), tokens_out(reply)
    return {"prompt_tokens": sent, "completion_tokens": said, "total_tokens": sent + said}


def _chunks(ask: Ask, reply: Reply, head: Object, said: str, count: int) -> Iterator[bytes]:
    for index in range(count):
        for piece in reply.pieces(said):
            yield event({**head, "choices": [_choice(index, piece, None)]})
        yield event({**head, "choices": [_choice(index, "", _finish(reply))]})
    if mapping(ask.body.get("stream_options")).get("include_usage") is True:
        yield event({**head, "choices": [], "usage": _usage(ask, reply)})
    yield b"data: [DONE]\n\n"


def check(ask: Ask, _request: Request) -> Violation | None:
    """`model` and `prompt` are required (API reference)."""
    for key in ("model", "prompt"):
        if ask.own and ask.body.get(key) is None:
            return Violation(f"Missing required parameter: '{key}'.", key, "missing_required_parameter")
    return None


DIALECT = Dialect("openai completions", "completion", matches, read, check, render, openai_errors.refuse)
