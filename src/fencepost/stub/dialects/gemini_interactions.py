"""Gemini's interactions, `POST …/interactions`: conversations of steps that the provider keeps.

Source: the API reference, "Interactions API" (revision 2026-05-20, the schema of steps); the guides to streaming and
to function calling with it; the models of `google.genai.interactions`. What is kept is an interaction's timeline
under its id, unless `store` is false. Tools, instruction and configuration hold for one request alone.
"""

from __future__ import annotations

import json
import re

from fencepost.stub.ask import Ask, Tool, ToolResult
from fencepost.stub.dialects import gemini_interactions_rules as rules
from fencepost.stub.dialects.dialect import Dialect, RefusedError, Violation
from fencepost.stub.dialects.gemini_errors import refuse_interaction
from fencepost.stub.dialects.gemini_interactions_stream import events
from fencepost.stub.dialects.gemini_steps import choice_of, functions, steps_of, wanted_schema
from fencepost.stub.dialects.hosts import speaks_gemini
from fencepost.stub.dialects.reading import json_body
from fencepost.stub.memory import CREATED_AT, Memory
from fencepost.stub.reply import Call, Failure, Reply
from fencepost.stub.shapes import Object, compact, joined, mapping, mappings, text
from fencepost.stub.usage import thought_tokens, tokens_in, tokens_out
from fencepost.stub.wire import Request, Response, event_stream, json_response

_PATH = re.compile(r"/v1(?:alpha|beta)?\d*/(?:projects/[^/]+/locations/[^/]+/)?interactions$")
_SIGNATURE = "c3R1YmJlZCBzaWduYXR1cmU="


def matches(request: Request) -> bool:
    """Whether a request is for this wire format."""
    return request.method == "POST" and _PATH.search(request.path) is not None


def read(request: Request, memory: Memory) -> Ask:
    """What the request asks for, together with what is kept of the interactions before."""
    body = json_body(request)
    history = [*_before(body, memory), *steps_of(body.get("input"))]
    config = mapping(body.get("generation_config"))
    mode, allowed = choice_of(config)
    return Ask(
        dialect="gemini interactions",
        kind="completion",
        body=body,
        model=text(body.get("model")) or text(body.get("agent")),
        user=next((joined(s.get("content")) for s in reversed(history) if s.get("type") == "user_input"), ""),
        system=text(body.get("system_instruction")),
        messages=sum(step.get("type") != "thought" for step in history),
        tools=tuple(_tool(one) for one in functions(body) if not allowed or one.get("name") in allowed),
        forced=_forced(mode, allowed),
        most_calls=0 if mode == "none" else None,
        results=_results(history),
        schema=wanted_schema(body),
        thinking=config.get("thinking_summaries") == "auto",
        stream=body.get("stream") is True,
        own=speaks_gemini(request),
        history=tuple(history),
    )


def _before(body: Object, memory: Memory) -> list[Object]:
    identity = body.get("previous_interaction_id")
    if identity is None:
        return []
    held = memory.held(f"timeline of {identity}")
    if held is None:
        message = f"Interaction '{identity}' not found; one that was made with `store: false` is not kept."
        raise RefusedError(Violation(message, "previous_interaction_id", status=404))
    return mappings(held)


def _tool(one: Object) -> Tool:
    return Tool(text(one.get("name")), mapping(one.get("parameters")) or {"type": "object"})


def _forced(mode: str, allowed: list[str]) -> str | None:
    if mode != "any":
        return None
    return allowed[0] if len(allowed) == 1 else ""


def _results(history: list[Object]) -> tuple[ToolResult, ...]:
    names: dict[str, str] = {}
    results: list[ToolResult] = []
    for step in history:
        if step.get("type") in ("function_call", "model_output"):
            names[text(step.get("id"))] = text(step.get("name"))
            results.clear()
        elif step.get("type") == "function_result":
            name = text(step.get("name")) or names.get(text(step.get("call_id")), "")
            results.append(ToolResult(name, _said(step.get("result"))))
    return tuple(results)


