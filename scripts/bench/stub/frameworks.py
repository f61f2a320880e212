"""The diary's agent loop through LiteLLM, LangChain and pydantic-ai: `python scripts/bench/stub/frameworks.py`.

They are heavy and change often, so they are not pinned with the project. This makes an environment of its own in a
temporary folder, or uses the one that `FRAMEWORKS_PYTHON` names, runs the loops there over the stub, and prints for
each what it said and how long it took. It fails if one does not reach its end.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[3]
PACKAGES = [
    "litellm",
    "langchain-openai",
    "langchain-anthropic",
    "langchain-google-genai",
    "anthropic<2",  # pydantic-ai builds messages of a type that is a union by now
    "pydantic-ai-slim[openai,anthropic]",
    "pydantic",
    "PyYAML",
    "pyflakes",
    "jsonschema",
]
SCRIPT = """
- call: append_diary
  args: {contents: Lin passed anatomy.}
  invalid: true
- call: append_diary
  args: {content: Lin passed anatomy and called me first.}
- say: I wrote it down.
  expect: {after_tool: append_diary}
"""
ASKED = "I passed! Anatomy, I passed it!"
PARAMETERS = {
    "type": "object",
    "properties": {"content": {"type": "string"}},
    "required": ["content"],
    "additionalProperties": False,
}
TOOL = {"type": "function", "function": {"name": "append_diary", "description": "Write.", "parameters": PARAMETERS}}


class Diary(list[str]):
    """What was written; refuses what is not `content`."""

    def handle(self, arguments: dict[str, str]) -> str:
        """Store it, or say what is wrong."""
        if set(arguments) != {"content"}:
            return f"error: unexpected arguments {sorted(arguments)}"
        self.append(arguments["content"])
        return "Saved."


def litellm_loop(model: str) -> Callable[[Diary], str]:
    """LiteLLM over one of its providers."""

    def loop(diary: Diary) -> str:
        import json

        import litellm

        said: list[object] = [{"role": "user", "content": ASKED}]
        while True:
            message = litellm.completion(model=model, messages=said, tools=[TOOL], max_tokens=100).choices[0].message
            if not message.tool_calls:
                return message.content
            said.append(message.model_dump())
            for call in message.tool_calls:
                result = diary.handle(json.loads(call.function.arguments))
                said.append({"role": "tool", "tool_call_id": call.id, "content": result})

    return loop


def litellm_responses(diary: Diary) -> str:
    """LiteLLM over OpenAI's responses."""
    import json

    import litellm

    flat = {"type": "function", **TOOL["function"]}
    given: list[object] = [{"role": "user", "content": ASKED}]
    while True:
        output = litellm.responses(model="openai/gpt-5", input=given, tools=[flat]).output
        calls = [item for item in output if item.type == "function_call"]
        if not calls:
            return output[0].content[0].text
        for call in calls:
            result = diary.handle(json.loads(call.arguments))
            given.append(
                {"type": "function_call", "call_id": call.call_id, "name": call.name, "arguments": call.arguments}
            )
            given.append({"type": "function_call_output", "call_id": call.call_id, "output": result})


def litellm_streamed(diary: Diary) -> str:
    """LiteLLM, asynchronous and streamed.

    It counts the tokens of a stream itself, with a table of `tiktoken` that is fetched at the first use; the one that
    it brings along serves as well.
    """
    import json

    import litellm
    import tiktoken

    table = tiktoken.get_encoding("cl100k_base")
    tiktoken.get_encoding = lambda encoding_name: table  # ty: ignore[invalid-assignment]

    async def loop() -> str:
        said: list[object] = [{"role": "user", "content": ASKED}]
        while True:
            stream = await litellm.acompletion(model="openai/gpt-5", messages=said, tools=[TOOL], stream=True)
            message = litellm.stream_chunk_builder([chunk async for chunk in stream]).choices[0].message
            if not message.tool_calls:
                return message.content
            said.append(message.model_dump())
            for call in message.tool_calls:
                result = diary.handle(json.loads(call.function.arguments))
                said.append({"role": "tool", "tool_call_id": call.id, "content": result})

    return asyncio.run(loop())


def langchain_loop(make: Callable[[], object], *, streamed: bool = False) -> Callable[[Diary], str]:
    """LangChain's chat models with a bound tool."""

    def loop(diary: Diary) -> str:
        from functools import reduce
        from operator import add

        from langchain_core.messages import HumanMessage, ToolMessage

        model = make().bind_tools([TOOL])
        said: list[object] = [HumanMessage(ASKED)]
        while True:
            message = reduce(add, model.stream(said)) if streamed else model.invoke(said)
            said.append(message)
            if not message.tool_calls:
                return message.text if isinstance(message.text, str) else message.text()
            said += [ToolMessage(diary.handle(call["args"]), tool_call_id=call["id"]) for call in message.tool_calls]

    return loop


