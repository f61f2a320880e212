"""Gemini's interactions through the real SDK, over the real wire."""

from __future__ import annotations

import asyncio
import json

import httpx
import pydantic
import pytest
from google import genai
from sdks import HAS_STEPS
from strictness import invented
from stub_support import DIARY_PARAMETERS, codes, post

from fencepost.stub import Stub

if not HAS_STEPS:
    pytest.skip("the schema of steps came with version 2 of the SDK", allow_module_level=True)
interactions = pytest.importorskip("google.genai.interactions")

MODEL = "gemini-3.5-flash"
DIARY = {"type": "function", "name": "append_diary", "description": "Write it down.", "parameters": DIARY_PARAMETERS}
NOW = {"type": "function", "name": "now"}
SCRIPTS = {
    "text": "- Saved it, with love.\n",
    "chinese": "- 今天买了牛奶，还遇到了一只很可爱的小猫，心情非常好。\n",
    "empty": '- say: ""\n',
    "call": "- call: append_diary\n  args: {content: Milk}\n",
    "call and text": "- say: One moment.\n  call: append_diary\n  args: {content: Milk}\n",
    "parallel": "- call: [{append_diary: {content: Milk}}, now]\n",
    "refusal": "- refuse: I cannot do that.\n",
    "truncated": "- say: Once upon a\n  finish: length\n",
    "counted": "- say: Yes.\n  usage: {in: 9, out: 3}\n",
    "thought": "- think: Hm, milk.\n  say: Saved.\n",
    "chunked": "- say: abcdefg\n  chunks: 3\n",
}
THINKING = {"thinking_summaries": "auto"}
EVENT = pydantic.TypeAdapter(interactions.InteractionSSEEvent)


def ask(client: genai.Client, **options):
    options = {"model": MODEL, "input": "I bought milk.", "tools": [DIARY, NOW], **options}
    return client.interactions.create(**options)


def accumulated(events) -> list[dict[str, object]]:
    """The steps that a stream adds up to."""
    steps: list[dict[str, object]] = []
    for event in events:
        if event.event_type == "step.start":
            steps.append({"type": event.step.type, "error": getattr(event.step, "error", None)})
            if event.step.type == "function_call":
                steps[-1] |= {"id": event.step.id, "name": event.step.name}
        elif event.event_type == "step.delta":
            delta = event.delta.model_dump(exclude_none=True)
            piece = delta.get("content", delta)
            key = {"text": "text", "arguments_delta": "arguments", "thought_signature": "signature"}.get(
                event.delta.type, "summary"
            )
            steps[event.index][key] = steps[event.index].get(key, "") + piece.get("text", piece.get(key, ""))
    return steps


def said(step) -> dict[str, object]:
    """A step of an interaction in the same form."""
    plain: dict[str, object] = {"type": step.type, "error": getattr(step, "error", None)}
    if step.type == "function_call":
        plain |= {"id": step.id, "name": step.name, "arguments": json.dumps(step.arguments)}
    if step.type == "thought":
        plain |= {"signature": step.signature, "summary": "".join(one.text for one in step.summary)}
    words = "".join(one.text for one in getattr(step, "content", None) or [])
    return {**plain, "text": words} if words else plain


def without_ids(steps: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{key: value for key, value in step.items() if key != "id"} for step in steps]


@pytest.mark.parametrize("kind", SCRIPTS)
def test_every_reply_is_valid_and_its_stream_adds_up_to_it(model, kind):
    model.script(SCRIPTS[kind] * 4)
    client = genai.Client()
    whole = ask(client, generation_config=THINKING)
    events = list(ask(client, generation_config=THINKING, stream=True))
    assert without_ids(accumulated(events)) == without_ids([said(step) for step in whole.steps])
    assert events[-1].interaction.status == whole.status
    assert counted(events[-1].interaction) == counted(whole)

    body = {"model": MODEL, "input": "Hi", "tools": [DIARY, NOW], "generation_config": THINKING}
    url = f"{model.url}/v1beta/interactions"
    raw = httpx.post(url, json=body).json()
    assert strange(interactions.Interaction.model_validate(raw)) == []
    sent = httpx.post(url, json={**body, "stream": True}).text.strip().split("\n\n")
    for one in sent[:-1]:
        name, data = one.split("\n", 1)
        event = EVENT.validate_json(data.removeprefix("data: "))
        assert (strange(event), event.event_type) == ([], name.removeprefix("event: "))
    assert sent[-1] == "event: done\ndata: [DONE]"


