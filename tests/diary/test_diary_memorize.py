from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from wikimem.memorize import render_prompt

from wikimem import DIARY_PROMPT, Diary, DiaryItem, memorize

DAY = "2026-07-30"
TS = "2026-07-30T13:15:00+00:00"
TURN = "user: {turn} and {{braces}} and {character}\nassistant: yes"


def test_one_call_with_the_persona_and_the_turn_as_it_is(diary: Diary, stub: Callable):
    llm = stub("[]")
    assert memorize(diary, TURN, llm=llm, character="Mina {x}") == []
    assert llm.calls == [
        [
            {"role": "system", "content": DIARY_PROMPT.format(character="Mina {x}")},
            {"role": "user", "content": TURN},
        ]
    ]
    assert not diary.root.exists()


def test_the_default_persona(diary: Diary, stub: Callable):
    llm = stub("[]")
    memorize(diary, TURN, llm=llm)
    assert llm.calls[0][0]["content"].startswith("You are the assistant, ")


def test_what_is_worth_keeping_is_stored_in_the_order_of_the_reply(diary: Diary, stub: Callable):
    llm = stub('[{"content": " one\\n## 07:00 ", "date": "1999-01-01", "owner": "root"}, {"content": "two"}]')
    stored = memorize(diary, TURN, llm=llm, owner="mina", source_conv="conv-7", ts=TS)
    assert stored == [
        DiaryItem(DAY, "21:15", "one\n## 07:00", "mina", "conv-7", TS),
        DiaryItem(DAY, "21:15", "two", "mina", "conv-7", TS),
    ]
    assert diary.day(DAY) == stored
    assert [line["time"] for line in diary.journal.entries()] == ["21:15", "21:15"]


def test_a_batch_goes_to_its_minute(diary: Diary, stub: Callable):
    late = diary.append("late", date=DAY, time="22:00")
    stored = memorize(diary, TURN, llm=stub('[{"content": "one"}, {"content": "two"}]'), ts=TS)
    assert diary.day(DAY) == [*stored, late]


@pytest.mark.parametrize("reply", ["[]", " [ ]\n", "```json\n[]\n```", "Nothing happened.\n\n[]"])
def test_nothing_worth_keeping_is_the_healthy_case(
    diary: Diary, stub: Callable, caplog: pytest.LogCaptureFixture, reply: str
):
    assert memorize(diary, TURN, llm=stub(reply)) == []
    assert caplog.records == []


@pytest.mark.parametrize(
    "reply", ["", "Sorry, I cannot.", "null", '[{"text": "x"}]', '[{"content": "x"', None, 5, [], {}]
)
def test_an_unusable_reply_is_logged(diary: Diary, stub: Callable, caplog: pytest.LogCaptureFixture, reply: object):
    assert memorize(diary, TURN, llm=stub(reply)) == []
    (record,) = caplog.records
    assert (record.name, record.levelno) == ("wikimem", logging.WARNING)
    assert "no diary entry found" in record.getMessage()
    assert not diary.root.exists()


def test_an_entry_that_cannot_be_written_is_dropped_with_a_log_line(
    diary: Diary, stub: Callable, caplog: pytest.LogCaptureFixture
):
    reply = '[{"content": "one"}, {"content": "two \\ud83d"}, {"content": "\\u200b"}, {"content": "three"}]'
    stored = memorize(diary, TURN, llm=stub(reply), ts=TS)
    assert [item.content for item in stored] == ["one", "three"]
    assert diary.day(DAY) == stored
    assert [record.getMessage().partition(": ")[2] for record in caplog.records] == [
        "diary entry content is not valid text: lone surrogate at position 4",
        "diary entry content is empty",
    ]


