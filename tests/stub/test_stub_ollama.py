"""Ollama's own API through its client, over the real wire."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest
from stub_support import DIARY_TOOL, codes, post

from fencepost.stub import Stub

ollama = pytest.importorskip("ollama")

USER = {"role": "user", "content": "I bought milk."}
NOW = {"type": "function", "function": {"name": "now"}}
SCRIPTS = {
    "text": "- Saved it, with love.\n",
    "chinese": "- 今天买了牛奶，心情非常好。\n",
    "empty": '- say: ""\n',
    "call": "- call: append_diary\n  args: {content: Milk}\n",
    "parallel": "- say: One moment.\n  call: [{append_diary: {content: Milk}}, now]\n",
    "refusal": "- refuse: I cannot do that.\n",
    "truncated": "- say: Once upon a\n  finish: length\n",
    "counted": "- say: Yes.\n  usage: {in: 9, out: 3}\n",
    "thought": "- think: Hm, milk.\n  say: Saved.\n",
    "chunked": "- say: abcdefg\n  chunks: 3\n",
}


@pytest.mark.parametrize("kind", SCRIPTS)
def test_every_reply_is_known_and_its_stream_adds_up_to_it(model, kind):
    model.script(SCRIPTS[kind] * 3)
    whole = ollama.chat(model="llama3.2", messages=[USER], tools=[DIARY_TOOL, NOW])
    pieces = list(ollama.chat(model="llama3.2", messages=[USER], tools=[DIARY_TOOL, NOW], stream=True))
    assert "".join(piece.message.content for piece in pieces) == whole.message.content
    assert "".join(piece.message.thinking or "" for piece in pieces) == (whole.message.thinking or "")
    assert [call for piece in pieces for call in piece.message.tool_calls or []] == list(whole.message.tool_calls or [])
    assert [piece.done for piece in pieces] == [False] * (len(pieces) - 1) + [True]
    assert (pieces[-1].done_reason, pieces[-1].eval_count) == (whole.done_reason, whole.eval_count)
    body = {"model": "llama3.2", "messages": [USER], "tools": [DIARY_TOOL, NOW], "stream": False}
    raw = httpx.post(f"{model.url}/api/chat", json=body).json()
    assert set(raw) <= set(ollama.ChatResponse.model_fields)
    assert set(raw["message"]) <= set(ollama.Message.model_fields)


TOOL_LOOP = """
- call: append_diary
  args: {contents: Bought milk}
  invalid: true
- call: append_diary
  args: {content: Bought milk}
  expect: {after_tool: append_diary, tool_result: /error/}
- say: Saved.
  expect: {tool_result: stored, messages: 5}
"""


@pytest.mark.parametrize("by_name", [True, False])
def test_a_tool_loop_corrects_a_malformed_call(model, by_name):
    model.script(TOOL_LOOP)
    diary: list[str] = []

    async def loop() -> str:
        client, said = ollama.AsyncClient(), [USER]
        while True:
            message = (await client.chat(model="llama3.2", messages=said, tools=[DIARY_TOOL])).message
            if not message.tool_calls:
                return message.content
            said.append(message)
            for call in message.tool_calls:
                if "content" in call.function.arguments:
                    diary.append(call.function.arguments["content"])
                result = "stored" if "content" in call.function.arguments else "error: no content"
                named = {"tool_name": call.function.name} if by_name else {}
                said.append({"role": "tool", "content": result, **named})

    assert asyncio.run(loop()) == "Saved."
    assert diary == ["Bought milk"]


def test_generate(model):
    model.script("- Hello there.\n- Hello there.\n")
    whole = ollama.generate(model="llama3.2", prompt="Hi", system="Be brief.")
    pieces = ollama.generate(model="llama3.2", prompt="Hi", stream=True)
    assert "".join(piece.response for piece in pieces) == whole.response == "Hello there."
    assert [(ask.user, ask.system) for ask in model.requests] == [("Hi", "Be brief."), ("Hi", "")]


def test_structured_output_and_thoughts(model):
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    made = ollama.chat(model="llama3.2", messages=[USER], format=schema, think=True)
    assert json.loads(made.message.content) == {"city": "city"}
    assert made.message.thinking == "A stubbed thought."


def test_embeddings_and_models(model):
    model.script("- embed: [[1, 0]]\n")
    assert ollama.embed(model="nomic-embed-text", input=["a", "b"]).embeddings == [[1, 0], [1, 0]]
    assert len(ollama.embed(model="nomic-embed-text", input="a").embeddings[0]) == 768
    assert len(ollama.embeddings(model="nomic-embed-text", prompt="a").embedding) == 768
    assert ollama.list().models[0].model == "llama3.2:latest"
    assert ollama.show("llama3.2").capabilities
    assert ollama.pull("llama3.2").status == "success"
    assert ollama.ps().models == []


def test_the_usual_port_is_taken_where_nothing_listens(model):
    with httpx.Client() as client:
        answer = client.post("http://localhost:11434/api/chat", json={"model": "m", "messages": [USER]})
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert "".join(line["message"]["content"] for line in lines) == "Stub reply 1."


def test_errors(model):
    model.script("- error: not_found\n  message: model 'x' not found\n")
    with pytest.raises(ollama.ResponseError, match="model 'x' not found") as caught:
        ollama.chat(model="x", messages=[USER])
    assert caught.value.status_code == 404


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"model": None}, "model is required"),
        ({"messages": "Hi"}, "messages"),
        ({"messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]}, "expected a string"),
        (
            {"messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}]},
            "expected an object",
        ),
        ({"tools": [{"type": "function", "name": "f"}]}, "tools[0].function.name"),
    ],
)
def test_refuses(body, message):
    stub = Stub()
    response = post(stub, "/api/chat", {"model": "m", "messages": [USER], **body})
    assert message in json.loads(response.body)["error"]
    assert (response.status, codes(stub)) == (400, ["FP204"])


@pytest.mark.parametrize("path", ["/api/embed", "/api/embeddings"])
def test_embeddings_need_a_model(path):
    stub = Stub()
    assert post(stub, path, {"input": "x", "prompt": "x"}).status == 400
    assert codes(stub) == ["FP204"]


@pytest.mark.skipif("logprobs" not in ollama.ChatResponse.model_fields, reason="the client knows no probabilities")
def test_probabilities_where_they_are_asked_for(model):
    model.script("- Saved it.\n" * 3)
    asked = {"model": "llama3.2", "logprobs": True, "top_logprobs": 2}
    whole = ollama.chat(messages=[USER], **asked).logprobs
    assert [token.token for token in whole] == ["Saved", " it."]
    assert [len(token.top_logprobs) for token in whole] == [2, 2]
    pieces = list(ollama.generate(prompt="x", stream=True, **asked))
    assert [token for piece in pieces for token in piece.logprobs or []] == whole
    assert ollama.chat(model="llama3.2", messages=[USER]).logprobs is None