def counted(interaction) -> dict[str, object]:
    """The usage, without what the SDK adds to one that was not streamed."""
    return interaction.usage.model_dump(exclude={"initial_input_tokens"})


def strange(value: pydantic.BaseModel) -> list[str]:
    """What the SDK's models do not know: fields, and kinds of steps, of content and of events."""
    return [*invented(value), *(["unknown"] if "'UNKNOWN'" in repr(value) else [])]


def test_strange_fields_and_steps_would_be_seen():
    raw = {"status": "completed", "steps": [{"type": "thinking"}], "invented": 1}
    assert strange(interactions.Interaction.model_validate(raw)) == [".invented", "unknown"]


@pytest.mark.parametrize(
    ("kind", "status"),
    [("text", "completed"), ("call", "requires_action"), ("truncated", "incomplete"), ("refusal", "failed")],
)
def test_statuses(model, kind, status):
    model.script(SCRIPTS[kind])
    assert ask(genai.Client()).status == status


TOOL_LOOP = """
- call: append_diary
  args: {contents: Bought milk}
  invalid: true
- call: append_diary
  args: {content: Bought milk}
  expect: {after_tool: append_diary, tool_result: /no content/, system: diary}
- say: Saved.
  expect: {tool_result: stored, messages: 5, user: I bought milk.}
"""
ASKED = {"model": MODEL, "tools": [DIARY], "system_instruction": "You keep a diary."}


def results(steps, diary: list[str]) -> list[dict[str, object]]:
    return [
        {"type": "function_result", "name": step.name, "call_id": step.id, "result": stored(step.arguments, diary)}
        for step in steps
        if step.type == "function_call"
    ]


def stored(arguments: dict[str, str], diary: list[str]) -> object:
    if "content" not in arguments:
        return {"error": "no content"}
    diary.append(arguments["content"])
    return [{"type": "text", "text": "stored"}]


def test_a_tool_loop_over_what_is_kept(model):
    model.script(TOOL_LOOP)
    client, diary = genai.Client(), []
    interaction = client.interactions.create(input="I bought milk.", **ASKED)
    while interaction.status == "requires_action":
        answers = results(interaction.steps, diary)
        interaction = client.interactions.create(input=answers, previous_interaction_id=interaction.id, **ASKED)
    assert (interaction.output_text, diary) == ("Saved.", ["Bought milk"])


def test_a_tool_loop_that_keeps_nothing(model):
    model.script(TOOL_LOOP)
    client, diary = genai.Client(), []
    steps = [{"type": "user_input", "content": [{"type": "text", "text": "I bought milk."}]}]
    while True:
        interaction = client.interactions.create(input=steps, store=False, **ASKED)
        answers = results(interaction.steps, diary)
        if not answers:
            break
        steps += [*(step.model_dump(exclude_none=True) for step in interaction.steps), *answers]
    assert (interaction.output_text, diary) == ("Saved.", ["Bought milk"])


@pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")
def test_a_tool_loop_asynchronously_and_streamed(model):
    model.script(TOOL_LOOP)
    diary: list[str] = []

    async def loop() -> str:
        client, given, before = genai.Client().aio, "I bought milk.", None
        while True:
            more = {"previous_interaction_id": before} if before else {}
            stream = await client.interactions.create(input=given, stream=True, **ASKED, **more)
            events = [event async for event in stream]
            calls = [step for step in accumulated(events) if step["type"] == "function_call"]
            if not calls:
                return "".join(event.delta.text for event in events if event.event_type == "step.delta")
            before = events[-1].interaction.id
            given = [
                {
                    "type": "function_result",
                    "name": call["name"],
                    "call_id": call["id"],
                    "result": stored(json.loads(str(call["arguments"])), diary),
                }
                for call in calls
            ]

    assert asyncio.run(loop()) == "Saved."
    assert diary == ["Bought milk"]


