"""Anthropic messages, `POST …/v1/messages`, with server-held threads.

Source: the API reference, "Messages" and "Streaming messages"; the models of `anthropic.types`. Threads (beta
`message-threads-2026-08-12`), which the SDK's own tool runner uses: a request with `thread: {"type": "create"}` is
kept under the id of its reply; one with `{"type": "continue", "previous_message_id"}` sends only what is new.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from fencepost.stub.ask import Ask, Tool, ToolResult
from fencepost.stub.dialects import anthropic_errors
from fencepost.stub.dialects import anthropic_rules as rules
from fencepost.stub.dialects.dialect import Dialect, Endpoint, RefusedError, Violation
from fencepost.stub.dialects.hosts import speaks_anthropic
from fencepost.stub.dialects.reading import json_body
from fencepost.stub.memory import Memory
from fencepost.stub.reply import Call, Reply
from fencepost.stub.shapes import Object, items, joined, mapping, mappings, text
from fencepost.stub.usage import thought_tokens, tokens_in, tokens_out
from fencepost.stub.wire import Request, Response, event, event_stream, json_response

_SIGNATURE = "c3R1YmJlZCBzaWduYXR1cmU="


def matches(request: Request) -> bool:
    """Whether a request is for this wire format."""
    if request.method != "POST":
        return False
    return request.path.endswith("/v1/messages") or (
        request.path.endswith("/messages") and "anthropic-version" in request.headers
    )


def read(request: Request, memory: Memory) -> Ask:
    """What the request asks for, together with what is held of its thread."""
    body = _continued(json_body(request), memory)
    messages = mappings(body.get("messages"))
    own = speaks_anthropic(request, text(body.get("model")))
    format_ = mapping(mapping(body.get("output_config")).get("format") or body.get("output_format"))
    system = [joined(body.get("system")), *(joined(m.get("content")) for m in messages if m.get("role") == "system")]
    return Ask(
        dialect="anthropic messages",
        kind="completion",
        body=body,
        model=text(body.get("model")),
        user=next((said for m in reversed(messages) if m.get("role") == "user" and (said := _said(m))), ""),
        system="\n".join(part for part in system if part),
        messages=len(messages),
        tools=tuple(tool for one in mappings(body.get("tools")) if (tool := _tool(one))),
        forced=_forced(mapping(body.get("tool_choice"))),
        most_calls=_most_calls(mapping(body.get("tool_choice"))),
        results=_results(messages),
        schema=mapping(format_.get("schema")) if format_ else None,
        thinking=mapping(body.get("thinking")).get("type") in ("enabled", "adaptive"),
        stream=body.get("stream") is True,
        own=own,
        history=tuple(messages),
    )


def _continued(body: Object, memory: Memory) -> Object:
    thread = mapping(body.get("thread"))
    if thread.get("type") != "continue":
        return body
    identity = text(thread.get("previous_message_id"))
    held = memory.held(identity)
    if held is None:
        raise RefusedError(Violation(f"thread not found: {identity}", "thread", "thread_not_found", 404, quiet=True))
    before = mapping(held)
    return {**before, **body, "messages": items(before["messages"]) + items(body.get("messages"))}


def _said(message: Object) -> str:
    """The text of a user message, tool results not counted."""
    return joined(message.get("content"))


def _tool(one: Object) -> Tool | None:
    name = text(one.get("name"))
    return Tool(name, mapping(one["input_schema"]) if "input_schema" in one else None) if name else None


def _forced(choice: Object) -> str | None:
    return {"any": "", "tool": text(choice.get("name"))}.get(text(choice.get("type")))


def _most_calls(choice: Object) -> int | None:
    if choice.get("type") == "none":
        return 0
    return 1 if choice.get("disable_parallel_tool_use") is True else None


def _results(messages: list[Object]) -> tuple[ToolResult, ...]:
    names: dict[str, str] = {}
    results: list[ToolResult] = []
    for message in messages:
        for block in mappings(message.get("content")):
            if block.get("type") == "tool_use":
                names[text(block.get("id"))] = text(block.get("name"))
            elif block.get("type") == "tool_result":
                results.append(ToolResult(names.get(text(block.get("tool_use_id")), ""), joined(block.get("content"))))
        if message.get("role") == "assistant":
            results.clear()
    return tuple(results)


def render(ask: Ask, reply: Reply, memory: Memory) -> Response:
    """The message, or the events of its stream."""
    content = _content(ask, reply, memory)
    message: Object = {
        "id": memory.new_id("msg_"),
        "type": "message",
        "role": "assistant",
        "model": ask.model,
        "content": content,
        "stop_reason": _stop_reason(reply),
        "stop_sequence": None,
        "usage": _usage(ask, reply),
    }
    if reply.refuse is not None:
        message["stop_details"] = {"type": "refusal", "category": None, "explanation": reply.refuse}
    if ask.body.get("thread") is not None:
        _hold(ask, message, memory)
    header = ("request-id", memory.new_id("req_"))
    if ask.stream:
        return event_stream(_events(message, reply), header)
    return json_response(200, message, header)


def _content(ask: Ask, reply: Reply, memory: Memory) -> list[Object]:
    blocks: list[Object] = []
    if reply.think is not None:
        hidden = mapping(ask.body.get("thinking")).get("display") == "omitted"
        blocks.append({"type": "thinking", "thinking": "" if hidden else reply.think, "signature": _SIGNATURE})
    said = reply.say if reply.refuse is None else reply.refuse
    if said:
        blocks.append({"type": "text", "text": said})
    return blocks + [_tool_use(call, memory) for call in reply.calls]


def _tool_use(call: Call, memory: Memory) -> Object:
    arguments = mapping(json.loads(call.arguments))
    return {"type": "tool_use", "id": memory.new_id("toolu_"), "name": call.name, "input": arguments}


def _stop_reason(reply: Reply) -> str:
    if reply.refuse is not None or reply.finish == "content_filter":
        return "refusal"
    if reply.finish == "length":
        return "max_tokens"
    return "tool_use" if reply.calls else "end_turn"


def _usage(ask: Ask, reply: Reply) -> Object:
    usage: Object = {
        "input_tokens": tokens_in(ask, reply),
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "output_tokens": tokens_out(reply),
        "service_tier": "standard",
    }
    return usage | ({"output_tokens_details": {"thinking_tokens": thought_tokens(reply)}} if reply.think else {})


def _hold(ask: Ask, message: Object, memory: Memory) -> None:
    said = {"role": "assistant", "content": message["content"]}
    kept = {key: ask.body[key] for key in ("system", "tools") if key in ask.body}
    memory.hold(text(message["id"]), {**kept, "messages": [*ask.history, said]})


def _events(message: Object, reply: Reply) -> Iterator[bytes]:
    usage = mapping(message["usage"])
    begun = {**message, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    begun.pop("stop_details", None)
    yield _event("message_start", message=begun)
    yield _event("ping")
    for index, block in enumerate(mappings(message["content"])):
        yield from _block_events(index, block, reply)
    delta = {key: message[key] for key in ("stop_reason", "stop_sequence", "stop_details") if key in message}
    counts = {key: value for key, value in usage.items() if key != "service_tier"}
    yield _event("message_delta", delta=delta, usage=counts)
    yield _event("message_stop")


def _block_events(index: int, block: Object, reply: Reply) -> Iterator[bytes]:
    if block["type"] == "thinking":
        begun = {"type": "thinking", "thinking": "", "signature": ""}
        deltas = [{"type": "thinking_delta", "thinking": piece} for piece in Reply().pieces(text(block["thinking"]))]
        deltas.append({"type": "signature_delta", "signature": text(block["signature"])})
    elif block["type"] == "text":
        begun = {"type": "text", "text": ""}
        deltas = [{"type": "text_delta", "text": piece} for piece in reply.pieces(text(block["text"]))]
    else:
        begun = {**block, "input": {}}
        pieces = Reply().pieces(json.dumps(block["input"], ensure_ascii=False))
        deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in ["", *pieces]]
    yield _event("content_block_start", index=index, content_block=begun)
    for delta in deltas:
        yield _event("content_block_delta", index=index, delta=delta)
    yield _event("content_block_stop", index=index)


def _event(name: str, **fields: object) -> bytes:
    return event({"type": name, **fields}, name)


def check(ask: Ask, request: Request) -> Violation | None:
    """The first rule that the request breaks."""
    if ask.own and "anthropic-version" not in request.headers:
        return Violation("anthropic-version: header is required")
    broken = rules.RULES if ask.own else rules.PAIRING
    return next((violation for rule in broken for violation in rule(mapping(ask.body))), None)


def _counts(request: Request) -> bool:
    return request.method == "POST" and request.path.endswith("/messages/count_tokens")


def _count(request: Request, memory: Memory) -> Response:
    ask = read(request, memory)
    return json_response(200, {"input_tokens": tokens_in(ask, Reply())}, ("request-id", memory.new_id("req_")))


DIALECT = Dialect("anthropic messages", "completion", matches, read, check, render, anthropic_errors.refuse)
COUNT_TOKENS = Endpoint("anthropic token count", _counts, _count, anthropic_errors.refuse)
