"""DashScope's own API for Qwen: text and multimodal generation, and text embeddings.

Source: the API reference of Alibaba Cloud Model Studio, "DashScope"; `dashscope.api_entities`. Its OpenAI-compatible
API is the chat dialect. A stream repeats the whole answer so far in each event, unless `incremental_output` is set.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from fencepost.stub.ask import Ask
from fencepost.stub.dialects import openai_chat
from fencepost.stub.dialects.dialect import Dialect, Violation
from fencepost.stub.dialects.openai_chat_rules import PAIRING
from fencepost.stub.dialects.reading import json_body
from fencepost.stub.failing import dropped, retry_headers
from fencepost.stub.memory import Memory
from fencepost.stub.reply import Call, Failure, Reply
from fencepost.stub.shapes import Object, items, mapping, mappings, text, whole
from fencepost.stub.usage import tokens_in, tokens_out
from fencepost.stub.vectors import dimension_of, vector
from fencepost.stub.wire import Request, Response, event_stream, json_response

_TEXT = "/text-generation/generation"
_MULTIMODAL = "/multimodal-generation/generation"
_EMBEDDING = "/text-embedding/text-embedding"
_CODES = {
    400: "InvalidParameter",
    401: "InvalidApiKey",
    403: "AccessDenied",
    404: "ModelNotFound",
    429: "Throttling.RateQuota",
    500: "InternalError",
    503: "ModelUnavailable",
}


def matches(request: Request) -> bool:
    """Whether a request asks for a generation."""
    return request.method == "POST" and request.path.endswith((_TEXT, _MULTIMODAL))


def read(request: Request, memory: Memory) -> Ask:
    """What the request asks for: an OpenAI chat in other places."""
    body = json_body(request)
    parameters, given = mapping(body.get("parameters")), mapping(body.get("input"))
    messages = mappings(given.get("messages")) or [{"role": "user", "content": given.get("prompt")}]
    chat = {**parameters, "model": body.get("model"), "messages": messages}
    inner = replace(request, body=json.dumps(chat).encode())
    multimodal = request.path.endswith(_MULTIMODAL)
    as_message = multimodal or parameters.get("result_format") == "message"
    return replace(
        openai_chat.read(inner, memory),
        dialect="dashscope",
        body=chat,
        stream=request.headers.get("x-dashscope-sse") == "enable",
        form="multimodal" if multimodal else "message" if as_message else "text",
        thinking=parameters.get("enable_thinking") is True,
        own=False,
    )


def render(ask: Ask, reply: Reply, memory: Memory) -> Response:
    """The answer, or the events of its stream."""
    frame: Object = {"request_id": memory.new_id("")}
    sent, said = tokens_in(ask, reply), tokens_out(reply)
    frame["usage"] = {"input_tokens": sent, "output_tokens": said, "total_tokens": sent + said}
    calls = [_call(index, call, memory) for index, call in enumerate(reply.calls)]
    spoken = reply.say if reply.refuse is None else reply.refuse
    finish = reply.finish or ("tool_calls" if calls else "stop")
    if not ask.stream:
        return json_response(200, {"output": _output(ask, spoken or "", reply.think, calls, finish), **frame})
    outputs = list(_outputs(ask, reply, spoken or "", calls, finish))
    return event_stream(
        f"id:{number}\nevent:result\n:HTTP_STATUS/200\ndata:{json.dumps({'output': output, **frame})}\n\n".encode()
        for number, output in enumerate(outputs, 1)
    )


def _call(index: int, call: Call, memory: Memory) -> Object:
    function = {"name": call.name, "arguments": call.arguments}
    return {"index": index, "id": memory.new_id("call_"), "type": "function", "function": function}


def _output(ask: Ask, said: str, thought: str | None, calls: list[Object], finish: str) -> Object:
    if ask.form == "text":
        return {"text": said, "finish_reason": finish}
    message: Object = {"role": "assistant", "content": [{"text": said}] if ask.form == "multimodal" else said}
    if thought is not None:
        message["reasoning_content"] = thought
    if calls:
        message["tool_calls"] = calls
    return {"choices": [{"finish_reason": finish, "message": message}]}


def _outputs(ask: Ask, reply: Reply, said: str, calls: list[Object], finish: str) -> Iterator[Object]:
    thought = "" if reply.think is not None else None
    incremental = ask.body.get("incremental_output") is True
    for piece in Reply().pieces(reply.think or ""):
        thought = piece if incremental else (thought or "") + piece
        yield _output(ask, "", thought, [], "null")
    after = "" if incremental and thought is not None else thought
    so_far = ""
    for piece in reply.pieces(said):
        so_far = piece if incremental else so_far + piece
        yield _output(ask, so_far, after, [], "null")
    yield _output(ask, "" if incremental else said, after, calls, finish)


def refuse(failure: Failure, violation: Violation | None) -> Response:
    """The error response for a failure, with what the broken rule says where there is one."""
    if failure.kind in ("timeout", "disconnect"):
        return dropped(failure)
    status = failure.status or 503
    code = _CODES.get(status, _CODES[400] if status < 500 else _CODES[500])
    message = (violation.message if violation else "") or failure.message or f"{code}."
    return json_response(status, {"request_id": "stub", "code": code, "message": message}, *retry_headers(failure))


def check(ask: Ask, _request: Request) -> Violation | None:
    """A model, messages that pair as in a chat, and tools only where a message is asked for (API reference)."""
    if not ask.model:
        return Violation(
            "Required parameter(s) missing or invalid, please check the request parameters: model", "model"
        )
    if ask.tools and ask.form == "text":
        return Violation("The tools parameter needs result_format 'message'.", "result_format")
    return next((violation for rule in PAIRING for violation in rule(mapping(ask.body))), None)


def matches_embeddings(request: Request) -> bool:
    """Whether a request asks for embeddings."""
    return request.method == "POST" and request.path.endswith(_EMBEDDING)


def read_embeddings(request: Request, _memory: Memory) -> Ask:
    """What the request for embeddings asks for."""
    body = json_body(request)
    texts = tuple(text(one) for one in items(mapping(body.get("input")).get("texts")))
    return Ask("dashscope embeddings", "embedding", body, text(body.get("model")), texts=texts, own=False)


def render_embeddings(ask: Ask, reply: Reply, memory: Memory) -> Response:
    """One vector a text: those of the script in turn, else made from the words."""
    dimension = dimension_of(ask.model, whole(mapping(ask.body.get("parameters")).get("dimension")))
    made: list[Object] = []
    for index, one in enumerate(ask.texts):
        values = list(reply.embed[index % len(reply.embed)]) if reply.embed else vector(one, dimension)
        made.append({"text_index": index, "embedding": values})
    usage = {"total_tokens": tokens_in(ask, reply)}
    return json_response(200, {"request_id": memory.new_id(""), "output": {"embeddings": made}, "usage": usage})


def check_embeddings(ask: Ask, _request: Request) -> Violation | None:
    """A model and at least one text (API reference)."""
    return None if ask.model and ask.texts else Violation("Required parameter(s) missing or invalid: model, texts")


def attempts(request: Request, failure: Failure) -> int:
    """The SDK tries once more where the connection is dropped, since its version 2 (`_send_with_retry`)."""
    again = re.match(r"dashscope/(?!1\.)", request.headers.get("user-agent", ""))
    return 2 if again and failure.kind == "disconnect" else 1


DIALECT = Dialect(
    "dashscope", "completion", matches, read, check, render, refuse, raw_arguments=True, attempts=attempts
)
EMBEDDINGS = Dialect(
    "dashscope embeddings",
    "embedding",
    matches_embeddings,
    read_embeddings,
    check_embeddings,
    render_embeddings,
    refuse,
)
