"""OpenAI responses, `POST …/responses`, with responses that the provider keeps.

Source: the API reference, "Responses"; the models of `openai.types.responses`. A response is kept under its id,
unless `store` is false, for `previous_response_id` and for `GET …/responses/{id}`.
"""

from __future__ import annotations

import re

from fencepost.stub.ask import Ask, Tool, ToolResult
from fencepost.stub.dialects import openai_errors
from fencepost.stub.dialects import openai_responses_rules as rules
from fencepost.stub.dialects.dialect import Dialect, Endpoint, RefusedError, Violation
from fencepost.stub.dialects.hosts import speaks_openai
from fencepost.stub.dialects.openai_responses_stream import events
from fencepost.stub.dialects.reading import json_body
from fencepost.stub.memory import CREATED, Memory
from fencepost.stub.reply import Call, Reply
from fencepost.stub.shapes import Object, items, joined, mapping, mappings, text
from fencepost.stub.usage import thought_tokens, tokens_in, tokens_out
from fencepost.stub.wire import Request, Response, event_stream, json_response

_KEPT = re.compile(r"/responses/(?P<id>[^/]+)$")
_ECHOED = (
    "instructions",
    "max_output_tokens",
    "max_tool_calls",
    "previous_response_id",
    "temperature",
    "top_p",
    "user",
)
_CALLS = ("function_call", "custom_tool_call")
_OUTPUTS = ("function_call_output", "custom_tool_call_output")


def matches(request: Request) -> bool:
    """Whether a request is for this wire format."""
    return request.method == "POST" and request.path.endswith("/responses")


def read(request: Request, memory: Memory) -> Ask:
    """What the request asks for, together with what is kept of the responses before."""
    body = json_body(request)
    history = [*_before(body, memory), *_items(body.get("input"))]
    model = text(body.get("model"))
    own = speaks_openai(request, model)
    format_ = mapping(mapping(body.get("text")).get("format"))
    system = [text(body.get("instructions"))]
    system += [joined(item.get("content")) for item in history if item.get("role") in ("system", "developer")]
    return Ask(
        dialect="openai responses",
        kind="completion",
        body=body,
        model=model,
        user=next((joined(item.get("content")) for item in reversed(history) if item.get("role") == "user"), ""),
        system="\n".join(part for part in system if part),
        messages=sum(item.get("type") != "reasoning" for item in history),
        tools=tuple(tool for one in mappings(body.get("tools")) if (tool := _tool(one))),
        forced=_forced(body.get("tool_choice")),
        most_calls=_most_calls(body),
        results=_results(history),
        schema=mapping(format_.get("schema")) if format_.get("type") in ("json_schema", "json_object") else None,
        thinking=mapping(body.get("reasoning")).get("summary") is not None,
        stream=body.get("stream") is True,
        own=own,
        history=tuple(history),
    )


def _items(given: object) -> list[Object]:
    return [{"role": "user", "content": given}] if isinstance(given, str) else mappings(given)


def _before(body: Object, memory: Memory) -> list[Object]:
    identity = body.get("previous_response_id")
    if identity is None:
        return []
    held = memory.held(f"history of {identity}")
    if held is None:
        message = f"Previous response with id '{identity}' not found."
        raise RefusedError(Violation(message, "previous_response_id", "previous_response_not_found"))
    return mappings(held)


def _tool(one: Object) -> Tool | None:
    name = text(one.get("name"))
    if not name or one.get("type") not in ("function", "custom"):
        return None
    return Tool(name, None if one["type"] == "custom" else mapping(one.get("parameters")) or {"type": "object"})


def _forced(choice: object) -> str | None:
    return "" if choice == "required" else text(mapping(choice).get("name")) or None


def _most_calls(body: Object) -> int | None:
    if body.get("tool_choice") == "none":
        return 0
    return 1 if body.get("parallel_tool_calls") is False else None


def _results(history: list[Object]) -> tuple[ToolResult, ...]:
    names: dict[str, str] = {}
    results: list[ToolResult] = []
    for item in history:
        if item.get("type") in _CALLS:
            names[text(item.get("call_id"))] = text(item.get("name"))
        if item.get("type") in _CALLS or item.get("role") == "assistant":
            results.clear()
        elif item.get("type") in _OUTPUTS:
            results.append(ToolResult(names.get(text(item.get("call_id")), ""), joined(item.get("output"))))
    return tuple(results)


def render(ask: Ask, reply: Reply, memory: Memory) -> Response:
    """The response, or the events of its stream."""
    response = _response(ask, reply, memory)
    if ask.body.get("store") is not False:
        identity = text(response["id"])
        memory.hold(f"history of {identity}", [*ask.history, *mappings(response["output"])])
        memory.hold(f"response {identity}", response)
    header = ("x-request-id", memory.new_id("req_"))
    return event_stream(events(response, reply), header) if ask.stream else json_response(200, response, header)


