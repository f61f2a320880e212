"""OpenAI chat completions and embeddings through the real SDK, over the real wire."""

from __future__ import annotations

import asyncio
import json

import httpx
import openai
import pytest
from sdks import chat_helpers, custom_tools
from strictness import dumped, invented
from stub_support import DIARY_PARAMETERS, DIARY_TOOL

USER = {"role": "user", "content": "I bought milk."}
NOW_TOOL = {"type": "function", "function": {"name": "now"}}
SCRIPTS = {
    "text": "- Saved it, with love.\n",
    "chinese": "- 今天买了牛奶，还遇到了一只很可爱的小猫，心情非常好。\n",
    "blanks": '- "  two\\n\\nlines  "\n',
    "empty": '- say: ""\n',
    "call": "- call: append_diary\n  args: {content: Milk}\n",
    "call and text": "- say: One moment.\n  call: append_diary\n  args: {content: Milk}\n",
    "parallel": "- call: [{append_diary: {content: Milk}}, now, {append_diary: {content: Bread and more}}]\n",
    "broken json": "- call: append_diary\n  raw_args: '{\"con'\n",
    "empty arguments": "- call: append_diary\n  raw_args: ''\n",
    "refusal": "- refuse: I cannot do that.\n",
    "truncated": "- say: Once upon a\n  finish: length\n",
    "nothing but a thought": "- think: Hm.\n  finish: length\n",
    "filtered": '- say: ""\n  finish: content_filter\n',
    "counted": "- say: Yes.\n  usage: {in: 9, out: 3}\n",
    "thought": "- think: Hm, milk.\n  say: Saved.\n",
    "chunked": "- say: abcdefg\n  chunks: 3\n",
    "cut": "- say: abcdefg\n  chunks: [abc, '', defg]\n",
}


def client(**options) -> openai.OpenAI:
    return openai.OpenAI(_strict_response_validation=True, **options)


def ask(sdk: openai.OpenAI, **options):
    return sdk.chat.completions.create(model="gpt-4o-mini", messages=[USER], tools=[DIARY_TOOL, NOW_TOOL], **options)


@pytest.mark.parametrize("kind", SCRIPTS)
def test_every_reply_is_valid_and_its_stream_adds_up_to_it(model, kind):
    model.script(SCRIPTS[kind] * 3)
    sdk = client()
    whole = ask(sdk)
    with chat_helpers(sdk).stream(
        model="gpt-4o-mini",
        messages=[USER],
        tools=[DIARY_TOOL, NOW_TOOL],
        stream_options={"include_usage": True},
    ) as stream:
        events = []
        try:
            events.extend(stream)
            streamed = stream.get_final_completion()
        except (openai.LengthFinishReasonError, openai.ContentFilterFinishReasonError):
            streamed = stream.current_completion_snapshot
    assert not list(invented(whole))
    ids = ("id", "system_fingerprint", "parsed", "parsed_arguments", "index")
    assert dumped(streamed, *ids) == dumped(whole, *ids)
    chunks = [event.chunk for event in events if event.type == "chunk"]
    assert chunks
    assert not [name for chunk in chunks for name in invented(chunk)]
    assert "".join(piece(chunk) for chunk in ask(sdk, stream=True)) == (whole.choices[0].message.content or "")


def piece(chunk) -> str:
    return (chunk.choices[0].delta.content or "") if chunk.choices else ""


def test_finish_reasons(model):
    model.script(SCRIPTS["text"] + SCRIPTS["call"] + SCRIPTS["truncated"] + SCRIPTS["filtered"])
    reasons = [ask(client()).choices[0].finish_reason for _ in range(4)]
    assert reasons == ["stop", "tool_calls", "length", "content_filter"]


def test_usage_in_a_stream_only_where_it_is_asked_for(model):
    plain = list(ask(client(), stream=True, tool_choice="none"))
    assert all(chunk.choices and chunk.usage is None for chunk in plain)
    counted = list(ask(client(), stream=True, tool_choice="none", stream_options={"include_usage": True}))
    assert counted[-1].choices == []
    assert counted[-1].usage.total_tokens > 0