def langchain_later(make: Callable[[], object]) -> Callable[[Diary], str]:
    """The same, asynchronous."""

    async def loop(diary: Diary) -> str:
        from langchain_core.messages import HumanMessage, ToolMessage

        model = make().bind_tools([TOOL])
        said: list[object] = [HumanMessage(ASKED)]
        while True:
            message = await model.ainvoke(said)
            said.append(message)
            if not message.tool_calls:
                return message.text
            said += [ToolMessage(diary.handle(call["args"]), tool_call_id=call["id"]) for call in message.tool_calls]

    return lambda diary: asyncio.run(loop(diary))


def chat_openai() -> object:
    """LangChain's client of OpenAI."""
    from langchain_openai import ChatOpenAI

    return ChatOpenAI(model="gpt-5")


def chat_responses() -> object:
    """LangChain's client of OpenAI, over its responses."""
    from langchain_openai import ChatOpenAI

    return ChatOpenAI(model="gpt-5", use_responses_api=True)


def chat_google() -> object:
    """LangChain's client of Gemini."""
    from langchain_google_genai import ChatGoogleGenerativeAI

    return ChatGoogleGenerativeAI(model="gemini-2.5-flash")


def chat_anthropic() -> object:
    """LangChain's client of Anthropic."""
    from langchain_anthropic import ChatAnthropic

    return ChatAnthropic(model="claude-sonnet-5-5", max_tokens=100)


def pydantic_ai_loop(model: str) -> Callable[[Diary], str]:
    """pydantic-ai, which validates the arguments and asks again by itself."""

    def loop(diary: Diary) -> str:
        from pydantic_ai import Agent

        agent = Agent(model)

        @agent.tool_plain
        def append_diary(content: str) -> str:
            """Write one entry."""
            return diary.handle({"content": content})

        return agent.run_sync(ASKED).output

    return loop


LOOPS: dict[str, Callable[[Diary], str]] = {
    "litellm, openai": litellm_loop("openai/gpt-5"),
    "litellm, anthropic": litellm_loop("anthropic/claude-sonnet-5-5"),
    "litellm, gemini": litellm_loop("gemini/gemini-2.5-flash"),
    "litellm, deepseek": litellm_loop("deepseek/deepseek-chat"),
    "litellm, responses": litellm_responses,
    "litellm, asynchronous, streamed": litellm_streamed,
    "langchain, openai": langchain_loop(chat_openai),
    "langchain, openai, streamed": langchain_loop(chat_openai, streamed=True),
    "langchain, openai, asynchronous": langchain_later(chat_openai),
    "langchain, responses": langchain_loop(chat_responses),
    "langchain, responses, streamed": langchain_loop(chat_responses, streamed=True),
    "langchain, gemini": langchain_loop(chat_google),
    "langchain, gemini, streamed": langchain_loop(chat_google, streamed=True),
    "langchain, gemini, asynchronous": langchain_later(chat_google),
    "langchain, anthropic, asynchronous": langchain_later(chat_anthropic),
    "langchain, anthropic": langchain_loop(chat_anthropic),
    "langchain, anthropic, streamed": langchain_loop(chat_anthropic, streamed=True),
    "pydantic-ai, openai": pydantic_ai_loop("openai-chat:gpt-5"),
    "pydantic-ai, anthropic": pydantic_ai_loop("anthropic:claude-sonnet-5-5"),
}


def run_all() -> int:
    """Run every loop in this process; returns how many failed."""
    from fencepost.stub import serve

    failed = 0
    for name, loop in LOOPS.items():
        diary = Diary()
        begun = time.perf_counter()
        try:
            with serve(SCRIPT) as model:
                said = loop(diary)
                asked = len(model.requests)
            wrong = (
                "" if (said, diary[:]) == ("I wrote it down.", ["Lin passed anatomy and called me first."]) else said
            )
        except Exception as error:
            wrong, asked = f"{type(error).__name__}: {error}"[:600], 0
        failed += bool(wrong)
        took = (time.perf_counter() - begun) * 1000
        print(f"{name:34} {'failed: ' + wrong if wrong else f'ok, {asked} requests'}  ({took:.0f} ms)", flush=True)
    return failed


def main() -> int:
    """Make the environment and run the loops in it."""
    with tempfile.TemporaryDirectory(prefix="fencepost-frameworks-") as folder:
        python = os.environ.get("FRAMEWORKS_PYTHON") or made(Path(folder))
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "src" / "wikimem")])
        environment = {**os.environ, "PYTHONPATH": paths}
        return subprocess.run([python, __file__, "--here"], env=environment, check=False).returncode


def made(folder: Path) -> str:
    """The interpreter of a new environment with the frameworks."""
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES], check=True)
    return python


if __name__ == "__main__":
    sys.exit(min(run_all(), 1) if "--here" in sys.argv else main())
