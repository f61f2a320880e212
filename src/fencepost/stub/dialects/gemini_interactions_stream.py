"""The events of a streamed interaction. Source: the guide to streaming; `InteractionSSEEvent` of `google.genai`."""

from __future__ import annotations

import json
from collections.abc import Iterator

from fencepost.stub.reply import Reply
from fencepost.stub.shapes import Object, mappings, text
from fencepost.stub.wire import event

Event = tuple[str, Object]


def events(interaction: Object, reply: Reply, after: int = 0) -> Iterator[bytes]:
    """All events of an interaction, numbered from 1 and those up to `after` left out; then the end mark."""
    for number, (name, fields) in enumerate(_events(interaction, reply), 1):
        if number > after:
            yield event({"event_type": name, "event_id": str(number), **fields}, name)
    yield b"event: done\ndata: [DONE]\n\n"


def _events(interaction: Object, reply: Reply) -> Iterator[Event]:
    kept = ("id", "status", "model", "agent", "created", "updated")
    head = {"object": "interaction", **{key: interaction[key] for key in kept if key in interaction}}
    yield "interaction.created", {"interaction": {**head, "status": "in_progress"}}
    yield "interaction.status_update", {"interaction_id": interaction["id"], "status": "in_progress"}
    for index, step in enumerate(mappings(interaction["steps"])):
        yield "step.start", {"index": index, "step": _begun(step)}
        for delta in _deltas(step, reply):
            yield "step.delta", {"index": index, "delta": delta}
        yield "step.stop", {"index": index}
    yield "interaction.completed", {"interaction": {**head, "usage": interaction["usage"]}}


def _begun(step: Object) -> Object:
    begun = {key: value for key, value in step.items() if key not in ("content", "signature", "summary")}
    return {**begun, "arguments": {}} if "arguments" in begun else begun


def _deltas(step: Object, reply: Reply) -> Iterator[Object]:
    for content in mappings(step.get("content")):
        for piece in reply.pieces(text(content["text"])):
            yield {"type": "text", "text": piece}
    for content in mappings(step.get("summary")):
        for piece in Reply().pieces(text(content["text"])):
            yield {"type": "thought_summary", "content": {"type": "text", "text": piece}}
    if "signature" in step:
        yield {"type": "thought_signature", "signature": step["signature"]}
    if "arguments" in step:
        for piece in Reply().pieces(json.dumps(step["arguments"], ensure_ascii=False)):
            yield {"type": "arguments_delta", "arguments": piece}
