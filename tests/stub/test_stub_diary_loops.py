"""The diary's agent loop, unchanged, over each SDK: a call with a wrong argument, corrected, stored, and the end.

One script serves them all; the tool and its handler are those of `wikimem`.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable
from pathlib import Path

import anthropic
import openai
import pytest
from google import genai
from google.genai import types
from sdks import HAS_STEPS

from fencepost.stub import Model
from wikimem import Diary, DiaryToolError, MemoryStore, diary_tool, handle_diary_tool

SCRIPT = """
- call: append_diary
  args: {contents: Lin passed anatomy.}
  invalid: true
- call: append_diary
  args: {content: Lin passed anatomy and called me first.}
  expect: {after_tool: append_diary, tool_result: unexpected argument}
- say: I wrote it down.
  expect: {after_tool: append_diary, tool_result: Saved}
"""
ASKED = "I passed! Anatomy, I passed it!"


def handled(diary: Diary, arguments: object) -> str:
    try:
        handle_diary_tool(diary, arguments, owner="lin")
    except DiaryToolError as error:
        return f"Not saved: {error}"
    return "Saved."


def answers(message, diary: Diary) -> list[object]:
    return [
        message,
        *(
            {"role": "tool", "tool_call_id": call.id, "content": handled(diary, call.function.arguments)}
            for call in message.tool_calls
        ),
    ]


def chat_request(said: list[object]) -> dict[str, object]:
    return {"model": "gpt-5", "messages": said, "tools": [diary_tool()]}


def chat(diary: Diary) -> str:
    client, said = openai.OpenAI(), [{"role": "user", "content": ASKED}]
    while True:
        message = client.chat.completions.create(**chat_request(said)).choices[0].message
        if not message.tool_calls:
            return message.content
        said += answers(message, diary)


async def chat_later(diary: Diary) -> str:
    client, said = openai.AsyncOpenAI(), [{"role": "user", "content": ASKED}]
    while True:
        message = (await client.chat.completions.create(**chat_request(said))).choices[0].message
        if not message.tool_calls:
            return message.content
        said += answers(message, diary)


def chat_streamed(diary: Diary) -> str:
    client, said = openai.OpenAI(), [{"role": "user", "content": ASKED}]
    while True:
        text, calls = "", {}
        for chunk in client.chat.completions.create(**chat_request(said), stream=True):
            delta = chunk.choices[0].delta
            text += delta.content or ""
            for part in delta.tool_calls or []:
                call = calls.setdefault(part.index, {"id": part.id, "type": "function", "function": {"arguments": ""}})
                if part.function.name:
                    call["function"]["name"] = part.function.name
                call["function"]["arguments"] += part.function.arguments or ""
        if not calls:
            return text
        said.append({"role": "assistant", "content": None, "tool_calls": list(calls.values())})
        for call in calls.values():
            result = handled(diary, call["function"]["arguments"])
            said.append({"role": "tool", "tool_call_id": call["id"], "content": result})


def outputs(response, diary: Diary) -> list[dict[str, str]]:
    return [
        {"type": "function_call_output", "call_id": item.call_id, "output": handled(diary, item.arguments)}
        for item in response.output
        if item.type == "function_call"
    ]


def responses_request(given: list[object]) -> dict[str, object]:
    return {"model": "gpt-5", "input": given, "tools": [diary_tool("responses")]}


def responses(diary: Diary) -> str:
    client, given = openai.OpenAI(), [{"role": "user", "content": ASKED}]
    while results := outputs(response := client.responses.create(**responses_request(given)), diary):
        given += [*response.output, *results]
    return response.output_text


async def responses_later(diary: Diary) -> str:
    client, given = openai.AsyncOpenAI(), [{"role": "user", "content": ASKED}]
    while results := outputs(response := await client.responses.create(**responses_request(given)), diary):
        given += [*response.output, *results]
    return response.output_text


def responses_streamed(diary: Diary) -> str:
    client, given = openai.OpenAI(), [{"role": "user", "content": ASKED}]
    while True:
        with client.responses.stream(**responses_request(given)) as stream:
            text = "".join(event.delta for event in stream if event.type == "response.output_text.delta")
            response = stream.get_final_response()
        results = outputs(response, diary)
        if not results:
            return text
        given += [*response.output, *results]


def tool_results(message, diary: Diary) -> list[object]:
    results = [
        {"type": "tool_result", "tool_use_id": block.id, "content": handled(diary, block.input)}
        for block in message.content
        if block.type == "tool_use"
    ]
    return [{"role": "assistant", "content": message.content}, {"role": "user", "content": results}]


def messages_request(said: list[object]) -> dict[str, object]:
    return {"model": "claude-sonnet-5-5", "max_tokens": 512, "messages": said, "tools": [diary_tool("anthropic")]}


def messages(diary: Diary) -> str:
    client, said = anthropic.Anthropic(), [{"role": "user", "content": ASKED}]
    while (message := client.messages.create(**messages_request(said))).stop_reason == "tool_use":
        said += tool_results(message, diary)
    return message.content[0].text


async def messages_later(diary: Diary) -> str:
    client, said = anthropic.AsyncAnthropic(), [{"role": "user", "content": ASKED}]
    while (message := await client.messages.create(**messages_request(said))).stop_reason == "tool_use":
        said += tool_results(message, diary)
    return message.content[0].text


def messages_streamed(diary: Diary) -> str:
    client, said = anthropic.Anthropic(), [{"role": "user", "content": ASKED}]
    while True:
        with client.messages.stream(**messages_request(said)) as stream:
            text = "".join(stream.text_stream)
            message = stream.get_final_message()
        if message.stop_reason != "tool_use":
            return text
        said += tool_results(message, diary)


def function_responses(response, diary: Diary) -> list[types.Content]:
    parts = [
        types.Part.from_function_response(name=call.name, response={"result": handled(diary, call.args)})
        for call in response.function_calls
    ]
    return [response.candidates[0].content, types.Content(role="user", parts=parts)]


def generate_request(said: list[types.Content]) -> dict[str, object]:
    tools = [types.Tool(function_declarations=[diary_tool("gemini")])]
    return {"model": "gemini-2.5-flash", "contents": said, "config": {"tools": tools}}


def begun() -> list[types.Content]:
    return [types.Content(role="user", parts=[types.Part(text=ASKED)])]


def generate(diary: Diary) -> str:
    client, said = genai.Client(), begun()
    while (response := client.models.generate_content(**generate_request(said))).function_calls:
        said += function_responses(response, diary)
    return response.text or ""


async def generate_later(diary: Diary) -> str:
    client, said = genai.Client(), begun()
    while (response := await client.aio.models.generate_content(**generate_request(said))).function_calls:
        said += function_responses(response, diary)
    return response.text or ""


def generate_streamed(diary: Diary) -> str:
    client, said = genai.Client(), begun()
    while True:
        text, calling = "", None
        for piece in client.models.generate_content_stream(**generate_request(said)):
            calling = piece if piece.function_calls else calling
            text += "" if piece.function_calls else piece.text or ""
        if calling is None:
            return text
        said += function_responses(calling, diary)


def interaction_results(steps, diary: Diary) -> list[dict[str, object]]:
    return [
        {
            "type": "function_result",
            "name": step.name,
            "call_id": step.id,
            "result": handled(diary, step.arguments),
        }
        for step in steps
        if step.type == "function_call"
    ]


def interaction_request(given: object, before: str | None) -> dict[str, object]:
    tools = [{"type": "function", **diary_tool("gemini")}]
    more = {"previous_interaction_id": before} if before else {}
    return {"model": "gemini-2.5-flash", "input": given, "tools": tools, **more}


def interact(diary: Diary) -> str:
    client, given, before = genai.Client(), ASKED, None
    while True:
        made = client.interactions.create(**interaction_request(given, before))
        if made.status != "requires_action":
            return made.output_text
        given, before = interaction_results(made.steps, diary), made.id


async def interact_later(diary: Diary) -> str:
    client, given, before = genai.Client(), ASKED, None
    while True:
        made = await client.aio.interactions.create(**interaction_request(given, before))
        if made.status != "requires_action":
            return made.output_text
        given, before = interaction_results(made.steps, diary), made.id


def interact_streamed(diary: Diary) -> str:
    client, given, before = genai.Client(), ASKED, None
    while True:
        text, calls, arguments, made = "", {}, {}, None
        for event in client.interactions.create(**interaction_request(given, before), stream=True):
            if event.event_type == "step.start" and event.step.type == "function_call":
                calls[event.index] = event.step
            elif event.event_type == "step.delta" and event.delta.type == "arguments_delta":
                arguments[event.index] = arguments.get(event.index, "") + event.delta.arguments
            elif event.event_type == "step.delta" and event.delta.type == "text":
                text += event.delta.text
            elif event.event_type == "interaction.completed":
                made = event.interaction
        if not calls:
            return text
        for index, step in calls.items():
            step.arguments = json.loads(arguments[index])
        given, before = interaction_results(calls.values(), diary), made.id


LOOPS = [
    *(chat, chat_later, chat_streamed),
    *(responses, responses_later, responses_streamed),
    *(messages, messages_later, messages_streamed),
    *(generate, generate_later, generate_streamed),
    *((interact, interact_later, interact_streamed) if HAS_STEPS else ()),
]


@pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:Unclosed client session:ResourceWarning")
@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.__name__)
def test_the_loop_runs_to_its_end(model: Model, tmp_path: Path, loop: Callable[[Diary], object]):
    model.script(SCRIPT)
    diary = MemoryStore(tmp_path).diary
    said = loop(diary)
    assert (asyncio.run(said) if inspect.iscoroutine(said) else said) == "I wrote it down."
    assert [entry.content for entry in diary.recent(5)] == ["Lin passed anatomy and called me first."]
    assert [len(request.results) for request in model.requests] == [0, 1, 1]
