"""Anthropic messages through the real SDK, over the real wire."""

from __future__ import annotations

import asyncio
import json

import anthropic
import httpx
import httpx2
import pytest
from sdks import kinds, parsing, refusals, thinking, threads, tool_runner
from strictness import dumped, invented
from stub_support import DIARY_TOOL_ANTHROPIC

MODEL = "claude-sonnet-5-5"
USER = {"role": "user", "content": "I bought milk."}
NOW_TOOL = {"name": "now", "input_schema": {"type": "object", "properties": {}}}
SCRIPTS = {
    "text": "- Saved it, with love.\n",
    "chinese": "- 今天买了牛奶，还遇到了一只很可爱的小猫，心情非常好。\n",
    "blanks": '- "  two\\n\\nlines  "\n',
    "empty": '- say: ""\n',
    "call": "- call: append_diary\n  args: {content: Milk}\n",
    "call without arguments": "- call: now\n",
    "call and text": "- say: One moment.\n  call: append_diary\n  args: {content: Milk}\n",
    "parallel": "- call: [{append_diary: {content: Milk}}, now, {append_diary: {content: Bread}}]\n",
    "refusal": "- refuse: I cannot do that.\n",
    "truncated": "- say: Once upon a\n  finish: length\n",
    "filtered": '- say: ""\n  finish: content_filter\n',
    "counted": "- say: Yes.\n  usage: {in: 9, out: 3}\n",
    "thought": "- think: Hm, milk.\n  say: Saved.\n",
    "thought and call": "- think: Hm.\n  call: append_diary\n  args: {content: Milk}\n",
    "chunked": "- say: abcdefg\n  chunks: 3\n",
}


def client(**options) -> anthropic.Anthropic:
    return anthropic.Anthropic(_strict_response_validation=True, **options)


def ask(sdk: anthropic.Anthropic, **options):
    defaults = {"model": MODEL, "max_tokens": 512, "messages": [USER], "tools": [DIARY_TOOL_ANTHROPIC, NOW_TOOL]}
    return sdk.messages.create(**{**defaults, **options})


NEEDED = {"refusal": refusals, "filtered": refusals, "thought": thinking, "thought and call": thinking}


@pytest.mark.parametrize("kind", kinds(SCRIPTS, NEEDED))
def test_every_reply_is_valid_and_its_stream_adds_up_to_it(model, kind):
    model.script(SCRIPTS[kind] * 3)
    sdk = client()
    whole = ask(sdk)
    with sdk.messages.stream(
        model=MODEL, max_tokens=512, messages=[USER], tools=[DIARY_TOOL_ANTHROPIC, NOW_TOOL]
    ) as stream:
        events = list(stream)
        streamed = stream.get_final_message()
    assert not list(invented(whole))
    assert not [name for event in events for name in invented(event) if "parsed_output" not in name]
    assert dumped(streamed, "id", "parsed_output") == dumped(whole, "id")
    raw = list(ask(sdk, stream=True))
    assert [raw[0].type, raw[-1].type] == ["message_start", "message_stop"]
    assert not [name for event in raw for name in invented(event)]


@refusals
def test_stop_reasons(model):
    kinds = ("text", "call", "truncated", "filtered", "refusal")
    model.script("".join(SCRIPTS[kind] for kind in kinds))
    replies = [ask(client()) for _ in kinds]
    assert [reply.stop_reason for reply in replies] == ["end_turn", "tool_use", "max_tokens", "refusal", "refusal"]
    assert replies[-1].stop_details.explanation == "I cannot do that."


@thinking
def test_thinking(model):
    thinking = {"type": "enabled", "budget_tokens": 1024}
    made_up = ask(client(), thinking=thinking, max_tokens=2048, tools=[])
    assert [block.type for block in made_up.content] == ["thinking", "text"]
    assert made_up.usage.output_tokens_details.thinking_tokens > 0
    model.script("- think: Hm.\n  call: append_diary\n  args: {content: Milk}\n- Saved.\n")
    first = ask(client(), thinking=thinking, max_tokens=2048)
    said = [USER, {"role": "assistant", "content": first.content}, results(first, [])]
    assert ask(client(), thinking=thinking, max_tokens=2048, messages=said).content[0].text == "Saved."


