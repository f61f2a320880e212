"""Gemini through the real SDK, over the real wire."""

from __future__ import annotations

import asyncio
import json

import httpx
import pydantic
import pytest
from google import genai
from google.genai import errors, types
from sdks import PLAIN_SCHEMAS, contexts, postponed
from stub_support import DIARY_PARAMETERS, codes, post

from fencepost.stub import Request, Stub

MODEL = "gemini-2.5-flash"
DIARY = {
    "name": "append_diary",
    "description": "Write it down.",
    **(
        {"parameters_json_schema": DIARY_PARAMETERS}
        if PLAIN_SCHEMAS
        else {"parameters": {key: value for key, value in DIARY_PARAMETERS.items() if key != "additionalProperties"}}
    ),
}
TOOLS = [{"function_declarations": [DIARY, {"name": "now"}]}]
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


def ask(client: genai.Client, **config):
    return client.models.generate_content(model=MODEL, contents="I bought milk.", config={"tools": TOOLS, **config})


def texts(response: types.GenerateContentResponse, thought: bool) -> str:
    content = response.candidates[0].content
    return "".join(p.text or "" for p in (content.parts if content else []) if bool(p.thought) is thought)


def calls(response: types.GenerateContentResponse) -> list[tuple[str, dict]]:
    return [(call.name or "", call.args or {}) for call in response.function_calls or []]


@pytest.mark.parametrize("kind", SCRIPTS)
def test_every_reply_is_valid_and_its_stream_adds_up_to_it(model, kind):
    model.script(SCRIPTS[kind] * 3)
    client = genai.Client()
    whole = ask(client)
    pieces = list(
        client.models.generate_content_stream(model=MODEL, contents="I bought milk.", config={"tools": TOOLS})
    )
    for thought in (True, False):
        assert "".join(texts(piece, thought) for piece in pieces) == texts(whole, thought)
    assert [call for piece in pieces for call in calls(piece)] == calls(whole)
    assert pieces[-1].candidates[0].finish_reason == whole.candidates[0].finish_reason
    assert pieces[-1].usage_metadata == whole.usage_metadata
    body = {
        "contents": [{"parts": [{"text": "I bought milk."}]}],
        "tools": [{"functionDeclarations": [DIARY, {"name": "now"}]}],
    }
    raw = httpx.post(f"{model.url}/v1beta/models/{MODEL}:generateContent", json=body).json()
    types.GenerateContentResponse.model_validate(raw)


def test_unknown_fields_would_be_seen():
    with pytest.raises(pydantic.ValidationError):
        types.GenerateContentResponse.model_validate({"candidates": [{"invented": 1}]})


def test_finish_reasons(model):
    model.script(SCRIPTS["text"] + SCRIPTS["call"] + SCRIPTS["truncated"] + SCRIPTS["refusal"])
    client = genai.Client()
    reasons = [ask(client).candidates[0].finish_reason.value for _ in range(4)]
    assert reasons == ["STOP", "STOP", "MAX_TOKENS", "SAFETY"]


TOOL_LOOP = """
- call: append_diary
  args: {contents: Bought milk}
  invalid: true
- call: append_diary
  args: {content: Bought milk}
  expect: {after_tool: append_diary, tool_result: /error/}
- say: Saved.
  expect: {tool_result: stored, messages: 5, system: diary}
"""


def results(response: types.GenerateContentResponse, diary: list[str]) -> types.Content:
    parts = []
    for name, args in calls(response):
        if "content" in args:
            diary.append(args["content"])
        result = {"result": "stored"} if "content" in args else {"error": "no content"}
        parts.append(types.Part.from_function_response(name=name, response=result))
    return types.Content(role="user", parts=parts)


