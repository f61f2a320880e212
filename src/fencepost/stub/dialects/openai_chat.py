"""OpenAI chat completions, `POST …/chat/completions`, which most other services speak as well.

Source: the API reference, "Chat" and "Streaming"; the models of `openai.types.chat`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fencepost.stub.ask import Ask, Tool, ToolResult
from fencepost.stub.dialects import openai_chat_rules as rules
from fencepost.stub.dialects import openai_errors
from fencepost.stub.dialects.dialect import Dialect, Violation
from fencepost.stub.dialects.hosts import speaks_openai
from fencepost.stub.dialects.reading import json_body
from fencepost.stub.logprobs import logprobs
from fencepost.stub.memory import CREATED, Memory
from fencepost.stub.reply import Call, Reply
from fencepost.stub.shapes import Object, joined, mapping, mappings, text, whole
from fencepost.stub.usage import thought_tokens, tokens_in, tokens_out
from fencepost.stub.wire import Request, Response, event, event_stream, json_response

_MOST_CHOICES = 8


def matches(request: Request) -> bool:
    """Whether a request is for this wire format."""
    return request.method == "POST" and request.path.endswith("/chat/completions")


def read(request: Request, _memory: Memory) -> Ask:
    """What the request asks for."""
    body = json_body(request)
    messages = mappings(body.get("messages"))
    format_ = mapping(body.get("response_format"))
    schema = mapping(mapping(format_.get("json_schema")).get("schema"))
    model = text(body.get("model"))
    return Ask(
        dialect="openai chat",
        kind="completion",
        body=body,
        model=model,
        user=_last(messages, "user"),
        system="\n".join(joined(m.get("content")) for m in messages if m.get("role") in ("system", "developer")),
        messages=len(messages),
        tools=tuple(tool for one in mappings(body.get("tools")) if (tool := _tool(one))),
        forced=_forced(body.get("tool_choice")),
        most_calls=_most_calls(body),
        results=_results(messages),
        schema=schema if format_.get("type") in ("json_schema", "json_object") else None,
        thinking=not speaks_openai(request, model) and _thinks(body),
        stream=body.get("stream") is True,
        own=speaks_openai(request, model),
        history=tuple(messages),
    )


def _last(messages: list[Object], role: str) -> str:
    return next((joined(message.get("content")) for message in reversed(messages) if message.get("role") == role), "")


def _tool(one: Object) -> Tool | None:
    function = mapping(one.get("function"))
    if one.get("type") == "custom":
        return Tool(text(mapping(one.get("custom")).get("name")), None)
    name = text(function.get("name"))
    return Tool(name, mapping(function.get("parameters")) or {"type": "object"}) if name else None


def _forced(choice: object) -> str | None:
    if choice == "required":
        return ""
    named = mapping(choice)
    return text(mapping(named.get("function") or named.get("custom")).get("name")) or None


def _most_calls(body: Object) -> int | None:
    if body.get("tool_choice") == "none":
        return 0
    return 1 if body.get("parallel_tool_calls") is False else None


def _results(messages: list[Object]) -> tuple[ToolResult, ...]:
    names: dict[str, str] = {}
    results: list[ToolResult] = []
    for message in messages:
        if message.get("role") == "assistant":
            results.clear()
            for call in mappings(message.get("tool_calls")):
                names[text(call.get("id"))] = text(mapping(call.get("function") or call.get("custom")).get("name"))
        elif message.get("role") == "tool":
            name = names.get(text(message.get("tool_call_id")), "")
            results.append(ToolResult(name, joined(message.get("content"))))
    return tuple(results)


def _thinks(body: Object) -> bool:
    return body.get("enable_thinking") is True or mapping(body.get("thinking")).get("type") == "enabled"


def render(ask: Ask, reply: Reply, memory: Memory) -> Response:
    """The completion, or its chunks."""
    head = {"id": memory.new_id("chatcmpl-"), "created": CREATED, "model": ask.model}
    calls = [_call(call, ask, memory) for call in reply.calls]
    header = ("x-request-id", memory.new_id("req_"))
    if ask.stream:
        return event_stream(_chunks(ask, reply, head, calls), header)
    message = _message(ask, reply, calls)
    weighed = _logprobs(ask, reply, reply.pieces(reply.say or ""))
    choice = {"finish_reason": _finish(reply), "logprobs": weighed, "message": message}
    choices = [{"index": index, **choice} for index in range(_count(ask))]
    completion = {**head, "object": "chat.completion", "choices": choices, "usage": _usage(ask, reply)}
    return json_response(200, completion, header)


def _call(call: Call, ask: Ask, memory: Memory) -> Object:
    tool = ask.tool(call.name)
    identity = memory.new_id("call_")
    if tool is not None and tool.schema is None:
        return {"id": identity, "type": "custom", "custom": {"name": call.name, "input": call.arguments}}
    return {"id": identity, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _message(ask: Ask, reply: Reply, calls: list[Object]) -> Object:
    message: Object = {"role": "assistant", "content": reply.say, "refusal": reply.refuse}
    if reply.say is None and not calls and reply.refuse is None:
        message["content"] = ""
    if _shows_thoughts(ask, reply):
        message["reasoning_content"] = reply.think
    return {**message, "tool_calls": calls} if calls else message


def _shows_thoughts(ask: Ask, reply: Reply) -> bool:
    """OpenAI keeps thoughts to itself here; DeepSeek, Qwen, Kimi and others send them as `reasoning_content`."""
    return reply.think is not None and not ask.own


def _logprobs(ask: Ask, reply: Reply, pieces: list[str]) -> Object | None:
    if ask.body.get("logprobs") is not True or reply.refuse is not None:
        return None
    return {"content": logprobs(pieces, whole(ask.body.get("top_logprobs")) or 0), "refusal": None}


def _finish(reply: Reply) -> str:
    return reply.finish or ("tool_calls" if reply.calls else "stop")


def _count(ask: Ask) -> int:
    return min(max(whole(ask.body.get("n")) or 1, 1), _MOST_CHOICES)


def _usage(ask: Ask, reply: Reply) -> Object:
    sent, said = tokens_in(ask, reply), tokens_out(reply)
    return {
        "prompt_tokens": sent,
        "completion_tokens": said,
        "total_tokens": sent + said,
        "prompt_tokens_details": {"cached_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": thought_tokens(reply)},
    }


def _chunks(ask: Ask, reply: Reply, head: Object, calls: list[Object]) -> Iterator[bytes]:
    counted = mapping(ask.body.get("stream_options")).get("include_usage") is True
    frame = {**head, "object": "chat.completion.chunk", **({"usage": None} if counted else {})}
    for index in range(_count(ask)):
        for delta in _deltas(ask, reply, calls):
            weighed = _logprobs(ask, reply, [text(delta["content"])]) if delta.get("content") else None
            choice = {"index": index, "delta": delta, "finish_reason": None, "logprobs": weighed}
            yield event({**frame, "choices": [choice]})
        last = {"index": index, "delta": {}, "finish_reason": _finish(reply), "logprobs": None}
        yield event({**frame, "choices": [last]})
    if counted:
        yield event({**frame, "choices": [], "usage": _usage(ask, reply)})
    yield b"data: [DONE]\n\n"


def _deltas(ask: Ask, reply: Reply, calls: list[Object]) -> Iterator[Object]:
    spoken = "content" if reply.refuse is None else "refusal"
    yield {"role": "assistant", spoken: None if calls and reply.say is None else ""}
    if _shows_thoughts(ask, reply):
        for piece in Reply().pieces(reply.think or ""):
            yield {"reasoning_content": piece}
    for piece in reply.pieces(reply.say or reply.refuse or ""):
        yield {spoken: piece}
    for index, call in enumerate(calls):
        function = mapping(call.get("function"))
        if not function:
            yield {"tool_calls": [{"index": index, **call}]}
            continue
        begun = {"name": function["name"], "arguments": ""}
        yield {"tool_calls": [{"index": index, "id": call["id"], "type": "function", "function": begun}]}
        for piece in Reply().pieces(text(function["arguments"])):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def check(ask: Ask, _request: Request) -> Violation | None:
    """The first rule that the request breaks."""
    broken = rules.RULES if ask.own else rules.PAIRING
    return next((violation for rule in broken for violation in rule(mapping(ask.body))), None)


DIALECT = Dialect("openai chat", "completion", matches, read, check, render, openai_errors.refuse, raw_arguments=True)
