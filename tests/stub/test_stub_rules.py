"""Requests that the providers refuse, and unusual ones that they take."""

from __future__ import annotations

import json

import pytest
from stub_support import DIARY_PARAMETERS, DIARY_TOOL, DIARY_TOOL_ANTHROPIC, chat, codes, messages

from fencepost.stub import Request, Stub

USER = {"role": "user", "content": "Hi"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "append_diary", "arguments": "{}"}}
CALLING = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "call_1", "content": "stored"}
OPEN = {"type": "object", "properties": {"content": {"type": "string"}}}


def function(**changes: object) -> dict[str, object]:
    return {"type": "function", "function": {**DIARY_TOOL["function"], **changes}}


def json_schema(**changes: object) -> dict[str, object]:
    return {"type": "json_schema", "json_schema": {"name": "diary", "schema": DIARY_PARAMETERS, **changes}}


WRONG_CHAT = {
    "no model": ({"model": None}, "provide a model"),
    "no messages": ({"messages": None}, "Missing required parameter: 'messages'"),
    "messages as a text": ({"messages": "Hi"}, "expected an array of objects, but got a string"),
    "no message at all": ({"messages": []}, "empty array"),
    "a text as a message": ({"messages": ["Hi"]}, "messages[0]"),
    "unknown role": ({"messages": [{"role": "bot", "content": "x"}]}, "'bot'. Supported values"),
    "no content": ({"messages": [{"role": "user"}]}, "messages[0].content"),
    "empty assistant": ({"messages": [USER, {"role": "assistant"}]}, "messages[1].content"),
    "content as an object": ({"messages": [{"role": "user", "content": {"a": 1}}]}, "got an object instead"),
    "a part of Anthropic's": (
        {"messages": [{"role": "user", "content": [{"type": "image", "source": {}}]}]},
        "'image'. Supported values",
    ),
    "a result for no call": ({"messages": [USER, RESULT]}, "must be a response to a preceding message"),
    "a result with another id": ({"messages": [USER, CALLING, {**RESULT, "tool_call_id": "x"}]}, "'x'"),
    "a result without an id": ({"messages": [USER, CALLING, {"role": "tool", "content": "x"}]}, "tool_call_id"),
    "a result given twice": ({"messages": [USER, CALLING, RESULT, RESULT]}, "no open call"),
    "the result after a user's message": ({"messages": [USER, CALLING, USER, RESULT]}, "messages[3].role"),
    "a call without its result": ({"messages": [USER, CALLING]}, "did not have response messages: call_1"),
    "one of two calls answered": (
        {"messages": [USER, {**CALLING, "tool_calls": [CALL, {**CALL, "id": "call_2"}]}, RESULT]},
        "call_2",
    ),
    "arguments as an object": (
        {"messages": [USER, {**CALLING, "tool_calls": [{**CALL, "function": {"name": "f", "arguments": {}}}]}, RESULT]},
        "expected a string, but got an object",
    ),
    "a call without a type": (
        {"messages": [USER, {**CALLING, "tool_calls": [{"id": "call_1", "function": CALL["function"]}]}, RESULT]},
        "tool_calls[0].type",
    ),
    "a tool of the responses' shape": (
        {"tools": [{"type": "function", "name": "f", "parameters": OPEN}]},
        "Missing required parameter: 'tools[0].function'",
    ),
    "a tool of Anthropic's shape": ({"tools": [DIARY_TOOL_ANTHROPIC]}, "'tools[0].type'"),
    "a tool's name with a blank": ({"tools": [function(name="append diary")]}, "does not match pattern"),
    "a tool's name that is too long": ({"tools": [function(name="x" * 65)]}, "64"),
    "a tool's name in Chinese": ({"tools": [function(name="写日记")]}, "does not match pattern"),
    "tools as an object": ({"tools": DIARY_TOOL}, "expected an array"),
    "a tool of an unknown type": ({"tools": [{"type": "tool"}]}, "'tool'. Supported values"),
    "a call without a name": (
        {"messages": [USER, {**CALLING, "tool_calls": [{**CALL, "function": {"arguments": "{}"}}]}, RESULT]},
        "function.name",
    ),
    "a tool without a name": ({"tools": [{"type": "function", "function": {}}]}, "tools[0].function.name"),
    "an unknown type in a schema": (
        {"tools": [function(parameters={"type": "object", "properties": {"a": {"type": "str"}}})]},
        "'str' is not valid",
    ),
    "a schema that is no object": ({"tools": [function(parameters={"type": "string"})]}, "'type: \"object\"'"),
    "required as a flag": (
        {"tools": [function(parameters={"type": "object", "properties": {"a": {"type": "string", "required": True}}})]},
        "True is not of type 'array'",
    ),
    "a reference that leads nowhere": (
        {"tools": [function(parameters={"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}})]},
        "leads nowhere",
    ),
    "input_schema in place of parameters": (
        {"tools": [{"type": "function", "function": {"name": "f", "input_schema": OPEN}}]},
        "Unknown parameter: 'tools[0].function.input_schema'",
    ),
    "strict without additionalProperties": (
        {"tools": [function(strict=True, parameters={**OPEN, "required": ["content"]})]},
        "'additionalProperties' is required",
    ),
    "strict with an optional property": (
        {"tools": [function(strict=True, parameters={**OPEN, "additionalProperties": False})]},
        "Missing 'content'",
    ),
    "strict with allOf": (
        {"tools": [function(strict=True, parameters={**DIARY_PARAMETERS, "allOf": [{"required": ["content"]}]})]},
        "'allOf' is not permitted",
    ),
    "no tools in the list": ({"tools": []}, "empty array"),
    "a choice without tools": ({"tool_choice": "auto"}, "only allowed when 'tools'"),
    "parallel calls without tools": ({"parallel_tool_calls": False}, "only allowed when 'tools'"),
    "an unknown choice": ({"tools": [DIARY_TOOL], "tool_choice": "any"}, "'any'. Supported values"),
    "a choice of a tool not offered": (
        {"tools": [DIARY_TOOL], "tool_choice": {"type": "function", "function": {"name": "f"}}},
        "not found",
    ),
    "an unknown format": ({"response_format": {"type": "json"}}, "'json'. Supported values"),
    "a format without a name": ({"response_format": json_schema(name=None)}, "response_format.json_schema.name"),
    "a strict format that is open": (
        {"response_format": json_schema(strict=True, schema=OPEN)},
        "additionalProperties",
    ),
    "JSON without the word": ({"response_format": {"type": "json_object"}}, "the word 'json'"),
    "a temperature that is too high": ({"temperature": 2.5}, "from 0 to 2"),
    "a temperature as a text": ({"temperature": "0.2"}, "expected a decimal, but got a string"),
    "no tokens": ({"max_tokens": 0}, "at least 1"),
    "both limits": ({"max_tokens": 5, "max_completion_tokens": 5}, "at the same time"),
    "the old limit on a reasoning model": ({"model": "o3-mini", "max_tokens": 5}, "max_completion_tokens"),
    "stream options without a stream": ({"stream_options": {"include_usage": True}}, "only allowed when 'stream'"),
    "top_logprobs alone": ({"top_logprobs": 2}, "only allowed when 'logprobs'"),
    "five stops": ({"stop": list("abcde")}, "maximum length 4"),
    "a misspelt parameter": ({"tool": [DIARY_TOOL]}, "did you mean 'tools'"),
    "Anthropic's parameter": ({"stop_sequences": ["x"], "temprature": 1}, "did you mean 'temperature'"),
}

RIGHT_CHAT = {
    "a system and a developer message": {
        "messages": [{"role": "system", "content": "x"}, {"role": "developer", "content": "y"}, USER]
    },
    "an empty text": {"messages": [{"role": "user", "content": ""}]},
    "an image": {
        "messages": [
            {
                "role": "user",
                "content": [{"type": "text", "text": "?"}, {"type": "image_url", "image_url": {"url": "data:"}}],
            }
        ]
    },
    "an answered call": {"messages": [USER, CALLING, RESULT]},
    "an answered call, and more": {"messages": [USER, CALLING, RESULT, USER, CALLING, RESULT]},
    "two calls answered in the other order": {
        "messages": [
            USER,
            {**CALLING, "tool_calls": [{**CALL, "id": "call_2"}, CALL]},
            RESULT,
            {**RESULT, "tool_call_id": "call_2"},
        ]
    },
    "broken arguments in the history": {
        "messages": [
            USER,
            {**CALLING, "tool_calls": [{**CALL, "function": {"name": "f", "arguments": '{"con'}}]},
            RESULT,
        ]
    },
    "a result as parts": {"messages": [USER, CALLING, {**RESULT, "content": [{"type": "text", "text": "stored"}]}]},
    "a refusal in the history": {"messages": [USER, {"role": "assistant", "refusal": "No."}, USER]},
    "an assistant at the end": {"messages": [USER, {"role": "assistant", "content": "So"}]},
    "a name of a participant": {"messages": [{**USER, "name": "Ada"}]},
    "a tool without parameters": {"tools": [{"type": "function", "function": {"name": "now"}}]},
    "a tool with empty parameters": {"tools": [function(parameters={})]},
    "a strict tool": {"tools": [function(strict=True)]},
    "a strict tool with a union and a reference": {
        "tools": [
            function(
                strict=True,
                parameters={
                    "type": "object",
                    "properties": {"a": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}},
                    "required": ["a"],
                    "additionalProperties": False,
                    "$defs": {"A": {"type": "object", "properties": {}, "required": [], "additionalProperties": False}},
                },
            )
        ]
    },
    "a tool that refers to itself": {
        "tools": [function(parameters={"type": "object", "properties": {"next": {"$ref": "#"}}})]
    },
    "a custom tool": {"tools": [{"type": "custom", "custom": {"name": "shell"}}]},
    "a forced tool": {"tools": [DIARY_TOOL], "tool_choice": {"type": "function", "function": {"name": "append_diary"}}},
    "allowed tools": {"tools": [DIARY_TOOL], "tool_choice": {"type": "allowed_tools", "allowed_tools": {}}},
    "no choice, no tools": {"tool_choice": "none"},
    "a strict format": {"response_format": json_schema(strict=True)},
    "a format of text": {"response_format": {"type": "text"}},
    "nulls": {"temperature": None, "max_tokens": None, "stop": None, "stream_options": None, "tool_choice": None},
    "bounds": {"temperature": 2, "top_p": 0, "n": 1, "presence_penalty": -2},
    "a parameter of tomorrow": {"quantum_mode": True},
    "a function message": {"messages": [USER, {"role": "function", "name": "f", "content": "x"}]},
}


@pytest.mark.parametrize("case", WRONG_CHAT)
def test_openai_refuses(case):
    body, message = WRONG_CHAT[case]
    stub = Stub()
    response = chat(stub, **body)
    error = json.loads(response.body)["error"]
    assert message in error["message"] + str(error["param"])
    assert (response.status, error["type"]) == (400, "invalid_request_error")
    assert ("x-should-retry", "false") in response.headers
    assert codes(stub) == ["FP204"]


@pytest.mark.parametrize("case", RIGHT_CHAT)
def test_openai_takes(case):
    stub = Stub()
    response = chat(stub, **RIGHT_CHAT[case])
    assert (response.status, codes(stub)) == (200, [])


@pytest.mark.parametrize("case", WRONG_CHAT)
def test_compatible_services_are_held_to_the_pairing_alone(case):
    stub = Stub()
    pairing = ("a result", "the result", "a call without its", "one of two", "no message", "messages as")
    response = chat(stub, host="api.example.com", **WRONG_CHAT[case][0])
    assert (response.status == 400) == case.startswith(pairing)


def user(*blocks: object) -> dict[str, object]:
    return {"role": "user", "content": list(blocks)}


TEXT = {"type": "text", "text": "Hi"}
USING = {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}]}
RETURNED = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "stored"}
TWICE = {"role": "assistant", "content": [*USING["content"], {**USING["content"][0], "id": "toolu_2"}]}
THINKING = {"type": "enabled", "budget_tokens": 1024}