def test_a_tool_loop_corrects_a_malformed_call(model):
    model.script(TOOL_LOOP)
    client, diary = genai.Client(), []
    said = [types.Content(role="user", parts=[types.Part(text="I bought milk.")])]
    config = {"tools": TOOLS, "system_instruction": "You keep a diary."}
    while True:
        response = client.models.generate_content(model=MODEL, contents=said, config=config)
        if not response.function_calls:
            break
        said += [response.candidates[0].content, results(response, diary)]
    assert (response.text, diary) == ("Saved.", ["Bought milk"])


@contexts
@pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")
def test_a_tool_loop_asynchronously_and_streamed(model):
    model.script(TOOL_LOOP)
    diary: list[str] = []

    async def loop() -> str:
        async with genai.Client().aio as client:
            chat = client.chats.create(model=MODEL, config={"tools": TOOLS, "system_instruction": "You keep a diary."})
            message: object = "I bought milk."
            while True:
                pieces = [piece async for piece in await chat.send_message_stream(message)]
                answered = [piece for piece in pieces if piece.function_calls]
                if not answered:
                    return "".join(piece.text or "" for piece in pieces)
                message = [part for piece in answered for part in results(piece, diary).parts]

    assert asyncio.run(loop()) == "Saved."
    assert diary == ["Bought milk"]


@postponed
def test_the_sdk_s_own_function_calling(model):
    model.script("- call: append_diary\n  args: {content: Milk}\n- say: Saved.\n  expect: {tool_result: stored}\n")
    diary: list[str] = []

    def append_diary(content: str) -> str:
        """Write it down."""
        diary.append(content)
        return "stored"

    client = genai.Client()
    chat = client.chats.create(model=MODEL, config={"tools": [append_diary]})
    assert chat.send_message("I bought milk.").text == "Saved."
    assert diary == ["Milk"]


def test_structured_output_is_parsed(model):
    class Trip(pydantic.BaseModel):
        city: str
        days: int

    model.script("- json: {city: Tokyo, days: 3}\n")
    client = genai.Client()
    config = {"response_mime_type": "application/json", "response_schema": Trip}
    first, second = (client.models.generate_content(model=MODEL, contents="x", config=config).parsed for _ in range(2))
    assert (first, second) == (Trip(city="Tokyo", days=3), Trip(city="city", days=1))


def test_thoughts_are_made_up_where_they_are_asked_for(model):
    response = ask(genai.Client(), tools=[], thinking_config={"include_thoughts": True})
    assert texts(response, thought=True) == "A stubbed thought."
    assert response.usage_metadata.thoughts_token_count > 0


def test_embeddings_tokens_and_models(model):
    client = genai.Client()
    made = client.models.embed_content(model="gemini-embedding-001", contents=["tea and milk", "milk and tea"])
    assert len(made.embeddings[0].values) == 3072
    assert made.embeddings[0].values == made.embeddings[1].values
    short = client.models.embed_content(model="gemini-embedding-001", contents="x", config={"output_dimensionality": 8})
    assert len(short.embeddings[0].values) == 8
    assert client.models.count_tokens(model=MODEL, contents="I bought milk.").total_tokens > 0
    assert client.models.get(model=MODEL).name == f"models/{MODEL}"
    assert list(client.models.list())


def test_one_embedding_and_scripted_ones(model):
    model.script("- embed: [[1, 0]]\n")
    url = f"{model.url}/v1beta/models/m:embedContent"
    assert httpx.post(url, json={"content": {"parts": [{"text": "a"}]}}).json() == {"embedding": {"values": [1, 0]}}


@pytest.mark.parametrize(
    ("error", "status"), [("429", "RESOURCE_EXHAUSTED"), ("overloaded", "UNAVAILABLE"), ("403", "PERMISSION_DENIED")]
)
def test_errors(model, error, status):
    model.script(f"- error: {error}\n  message: Not now.\n")
    with pytest.raises(errors.APIError) as caught:
        ask(genai.Client())
    assert (caught.value.status, caught.value.message) == (status, "Not now.")