@thinking
def test_hidden_thinking(model):
    model.script("- think: Hm.\n  say: Yes.\n")
    hidden = {"type": "adaptive", "display": "omitted"}
    assert ask(client(), thinking=hidden).content[0].thinking == ""


@parsing
def test_structured_output_is_parsed(model):
    import pydantic

    class Trip(pydantic.BaseModel):
        city: str
        days: int

    model.script("- json: {city: Tokyo, days: 3}\n")
    sdk = client()
    first, second = (
        sdk.messages.parse(model=MODEL, max_tokens=256, messages=[USER], output_format=Trip).parsed_output
        for _ in range(2)
    )
    assert (first, second) == (Trip(city="Tokyo", days=3), Trip(city="city", days=1))


TOOL_LOOP = """
- call: append_diary
  args: {contents: Bought milk}
  invalid: true
- call: append_diary
  args: {content: Bought milk}
  expect: {after_tool: append_diary, tool_result: /error/}
- say: Saved.
  expect: {tool_result: stored}
"""


def handle(given: dict[str, str], diary: list[str]) -> str:
    try:
        diary.append(given["content"])
    except KeyError as error:
        return f"error: {error!r}"
    return "stored"


def results(message, diary: list[str]) -> dict[str, object]:
    return {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": block.id, "content": handle(block.input, diary)}
            for block in message.content
            if block.type == "tool_use"
        ],
    }


def test_a_tool_loop_corrects_a_malformed_call(model):
    model.script(TOOL_LOOP)
    sdk, said, diary = client(), [USER], []
    while (message := ask(sdk, messages=said)).stop_reason == "tool_use":
        said += [{"role": "assistant", "content": message.content}, results(message, diary)]
    assert (message.content[0].text, diary) == ("Saved.", ["Bought milk"])


def test_a_tool_loop_asynchronously_and_streamed(model):
    model.script(TOOL_LOOP)

    async def loop() -> tuple[str, list[str]]:
        said, diary = [USER], []
        async with anthropic.AsyncAnthropic(_strict_response_validation=True) as sdk:
            while True:
                async with sdk.messages.stream(
                    model=MODEL, max_tokens=512, messages=said, tools=[DIARY_TOOL_ANTHROPIC]
                ) as stream:
                    message = await stream.get_final_message()
                if message.stop_reason != "tool_use":
                    return message.content[0].text, diary
                said += [{"role": "assistant", "content": message.content}, results(message, diary)]

    assert asyncio.run(loop()) == ("Saved.", ["Bought milk"])


def runnable(diary: list[str]):
    @anthropic.beta_tool
    def append_diary(content: str) -> str:
        """Write it down.

        Args:
            content: What happened.
        """
        diary.append(content)
        return "stored"

    return append_diary


@tool_runner
@pytest.mark.parametrize("threaded", [True, False])
def test_the_sdk_s_own_tool_runner(model, threaded):
    model.script(
        "- call: append_diary\n  args: {content: Milk}\n- say: Saved.\n  expect: {messages: 3, tool_result: stored}\n"
    )
    diary: list[str] = []
    options = {} if threaded else {"thread": False}
    runner = client().beta.messages.tool_runner(
        model=MODEL, max_tokens=512, messages=[USER], tools=[runnable(diary)], system="You keep a diary.", **options
    )
    assert runner.until_done().content[0].text == "Saved."
    assert diary == ["Milk"]
    first, second = model.requests
    assert (first.system, second.system) == ("You keep a diary.",) * 2
    assert [tool.name for tool in second.tools] == ["append_diary"]
    assert ("thread" in second.body) is threaded


@tool_runner
def test_the_tool_runner_streamed(model):
    model.script("- call: append_diary\n  args: {content: Milk}\n- say: Saved.\n")
    diary: list[str] = []
    runner = client().beta.messages.tool_runner(
        model=MODEL, max_tokens=512, messages=[USER], tools=[runnable(diary)], stream=True
    )
    finals = [stream.get_final_message() for stream in runner]
    assert [final.content[0].type for final in finals] == ["tool_use", "text"]
    assert diary == ["Milk"]