def tool(**changes: object) -> dict[str, object]:
    return {key: value for key, value in {**DIARY_TOOL_ANTHROPIC, **changes}.items() if value is not None}


WRONG_MESSAGES = {
    "no max_tokens": ({"max_tokens": None}, "max_tokens: Field required"),
    "no model": ({"model": None}, "model: Field required"),
    "no messages": ({"messages": None}, "messages: Field required"),
    "negative max_tokens": ({"max_tokens": -1}, "max_tokens"),
    "max_tokens as a text": ({"max_tokens": "5"}, "valid integer"),
    "no message at all": ({"messages": []}, "at least one message"),
    "messages as a text": ({"messages": "Hi"}, "valid list, got a string"),
    "a text as a message": ({"messages": ["Hi"]}, "messages.0"),
    "a system message first": ({"messages": [{"role": "system", "content": "x"}, USER]}, "top-level `system`"),
    "an assistant first": ({"messages": [{"role": "assistant", "content": "x"}, USER]}, 'must use the "user" role'),
    "OpenAI's tool message": ({"messages": [USER, RESULT]}, "`tool_result` blocks"),
    "empty content": ({"messages": [{"role": "user", "content": ""}]}, "non-empty content"),
    "no content": ({"messages": [{"role": "user"}]}, "got null"),
    "an empty text block": ({"messages": [user({"type": "text", "text": ""})]}, "must be non-empty"),
    "OpenAI's image": ({"messages": [user({"type": "image_url"})]}, "'image_url'"),
    "a block without a type": ({"messages": [user({"text": "x"})]}, "type: Field required"),
    "a result for no call": ({"messages": [user(RETURNED)]}, "unexpected `tool_use_id`"),
    "a call without its result": ({"messages": [USER, USING]}, "without `tool_result` blocks immediately after"),
    "a call, then a text": ({"messages": [USER, USING, USER]}, "without `tool_result` blocks immediately after"),
    "one of two calls answered": ({"messages": [USER, TWICE, user(RETURNED)]}, "toolu_2"),
    "two messages for two results": (
        {"messages": [USER, TWICE, user(RETURNED), user({**RETURNED, "tool_use_id": "toolu_2"})]},
        "toolu_2",
    ),
    "a text before the result": ({"messages": [USER, USING, user(TEXT, RETURNED)]}, "must come first"),
    "a result in an assistant message": (
        {"messages": [USER, {"role": "assistant", "content": [RETURNED]}]},
        "only be in `user` messages",
    ),
    "a call in a user message": ({"messages": [user(*USING["content"])]}, "only be in `assistant` messages"),
    "the same id twice": (
        {"messages": [USER, {"role": "assistant", "content": USING["content"] * 2}, user(RETURNED)]},
        "unique",
    ),
    "arguments as a text": (
        {
            "messages": [
                USER,
                {"role": "assistant", "content": [{**USING["content"][0], "input": "{}"}]},
                user(RETURNED),
            ]
        },
        "Input should be an object, got a string",
    ),
    "system as an object": ({"system": {"text": "x"}}, "system: Input should be"),
    "a system block that is no text": ({"system": [{"type": "image"}]}, "system.0.type"),
    "OpenAI's tool": ({"tools": [DIARY_TOOL]}, "'function'"),
    "parameters in place of input_schema": (
        {"tools": [{"name": "f", "parameters": OPEN}]},
        "named `input_schema`, not `parameters`",
    ),
    "a tool without a name": ({"tools": [tool(name=None)]}, "name: Field required"),
    "a tool's name with a dot": ({"tools": [tool(name="diary.append")]}, "should match pattern"),
    "a schema that is no object": ({"tools": [tool(input_schema={"type": "string"})]}, "should be 'object'"),
    "an unknown type in a schema": (
        {"tools": [tool(input_schema={"type": "object", "properties": {"a": {"type": "str"}}})]},
        "JSON schema is invalid",
    ),
    "two tools of one name": ({"tools": [tool(), tool()]}, "must be unique"),
    "a choice as a word": ({"tools": [tool()], "tool_choice": "auto"}, "should be an object"),
    "a choice without tools": ({"tool_choice": {"type": "auto"}}, "while providing tools"),
    "a choice of a tool not offered": ({"tools": [tool()], "tool_choice": {"type": "tool", "name": "f"}}, "not found"),
    "a budget that is too small": ({"thinking": {"type": "enabled", "budget_tokens": 100}}, "1024"),
    "a budget above max_tokens": ({"thinking": THINKING}, "`max_tokens` must be greater"),
    "thinking with a temperature": ({"thinking": THINKING, "max_tokens": 2048, "temperature": 0.2}, "only be set to 1"),
    "thinking with a forced tool": (
        {"thinking": THINKING, "max_tokens": 2048, "tools": [tool()], "tool_choice": {"type": "any"}},
        "forces tool use",
    ),
    "a temperature that is too high": ({"temperature": 1.5}, "from 0 to 1"),
    "OpenAI's parameter": ({"response_format": {"type": "json_object"}}, "Extra inputs are not permitted"),
    "a misspelt parameter": ({"max_token": 5}, "did you mean `max_tokens`"),
}