def _said(result: object) -> str:
    return joined(result) if isinstance(result, str | list) else compact(result)


def render(ask: Ask, reply: Reply, memory: Memory) -> Response:
    """The interaction, or the events of its stream; one in the background is not done yet."""
    interaction = _interaction(ask, reply, memory)
    if ask.body.get("store") is not False:
        identity = text(interaction["id"])
        made = mappings(interaction["steps"])
        memory.hold(f"timeline of {identity}", [*ask.history, *made])
        memory.hold(f"interaction {identity}", {**interaction, "steps": [*steps_of(ask.body.get("input")), *made]})
    if ask.stream:
        return event_stream(events(interaction, reply))
    if ask.body.get("background") is True:
        interaction = {**interaction, "status": "in_progress", "steps": []}
        interaction.pop("usage")
    return json_response(200, interaction)


def _interaction(ask: Ask, reply: Reply, memory: Memory) -> Object:
    asked = {key: ask.body[key] for key in ("model", "agent", "previous_interaction_id") if ask.body.get(key)}
    return {
        "id": memory.new_id("v1_"),
        "status": _status(reply),
        "created": CREATED_AT,
        "updated": CREATED_AT,
        **asked,
        "steps": _steps(ask, reply, memory),
        "usage": _usage(ask, reply),
    }


def _status(reply: Reply) -> str:
    if reply.refuse is not None:
        return "failed"
    if reply.finish is not None:
        return "incomplete"
    return "requires_action" if reply.calls else "completed"


def _steps(ask: Ask, reply: Reply, memory: Memory) -> list[Object]:
    steps: list[Object] = []
    if reply.think is not None:
        summary: Object = {"summary": [{"type": "text", "text": reply.think}]} if ask.thinking else {}
        steps.append({"type": "thought", "signature": _SIGNATURE, **summary})
    if reply.refuse is not None:
        steps.append({"type": "model_output", "error": {"message": reply.refuse}})
    elif reply.say is not None or not reply.calls:
        steps.append({"type": "model_output", "content": [{"type": "text", "text": reply.say or ""}]})
    return steps + [_call(call, memory) for call in reply.calls]


def _call(call: Call, memory: Memory) -> Object:
    arguments = mapping(json.loads(call.arguments))
    return {"type": "function_call", "id": memory.new_id("call_"), "name": call.name, "arguments": arguments}


def _usage(ask: Ask, reply: Reply) -> Object:
    sent, said, thought = tokens_in(ask, reply), tokens_out(reply), thought_tokens(reply)
    return {
        "total_input_tokens": sent,
        "input_tokens_by_modality": [{"modality": "text", "tokens": sent}],
        "total_output_tokens": said - thought,
        "total_thought_tokens": thought,
        "total_cached_tokens": 0,
        "total_tool_use_tokens": 0,
        "total_tokens": sent + said,
    }


def check(ask: Ask, _request: Request) -> Violation | None:
    """The first rule that the request breaks."""
    body = {**ask.body, "history": list(ask.history)}
    broken = rules.RULES if ask.own else rules.PAIRING
    return next((violation for rule in broken for violation in rule(body)), None)


def attempts(request: Request, failure: Failure) -> int:
    """Google's SDK sends a request five times in all (`_RETRY_ATTEMPTS`), unless older: those obeyed the header.

    It takes these statuses, and time running out, for passing troubles (`utils.retries`).
    """
    own = request.headers.get("user-agent", "").startswith("google-genai-sdk")
    if not own or "x-stainless-lang" in request.headers or failure.kind == "disconnect":
        return 1
    return 5 if failure.status is None or failure.status in (408, 409, 429) or failure.status >= 500 else 1


DIALECT = Dialect(
    "gemini interactions", "completion", matches, read, check, render, refuse_interaction, attempts=attempts
)