@threads
def test_a_lost_thread_is_begun_anew_by_the_sdk(model):
    thread = client().beta.messages.thread(model=MODEL, max_tokens=512)
    thread.append(USER)
    first = thread.send()
    model.stub.reset()
    thread.append({"role": "user", "content": "And bread."})
    second = thread.send()
    assert [first.content[0].text, second.content[0].text] == ["Stub reply 1.", "Stub reply 1."]
    assert model.requests[-1].messages == 3


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ("400", anthropic.BadRequestError),
        ("authentication", anthropic.AuthenticationError),
        ("permission", anthropic.PermissionDeniedError),
        ("not_found", anthropic.NotFoundError),
        ("413", anthropic.APIStatusError),
        ("rate_limit", anthropic.RateLimitError),
        ("server", anthropic.InternalServerError),
        ("overloaded", anthropic.APIStatusError),
        ("timeout", anthropic.APITimeoutError),
        ("disconnect", anthropic.APIConnectionError),
    ],
)
def test_errors_surface_as_the_sdk_s_exceptions(model, error, expected):
    model.script(f"- error: {error}\n  message: Not now.\n- fine\n")
    sdk = client(max_retries=0)
    with pytest.raises(expected) as caught:
        ask(sdk)
    if isinstance(caught.value, anthropic.APIStatusError):
        assert caught.value.body["error"]["message"] == "Not now."
    assert ask(sdk).content[0].text == "fine"


def test_the_sdk_may_retry(model):
    model.script("- error: overloaded\n  retry: true\n- error: rate_limit\n  retry: true\n- fine\n")
    assert ask(client()).content[0].text == "fine"


def test_a_stream_breaks_off(model):
    model.script("- say: one two three four\n  break_stream: 5\n")
    seen = []
    with pytest.raises((httpx.RemoteProtocolError, httpx2.RemoteProtocolError)):
        seen.extend(event.type for event in ask(client(), stream=True))
    assert seen == ["message_start", "content_block_start", "content_block_delta", "content_block_delta"]


def test_refused_requests_name_the_rule(model):
    with pytest.raises(anthropic.BadRequestError) as caught:
        ask(client(), messages=[{"role": "system", "content": "Be brief."}, USER])
    assert "top-level `system`" in caught.value.body["error"]["message"]
    (fault,) = model.faults()
    assert fault.code == "FP204"
    assert fault.caller[0] == __file__


def test_counting_tokens_and_models(model):
    sdk = client()
    assert sdk.messages.count_tokens(model=MODEL, messages=[USER]).input_tokens > 0
    listed = sdk.models.list()
    assert not list(invented(listed))
    assert sdk.models.retrieve(MODEL).id == MODEL


def test_fifty_calls_at_once(model):
    model.script("".join(f"- say: answer {n}\n  when: {{user: /^question {n}$/}}\n" for n in range(50)))

    async def one(sdk: anthropic.AsyncAnthropic, number: int) -> str:
        question = {"role": "user", "content": f"question {number}"}
        message = await sdk.messages.create(model=MODEL, max_tokens=64, messages=[question])
        return message.content[0].text

    async def everything() -> list[str]:
        async with anthropic.AsyncAnthropic() as sdk:
            return await asyncio.gather(*(one(sdk, number) for number in range(50)))

    assert asyncio.run(everything()) == [f"answer {number}" for number in range(50)]


def test_compatible_services(model):
    sdk = anthropic.Anthropic(base_url="https://api.deepseek.com/anthropic", api_key="x")
    empty = {"role": "user", "content": [{"type": "text", "text": ""}]}
    reply = sdk.messages.create(model="deepseek-chat", max_tokens=64, messages=[empty])
    assert reply.content[0].text == "Stub reply 1."
    assert json.loads(reply.to_json())["model"] == "deepseek-chat"


def test_what_an_account_holds_is_an_empty_list(model):
    assert list(client().messages.batches.list()) == []
