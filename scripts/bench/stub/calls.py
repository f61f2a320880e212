"""What a stubbed call costs: `python scripts/bench/stub/calls.py [calls]`.

Prints the median of so many calls in milliseconds, for the core alone, the bare server, and the SDKs over guard and
server; each is called twice before, since SDKs build their models at the first call. Needs `openai` and `anthropic`.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import statistics
import sys
import time
from collections.abc import Callable

from fencepost.stub import Request, Stub, serve

MESSAGES = [{"role": "user", "content": "I bought milk."}]
BODY = json.dumps({"model": "gpt-4o-mini", "messages": MESSAGES}).encode()
PATH = "/v1/chat/completions"


def median(call: Callable[[], object], count: int) -> float:
    """The median time of `count` calls, in milliseconds."""
    call()
    call()
    times: list[float] = []
    for _ in range(count):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


def over_the_server(url: str) -> Callable[[], object]:
    """A call without any SDK."""

    def call() -> bytes:
        connection = http.client.HTTPConnection(url.removeprefix("http://"))
        connection.request("POST", PATH, BODY, {"content-type": "application/json"})
        body = connection.getresponse().read()
        connection.close()
        return body

    return call


def over_the_sdks() -> dict[str, Callable[[], object]]:
    """Calls through the SDKs, synchronous, streamed and asynchronous."""
    import anthropic
    import openai

    sdk, other = openai.OpenAI(), anthropic.Anthropic()
    later = openai.AsyncOpenAI()
    chat = {"model": "gpt-4o-mini", "messages": MESSAGES}
    message = {"model": "claude-sonnet-5-5", "max_tokens": 64, "messages": MESSAGES}
    return {
        "openai chat": lambda: sdk.chat.completions.create(**chat),
        "openai chat, streamed": lambda: list(sdk.chat.completions.create(**chat, stream=True)),
        "openai chat, asynchronous": lambda: asyncio.run(later.chat.completions.create(**chat)),
        "openai responses": lambda: sdk.responses.create(model="gpt-5", input="I bought milk."),
        "openai client and chat": lambda: openai.OpenAI().chat.completions.create(**chat),
        "anthropic messages": lambda: other.messages.create(**message),
        "anthropic messages, streamed": lambda: list(other.messages.create(**message, stream=True)),
    }


def main(count: int) -> None:
    """Measure and print."""
    stub = Stub()
    print(f"{'the core alone':30} {median(lambda: stub.handle(Request('POST', PATH, body=BODY)), count):7.2f} ms")
    with serve() as model:
        print(f"{'the server, no SDK':30} {median(over_the_server(model.url), count):7.2f} ms")
        for name, call in over_the_sdks().items():
            print(f"{name:30} {median(call, count):7.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
