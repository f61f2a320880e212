"""Requests without a socket, and the diary tool in two shapes."""

from __future__ import annotations

import json
from collections.abc import Callable

from fencepost.stub import Request, Response, Stub, parse_script

DIARY_PARAMETERS = {
    "type": "object",
    "properties": {"content": {"type": "string", "description": "What happened."}},
    "required": ["content"],
    "additionalProperties": False,
}
DIARY_TOOL = {
    "type": "function",
    "function": {"name": "append_diary", "description": "Write it down.", "parameters": DIARY_PARAMETERS},
}
DIARY_TOOL_ANTHROPIC = {"name": "append_diary", "description": "Write it down.", "input_schema": DIARY_PARAMETERS}


def post(stub: Stub, path: str, body: object, host: str = "", **headers: str) -> Response:
    """Send a request straight into the core."""
    sent = {"host": host, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return stub.handle(Request("POST", path, "", sent, json.dumps(body).encode(), direct=not host))


def chat(stub: Stub, host: str = "", **body: object) -> Response:
    """An OpenAI chat request with sensible defaults."""
    defaults = {"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "Hi"}]}
    return post(stub, "/v1/chat/completions", {**defaults, **body}, host)


def messages(stub: Stub, host: str = "", **body: object) -> Response:
    """An Anthropic request with sensible defaults."""
    defaults = {"model": "claude-sonnet-5-5", "max_tokens": 256, "messages": [{"role": "user", "content": "Hi"}]}
    return post(stub, "/v1/messages", {**defaults, **body}, host, anthropic_version="2023-06-01")


def said(response: Response) -> str:
    """The text of a chat completion or of a message."""
    body = json.loads(response.body)
    if "choices" in body:
        return body["choices"][0]["message"]["content"]
    return "".join(block.get("text", "") for block in body["content"])


def codes(stub: Stub) -> list[str]:
    """The codes of the faults since the last call."""
    return [fault.code for fault in stub.take_faults()]


def scripted(text: str) -> tuple[Stub, Callable[[], tuple[str, ...]]]:
    """A stub that answers by a script, and a function that ends it and gives the codes of its faults."""
    stub = Stub()
    scope = stub.open_scope(parse_script(text), "page::intro[1]")
    return stub, lambda: tuple(fault.code for fault in (*stub.take_faults(), *stub.close_scope(scope)))
