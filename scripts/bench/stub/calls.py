"""What a stubbed call costs: `python scripts/bench/stub/calls.py [calls]`.

Prints medians in milliseconds: for the core alone, the bare server, the SDKs over guard and server, and, for the
synchronous calls, the same over `MockTransport` in the same process with the ratio. Each is called three times before,
since SDKs build their models at the first call. Needs `openai`, `anthropic` and `google-genai`.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import statistics
import sys
import time
from collections.abc import Callable

from fencepost.stub import Request, Stub, StubServer, serve

MESSAGES = [{"role": "user", "content": "I bought milk."}]
BODY = json.dumps({"model": "gpt-4o-mini", "messages": MESSAGES}).encode()
PATH = "/v1/chat/completions"
CHAT = {"model": "gpt-4o-mini", "messages": MESSAGES}
MESSAGE = {"model": "claude-sonnet-5-5", "max_tokens": 64, "messages": MESSAGES}
TOOL = {"type": "function", "function": {"name": "append_diary", "parameters": {"type": "object", "properties": {}}}}

Call = Callable[[], object]


def median(call: Call, count: int) -> float:
    """The median time of `count` calls, in milliseconds."""
    for _ in range(3):
        call()
    times: list[float] = []
    for _ in range(count):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


def start_and_stop() -> None:
    """A server's whole life."""
    StubServer(Stub()).close()


def over_the_server(url: str) -> Call:
    """A call without any SDK."""

    def call() -> bytes:
        connection = http.client.HTTPConnection(url.removeprefix("http://"))
        connection.request("POST", PATH, BODY, {"content-type": "application/json"})
        body = connection.getresponse().read()
        connection.close()
        return body

    return call


def in_process() -> dict[str, Call]:
    """Synchronous calls over a transport that answers in the same process, from the same core."""
    import anthropic
    import httpx2
    import openai

    stub = Stub()

    def answer(request: httpx2.Request) -> httpx2.Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        response = stub.handle(Request(request.method, request.url.path, "", headers, request.read()))
        return httpx2.Response(response.status, headers=list(response.headers), content=response.body)

    def client() -> httpx2.Client:
        return httpx2.Client(transport=httpx2.MockTransport(answer))

    sdk = openai.OpenAI(api_key="x", http_client=client())
    other = anthropic.Anthropic(api_key="x", http_client=client())
    return {
        "openai chat": lambda: sdk.chat.completions.create(**CHAT),
        "openai responses": lambda: sdk.responses.create(model="gpt-5", input="I bought milk."),
        "anthropic messages": lambda: other.messages.create(**MESSAGE),
    }


def over_the_sdks() -> dict[str, Call]:
    """Calls through the SDKs, synchronous, streamed and asynchronous."""
    import anthropic
    import openai
    from google import genai

    sdk, other, gemini = openai.OpenAI(), anthropic.Anthropic(), genai.Client()
    later = openai.AsyncOpenAI()

    async def fifty() -> None:
        await asyncio.gather(*(later.chat.completions.create(**CHAT) for _ in range(50)))

    def loop() -> str:
        said: list[object] = [*MESSAGES]
        while True:
            message = sdk.chat.completions.create(model="gpt-4o-mini", messages=said, tools=[TOOL]).choices[0].message
            if not message.tool_calls:
                return message.content
            said += [message, {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "Saved."}]

    return {
        "openai chat": lambda: sdk.chat.completions.create(**CHAT),
        "openai chat, streamed": lambda: list(sdk.chat.completions.create(**CHAT, stream=True)),
        "openai chat, asynchronous": lambda: asyncio.run(later.chat.completions.create(**CHAT)),
        "openai chat, new client": lambda: openai.OpenAI().chat.completions.create(**CHAT),
        "openai chat, tool loop of two": loop,
        "openai chat, fifty at once": lambda: asyncio.run(fifty()),
        "openai responses": lambda: sdk.responses.create(model="gpt-5", input="I bought milk."),
        "openai responses, streamed": lambda: list(
            sdk.responses.create(model="gpt-5", input="I bought milk.", stream=True)
        ),
        "openai embeddings": lambda: sdk.embeddings.create(model="text-embedding-3-small", input="I bought milk."),
        "anthropic messages": lambda: other.messages.create(**MESSAGE),
        "anthropic messages, streamed": lambda: list(other.messages.create(**MESSAGE, stream=True)),
        "gemini": lambda: gemini.models.generate_content(model="gemini-2.5-flash", contents="I bought milk."),
        "gemini, streamed": lambda: list(
            gemini.models.generate_content_stream(model="gemini-2.5-flash", contents="I bought milk.")
        ),
    }


def main(count: int) -> None:
    """Measure and print."""
    stub = Stub()
    print(f"{'the core alone':32} {median(lambda: stub.handle(Request('POST', PATH, body=BODY)), count):8.2f} ms")
    print(f"{'a server, started and stopped':32} {median(start_and_stop, 5):8.2f} ms")
    inside = {name: median(call, count) for name, call in in_process().items()}
    with serve() as model:
        print(f"{'the server, no SDK':32} {median(over_the_server(model.url), count):8.2f} ms")
        for name, call in over_the_sdks().items():
            took = median(call, max(5, count // 10) if "fifty" in name else count)
            beside = f"   {inside[name]:6.2f} ms in process, {took / inside[name]:.1f}x" if name in inside else ""
            print(f"{name:32} {took:8.2f} ms{beside}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