def test_a_stream_as_an_array():
    stub = Stub()
    body = {"contents": [{"parts": [{"text": "Hi"}]}]}
    response = post(stub, f"/v1beta/models/{MODEL}:streamGenerateContent", body)
    pieces = json.loads(response.body)
    said = "".join(part["text"] for piece in pieces for part in piece["candidates"][0]["content"]["parts"])
    assert said == "Stub reply 1."


USER = {"role": "user", "parts": [{"text": "Hi"}]}
CALLING = {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]}
RESPONSE = {"functionResponse": {"name": "f", "response": {"result": "ok"}}}
OPEN = {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}


def function(**changes: object) -> dict[str, object]:
    return {"tools": [{"functionDeclarations": [{"name": "f", "parameters": OPEN, **changes}]}]}


WRONG = {
    "no contents": ({"contents": None}, "contents is not specified"),
    "messages in place of contents": ({"messages": []}, 'Unknown name "messages"'),
    "no parts": ({"contents": [{"role": "user"}]}, "parts: must not be empty"),
    "an empty part": ({"contents": [{"parts": [{}]}]}, "required oneof field 'data'"),
    "a text as a turn": ({"contents": ["Hi"]}, "expected an object, got a string"),
    "the assistant's role": ({"contents": [USER, {**USER, "role": "assistant"}]}, "valid role"),
    "the system's role": ({"contents": [{**USER, "role": "system"}]}, "valid role"),
    "a response to no call": ({"contents": [USER, {"role": "user", "parts": [RESPONSE]}]}, "immediately after"),
    "a call without its response": ({"contents": [USER, CALLING, USER]}, "there are 1 calls and 0 responses"),
    "two responses to one call": (
        {"contents": [USER, CALLING, {"role": "user", "parts": [RESPONSE, RESPONSE]}]},
        "there are 1 calls and 2 responses",
    ),
    "a response as a text": (
        {"contents": [USER, CALLING, {"parts": [{"functionResponse": {"name": "f", "response": "ok"}}]}]},
        "expected an object",
    ),
    "a response without a name": (
        {"contents": [USER, CALLING, {"parts": [{"functionResponse": {"response": {}}}]}]},
        "Name cannot be empty",
    ),
    "OpenAI's tool": ({"tools": [{"type": "function", "function": {"name": "f"}}]}, "`functionDeclarations`"),
    "a function in tools itself": ({"tools": [{"name": "f", "parameters": OPEN}]}, "`functionDeclarations`"),
    "a name with a blank": (function(name="a b"), "Invalid function name"),
    "a name that begins with a digit": (function(name="1f"), "Invalid function name"),
    "additionalProperties": (function(parameters={**OPEN, "additionalProperties": False}), '"additionalProperties"'),
    "const, deep inside": (
        function(parameters={"type": "OBJECT", "properties": {"a": {"anyOf": [{"const": 1}]}}}),
        'Unknown name "const"',
    ),
    "an array of nothing": (
        function(parameters={"type": "OBJECT", "properties": {"a": {"type": "ARRAY"}}}),
        "items: missing",
    ),
    "an unknown type": (function(parameters={"type": "OBJECT", "properties": {"a": {"type": "STR"}}}), "Invalid value"),
    "a plain schema that is none": (
        function(parameters=None, parametersJsonSchema={"type": "object", "required": "a"}),
        "Invalid value",
    ),
    "an unknown mode": ({**function(), "toolConfig": {"functionCallingConfig": {"mode": "FORCE"}}}, "FORCE"),
    "names without the mode": (
        {**function(), "toolConfig": {"functionCallingConfig": {"allowedFunctionNames": ["f"]}}},
        "only be set when",
    ),
    "a name not declared": (
        {**function(), "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["g"]}}},
        "'g' is not declared",
    ),
    "a mode without tools": (
        {"toolConfig": {"functionCallingConfig": {"mode": "ANY"}}},
        "without function_declarations",
    ),
    "a schema without its type": ({"generationConfig": {"responseSchema": OPEN}}, "response_mime_type"),
    "a temperature that is too high": ({"generationConfig": {"temperature": 3}}, "[0.0, 2.0]"),
    "a temperature at the top": ({"temperature": 1}, 'Unknown name "temperature"'),
    "a misspelt field": ({"generationConfigs": {}}, 'Did you mean "generationConfig"'),
}

RIGHT = {
    "no role": {"contents": [{"parts": [{"text": "Hi"}]}]},
    "an answered call": {"contents": [USER, CALLING, {"role": "user", "parts": [RESPONSE]}]},
    "an answer in another role": {"contents": [USER, CALLING, {"role": "function", "parts": [RESPONSE]}]},
    "an answer and a text": {"contents": [USER, CALLING, {"role": "user", "parts": [RESPONSE, {"text": "x"}]}]},
    "a call without arguments": {
        "contents": [USER, {"role": "model", "parts": [{"functionCall": {"name": "f"}}]}, {"parts": [RESPONSE]}]
    },
    "the other spelling": {
        "tools": [{"function_declarations": [{"name": "f", "parameters": OPEN}]}],
        "system_instruction": USER,
    },
    "small types": function(parameters={"type": "object", "properties": {"a": {"type": "string", "nullable": True}}}),
    "a plain schema": function(parameters=None, parametersJsonSchema=DIARY_PARAMETERS),
    "no parameters": function(parameters=None),
    "a name with dots": function(name="diary.append:now"),
    "a property named const": function(parameters={"type": "OBJECT", "properties": {"const": {"type": "STRING"}}}),
    "a search of the provider's own": {"tools": [{"googleSearch": {}}]},
    "a forced function": {**function(), "toolConfig": {"functionCallingConfig": {"mode": "any"}}},
    "a structured output": {"generationConfig": {"responseMimeType": "application/json", "responseSchema": OPEN}},
    "an image": {"contents": [{"parts": [{"inlineData": {"mimeType": "image/png", "data": ""}}, {"text": "?"}]}]},
    "a field of tomorrow": {"quantumMode": True},
}


def generate(stub: Stub, host: str = "", **body: object):
    return post(stub, f"/v1beta/models/{MODEL}:generateContent", {"contents": [USER], **body}, host)


@pytest.mark.parametrize("case", WRONG)
def test_refuses(case):
    body, message = WRONG[case]
    stub = Stub()
    response = generate(stub, **body)
    error = json.loads(response.body)["error"]
    assert message in error["message"]
    assert (response.status, error["code"], error["status"]) == (400, 400, "INVALID_ARGUMENT")
    assert codes(stub) == ["FP204"]


@pytest.mark.parametrize("case", RIGHT)
def test_takes(case):
    stub = Stub()
    response = generate(stub, **RIGHT[case])
    assert (response.status, codes(stub)) == (200, [])


def test_vertex_takes_more():
    stub = Stub()
    path = f"/v1/projects/p/locations/l/publishers/google/models/{MODEL}:generateContent"
    body = {"contents": [USER], **function(parameters={**OPEN, "additionalProperties": False})}
    assert post(stub, path, body, "l-aiplatform.googleapis.com").status == 200


def test_embeddings_need_content():
    stub = Stub()
    response = stub.handle(Request("POST", "/v1beta/models/m:batchEmbedContents", body=b'{"requests": []}'))
    assert response.status == 400
    assert codes(stub) == ["FP204"]


@pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")
def test_vertex_finds_credentials_without_looking_for_them(model):
    model.script("- Hello from Vertex.\n")
    client = genai.Client(vertexai=True, project="my-project", location="us-central1")
    assert client.models.generate_content(model=MODEL, contents="Hi").text == "Hello from Vertex."


def test_what_an_account_holds_is_an_empty_list(model):
    assert list(genai.Client().files.list()) == []


@pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")
def test_and_so_it_is_on_vertex(model):
    client = genai.Client(vertexai=True, project="my-project", location="us-central1")
    assert (list(client.batches.list()), list(client.tunings.list()), list(client.caches.list())) == ([], [], [])
