"""OpenAI responses through the real SDK, over the real wire."""

from __future__ import annotations

import asyncio
import json

import openai
import pytest
from sdks import counting, custom_tools, kinds, numbered_events, omitting, streamed_responses, summaries
from strictness import dumped, invented
from stub_support import DIARY_PARAMETERS, DIARY_TOOL, codes, post

from fencepost.stub import Stub

TOOL = {"type": "function", "name": "append_diary", "parameters": DIARY_PARAMETERS, "strict": True}
NOW = {"type": "function", "name": "now", "parameters": {"type": "object", "properties": {}}, "strict": False}
SCRIPTS = {
    "text": "- Saved it, with love.\n",
    "chinese": "- 今天买了牛奶，还遇到了一只很可爱的小猫，心情非常好。\n",
    "empty": '- say: ""\n',
    "call": "- call: append_diary\n  args: {content: Milk}\n",
    "call and text": "- say: One moment.\n  call: append_diary\n  args: {content: Milk}\n",
    "parallel": "- call: [{append_diary: {content: Milk}}, now, {append_diary: {content: Bread}}]\n",
    "broken json": "- call: append_diary\n  raw_args: '{\"con'\n",
    "refusal": "- refuse: I cannot do that.\n",
    "truncated": "- say: Once upon a\n  finish: length\n",
    "filtered": '- say: ""\n  finish: content_filter\n',
    "counted": "- say: Yes.\n  usage: {in: 9, out: 3}\n",
    "thought": "- think: Hm, milk.\n  say: Saved.\n",
    "chunked": "- say: abcdefg\n  chunks: 3\n",
}


def client(**options) -> openai.OpenAI:
    return openai.OpenAI(_strict_response_validation=True, **options)


def ask(sdk: openai.OpenAI, **options):
    given = {"model": "gpt-5", "input": "I bought milk.", "tools": [TOOL, NOW], "reasoning": {"summary": "auto"}}
    return sdk.responses.create(**{**given, **options})


@pytest.mark.parametrize("kind", kinds(SCRIPTS, {"thought": summaries}))
def test_every_reply_is_valid_and_its_stream_adds_up_to_it(model, kind):
    model.script(SCRIPTS[kind] * 2)
    sdk = client()
    whole = ask(sdk)
    events = list(ask(sdk, stream=True))
    assert not list(invented(whole))
    assert not [name for event in events for name in invented(event)]
    if numbered_events:
        assert [event.sequence_number for event in events] == list(range(len(events)))
    assert events[-1].type == ("response.incomplete" if kind in ("truncated", "filtered") else "response.completed")
    assert dumped(events[-1].response, "id", "call_id") == dumped(whole, "id", "call_id")
    said = "".join(event.delta for event in events if event.type == "response.output_text.delta")
    assert said == whole.output_text


@streamed_responses
@pytest.mark.parametrize(
    "kind", kinds(["text", "call and text", "parallel", "refusal", "thought"], {"thought": summaries})
)
def test_the_sdk_accumulates_the_stream(model, kind):
    model.script(SCRIPTS[kind] * 2)
    sdk = client()
    with sdk.responses.stream(model="gpt-5", input="Hi", tools=[TOOL, NOW], reasoning={"summary": "auto"}) as stream:
        for _ in stream:
            pass
        streamed = stream.get_final_response()
    whole = ask(sdk, input="Hi")
    without = ("id", "call_id", "parsed", "parsed_arguments")
    assert dumped(streamed, *without) == dumped(whole, *without)


TOOL_LOOP = """
- call: append_diary
  args: {contents: Bought milk}
  invalid: true
- call: append_diary
  raw_args: '{"content": "Bought mi'
- call: append_diary
  args: {content: Bought milk}
  expect: {after_tool: append_diary, tool_result: /error/}
- say: Saved.
  expect: {tool_result: stored, messages: 7}
"""


def handle(arguments: str, diary: list[str]) -> str:
    try:
        diary.append(json.loads(arguments)["content"])
    except (ValueError, KeyError) as error:
        return f"error: {error!r}"
    return "stored"


def outputs(response, diary: list[str]) -> list[dict[str, str]]:
    return [
        {"type": "function_call_output", "call_id": item.call_id, "output": handle(item.arguments, diary)}
        for item in response.output
        if item.type == "function_call"
    ]


def test_a_tool_loop_that_sends_everything_again(model):
    model.script(TOOL_LOOP)
    sdk, said, diary = client(), [{"role": "user", "content": "I bought milk."}], []
    while results := outputs(response := ask(sdk, input=said), diary):
        said += [*response.output, *results]
    assert (response.output_text, diary) == ("Saved.", ["Bought milk"])


