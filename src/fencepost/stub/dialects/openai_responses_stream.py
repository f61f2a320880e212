"""The events of a streamed response. Source: the API reference, "Streaming events" of responses."""

from __future__ import annotations

from collections.abc import Iterator

from fencepost.stub.reply import Reply
from fencepost.stub.shapes import Object, mappings, text
from fencepost.stub.wire import event

Event = tuple[str, Object]


def events(response: Object, reply: Reply) -> Iterator[bytes]:
    """All events of a response, numbered."""
    for number, (name, fields) in enumerate(_events(response, reply)):
        yield event({"type": name, "sequence_number": number, **fields}, name)


def _events(response: Object, reply: Reply) -> Iterator[Event]:
    begun = {**response, "status": "in_progress", "output": [], "usage": None, "completed_at": None}
    begun["incomplete_details"] = None
    yield "response.created", {"response": begun}
    yield "response.in_progress", {"response": begun}
    for index, item in enumerate(mappings(response["output"])):
        yield "response.output_item.added", {"output_index": index, "item": _empty(item)}
        for name, fields in _inside(item, reply):
            yield name, {"item_id": item["id"], "output_index": index, **fields}
        yield "response.output_item.done", {"output_index": index, "item": item}
    yield f"response.{response['status']}", {"response": response}


def _empty(item: Object) -> Object:
    empty = {"content": [], "summary": [], "arguments": "", "input": "", "status": "in_progress"}
    return {**item, **{key: value for key, value in empty.items() if key in item}}


def _inside(item: Object, reply: Reply) -> Iterator[Event]:
    if item["type"] == "message":
        yield from _content(mappings(item["content"])[0], reply)
    elif item["type"] == "reasoning":
        for index, part in enumerate(mappings(item["summary"])):
            yield from _summary(index, part)
    elif item["type"] == "custom_tool_call":
        yield from _argument_events("response.custom_tool_call_input", "input", text(item["input"]))
    else:
        yield from _argument_events("response.function_call_arguments", "arguments", text(item["arguments"]))


def _content(part: Object, reply: Reply) -> Iterator[Event]:
    key = "refusal" if part["type"] == "refusal" else "text"
    name = "response.refusal" if key == "refusal" else "response.output_text"
    place: Object = {"content_index": 0}
    extra: Object = {"logprobs": []} if key == "text" else {}
    yield "response.content_part.added", {**place, "part": {**part, key: ""}}
    for piece in reply.pieces(text(part[key])):
        yield f"{name}.delta", {**place, "delta": piece, **extra}
    yield f"{name}.done", {**place, key: part[key], **extra}
    yield "response.content_part.done", {**place, "part": part}


def _summary(index: int, part: Object) -> Iterator[Event]:
    place: Object = {"summary_index": index}
    yield "response.reasoning_summary_part.added", {**place, "part": {**part, "text": ""}}
    for piece in Reply().pieces(text(part["text"])):
        yield "response.reasoning_summary_text.delta", {**place, "delta": piece}
    yield "response.reasoning_summary_text.done", {**place, "text": part["text"]}
    yield "response.reasoning_summary_part.done", {**place, "part": part}


def _argument_events(name: str, key: str, arguments: str) -> Iterator[Event]:
    for piece in Reply().pieces(arguments):
        yield f"{name}.delta", {"delta": piece}
    yield f"{name}.done", {key: arguments}