def test_several_choices(model):
    model.script("- one\n- one\n")
    assert [c.message.content for c in ask(client(), n=2).choices] == ["one", "one"]
    assert {chunk.choices[0].index for chunk in ask(client(), n=2, stream=True)} == {0, 1}


def test_structured_output_is_parsed(model):
    import pydantic

    class Trip(pydantic.BaseModel):
        city: str
        days: int
        tags: list[str]

    model.script("- json: {city: Tokyo, days: 3, tags: [food]}\n")
    sdk = client()
    first, second = (
        chat_helpers(sdk).parse(model="gpt-4o-mini", messages=[USER], response_format=Trip).choices[0].message.parsed
        for _ in range(2)
    )
    assert first == Trip(city="Tokyo", days=3, tags=["food"])
    assert second == Trip(city="city", days=1, tags=["tags"])


def test_thoughts_are_shown_by_compatible_services_alone(model):
    model.script("- think: Hm.\n  say: Saved.\n" * 4)
    own = ask(client()).choices[0].message
    assert not hasattr(own, "reasoning_content")
    deepseek = openai.OpenAI(base_url="https://api.deepseek.com", api_key="x")
    assert ask(deepseek).choices[0].message.reasoning_content == "Hm."
    deltas = [chunk.choices[0].delta for chunk in ask(deepseek, stream=True)]
    assert "".join(getattr(delta, "reasoning_content", None) or "" for delta in deltas) == "Hm."
    assert ask(client()).usage.completion_tokens_details.reasoning_tokens == 1


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
  expect: {tool_result: stored}