@pytest.mark.parametrize(
    ("mistake", "error", "words"),
    [
        ({"dat": DAY}, TypeError, r"memorize\(\) got an unexpected keyword argument 'dat'"),
        ({"key": "call-1"}, TypeError, r"memorize\(\) takes no 'key': it stores several entries"),
        ({"date": "someday"}, ValueError, "date must be"),
        ({"time": "9:00"}, ValueError, "time must be"),
        ({"ts": "now"}, ValueError, "ts must be"),
        ({"tz": "Nowhere/Land"}, ValueError, "tz must be"),
        ({"owner": "\ud800"}, ValueError, "owner is not valid text"),
        ({"source_conv": 5}, TypeError, "source_conv must be text"),
        ({"prompt": "You are {character}.\nSay {turn}."}, ValueError, "prompt line 2, column 5: stray brace '{turn}.'"),
    ],
)
def test_mistakes_of_the_host_show_before_the_call_is_paid_for(
    diary: Diary, stub: Callable, mistake: dict[str, Any], error: type[Exception], words: str
):
    llm = stub("[]")
    with pytest.raises(error, match=words):
        memorize(diary, TURN, llm=llm, **mistake)
    assert llm.calls == []
    assert not diary.root.exists()


def test_what_the_model_call_raises_goes_through(diary: Diary, stub: Callable):
    with pytest.raises(ConnectionError, match="down"):
        memorize(diary, TURN, llm=stub(ConnectionError("down")))


def test_an_asynchronous_chat_is_named(diary: Diary, stub: Callable):
    class Client:
        async def chat(self, messages: list[dict[str, str]]) -> str:
            return "[]"

    with pytest.raises(TypeError, match=r"llm\.chat .* synchronous"):
        memorize(diary, TURN, llm=Client())  # ty: ignore[invalid-argument-type]
    loop = asyncio.new_event_loop()
    with pytest.raises(TypeError, match=r"llm\.chat .* synchronous"):
        memorize(diary, TURN, llm=stub(loop.create_future()))
    loop.close()


def test_from_an_event_loop(diary: Diary, stub: Callable):
    llm = stub('[{"content": "one"}]')
    stored = asyncio.run(asyncio.to_thread(memorize, diary, TURN, llm=llm, ts=TS))
    assert diary.day(DAY) == stored


def test_another_prompt_replaces_the_whole_text(diary: Diary, stub: Callable):
    llm = stub("[]")
    memorize(diary, TURN, llm=llm, character="Mina", prompt='Be {character}: [{{"content": "…"}}]')
    memorize(diary, TURN, llm=llm, character="Mina", prompt="")
    assert llm.calls[0][0]["content"] == 'Be Mina: [{"content": "…"}]'
    assert llm.calls[1][0]["content"] == DIARY_PROMPT.format(character="Mina")


@pytest.mark.parametrize(
    ("prompt", "rendered"),
    [
        ("{{{character}}}", "{M}"),
        ("{{character}}", "{character}"),
        ("{{}} {{{{", "{} {{"),
        ("no brace, no persona", "no brace, no persona"),
        ("100 % $name \\{{", "100 % $name \\{"),
    ],
)
def test_only_the_persona_and_doubled_braces_mean_something(prompt: str, rendered: str):
    assert render_prompt(prompt, "M") == rendered == prompt.format(character="M")


@pytest.mark.parametrize(
    ("prompt", "place"),
    [
        ("{", "line 1, column 1: stray brace '{'"),
        ("a }\nb", "line 1, column 3: stray brace '}'"),
        ("a\n  [{\n", "line 2, column 4: stray brace '{'"),
        ("{}", "stray brace '{}'"),
        ("{0}", "stray brace '{0}'"),
        ("{conversation_turn}", "stray brace '{conversation_turn}'"),
        ("{character.__class__}", "stray brace '{character.__class__'"),
        ("{character:>2000000}", "stray brace '{character:>2000000}'"),
        ("{character!r}", "stray brace '{character!r}'"),
        ("{ character }", "stray brace '{ character }'"),
        ("{{{", "column 3: stray brace '{'"),
        ("{{x}", "column 4: stray brace '}'"),
    ],
)
def test_a_stray_brace_is_one_clear_error(prompt: str, place: str):
    with pytest.raises(ValueError, match="stray brace") as caught:
        render_prompt(prompt, "Mina")
    assert place in str(caught.value)
    assert "double others" in str(caught.value)