def test_a_tool_loop_that_relies_on_what_is_kept(model):
    model.script(TOOL_LOOP)
    diary: list[str] = []

    async def loop() -> str:
        async with openai.AsyncOpenAI(_strict_response_validation=True) as sdk:
            response = await sdk.responses.create(model="gpt-5", input="I bought milk.", tools=[TOOL])
            while results := outputs(response, diary):
                response = await sdk.responses.create(
                    model="gpt-5", input=results, tools=[TOOL], previous_response_id=response.id
                )
            return response.output_text

    assert asyncio.run(loop()) == "Saved."
    assert diary == ["Bought milk"]


@omitting
@streamed_responses
def test_a_tool_loop_streamed(model):
    model.script(TOOL_LOOP)
    sdk, given, before, diary = client(), "I bought milk.", openai.omit, []
    loose = {**TOOL, "strict": False}
    while True:
        with sdk.responses.stream(model="gpt-5", input=given, tools=[loose], previous_response_id=before) as stream:
            stream.until_done()
            response = stream.get_final_response()
        before, given = response.id, outputs(response, diary)
        if not given:
            break
    assert (response.output_text, diary) == ("Saved.", ["Bought milk"])


def test_structured_output_is_parsed(model):
    import pydantic

    class Trip(pydantic.BaseModel):
        city: str
        days: int

    model.script("- json: {city: Tokyo, days: 3}\n")
    sdk = client()
    first, second = (sdk.responses.parse(model="gpt-5", input="x", text_format=Trip).output_parsed for _ in range(2))
    assert (first, second) == (Trip(city="Tokyo", days=3), Trip(city="city", days=1))


def test_thoughts_are_summed_up_only_where_that_is_asked_for(model):
    model.script("- think: Hm.\n  say: Saved.\n" * 2)
    shown, hidden = ask(client()), ask(client(), reasoning={}, include=["reasoning.encrypted_content"])
    assert shown.output[0].summary[0].text == "Hm."
    assert hidden.output[0].summary == []
    assert hidden.output[0].encrypted_content
    assert shown.usage.output_tokens_details.reasoning_tokens == 1


def test_kept_responses(model):
    sdk = client()
    made = ask(sdk, tools=[])
    assert sdk.responses.retrieve(made.id).output_text == made.output_text
    sdk.responses.delete(made.id)
    with pytest.raises(openai.NotFoundError):
        sdk.responses.retrieve(made.id)
    passing = ask(sdk, tools=[], store=False)
    with pytest.raises(openai.NotFoundError):
        sdk.responses.retrieve(passing.id)
    with pytest.raises(openai.BadRequestError) as caught:
        ask(sdk, previous_response_id=passing.id)
    assert caught.value.code == "previous_response_not_found"
    assert [fault.code for fault in model.faults()] == ["FP204"] * 3


@custom_tools
def test_custom_tools(model):
    model.script("- call: shell\n  raw_args: ls -l\n" * 2)
    custom = {"type": "custom", "name": "shell"}
    (call,) = ask(client(), tools=[custom]).output
    assert (call.type, call.input) == ("custom_tool_call", "ls -l")
    names = [event.type for event in ask(client(), tools=[custom], stream=True)]
    assert "response.custom_tool_call_input.done" in names


@pytest.mark.parametrize(
    ("error", "expected"), [("rate_limit", openai.RateLimitError), ("400", openai.BadRequestError)]
)
def test_errors(model, error, expected):
    model.script(f"- error: {error}\n")
    with pytest.raises(expected):
        ask(client())


USER = {"role": "user", "content": "Hi"}
CALL = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "c1", "output": "stored"}