"""


def handle(arguments: str, diary: list[str]) -> str:
    """A tool of the kind that guides show: it tells the model what was wrong."""
    try:
        given = json.loads(arguments)
        diary.append(given["content"])
    except (ValueError, KeyError) as error:
        return f"error: {error!r}"
    return "stored"


def results(message, diary: list[str]) -> list[dict[str, str]]:
    return [
        {"role": "tool", "tool_call_id": call.id, "content": handle(call.function.arguments, diary)}
        for call in message.tool_calls
    ]


def test_a_tool_loop_corrects_a_malformed_call(model):
    model.script(TOOL_LOOP)
    sdk, said, diary = client(), [USER], []
    while True:
        completion = sdk.chat.completions.create(model="gpt-4o-mini", messages=said, tools=[DIARY_TOOL])
        message = completion.choices[0].message
        if not message.tool_calls:
            break
        said += [message, *results(message, diary)]
    assert (message.content, diary) == ("Saved.", ["Bought milk"])
    assert [len(ask.results) for ask in model.requests] == [0, 1, 1, 1]


def test_a_tool_loop_asynchronously(model):
    model.script(TOOL_LOOP)

    async def loop() -> tuple[str, list[str]]:
        said, diary = [USER], []
        async with openai.AsyncOpenAI(_strict_response_validation=True) as sdk:
            while True:
                completion = await sdk.chat.completions.create(model="gpt-4o-mini", messages=said, tools=[DIARY_TOOL])
                message = completion.choices[0].message
                if not message.tool_calls:
                    return message.content, diary
                said += [message, *results(message, diary)]

    assert asyncio.run(loop()) == ("Saved.", ["Bought milk"])


def test_a_tool_loop_streamed(model):
    model.script(TOOL_LOOP)
    sdk, said, diary = client(), [USER], []
    while True:
        with chat_helpers(sdk).stream(model="gpt-4o-mini", messages=said, tools=[DIARY_TOOL]) as stream:
            message = stream.get_final_completion().choices[0].message
        if not message.tool_calls:
            break
        said += [message, *results(message, diary)]
    assert (message.content, diary) == ("Saved.", ["Bought milk"])


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ("400", openai.BadRequestError),
        ("authentication", openai.AuthenticationError),
        ("permission", openai.PermissionDeniedError),
        ("not_found", openai.NotFoundError),
        ("409", openai.ConflictError),
        ("422", openai.UnprocessableEntityError),
        ("rate_limit", openai.RateLimitError),
        ("quota", openai.RateLimitError),
        ("server", openai.InternalServerError),
        ("overloaded", openai.InternalServerError),
        ("timeout", openai.APITimeoutError),
        ("disconnect", openai.APIConnectionError),
    ],
)
def test_errors_surface_as_the_sdk_s_exceptions(model, error, expected):
    model.script(f"- error: {error}\n  message: Not now.\n- fine\n")
    sdk = client(max_retries=0)
    with pytest.raises(expected) as caught:
        ask(sdk)
    if isinstance(caught.value, openai.APIStatusError):
        assert "Not now." in caught.value.message
    assert ask(sdk).choices[0].message.content == "fine"


def test_the_sdk_may_retry(model):
    model.script("- error: rate_limit\n  retry: true\n- error: 503\n  retry: true\n- fine\n")
    assert ask(client()).choices[0].message.content == "fine"
    assert len(model.requests) == 3


def test_a_stream_breaks_off(model):
    model.script("- say: one two three four\n  break_stream: 3\n")
    seen = []
    with pytest.raises((openai.APIError, httpx.RemoteProtocolError)):
        seen.extend(piece(chunk) for chunk in ask(client(), stream=True))
    assert "".join(seen) == "one two"


def test_refused_requests_name_the_rule(model):
    with pytest.raises(openai.BadRequestError) as caught:
        client().chat.completions.create(
            model="gpt-4o-mini", messages=[USER, {"role": "tool", "tool_call_id": "x", "content": "ok"}]
        )
    assert caught.value.param == "messages[1].role"
    (fault,) = model.faults()
    assert fault.code == "FP204"
    assert fault.caller[0] == __file__


def test_embeddings(model):
    texts = ["tea and milk", "milk and tea", "a red car"]
    made = openai.OpenAI().embeddings.create(model="text-embedding-3-small", input=texts)
    tea, same, car = (one.embedding for one in made.data)
    assert len(tea) == 1536
    assert tea == pytest.approx(same)
    assert dot(tea, tea) == pytest.approx(1, abs=1e-5)
    assert dot(tea, car) < 0.5
    sdk = client()
    plain = sdk.embeddings.create(model="text-embedding-3-small", input="tea and milk", encoding_format="float")
    assert not list(invented(plain))
    assert plain.data[0].embedding == pytest.approx(tea, abs=1e-6)
    short = sdk.embeddings.create(model="text-embedding-3-large", input="x", dimensions=8, encoding_format="float")
    assert len(short.data[0].embedding) == 8
    tokens = sdk.embeddings.create(model="text-embedding-3-small", input=[1, 2, 3], encoding_format="float")
    assert len(tokens.data) == 1


def dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def test_scripted_vectors(model):
    model.script("- embed: [[1, 0], [0, 1]]\n")
    made = openai.OpenAI().embeddings.create(model="text-embedding-3-small", input=["a", "b", "c"])
    assert [one.embedding for one in made.data] == [[1, 0], [0, 1], [1, 0]]


def test_models(model):
    sdk = client()
    listed = sdk.models.list()
    assert listed.data
    assert not list(invented(listed))
    assert sdk.models.retrieve("gpt-4o-mini").id == "gpt-4o-mini"


def test_azure_and_other_hosts(model):
    model.script("- one\n- two\n- three\n")
    azure = openai.AzureOpenAI(api_key="x", api_version="2024-10-21", azure_endpoint="https://me.openai.azure.com")
    assert ask(azure).choices[0].message.content == "one"
    for base in ("http://localhost:11434/v1", "https://models.example.invalid/some/prefix/v1/"):
        sdk = openai.OpenAI(base_url=base, api_key="x")
        assert sdk.chat.completions.create(model="m", messages=[USER]).choices[0].message.content in ("two", "three")
    assert [request.own for request in model.requests] == [True, False, False]


def test_one_client_in_two_event_loops(model):
    sdk = openai.AsyncOpenAI()

    async def once() -> str:
        completion = await sdk.chat.completions.create(model="gpt-4o-mini", messages=[USER])
        return completion.choices[0].message.content

    assert [asyncio.run(once()), asyncio.run(once())] == ["Stub reply 1.", "Stub reply 2."]


def test_fifty_calls_at_once(model):
    model.script("".join(f"- say: answer {n}\n  when: {{user: /^question {n}$/}}\n" for n in range(50)))

    async def one(sdk: openai.AsyncOpenAI, number: int) -> str:
        question = {"role": "user", "content": f"question {number}"}
        completion = await sdk.chat.completions.create(model="gpt-4o-mini", messages=[question])
        return completion.choices[0].message.content

    async def everything() -> list[str]:
        async with openai.AsyncOpenAI() as sdk:
            return await asyncio.gather(*(one(sdk, number) for number in range(50)))

    assert asyncio.run(everything()) == [f"answer {number}" for number in range(50)]


@custom_tools
def test_strict_tools_and_custom_tools(model):
    strict = {"type": "function", "function": {"name": "f", "strict": True, "parameters": DIARY_PARAMETERS}}
    custom = {"type": "custom", "custom": {"name": "shell"}}
    model.script("- call: shell\n  raw_args: ls -l\n")
    made = client().chat.completions.create(model="gpt-5", messages=[USER], tools=[strict, custom])
    (call,) = made.choices[0].message.tool_calls
    assert (call.type, call.custom.name, call.custom.input) == ("custom", "shell", "ls -l")
    model.script("- call: shell\n  raw_args: ls -l\n")
    sdk = openai.OpenAI()
    deltas = sdk.chat.completions.create(model="gpt-5", messages=[USER], tools=[custom], stream=True)
    assert [delta.choices[0].delta.tool_calls[0].id for delta in deltas if delta.choices[0].delta.tool_calls]


def test_older_completions(model):
    model.script("- say: Once upon a time.\n  finish: length\n" * 2)
    sdk = client()
    whole = sdk.completions.create(model="gpt-3.5-turbo-instruct", prompt=["Tell me.", "Tell me too."])
    assert not list(invented(whole))
    assert [(one.text, one.finish_reason) for one in whole.choices] == [("Once upon a time.", "length")] * 2
    # The SDK's own type does not know that `finish_reason` is null until the end.
    chunks = list(openai.OpenAI().completions.create(model="m", prompt="Tell me.", stream=True))
    assert not [name for chunk in chunks for name in invented(chunk)]
    assert "".join(chunk.choices[0].text for chunk in chunks) == "Once upon a time."
    with pytest.raises(openai.BadRequestError):
        sdk.completions.create(model="gpt-3.5-turbo-instruct", prompt=None)
    assert [fault.code for fault in model.faults()] == ["FP204"]


def test_what_an_account_holds_is_an_empty_list(model):
    sdk = client()
    assert list(sdk.files.list()) == list(sdk.fine_tuning.jobs.list(limit=3)) == list(sdk.batches.list()) == []


def test_probabilities_where_they_are_asked_for(model):
    model.script("- Saved it.\n" * 2)
    sdk = client()
    whole = ask(sdk, logprobs=True, top_logprobs=2).choices[0].logprobs.content
    assert [token.token for token in whole] == ["Saved", " it."]
    assert [len(token.top_logprobs) for token in whole] == [2, 2]
    assert whole[0].top_logprobs[0].logprob == whole[0].logprob < 0
    chunks = list(ask(sdk, logprobs=True, top_logprobs=2, stream=True))
    assert [t for chunk in chunks if chunk.choices[0].logprobs for t in chunk.choices[0].logprobs.content] == whole
    assert not [name for chunk in chunks for name in invented(chunk)]
    assert ask(sdk).choices[0].logprobs is None