def test_structured_output(model):
    class Trip(pydantic.BaseModel):
        city: str
        days: int

    model.script("- json: {city: Tokyo, days: 3}\n")
    format_ = {"type": "text", "mime_type": "application/json", "schema": Trip.model_json_schema()}
    first, second = (ask(genai.Client(), tools=[], response_format=given) for given in (format_, [format_]))
    assert Trip.model_validate_json(first.output_text) == Trip(city="Tokyo", days=3)
    assert Trip.model_validate_json(second.output_text) == Trip(city="city", days=1)


def test_thoughts_are_summed_up_only_where_that_is_asked_for(model):
    model.script("- think: Hm.\n  say: Yes.\n")
    client = genai.Client()
    assert ask(client).steps[0].summary is None
    shown = ask(client, tools=[], generation_config=THINKING)
    assert shown.steps[0].summary[0].text == "A stubbed thought."
    assert shown.usage.total_thought_tokens > 0


def test_the_choice_of_tools(model):
    client = genai.Client()
    only = {"tool_choice": {"allowed_tools": {"mode": "any", "tools": ["now"]}}}
    assert ask(client, generation_config=only).steps[0].name == "now"
    assert ask(client, generation_config={"tool_choice": "any"}).steps[0].name == "append_diary"
    assert ask(client, generation_config={"tool_choice": "none"}).steps[0].type == "model_output"
    model.script("- call: append_diary\n  args: {content: Milk}\n")
    with pytest.raises(interactions_error("BadRequestError"), match="lets the model call no tool"):
        ask(client, generation_config={"tool_choice": "none"})
    assert [fault.code for fault in model.faults()] == ["FP209"]


def interactions_error(name: str):
    from google.genai import _interactions  # the names under which the vendor's guides catch them

    return getattr(_interactions, name)


def test_kept_interactions(model):
    client = genai.Client()
    made = ask(client, tools=[])
    kept = client.interactions.get(made.id)
    assert [step.type for step in kept.steps] == ["user_input", "model_output"]
    assert kept.output_text == made.output_text
    events = list(client.interactions.get(made.id, stream=True))
    assert "".join(event.delta.text for event in events if event.event_type == "step.delta") == made.output_text
    later = list(client.interactions.get(made.id, stream=True, last_event_id=events[2].event_id))
    assert later == events[3:]
    client.interactions.delete(made.id)
    with pytest.raises(interactions_error("NotFoundError")):
        client.interactions.get(made.id)
    passing = ask(client, tools=[], store=False)
    with pytest.raises(interactions_error("NotFoundError"), match="store: false"):
        ask(client, previous_interaction_id=passing.id)
    assert [fault.code for fault in model.faults()] == ["FP204", "FP204"]


def test_background_work_is_done_when_it_is_looked_at(model):
    client = genai.Client()
    begun = client.interactions.create(agent="deep-research-preview-04-2026", input="Milk?", background=True)
    assert (begun.status, begun.steps) == ("in_progress", [])
    done = client.interactions.get(begun.id)
    assert (done.status, done.output_text) == ("completed", "Stub reply 1.")
    assert client.interactions.cancel(begun.id).status == "cancelled"


@pytest.mark.parametrize(
    ("error", "expected", "code"),
    [
        ("400", "BadRequestError", "invalid_request"),
        ("401", "AuthenticationError", "unauthenticated"),
        ("403", "PermissionDeniedError", "permission_denied"),
        ("404", "NotFoundError", "not_found"),
        ("429", "RateLimitError", "resource_exhausted"),
        ("500", "InternalServerError", "internal"),
        ("overloaded", "InternalServerError", "unavailable"),
    ],
)
def test_an_error_surfaces_though_the_sdk_tries_again(model, error, expected, code):
    model.script(f"- error: {error}\n  message: Not now.\n- Now.\n")
    client = genai.Client()
    with pytest.raises(interactions_error(expected)) as caught:
        ask(client)
    assert caught.value.body["error"] == {"message": "Not now.", "code": code}
    assert ask(client).output_text == "Now."
    assert len(model.requests) == 2