RIGHT_MESSAGES = {
    "a system text": {"system": "Be brief."},
    "system blocks with a cache mark": {"system": [{**TEXT, "cache_control": {"type": "ephemeral"}}]},
    "a system message later on": {"messages": [USER, {"role": "system", "content": "Be brief."}]},
    "two user messages in a row": {"messages": [USER, USER]},
    "an answered call": {"messages": [USER, USING, user(RETURNED)]},
    "an answered call, then a text": {"messages": [USER, USING, user(RETURNED, TEXT)]},
    "a result without content": {"messages": [USER, USING, user({"type": "tool_result", "tool_use_id": "toolu_1"})]},
    "a failed result": {"messages": [USER, USING, user({**RETURNED, "is_error": True})]},
    "a result with an image": {
        "messages": [USER, USING, user({**RETURNED, "content": [{"type": "image", "source": {}}]})]
    },
    "two calls answered": {"messages": [USER, TWICE, user({**RETURNED, "tool_use_id": "toolu_2"}, RETURNED)]},
    "a prefilled answer": {"messages": [USER, {"role": "assistant", "content": "So"}]},
    "an empty assistant at the end": {"messages": [USER, {"role": "assistant", "content": []}]},
    "thoughts in the history": {
        "messages": [
            USER,
            {"role": "assistant", "content": [{"type": "thinking", "thinking": "", "signature": "x"}, TEXT]},
            USER,
        ]
    },
    "a document": {
        "messages": [
            user({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"}}, TEXT)
        ]
    },
    "a search of the provider's own": {"tools": [{"type": "web_search_20250305", "name": "web_search"}]},
    "a tool with a custom type": {"tools": [tool(type="custom", description=None)]},
    "a tool with examples": {"tools": [tool(input_examples=[{"content": "x"}], strict=True)]},
    "no tokens, to warm the cache": {"max_tokens": 0},
    "a forced tool": {"tools": [tool()], "tool_choice": {"type": "tool", "name": "append_diary"}},
    "no tool at all": {"tools": [tool()], "tool_choice": {"type": "none"}},
    "thinking": {"thinking": THINKING, "max_tokens": 2048, "temperature": 1},
    "adaptive thinking": {"thinking": {"type": "adaptive"}},
    "a structured output": {"output_config": {"format": {"type": "json_schema", "schema": DIARY_PARAMETERS}}},
    "bounds": {"temperature": 0, "top_p": 1, "top_k": 5, "stop_sequences": ["x"]},
    "a parameter of tomorrow": {"quantum_mode": True},
}


@pytest.mark.parametrize("case", WRONG_MESSAGES)
def test_anthropic_refuses(case):
    body, message = WRONG_MESSAGES[case]
    stub = Stub()
    response = messages(stub, **body)
    answer = json.loads(response.body)
    assert message in answer["error"]["message"]
    assert (response.status, answer["type"], answer["error"]["type"]) == (400, "error", "invalid_request_error")
    assert codes(stub) == ["FP204"]


@pytest.mark.parametrize("case", RIGHT_MESSAGES)
def test_anthropic_takes(case):
    stub = Stub()
    response = messages(stub, **RIGHT_MESSAGES[case])
    assert (response.status, codes(stub)) == (200, [])


def test_anthropic_wants_its_version_header():
    stub = Stub()
    body = {"model": "claude-sonnet-5-5", "max_tokens": 5, "messages": [USER]}
    response = stub.handle(Request("POST", "/v1/messages", body=json.dumps(body).encode()))
    assert "anthropic-version: header is required" in json.loads(response.body)["error"]["message"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"input": "x"}, "model"),
        ({"model": "m"}, "'input'"),
        ({"model": "m", "input": ""}, "empty string"),
        ({"model": "m", "input": ["a", ""]}, "empty string"),
        ({"model": "m", "input": {"a": 1}}, "got an object"),
        ({"model": "m", "input": ["x"] * 2049}, "2048"),
        ({"model": "m", "input": "x", "encoding_format": "int8"}, "encoding_format"),
    ],
)
def test_embeddings_refused(body, message):
    stub = Stub()
    response = stub.handle(Request("POST", "/v1/embeddings", body=json.dumps(body).encode()))
    assert message in json.loads(response.body)["error"]["message"]
    assert codes(stub) == ["FP204"]
