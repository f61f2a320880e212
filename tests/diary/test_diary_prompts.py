from __future__ import annotations

import json

import pytest
from wikimem.memorize import render_prompt

import wikimem
from wikimem import DIARY_PROMPT, DIARY_PROMPT_ZH, DIARY_TOOL_DESCRIPTION, DIARY_TOOL_DESCRIPTION_ZH

PAIRS = [(DIARY_PROMPT, DIARY_TOOL_DESCRIPTION), (DIARY_PROMPT_ZH, DIARY_TOOL_DESCRIPTION_ZH)]
ALL = [text for pair in PAIRS for text in pair]
DESCRIPTIONS = [getattr(wikimem, name) for name in wikimem.__all__ if "DESCRIPTION" in name]


def rules(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.startswith("- ")]


@pytest.mark.parametrize(("prompt", "description"), PAIRS)
def test_five_rules_are_shared_word_for_word_and_the_sixth_differs(prompt: str, description: str):
    assert len(rules(prompt)) == len(rules(description)) == 6
    assert rules(prompt)[:5] == rules(description)[:5]
    assert rules(prompt)[5] != rules(description)[5]


def test_the_rules_say_what_the_contract_asks():
    happened, one, emotion, memory, language, nothing = rules(DIARY_PROMPT)
    assert "Only what *happened*" in happened
    assert "state" in happened
    assert one == "- One event per entry. Be concrete and specific."
    assert "emotion" in emotion
    assert "`[[file:item]]`" in memory
    assert "the user's language" in language
    assert "`[]`" in nothing
    assert "Do not call this tool" in rules(DIARY_TOOL_DESCRIPTION)[5]
    assert all("Never invent" in rules(text)[5] for text in PAIRS[0])


@pytest.mark.parametrize("index", [0, 1])
def test_the_chinese_texts_are_paired_line_by_line_with_the_english_ones(index: int):
    english, chinese = (pair[index].split("\n") for pair in PAIRS)
    assert len(english) == len(chinese)
    for one, other in zip(english, chinese, strict=True):
        assert one.startswith("- ") == other.startswith("- ")
        assert one != other or not one
        for token in ("`[[file:item]]`", "`[]`", "{character}", "{{", "2-4"):
            assert (token in one) == (token in other)


@pytest.mark.parametrize("text", ALL)
def test_no_line_is_wide_and_none_ends_in_a_blank(text: str):
    assert all(len(line) <= 120 and line == line.rstrip() for line in text.split("\n"))
    assert text == text.strip()


@pytest.mark.parametrize("text", [DIARY_PROMPT, DIARY_PROMPT_ZH])
def test_a_prompt_is_filled_in_and_ends_in_the_example(text: str):
    filled = render_prompt(text, "Mina")
    assert filled == text.format(character="Mina")
    assert "Mina" in filled
    assert text.split("\n")[-1].startswith('[{{"content": ')
    (row,) = json.loads(filled.split("\n")[-1])
    assert list(row) == ["content"]


@pytest.mark.parametrize("text", DESCRIPTIONS)
def test_a_description_is_short_enough_for_every_provider_and_has_nothing_to_fill_in(text: str):
    assert len(DESCRIPTIONS) == 4
    assert 0 < len(text) <= 1024
    assert "{" not in text


def test_the_description_says_that_date_and_time_are_stamped():
    assert "Date and time are stamped for you" in DIARY_TOOL_DESCRIPTION
    assert "日期和时间会替你标好" in DIARY_TOOL_DESCRIPTION_ZH
