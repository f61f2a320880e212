"""Names that a page does not define: what their use tells, and what they are given."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from support import plan_of

from fencepost.checks.names import names_of
from fencepost.checks.uses import uses_of
from fencepost.engine import check


def fence(code: str) -> str:
    return f"```python\n{code}\n```\n\n"


def supplied(text: str, *, without: tuple[str, ...] = (), **configured: str) -> list[tuple[str, str]]:
    found = names_of(plan_of(text), (), configured, lambda package: package not in without)
    return [(one.name, one.source) for supplies in found.supplied.values() for one in supplies]


def codes(text: str, *, without: tuple[str, ...] = (), **configured: str) -> list[str]:
    found = names_of(plan_of(text), (), configured, lambda package: package not in without)
    return [finding.code for findings in found.findings.values() for finding in findings]


@pytest.mark.parametrize(
    ("code", "source"),
    [
        ("client.chat.completions.create(model='m')", "openai:OpenAI()"),
        ("client.with_options(timeout=3).chat.completions.create()", "openai:OpenAI()"),
        ("client.chat.completions.with_raw_response.create()", "openai:OpenAI()"),
        ("client.beta.chat.completions.parse()", "openai:OpenAI()"),
        ("client.responses.create(model='m', input='Hi').output_text", "openai:OpenAI()"),
        ("vectors = oai.embeddings.create(model='m', input='Hi').data[0].embedding", "openai:OpenAI()"),
        ("await client.responses.create()", "openai:AsyncOpenAI()"),
        ("(await client.responses.create()).output_text", "openai:AsyncOpenAI()"),
        ("client.messages.create(model='claude-sonnet-5-5')", "anthropic:Anthropic()"),
        ("with client.messages.stream(model='claude') as stream: ...", "anthropic:Anthropic()"),
        ("async with client.messages.stream(model='claude') as stream: ...", "anthropic:AsyncAnthropic()"),
        ("client.models.generate_content(model='gemini')", "google.genai:Client()"),
        ("await client.aio.models.generate_content(model='gemini')", "google.genai:Client()"),
        ("client.chats.create(model='gemini')", "google.genai:Client()"),
        ("client.chat(model='llama3.2')  # ollama", "ollama:Client()"),
        ("await client.chat(model='llama3.2')  # ollama", "ollama:AsyncClient()"),
        ("llm.invoke('Hi')  # langchain", 'langchain_openai:ChatOpenAI(model="gpt-4o-mini")'),
    ],
)
def test_the_use_picks_the_library_and_the_kind(code: str, source: str):
    text = fence(f"x = {code}" if not code.startswith(("with ", "async ")) and "=" not in code.split("(")[0] else code)
    assert [one for _, one in supplied(text)] == [source]
    assert codes(text) == ["FP116"]


@pytest.mark.parametrize(
    "code",
    [
        "stream = client.responses.create(stream=True)\nasync for event in await stream: ...",
        "with_ = client.responses.stream()\nasync with with_ as stream: ...",
        "import asyncio\nawait asyncio.gather(*[client.responses.create() for _ in range(3)])",
        "import asyncio\ntasks = [client.responses.create() for _ in range(3)]\nawait asyncio.gather(*tasks)",
        "import asyncio\nasyncio.run(client.responses.create())",
        "async def main():\n    return await client.responses.create()",
        "[event async for event in client.responses.stream()]",
    ],
)
def test_the_asynchronous_class_is_found_through_variables_and_helpers(code: str):
    assert supplied(fence(code)) == [("client", "openai:AsyncOpenAI()")]


@pytest.mark.parametrize(
    "code",
    [
        "import asyncio\nawait asyncio.to_thread(client.responses.create, model='m')",
        "await note(client.responses.create())\nasync def note(x): ...",
        "for event in client.responses.create(stream=True): ...",
    ],
)
def test_awaiting_something_else_does_not_count(code: str):
    assert ("client", "openai:OpenAI()") in supplied(fence(code))


@pytest.mark.parametrize(
    "text",
    [
        fence("client.frobnicate()"),
        fence("client.chat(model='m')"),
        fence("client.messages.create(to='+44', body='Hi')"),
        fence("chain.invoke({})  # langchain"),
        fence("openai.chat.completions.create()"),
        fence("client = make()\nclient.chat.completions.create()\ndef make(): ..."),
        fence("client.chat.completions.create()") + fence("client = 1"),
        fence("def f(client):\n    return client.chat.completions.create()"),
    ],
)
def test_nothing_is_supplied(text: str):
    assert supplied(text) == []


def test_a_fence_that_only_hands_the_client_on_gets_what_the_other_uses_tell():
    text = fence("async def ask(client):\n    return await client.responses.create()") + fence("await ask(client)")
    assert supplied(text) == [("client", "openai:AsyncOpenAI()")]


def test_alternatives_of_one_page_each_get_their_own():
    text = fence("client.responses.create()") + fence("await client.responses.create()")
    assert [source for _, source in supplied(text)] == ["openai:OpenAI()", "openai:AsyncOpenAI()"]


def test_a_library_that_is_not_installed_is_named():
    found = names_of(plan_of(fence("client.chat.completions.create()")), (), {}, lambda _: False)
    (finding,) = next(iter(found.findings.values()))
    assert finding.code == "FP110"
    assert finding.help.startswith("It is used like a client of `openai`: install that")


def test_the_settings_go_first():
    text = fence("client.chat.completions.create()\nprint(store)")
    assert supplied(text, client="tests.fakes:client", store="file:a.txt") == [
        ("client", "tests.fakes:client"),
        ("store", "file:a.txt"),
    ]


def test_every_use_has_its_whole_chain():
    tree = ast.parse("a.b(1).c[0].d\nf(e.g)\nh")
    assert [(use.name, use.chain) for use in uses_of(tree)] == [("a", "b.c.d"), ("e", "g")]


@pytest.mark.slow
def test_supplied_names_are_there_while_the_fences_run(tmp_path: Path):
    (tmp_path / "fencepost.toml").write_text(
        '[names]\nstore = "shop:make(2)"\ngreeting = "file:hello.txt"\nbroken = "shop:nothing"\n'
    )
    (tmp_path / "shop.py").write_text("class Store(list): ...\ndef make(n): return Store([n])\n")
    (tmp_path / "hello.txt").write_text("Hello.\n")
    (tmp_path / "page.md").write_text(
        "# T\n\n"
        "<!-- fencepost: model scope=page\n- one\n- two\n-->\n\n"
        + fence("print(client.responses.create(model='m', input='Hi').output_text)\n#> one")
        + fence("answer = await client.responses.create(model='m', input='Hi')\nprint(answer.output_text)\n#> two")
        + fence("store.append(3)")
        + fence("print(store, greeting.strip())\n#> [2, 3] Hello.")
        + fence("broken")
        + fence("nowhere")
    )
    report = check(tmp_path, run=True)
    said = [(finding.place.line, finding.code, finding.severity) for finding in report.findings]
    assert [entry for entry in said if entry[2] == "error"] == [(28, "FP302", "error"), (33, "FP201", "error")]
    assert [finding.message for finding in report.findings if finding.code == "FP116"][:2] == [
        "the name `client` is supplied as `openai:OpenAI()`, since it is used as `client.responses.create`",
        "the name `client` is supplied as `openai:AsyncOpenAI()`, since it is used as `client.responses.create`",
    ]
    assert next(finding.message for finding in report.findings if finding.code == "FP302") == (
        "the name `broken` is supplied as `shop:nothing`, by the settings, and that cannot be made: "
        "AttributeError: module 'shop' has no attribute 'nothing'"
    )
    assert "hidden `setup`" in report.findings[-1].help


@pytest.mark.parametrize("name", ["clienq", "clent", "cleint", "clientt"])
def test_a_slip_of_a_name_that_the_page_defines_is_not_supplied(name: str):
    text = fence(f"client = object()\n\n\ndef ask():\n    return {name}.chat.completions.create(model='m')")
    assert supplied(text) == []
    (findings,) = names_of(plan_of(text), (), {}, lambda _: True).findings.values()
    assert [finding.code for finding in findings] == ["FP110"]
    assert findings[0].help.startswith("Did you mean `client`?")


@pytest.mark.parametrize("name", ["client2", "async_client", "oai", "clients3"])
def test_a_name_that_is_another_one_is_supplied(name: str):
    text = fence(f"client = client1 = object()\n{name}.chat.completions.create(model='m')")
    assert [one for one, _ in supplied(text)] == [name]
