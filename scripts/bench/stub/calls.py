"""What a stubbed call costs: `python scripts/bench/stub/calls.py [calls]`.

The same calls, through the same SDKs, in three ways, in turns, so that they share the machine's moods: over guard and
server, over a `MockTransport` in the same process that asks the same core, and over `llmock`, a mock server from
Python's index, for the formats that it speaks. Prints medians in milliseconds and their ratios, and fails if the
median of the synchronous calls takes more than three times the processor's time that it takes in the process: that
ratio does not depend on who else uses the machine.

`llmock` is installed into a temporary folder, or found at the path that `LLMOCK` names; `LLMOCK=off` goes without.
Needs `openai`, `anthropic`, `google-genai` and `ollama`.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import anthropic
import httpx
import httpx2
import ollama
import openai
from google import genai

from fencepost.stub import Request, Stub, StubServer, serve

MESSAGES = [{"role": "user", "content": "I bought milk."}]
BODY = json.dumps({"model": "gpt-4o-mini", "messages": MESSAGES}).encode()
PATH = "/v1/chat/completions"
CHAT = {"model": "gpt-4o-mini", "messages": MESSAGES}
MESSAGE = {"model": "claude-sonnet-5-5", "max_tokens": 64, "messages": MESSAGES}
RESPONSE = {"model": "gpt-5", "input": "I bought milk."}
GENERATE = {"model": "gemini-2.5-flash", "contents": "I bought milk."}
INTERACT = {"model": "gemini-2.5-flash", "input": "I bought milk."}
EMBED = {"model": "text-embedding-3-small", "input": "I bought milk."}
TOOL = {"type": "function", "function": {"name": "append_diary", "parameters": {"type": "object", "properties": {}}}}
MOST = 3.0
"""How much more of the processor than in the process the median synchronous call may take."""

Call = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Clients:
    """One client of each SDK, all led to the same place."""

    openai: openai.OpenAI
    openai_later: openai.AsyncOpenAI
    anthropic: anthropic.Anthropic
    anthropic_later: anthropic.AsyncAnthropic
    gemini: genai.Client
    ollama: ollama.Client


def calls(clients: Clients, run: Callable[..., object]) -> dict[str, Call]:
    """What is measured; `run` waits for a coroutine, on one loop for all, since `llmock` keeps connections open."""
    sdk, later, other, gemini = clients.openai, clients.openai_later, clients.anthropic, clients.gemini

    async def fifty() -> None:
        await asyncio.gather(*(later.chat.completions.create(**CHAT) for _ in range(50)))

    def loop() -> str | None:
        said: list[object] = [*MESSAGES]
        while True:
            message = sdk.chat.completions.create(model="gpt-4o-mini", messages=said, tools=[TOOL]).choices[0].message
            if not message.tool_calls:
                return message.content
            said += [message, {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "Saved."}]

    return {
        "openai chat": lambda: sdk.chat.completions.create(**CHAT),
        "openai chat, streamed": lambda: list(sdk.chat.completions.create(**CHAT, stream=True)),
        "openai chat, asynchronous": lambda: run(later.chat.completions.create(**CHAT)),
        "openai chat, tool loop of two": loop,
        "openai chat, fifty at once": lambda: run(fifty()),
        "openai responses": lambda: sdk.responses.create(**RESPONSE),
        "openai responses, streamed": lambda: list(sdk.responses.create(**RESPONSE, stream=True)),
        "openai embeddings": lambda: sdk.embeddings.create(**EMBED),
        "anthropic messages": lambda: other.messages.create(**MESSAGE),
        "anthropic messages, streamed": lambda: list(other.messages.create(**MESSAGE, stream=True)),
        "anthropic messages, asynchronous": lambda: run(clients.anthropic_later.messages.create(**MESSAGE)),
        "gemini": lambda: gemini.models.generate_content(**GENERATE),
        "gemini, streamed": lambda: list(gemini.models.generate_content_stream(**GENERATE)),
        "gemini interactions": lambda: gemini.interactions.create(**INTERACT),
        "gemini interactions, streamed": lambda: list(gemini.interactions.create(**INTERACT, stream=True)),
        "ollama chat": lambda: clients.ollama.chat(model="llama3.2", messages=MESSAGES),
    }


NOT_SPOKEN = ("gemini interactions", "ollama")
"""What `llmock` does not speak."""


def in_process() -> Clients:
    """Clients over a transport that answers in the same process, from the same core."""
    stub = Stub()

    def answered(request: httpx.Request | httpx2.Request) -> tuple[int, list[tuple[str, str]], bytes]:
        headers = {name.lower(): value for name, value in request.headers.items()}
        query = request.url.query.decode()
        response = stub.handle(Request(request.method, request.url.path, query, headers, request.content))
        body = response.body if response.events is None else b"".join(response.events)
        return response.status, list(response.headers), body

    def old(request: httpx.Request) -> httpx.Response:
        status, headers, body = answered(request)
        return httpx.Response(status, headers=headers, content=body)

    def new(request: httpx2.Request) -> httpx2.Response:
        status, headers, body = answered(request)
        return httpx2.Response(status, headers=headers, content=body)

    def client() -> httpx2.Client:
        return httpx2.Client(transport=httpx2.MockTransport(new))

    def later() -> httpx2.AsyncClient:
        return httpx2.AsyncClient(transport=httpx2.MockTransport(new))

    return Clients(
        openai.OpenAI(api_key="x", http_client=client()),
        openai.AsyncOpenAI(api_key="x", http_client=later()),
        anthropic.Anthropic(api_key="x", http_client=client()),
        anthropic.AsyncAnthropic(api_key="x", http_client=later()),
        genai.Client(api_key="x", http_options=genai.types.HttpOptions(httpx_client=client())),
        ollama.Client(transport=httpx.MockTransport(old)),
    )


def over_the_server() -> Clients:
    """Clients as pages make them, over guard and server."""
    return Clients(
        openai.OpenAI(),
        openai.AsyncOpenAI(),
        anthropic.Anthropic(),
        anthropic.AsyncAnthropic(),
        genai.Client(),
        ollama.Client(),
    )


def over_llmock(url: str) -> Clients:
    """Clients of the mock server."""
    return Clients(
        openai.OpenAI(api_key="x", base_url=f"{url}/v1"),
        openai.AsyncOpenAI(api_key="x", base_url=f"{url}/v1"),
        anthropic.Anthropic(api_key="x", base_url=f"{url}/anthropic"),
        anthropic.AsyncAnthropic(api_key="x", base_url=f"{url}/anthropic"),
        genai.Client(api_key="x", http_options={"base_url": f"{url}/gemini", "api_version": "v1beta"}),
        ollama.Client(),
    )


@contextmanager
def llmock() -> Generator[str | None]:
    """The address of a running `llmock`; how long its start took is printed."""
    with tempfile.TemporaryDirectory(prefix="fencepost-llmock-") as folder:
        command = os.environ.get("LLMOCK") or installed(Path(folder))
        if command == "off":
            yield None
            return
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        begun = time.perf_counter()
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        server = subprocess.Popen([command, "serve", "--port", str(port), "--log-level", "warning"], **quiet)
        try:
            await_port(port)
            print(f"{'llmock, started':34} {(time.perf_counter() - begun) * 1000:8.1f} ms")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def installed(folder: Path) -> str:
    """The command of a new environment."""
    venv.create(folder, with_pip=True)
    subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "-q", "llmock"], check=True)
    return str(folder / "bin" / "llmock")


def await_port(port: int) -> None:
    """Wait until something listens."""
    for _ in range(3000):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.01)
        else:
            return
    raise TimeoutError("llmock did not start within 30 seconds")


@dataclass(frozen=True, slots=True)
class Took:
    """What a call took, in milliseconds."""

    wall: float
    cpu: float
    """Of this process: with the server's threads, without `llmock`."""