def test_the_sdk_may_retry(model):
    model.script("- error: 429\n  retry: true\n- Now.\n")
    assert ask(genai.Client()).output_text == "Now."


@pytest.mark.parametrize("attempts", [1, 2])
def test_another_number_of_attempts_is_scripted(model, attempts):
    model.script(f"- error: 429\n  retry: true\n  repeat: {attempts}\n- Now.\n")
    client = genai.Client(http_options={"retry_options": {"attempts": attempts}})
    with pytest.raises(interactions_error("RateLimitError")):
        ask(client)
    assert ask(client).output_text == "Now."


def test_another_client_s_repetition_is_a_request_of_its_own(model):
    model.script("- error: 429\n- Now.\n")
    body = {"model": MODEL, "input": "Hi"}
    statuses = [httpx.post(f"{model.url}/v1beta/interactions", json=body).status_code for _ in range(2)]
    assert statuses == [429, 200]


def test_a_connection_is_dropped_and_a_stream_breaks_off(model):
    model.script("- error: disconnect\n- say: a b c d\n  break_stream: 4\n")
    client = genai.Client()
    with pytest.raises(interactions_error("APIConnectionError")):
        ask(client)
    with pytest.raises(interactions_error("APIConnectionError")):
        list(ask(client, stream=True))


USER = {"type": "user_input", "content": [{"type": "text", "text": "Hi"}]}
CALL = {"type": "function_call", "id": "c1", "name": "f", "arguments": {}}
RESULT = {"type": "function_result", "call_id": "c1", "name": "f", "result": "ok"}
FUNCTION = {"type": "function", "name": "f", "parameters": {"type": "object", "properties": {}}}
JSON = {"type": "text", "mime_type": "application/json", "schema": {"type": "object"}}

WRONG = {
    "contents in place of input": ({"contents": []}, 'Unknown name "contents"'),
    "a misspelt field": ({"previous_interaction": "v1"}, 'Did you mean "previous_interaction_id"'),
    "neither model nor agent": ({"model": None}, "Exactly one of"),
    "a model and an agent": ({"agent": "deep-research-preview-04-2026"}, "Exactly one of"),
    "no input": ({"input": None}, "`input` is required"),
    "an empty input": ({"input": []}, "`input` is required"),
    "a number as input": ({"input": 7}, "got a number"),
    "turns of old": ({"input": [{"role": "user", "content": "Hi"}]}, "legacy"),
    "content without its type": ({"input": [{"text": "Hi"}]}, "has no `type`"),
    "a text in a list": ({"input": ["Hi"]}, "has no `type`"),
    "content beside steps": ({"input": [USER, {"type": "text", "text": "Hi"}]}, "stand in one list"),
    "a text as content of a step": ({"input": [{"type": "user_input", "content": "Hi"}]}, "got a string"),
    "a result without a name": (
        {"input": [USER, CALL, {key: RESULT[key] for key in ("type", "call_id", "result")}]},
        "`name` of a function_result",
    ),
    "a result without its result": (
        {"input": [USER, CALL, {key: RESULT[key] for key in ("type", "call_id", "name")}]},
        "`result` of a function_result",
    ),
    "arguments as a text": ({"input": [USER, {**CALL, "arguments": "{}"}, RESULT]}, "`arguments` of a function_call"),
    "a result to no call": ({"input": [USER, RESULT]}, "immediately after a function call turn"),
    "a result to another call": ({"input": [USER, CALL, {**RESULT, "call_id": "c2"}]}, "which no open call has"),
    "a call without its result": ({"input": [USER, CALL, USER]}, "answers the function_call 'c1'"),
    "one result to two calls": ({"input": [USER, CALL, {**CALL, "id": "c2"}, RESULT]}, "the function_call 'c2'"),
    "OpenAI's tool": ({"tools": [{"type": "function", "function": {"name": "f"}}]}, "stands flat"),
    "declarations": ({"tools": [{"function_declarations": [{"name": "f"}]}]}, "stands flat"),
    "a name with a blank": ({"tools": [{**FUNCTION, "name": "a b"}]}, "Invalid function name"),
    "a schema that is none": ({"tools": [{**FUNCTION, "parameters": {"type": "objct"}}]}, "parameters"),
    "a choice at the top": ({"tools": [FUNCTION], "tool_choice": "any"}, "stands in `generation_config`"),
    "an unknown choice": ({"tools": [FUNCTION], "generation_config": {"tool_choice": "required"}}, "required"),
    "a choice without tools": ({"generation_config": {"tool_choice": "any"}}, "without a function"),
    "a tool not declared": (
        {"tools": [FUNCTION], "generation_config": {"tool_choice": {"allowed_tools": {"mode": "any", "tools": ["g"]}}}},
        "'g' is not declared",
    ),
    "a bare schema as format": ({"response_format": {"type": "object", "properties": {}}}, "a schema stands in"),
    "a schema without JSON": ({"response_format": {**JSON, "mime_type": "text/plain"}}, "needs `mime_type"),
    "a schema that is wrong": ({"response_format": {**JSON, "schema": {"type": 1}}}, "response_format.schema"),
    "in the background, not kept": ({"background": True, "store": False}, "cannot be combined"),
    "a temperature that is too high": ({"generation_config": {"temperature": 3}}, "[0, 2]"),
}

