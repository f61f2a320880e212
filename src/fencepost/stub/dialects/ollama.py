"""Ollama's own API: `POST …/api/chat` and `POST …/api/generate`, streamed as lines of JSON unless told otherwise.

Source: Ollama's `docs/api.md`; the models of `ollama._types`. Its OpenAI-compatible API is the chat dialect.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from fencepost.stub.ask import Ask, Tool, ToolResult
from fencepost.stub.dialects.dialect import Dialect, Violation
from fencepost.stub.dialects.reading import json_body
from fencepost.stub.failing import dropped, retry_headers
from fencepost.stub.logprobs import logprobs
from fencepost.stub.memory import CREATED_AT, Memory
from fencepost.stub.reply import Call, Failure, Reply
from fencepost.stub.shapes import Object, items, joined, mapping, mappings, named, text, whole
from fencepost.stub.usage import tokens_in, tokens_out
from fencepost.stub.wire import Request, Response, json_response

_DURATIONS = {"total_duration": 3000, "load_duration": 1000, "prompt_eval_duration": 1000, "eval_duration": 1000}


def matches(request: Request) -> bool:
    """Whether a request is for this wire format."""
    return request.method == "POST" and request.path.endswith(("/api/chat", "/api/generate"))


def read(request: Request, _memory: Memory) -> Ask:
    """What the request asks for."""
    body = json_body(request)
    form = "chat" if request.path.endswith("/api/chat") else "generate"
    messages = mappings(body.get("messages")) if form == "chat" else [{"role": "user", "content": body.get("prompt")}]
    system = [text(body.get("system")), *(joined(m.get("content")) for m in messages if m.get("role") == "system")]
    format_ = body.get("format")
    return Ask(
        dialect="ollama",
        kind="completion",
        body=body,
        model=text(body.get("model")),
        user=next((joined(m.get("content")) for m in reversed(messages) if m.get("role") == "user"), ""),
        system="\n".join(part for part in system if part),
        messages=len(messages),
        tools=tuple(tool for one in mappings(body.get("tools")) if (tool := _tool(one))),
        results=_results(messages),
        schema=mapping(format_) if format_ else None,
        thinking=bool(body.get("think")),
        stream=body.get("stream") is not False,
        form=form,
        own=False,
        history=tuple(messages),
    )


def _tool(one: Object) -> Tool | None:
    function = mapping(one.get("function"))
    name = text(function.get("name"))
    return Tool(name, mapping(function.get("parameters")) or {"type": "object"}) if name else None


def _results(messages: list[Object]) -> tuple[ToolResult, ...]:
    """The tool messages at the end; one that names no tool is taken for the call in the same place."""
    results: list[ToolResult] = []
    called: list[str] = []
    for message in messages:
        if message.get("role") == "assistant":
            results.clear()
            called = [text(mapping(call.get("function")).get("name")) for call in mappings(message.get("tool_calls"))]
        elif message.get("role") == "tool":
            name = text(message.get("tool_name")) or (called[len(results)] if len(results) < len(called) else "")
            results.append(ToolResult(name, joined(message.get("content"))))
    return tuple(results)


def render(ask: Ask, reply: Reply, _memory: Memory) -> Response:
    """The answer, or its lines."""
    said = reply.say if reply.refuse is None else reply.refuse
    head: Object = {"model": ask.model, "created_at": CREATED_AT}
    last: Object = {
        "done": True,
        "done_reason": "length" if reply.finish == "length" else "stop",
        **_counts(ask, reply),
    }
    calls = [_call(call) for call in reply.calls]
    if not ask.stream:
        weighed = _logprobs(ask, reply.pieces(said or ""))
        return json_response(200, {**head, **_piece(ask.form, said or "", reply.think, calls), **weighed, **last})
    pieces = list(_pieces(ask, reply, said or "", calls))
    lines: list[Object] = [{**head, **piece, "done": False} for piece in pieces]
    lines.append({**head, **_piece(ask.form, ""), **last})
    events = tuple(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)
    return Response(200, (("content-type", "application/x-ndjson"),), events=events)


def _call(call: Call) -> Object:
    return {"function": {"name": call.name, "arguments": mapping(json.loads(call.arguments))}}


def _piece(form: str, said: str, thought: str | None = None, calls: list[Object] | None = None) -> Object:
    thinking: Object = {} if thought is None else {"thinking": thought}
    if form == "generate":
        return {"response": said, **thinking}
    called: Object = {"tool_calls": calls} if calls else {}
    return {"message": {"role": "assistant", "content": said, **thinking, **called}}


def _pieces(ask: Ask, reply: Reply, said: str, calls: list[Object]) -> Iterator[Object]:
    for thought in Reply().pieces(reply.think or ""):
        yield _piece(ask.form, "", thought)
    for piece in reply.pieces(said):
        yield {**_piece(ask.form, piece), **_logprobs(ask, [piece])}
    if calls:
        yield _piece(ask.form, "", None, calls)


def _logprobs(ask: Ask, pieces: list[str]) -> Object:
    """Where they are asked for (API reference, "Generate a response")."""
    if ask.body.get("logprobs") is not True:
        return {}
    return {"logprobs": logprobs(pieces, whole(ask.body.get("top_logprobs")) or 0)}


def _counts(ask: Ask, reply: Reply) -> Object:
    return {"prompt_eval_count": tokens_in(ask, reply), "eval_count": tokens_out(reply), **_DURATIONS}


def refuse(failure: Failure, violation: Violation | None) -> Response:
    """The error response for a failure, with what the broken rule says where there is one."""
    if failure.kind in ("timeout", "disconnect"):
        return dropped(failure)
    message = (violation.message if violation else "") or failure.message or failure.kind.replace("_", " ") or "error"
    return json_response(failure.status or 503, {"error": message}, *retry_headers(failure))


def check(ask: Ask, _request: Request) -> Violation | None:
    """The first rule that the request breaks."""
    return next(_broken(ask.body), None)


def _broken(body: object) -> Iterator[Violation]:
    """What the server cannot decode: it is written in Go, and a wrong type is an error (`api/types.go`)."""
    given = mapping(body)
    if not text(given.get("model")):
        yield Violation("model is required", "model")
    messages = given.get("messages")
    if messages is not None and not isinstance(messages, list):
        yield Violation(f"json: cannot unmarshal {named(messages)} into field messages, expected an array", "messages")
    for index, message in enumerate(mappings(messages)):
        where = f"messages[{index}]"
        if not isinstance(message.get("content", ""), str | None):
            found = named(message["content"])
            yield Violation(f"json: cannot unmarshal {found} into {where}.content, expected a string", "messages")
        for call in mappings(message.get("tool_calls")):
            arguments = mapping(call.get("function")).get("arguments", {})
            if not isinstance(arguments, dict):
                found = named(arguments)
                yield Violation(
                    f"json: cannot unmarshal {found} into {where}.tool_calls.function.arguments, expected an object",
                    "messages",
                )
    for index, tool in enumerate(items(given.get("tools"))):
        if not text(mapping(mapping(tool).get("function")).get("name")):
            yield Violation(f"tools[{index}].function.name is required", "tools")


DIALECT = Dialect("ollama", "completion", matches, read, check, render, refuse)