def timed(call: Call) -> Took:
    """What one call takes."""
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return Took((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)


def medians(ways: list[Call], count: int) -> list[Took]:
    """The median of each, called in turns; each is called three times before, since SDKs build models at first."""
    for way in ways * 3:
        way()
    columns = zip(*[[timed(way) for way in ways] for _ in range(count)], strict=True)
    return [
        Took(statistics.median(one.wall for one in column), statistics.median(one.cpu for one in column))
        for column in columns
    ]


def start_and_stop() -> None:
    """A server's whole life."""
    StubServer(Stub()).close()


def bare(url: str) -> Call:
    """A call without any SDK."""

    def call() -> bytes:
        connection = http.client.HTTPConnection(url.removeprefix("http://"))
        connection.request("POST", PATH, BODY, {"content-type": "application/json"})
        body = connection.getresponse().read()
        connection.close()
        return body

    return call


def main(count: int) -> int:
    """Measure and print; returns 1 if the median synchronous call took too long."""
    stub = Stub()
    (core,) = medians([lambda: stub.handle(Request("POST", PATH, body=BODY))], count)
    (life,) = medians([start_and_stop], 5)
    print(f"{'the core alone':34} {core.wall:8.2f} ms")
    print(f"{'a server, started and stopped':34} {life.wall:8.2f} ms")
    # The mock server is started first: once the guard stands, no child of this process finds its way out.
    with llmock() as url, asyncio.Runner() as runner:
        inside = calls(in_process(), runner.run)
        beside = calls(over_llmock(url), runner.run) if url else {}
        with serve() as model:
            (wire,) = medians([bare(model.url)], count)
            print(f"{'the server, no SDK':34} {wire.wall:8.2f} ms\n")
            print(f"{'':34} {'fencepost':>11} {'in process':>11} {'ratio':>6} {'CPU':>6} {'llmock':>11} {'ratio':>6}")
            ratios: dict[str, float] = {}
            for name, call in calls(over_the_server(), runner.run).items():
                mock = None if name.startswith(NOT_SPOKEN) else beside.get(name)
                ratios[name] = compared(name, call, inside[name], mock, count)
    middle = statistics.median(ratio for name, ratio in ratios.items() if "," not in name)
    print(f"\nthe median synchronous call takes {middle:.1f}x the CPU that it takes in the process; at most {MOST}x")
    return int(middle > MOST)


def compared(name: str, ours: Call, inside: Call, mock: Call | None, count: int) -> float:
    """Measure and print one line; returns the ratio of the processor's time."""
    turns = max(5, count // 10) if "fifty" in name else count
    took, within, *other = medians([ours, inside, *([mock] if mock else [])], turns)
    ratios = f"{took.wall / within.wall:5.1f}x {took.cpu / within.cpu:5.1f}x"
    line = f"{name:34} {took.wall:8.2f} ms {within.wall:8.2f} ms {ratios}"
    print(line + "".join(f" {one.wall:8.2f} ms {took.wall / one.wall:5.2f}x" for one in other), flush=True)
    return took.cpu / within.cpu


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50))