RIGHT = {
    "one piece of content": {"input": {"type": "text", "text": "Hi"}},
    "an image and a text": {
        "input": [{"type": "image", "data": "", "mime_type": "image/png"}, {"type": "text", "text": "?"}]
    },
    "an answered call": {"input": [USER, CALL, RESULT]},
    "an answered call and more": {"input": [USER, CALL, RESULT, USER]},
    "a result as an object": {"input": [USER, CALL, {**RESULT, "result": {"a": 1}, "is_error": True}]},
    "thoughts among the steps": {"input": [USER, {"type": "thought", "signature": "x"}, CALL, RESULT]},
    "two calls, answered in the other order": {
        "input": [USER, CALL, {**CALL, "id": "c2"}, {**RESULT, "call_id": "c2"}, RESULT]
    },
    "a search of the provider's own": {"tools": [{"type": "google_search"}]},
    "a server of tools": {"tools": [{"type": "mcp_server", "name": "m", "url": "https://example.com"}]},
    "no parameters": {"tools": [{"type": "function", "name": "f"}]},
    "a choice in capitals": {"tools": [FUNCTION], "generation_config": {"tool_choice": "ANY"}},
    "a schema in a list of formats": {"response_format": [JSON]},
    "a picture as format": {"response_format": {"type": "image", "aspect_ratio": "1:1"}},
    "an agent": {"model": None, "agent": "deep-research-preview-04-2026", "background": True},
    "nothing but a token": {"input": None, "continuation_token": "abc"},
    "a field of tomorrow": {"quantum_mode": True},
}


@pytest.mark.parametrize("case", WRONG)
def test_refuses(case):
    body, message = WRONG[case]
    stub = Stub()
    response = post(stub, "/v1beta/interactions", {"model": MODEL, "input": "Hi", **body})
    error = json.loads(response.body)["error"]
    assert message in error["message"]
    assert (response.status, error["code"]) == (400, "invalid_request")
    assert codes(stub) == ["FP204"]


@pytest.mark.parametrize("case", RIGHT)
def test_takes(case):
    stub = Stub()
    response = post(stub, "/v1/interactions", {"model": MODEL, "input": "Hi", **RIGHT[case]})
    assert (response.status, codes(stub)) == (200, [])


@pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")
def test_vertex(model):
    model.script("- Hello from Vertex.\n")
    client = genai.Client(vertexai=True, project="my-project", location="us-central1")
    assert client.interactions.create(model=MODEL, input="Hi").output_text == "Hello from Vertex."
