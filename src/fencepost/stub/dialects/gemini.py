"""Gemini, `POST …/models/{model}:generateContent` and `:streamGenerateContent`, of its own API and of Vertex.

Source: the API reference, "Generating content"; the models of `google.genai.types`. A stream is one of server-sent
events for `alt=sse`, which the SDKs ask for, else one JSON array.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from fencepost.stub.ask import Ask, Tool, ToolResult
from fencepost.stub.dialects import gemini_errors
from fencepost.stub.dialects import gemini_rules as rules
from fencepost.stub.dialects.dialect import Dialect, Endpoint, Violation
from fencepost.stub.dialects.gemini_shapes import contents, declarations, field, json_schema, parts, said
from fencepost.stub.dialects.hosts import speaks_gemini
from fencepost.stub.dialects.reading import json_body
from fencepost.stub.memory import Memory
from fencepost.stub.reply import Call, Reply
from fencepost.stub.shapes import Object, compact, items, mapping, text
from fencepost.stub.usage import thought_tokens, tokens_in, tokens_out
from fencepost.stub.wire import Request, Response, event_stream, json_response

_PATH = re.compile(r"/(?:models|tunedModels|endpoints)/(?P<model>[^/:]+):(?P<method>(?:stream)?[gG]enerateContent)$")
_COUNT = re.compile(r"/models/[^/:]+:countTokens$")


def matches(request: Request) -> bool:
    """Whether a request is for this wire format."""
    return request.method == "POST" and _PATH.search(request.path) is not None


def read(request: Request, _memory: Memory) -> Ask:
    """What the request asks for."""
    body = json_body(request)
    found = _PATH.search(request.path)
    turns = contents(body)
    config = field(body, "generationConfig")
    calling = field(field(body, "toolConfig"), "functionCallingConfig")
    allowed = [text(name) for name in items(field(calling, "allowedFunctionNames"))]
    streamed = found is not None and found["method"].startswith("stream")
    return Ask(
        dialect="gemini",
        kind="completion",
        body=body,
        model=found["model"] if found else "",
        user=next((said(turn) for turn in reversed(turns) if turn.get("role") != "model" and said(turn)), ""),
        system=said(field(body, "systemInstruction")),
        messages=len(turns),
        tools=tuple(_tool(one) for one in declarations(body) if not allowed or one.get("name") in allowed),
        forced=_forced(text(field(calling, "mode")).upper(), allowed),
        most_calls=0 if text(field(calling, "mode")).upper() == "NONE" else None,
        results=_results(turns),
        schema=_schema(config),
        thinking=field(field(config, "thinkingConfig"), "includeThoughts") is True,
        stream=streamed,
        form="sse" if "alt=sse" in request.query else "array" if streamed else "",
        own=speaks_gemini(request),
        history=tuple(turns),
    )


def _tool(one: Object) -> Tool:
    plain = field(one, "parametersJsonSchema")
    schema = mapping(plain) if plain is not None else json_schema(field(one, "parameters"))
    return Tool(text(one.get("name")), schema or {"type": "object"})


def _forced(mode: str, allowed: list[str]) -> str | None:
    if mode != "ANY":
        return None
    return allowed[0] if len(allowed) == 1 else ""


def _results(turns: list[Object]) -> tuple[ToolResult, ...]:
    last = turns[-1] if turns else {}
    responses = [mapping(field(part, "functionResponse")) for part in parts(last) if field(part, "functionResponse")]
    return tuple(ToolResult(text(one.get("name")), compact(one.get("response"))) for one in responses)


def _schema(config: object) -> Object | None:
    if field(config, "responseMimeType") != "application/json":
        return None
    plain = field(config, "responseJsonSchema")
    return mapping(plain) if plain is not None else json_schema(field(config, "responseSchema"))


def render(ask: Ask, reply: Reply, memory: Memory) -> Response:
    """The response, or its pieces."""
    head: Object = {"modelVersion": ask.model, "responseId": memory.new_id("resp-")}
    usage = {"usageMetadata": _usage(ask, reply)}
    if not ask.stream:
        candidate = _candidate(list(_parts(reply)), reply)
        return json_response(200, {"candidates": [candidate], **usage, **head})
    chunks = list(_chunks(reply))
    streamed: list[Object] = [{"candidates": [_candidate([part], None)], **head} for part in chunks[:-1]]
    streamed.append({"candidates": [_candidate(chunks[-1:], reply)], **usage, **head})
    if ask.form == "array":
        return json_response(200, streamed)
    return event_stream(f"data: {json.dumps(chunk, ensure_ascii=False)}\r\n\r\n".encode() for chunk in streamed)


def _candidate(found: list[Object], reply: Reply | None) -> Object:
    """A candidate with its parts; the one that ends the answer has a reason for it."""
    candidate: Object = {"index": 0}
    if found:
        candidate["content"] = {"role": "model", "parts": found}
    if reply is None:
        return candidate
    candidate["finishReason"] = _finish(reply)
    return candidate if reply.refuse is None else {**candidate, "finishMessage": reply.refuse}


def _finish(reply: Reply) -> str:
    if reply.refuse is not None or reply.finish == "content_filter":
        return "SAFETY"
    return "MAX_TOKENS" if reply.finish == "length" else "STOP"


def _parts(reply: Reply) -> Iterator[Object]:
    if reply.think is not None:
        yield {"text": reply.think, "thought": True}
    if reply.say or (reply.say is not None and not reply.calls):
        yield {"text": reply.say}
    for call in reply.calls:
        yield _function_call(call)


def _chunks(reply: Reply) -> Iterator[Object]:
    for part in _parts(reply):
        if "text" not in part:
            yield part
            continue
        cut = Reply() if part.get("thought") else reply
        for piece in cut.pieces(text(part["text"])) or [""]:
            yield {**part, "text": piece}


def _function_call(call: Call) -> Object:
    return {"functionCall": {"name": call.name, "args": mapping(json.loads(call.arguments))}}


def _usage(ask: Ask, reply: Reply) -> Object:
    sent, said_, thought = tokens_in(ask, reply), tokens_out(reply), thought_tokens(reply)
    usage: Object = {"promptTokenCount": sent, "candidatesTokenCount": said_ - thought, "totalTokenCount": sent + said_}
    return {**usage, "thoughtsTokenCount": thought} if reply.think is not None else usage


def check(ask: Ask, _request: Request) -> Violation | None:
    """The first rule that the request breaks."""
    broken = rules.RULES if ask.own else rules.PAIRING
    return next((violation for rule in broken for violation in rule(mapping(ask.body))), None)


def _counts(request: Request) -> bool:
    return request.method == "POST" and _COUNT.search(request.path) is not None


def _count(request: Request, memory: Memory) -> Response:
    return json_response(200, {"totalTokens": tokens_in(read(request, memory), Reply())})


DIALECT = Dialect("gemini", "completion", matches, read, check, render, gemini_errors.refuse)
COUNT_TOKENS = Endpoint("gemini token count", _counts, _count, gemini_errors.refuse)