def _response(ask: Ask, reply: Reply, memory: Memory) -> Object:
    body = ask.body
    reasons = {"length": "max_output_tokens", "content_filter": "content_filter"}
    reason = reasons.get(reply.finish or "")
    return {
        **{key: body.get(key) for key in _ECHOED},
        "id": memory.new_id("resp_"),
        "object": "response",
        "created_at": CREATED,
        "completed_at": None if reason else CREATED,
        "status": "incomplete" if reason else "completed",
        "incomplete_details": {"reason": reason} if reason else None,
        "error": None,
        "model": ask.model,
        "output": _output(ask, reply, memory),
        "background": False,
        "metadata": mapping(body.get("metadata")),
        "parallel_tool_calls": body.get("parallel_tool_calls") is not False,
        "reasoning": {"effort": None, "summary": None, **mapping(body.get("reasoning"))},
        "service_tier": "default",
        "text": {"format": {"type": "text"}, **mapping(body.get("text"))},
        "tool_choice": body.get("tool_choice") or "auto",
        "tools": [_echoed(tool) for tool in mappings(body.get("tools"))],
        "truncation": body.get("truncation") or "disabled",
        "usage": _usage(ask, reply),
    }


def _echoed(tool: Object) -> Object:
    return {"parameters": {}, "strict": True, **tool} if tool.get("type") == "function" else tool


def _output(ask: Ask, reply: Reply, memory: Memory) -> list[Object]:
    output: list[Object] = []
    if reply.think is not None:
        output.append(_thought(ask, reply.think, memory))
    if reply.refuse is not None:
        output.append(_message({"type": "refusal", "refusal": reply.refuse}, reply, memory))
    elif reply.say is not None or not reply.calls:
        content: Object = {"type": "output_text", "text": reply.say or "", "annotations": [], "logprobs": []}
        output.append(_message(content, reply, memory))
    return output + [_call(call, ask, memory) for call in reply.calls]


def _thought(ask: Ask, thought: str, memory: Memory) -> Object:
    """A reasoning item: its summary only where one was asked for, as with the real thing."""
    item: Object = {"type": "reasoning", "id": memory.new_id("rs_"), "summary": []}
    if ask.thinking:
        item["summary"] = [{"type": "summary_text", "text": thought}]
    if "reasoning.encrypted_content" in items(ask.body.get("include")):
        item["encrypted_content"] = "c3R1YmJlZA=="
    return item


def _message(content: Object, reply: Reply, memory: Memory) -> Object:
    return {
        "type": "message",
        "id": memory.new_id("msg_"),
        "role": "assistant",
        "status": "incomplete" if reply.finish else "completed",
        "content": [content],
    }


def _call(call: Call, ask: Ask, memory: Memory) -> Object:
    tool = ask.tool(call.name)
    head: Object = {"call_id": memory.new_id("call_"), "name": call.name}
    if tool is not None and tool.schema is None:
        return {"type": "custom_tool_call", "id": memory.new_id("ctc_"), **head, "input": call.arguments}
    item = {"type": "function_call", "id": memory.new_id("fc_"), **head, "arguments": call.arguments}
    return {**item, "status": "completed"}


def _usage(ask: Ask, reply: Reply) -> Object:
    sent, said = tokens_in(ask, reply), tokens_out(reply)
    return {
        "input_tokens": sent,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": said,
        "output_tokens_details": {"reasoning_tokens": thought_tokens(reply)},
        "total_tokens": sent + said,
    }


def check(ask: Ask, _request: Request) -> Violation | None:
    """The first rule that the request breaks; a reference to a kept item answers for what is not seen here."""
    body = {**ask.body, "items": list(ask.history)}
    broken = rules.RULES if ask.own else rules.PAIRING
    return next((violation for rule in broken for violation in rule(body)), None)


def _is_kept(request: Request) -> bool:
    return request.method in ("GET", "DELETE") and _KEPT.search(request.path) is not None


def _kept(request: Request, memory: Memory) -> Response:
    found = _KEPT.search(request.path)
    identity = found["id"] if found else ""
    response = memory.held(f"response {identity}")
    if response is None:
        raise RefusedError(Violation(f"Response with id '{identity}' not found.", "id", status=404))
    if request.method == "DELETE":
        memory.forget(f"response {identity}")
        memory.forget(f"history of {identity}")
        return json_response(200, {"id": identity, "object": "response", "deleted": True})
    return json_response(200, response)


def _counts(request: Request) -> bool:
    return request.method == "POST" and request.path.endswith("/responses/input_tokens")


def _count(request: Request, memory: Memory) -> Response:
    counted = tokens_in(read(request, memory), Reply())
    return json_response(200, {"object": "response.input_tokens", "input_tokens": counted})


DIALECT = Dialect(
    "openai responses", "completion", matches, read, check, render, openai_errors.refuse, raw_arguments=True
)
COUNT_TOKENS = Endpoint("openai token count", _counts, _count, openai_errors.refuse)
KEPT = Endpoint("kept openai response", _is_kept, _kept, openai_errors.refuse)
