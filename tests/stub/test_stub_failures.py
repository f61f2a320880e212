"""Every kind of failure in every wire format, with and without retry, and streams that break off."""

from __future__ import annotations

import json

import httpx
import httpx2
import openai
import pytest
import requests
from google import genai
from stub_support import post, scripted

from fencepost.stub.reply import FAILURES

USER = {"role": "user", "content": "Hi"}
DASHSCOPE = "/api/v1/services/aigc/text-generation/generation"
WIRES: dict[str, tuple[str, dict[str, object]]] = {
    "openai chat": ("/v1/chat/completions", {"model": "gpt-5", "messages": [USER]}),
    "openai completions": ("/v1/completions", {"model": "gpt-3.5-turbo-instruct", "prompt": "Hi"}),
    "openai responses": ("/v1/responses", {"model": "gpt-5", "input": "Hi"}),
    "anthropic": ("/v1/messages", {"model": "claude-sonnet-5-5", "max_tokens": 9, "messages": [USER]}),
    "gemini": ("/v1beta/models/m:generateContent", {"contents": [{"parts": [{"text": "Hi"}]}]}),
    "gemini interactions": ("/v1beta/interactions", {"model": "m", "input": "Hi"}),
    "ollama chat": ("/api/chat", {"model": "m", "messages": [USER], "stream": False}),
    "ollama generate": ("/api/generate", {"model": "m", "prompt": "Hi", "stream": False}),
    "dashscope": (DASHSCOPE, {"model": "qwen-max", "input": {"messages": [USER]}, "parameters": {}}),
}
STREAMS = {
    **{name: (path, {**body, "stream": True}) for name, (path, body) in WIRES.items()},
    "gemini": ("/v1beta/models/m:streamGenerateContent", WIRES["gemini"][1]),
    "dashscope": (DASHSCOPE, WIRES["dashscope"][1]),
}
HEADERS = {"anthropic_version": "2023-06-01", "x_dashscope_sse": "enable"}
OVERLOADED = {"anthropic": 529}


def said(body: dict[str, object]) -> str:
    """The message of an error, wherever a provider puts it."""
    error = body.get("error", body)
    return error["message"] if isinstance(error, dict) else str(error)


@pytest.mark.parametrize("retry", [False, True], ids=["final", "retry"])
@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("kind", FAILURES)
def test_every_failure_has_its_shape(wire, kind, retry):
    path, body = WIRES[wire]
    stub, ended = scripted(f"- error: {kind}\n  message: Not now.\n  retry: {str(retry).lower()}\n- fine\n")
    response = post(stub, path, body, **HEADERS)
    if kind == "disconnect":
        assert (response.broken, response.body, response.events) == (True, b"", None)
    elif kind == "timeout":
        assert response.status == 408
    else:
        assert response.status == (FAILURES[kind] or OVERLOADED.get(wire, 503))
        assert said(json.loads(response.body)) == "Not now."
        assert dict(response.headers)["x-should-retry"] == str(retry).lower()
    assert post(stub, path, body, **HEADERS).status == 200
    assert ended() == ()


@pytest.mark.parametrize("wire", STREAMS)
def test_a_failure_takes_the_place_of_a_stream(wire):
    path, body = STREAMS[wire]
    stub, ended = scripted("- error: 429\n  message: Not now.\n")
    response = post(stub, path, body, **HEADERS)
    assert (response.status, said(json.loads(response.body)), ended()) == (429, "Not now.", ())


@pytest.mark.parametrize("wire", [name for name in STREAMS if name != "gemini"])
def test_a_stream_breaks_off(wire):
    path, body = STREAMS[wire]
    stub, ended = scripted("- say: one two three four five six\n  break_stream: 2\n")
    response = post(stub, path, body, **HEADERS)
    assert (response.status, len(response.events or ()), response.broken, ended()) == (200, 2, True, ())


BROKEN = "- say: one two three four\n  break_stream: 2\n"


def test_the_sdk_of_openai_sees_a_broken_stream_of_responses(model):
    model.script(BROKEN)
    with pytest.raises((openai.APIError, httpx.RemoteProtocolError)):
        list(openai.OpenAI().responses.create(model="gpt-5", input="Hi", stream=True))


@pytest.mark.parametrize("script", [BROKEN, "- error: disconnect\n", "- error: timeout\n"])
def test_the_sdk_of_google_sees_broken_connections(model, script):
    model.script(script)
    client = genai.Client()
    with pytest.raises((httpx.TransportError, httpx2.TransportError)):
        list(client.models.generate_content_stream(model="gemini-2.5-flash", contents="Hi"))


@pytest.mark.parametrize("script", [BROKEN, "- error: disconnect\n", "- error: timeout\n"])
def test_the_client_of_ollama_sees_broken_connections(model, script):
    ollama = pytest.importorskip("ollama")
    model.script(script)
    with pytest.raises((httpx.TransportError, ConnectionError)):
        list(ollama.chat(model="m", messages=[USER], stream=True))


@pytest.mark.parametrize("script", [BROKEN, "- error: disconnect\n", "- error: timeout\n"])
def test_the_sdk_of_dashscope_sees_broken_connections(model, script):
    dashscope = pytest.importorskip("dashscope")
    dashscope.api_key = "x"
    model.script(script)
    with pytest.raises(requests.RequestException):
        list(dashscope.Generation.call(model="qwen-max", messages=[USER], result_format="message", stream=True))
