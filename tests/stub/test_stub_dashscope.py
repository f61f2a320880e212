"""DashScope's own API through its SDK, over the real wire."""

from __future__ import annotations

import json

import pytest
from stub_support import DIARY_TOOL, codes, post

from fencepost.stub import Stub

USER = {"role": "user", "content": "I bought milk."}
HOST = "dashscope.aliyuncs.com"
TEXT = "/api/v1/services/aigc/text-generation/generation"
SCRIPTS = {
    "text": "- Saved it, with love.\n",
    "chinese": "- 今天买了牛奶，心情非常好。\n",
    "empty": '- say: ""\n',
    "call": "- call: append_diary\n  args: {content: Milk}\n",
    "refusal": "- refuse: I cannot do that.\n",
    "truncated": "- say: Once upon a\n  finish: length\n",
    "thought": "- think: Hm, milk.\n  say: Saved.\n",
}


@pytest.fixture
def dashscope():
    """The SDK, which reads its variables at import and is led to the stub by the guard alone."""
    sdk = pytest.importorskip("dashscope")
    sdk.api_key = "x"
    return sdk


def ask(dashscope, **options):
    given = {"model": "qwen-max", "messages": [USER], "result_format": "message", "tools": [DIARY_TOOL]}
    return dashscope.Generation.call(**{**given, **options})


@pytest.mark.parametrize("kind", SCRIPTS)
def test_the_streams_add_up_to_the_answer(model, dashscope, kind):
    model.script(SCRIPTS[kind] * 3)
    whole = ask(dashscope)
    assert whole.status_code == 200
    message = whole.output.choices[0].message
    pieces = [answer.output.choices[0] for answer in ask(dashscope, stream=True, incremental_output=True)]
    for key in ("content", "reasoning_content"):
        assert "".join(piece.message.get(key) or "" for piece in pieces) == (message.get(key) or "")
    assert pieces[-1].finish_reason == whole.output.choices[0].finish_reason
    last = list(ask(dashscope, stream=True))[-1].output.choices[0].message
    without = [{**call, "id": ""} for call in message.get("tool_calls") or []]
    assert (last.content, [{**call, "id": ""} for call in last.get("tool_calls") or []]) == (message.content, without)


def test_a_tool_loop_corrects_a_malformed_call(model, dashscope):
    model.script(
        "- call: append_diary\n  raw_args: '{\"con'\n"
        "- call: append_diary\n  args: {content: Milk}\n  expect: {tool_result: /error/}\n"
        "- say: Saved.\n  expect: {after_tool: append_diary, messages: 5}\n"
    )
    said = [USER]
    while True:
        message = ask(dashscope, messages=said).output.choices[0].message
        if not message.get("tool_calls"):
            break
        said.append(message)
        for call in message["tool_calls"]:
            try:
                result = json.loads(call["function"]["arguments"])["content"]
            except ValueError:
                result = "error: not JSON"
            said.append({"role": "tool", "tool_call_id": call["id"], "content": result})
    assert message.content == "Saved."


def test_prompts_and_pictures(model, dashscope):
    assert dashscope.Generation.call(model="qwen-max", prompt="Hi").output.text == "Stub reply 1."
    picture = [{"role": "user", "content": [{"image": "https://example.com/a.png"}, {"text": "What is it?"}]}]
    seen = dashscope.MultiModalConversation.call(model="qwen-vl-max", messages=picture)
    assert seen.output.choices[0].message.content == [{"text": "Stub reply 2."}]
    assert [request.user for request in model.requests] == ["Hi", "What is it?"]


def test_embeddings(model, dashscope):
    model.script("- embed: [[1, 0]]\n")
    first = dashscope.TextEmbedding.call(model="text-embedding-v4", input=["a", "b"])
    assert [one["embedding"] for one in first.output["embeddings"]] == [[1, 0], [1, 0]]
    made = dashscope.TextEmbedding.call(model="text-embedding-v4", input="tea", dimension=64)
    assert len(made.output["embeddings"][0]["embedding"]) == 64


def test_errors(model, dashscope):
    model.script("- error: rate_limit\n  message: Slow down.\n")
    answer = ask(dashscope)
    assert (answer.status_code, answer.code, answer.message) == (429, "Throttling.RateQuota", "Slow down.")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"model": None}, "model"),
        ({"parameters": {"tools": [DIARY_TOOL]}}, "result_format"),
        ({"input": {"messages": [USER, {"role": "tool", "tool_call_id": "x", "content": "y"}]}}, "preceding message"),
    ],
)
def test_refuses(body, message):
    stub = Stub()
    response = post(stub, TEXT, {"model": "qwen-max", "input": {"messages": [USER]}, "parameters": {}, **body}, HOST)
    answer = json.loads(response.body)
    assert message in answer["message"]
    assert (response.status, answer["code"], codes(stub)) == (400, "InvalidParameter", ["FP204"])


def test_embeddings_need_texts():
    stub = Stub()
    path = "/api/v1/services/embeddings/text-embedding/text-embedding"
    assert post(stub, path, {"model": "text-embedding-v4", "input": {}}, HOST).status == 400
    assert codes(stub) == ["FP204"]