WRONG = {
    "messages in place of input": ({"messages": [USER]}, "has moved to 'input'"),
    "the old format": ({"response_format": {"type": "text"}}, "has moved to 'text.format'"),
    "the old limit": ({"max_tokens": 50}, "has moved to 'max_output_tokens'"),
    "no model": ({"model": None}, "'model'"),
    "no input": ({"input": None}, "'input'"),
    "input as an object": ({"input": {"a": 1}}, "got an object"),
    "a text in the list": ({"input": ["Hi"]}, "input[0]"),
    "a tool's role": ({"input": [{"role": "tool", "content": "x"}]}, "'tool'. Supported values"),
    "no content": ({"input": [{"role": "user"}]}, "input[0].content"),
    "a part of chat": ({"input": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]}, "'input_text'"),
    "an answer as input": (
        {"input": [{"role": "assistant", "content": [{"type": "input_text", "text": "x"}]}]},
        "'output_text'",
    ),
    "arguments as an object": ({"input": [USER, {**CALL, "arguments": {}}, OUTPUT]}, "expected a string"),
    "an output that is missing": ({"input": [USER, CALL, {**OUTPUT, "output": None}]}, "input[2].output"),
    "an output for no call": ({"input": [USER, OUTPUT]}, "No tool call found"),
    "a call without its output": ({"input": [USER, CALL]}, "No tool output found for function call c1"),
    "a tool of chat's shape": ({"tools": [DIARY_TOOL]}, "'tools[0].name'"),
    "a tool without a type": ({"tools": [{"name": "f"}]}, "'tools[0].type'"),
    "a name with a blank": ({"tools": [{**TOOL, "name": "a b"}]}, "does not match pattern"),
    "strict and open": ({"tools": [{**NOW, "strict": True}]}, "additionalProperties"),
    "a choice of chat's shape": (
        {"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "append_diary"}}},
        "'tool_choice.name'",
    ),
    "a choice of a tool not offered": (
        {"tools": [TOOL], "tool_choice": {"type": "function", "name": "f"}},
        "not found",
    ),
    "a choice without tools": ({"tool_choice": "required"}, "only allowed when 'tools'"),
    "a format of chat's shape": (
        {"text": {"format": {"type": "json_schema", "json_schema": {"name": "n", "schema": {}}}}},
        "text.format.name",
    ),
    "JSON without the word": ({"text": {"format": {"type": "json_object"}}}, "the word 'json'"),
    "a limit that is too small": ({"max_output_tokens": 5}, "at least 16"),
    "a temperature that is too high": ({"temperature": 3}, "from 0 to 2"),
    "a misspelt parameter": ({"instruction": "x"}, "did you mean 'instructions'"),
    "a response nobody made": ({"previous_response_id": "resp_x"}, "not found"),
}

RIGHT = {
    "a text": {"input": "Hi"},
    "an empty text": {"input": ""},
    "roles": {"input": [{"role": "developer", "content": "x"}, {"role": "system", "content": "y"}, USER]},
    "parts": {"input": [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "x"}]}]},
    "an answered call": {"input": [USER, CALL, OUTPUT]},
    "an output as parts": {"input": [USER, CALL, {**OUTPUT, "output": [{"type": "input_text", "text": "x"}]}]},
    "an output by name": {"input": [USER, {"type": "function_call_output", "name": "f", "output": "x"}]},
    "broken arguments in the history": {"input": [USER, {**CALL, "arguments": "{"}, OUTPUT]},
    "a reference": {"input": [{"type": "item_reference", "id": "msg_1"}, OUTPUT]},
    "a thought": {"input": [{"type": "reasoning", "id": "rs_1", "summary": []}, CALL, OUTPUT]},
    "a stored prompt": {"prompt": {"id": "pmpt_1"}, "model": None, "input": None},
    "a search of the provider's own": {"tools": [{"type": "web_search"}]},
    "a forced search": {"tools": [{"type": "web_search"}], "tool_choice": {"type": "web_search"}},
    "a forced tool": {"tools": [TOOL], "tool_choice": {"type": "function", "name": "append_diary"}},
    "a structured output": {"text": {"format": {"type": "json_schema", "name": "n", "schema": DIARY_PARAMETERS}}},
    "JSON": {"input": "As JSON.", "text": {"format": {"type": "json_object"}}},
    "no parallel calls, no tools": {"parallel_tool_calls": False},
    "a parameter of tomorrow": {"quantum_mode": True},
}


def respond(stub: Stub, **body: object):
    return post(stub, "/v1/responses", {"model": "gpt-5", "input": "Hi", **body})


@pytest.mark.parametrize("case", WRONG)
def test_refuses(case):
    body, message = WRONG[case]
    stub = Stub()
    response = respond(stub, **body)
    error = json.loads(response.body)["error"]
    assert message in error["message"] + str(error["param"])
    assert (response.status, error["type"]) == (400, "invalid_request_error")
    assert codes(stub) == ["FP204"]


@pytest.mark.parametrize("case", RIGHT)
def test_takes(case):
    stub = Stub()
    response = respond(stub, **RIGHT[case])
    assert (response.status, codes(stub)) == (200, [])


@counting
def test_tokens_are_counted(model):
    counted = client().responses.input_tokens.count(model="gpt-5", input="I bought milk.")
    assert counted.input_tokens > 0
    assert not list(invented(counted))
