from __future__ import annotations

import json
import sys

import pytest

from wikimem import parse_entries

ROWS = '[{"content": "one"}, {"content": "two"}]'
BOTH = ["one", "two"]


@pytest.mark.parametrize(
    "reply",
    [
        ROWS,
        f"\ufeff{ROWS}",
        f"```json\n{ROWS}\n```",
        f"~~~\n{ROWS}\n~~~",
        f"```json5\n{ROWS}\n```\nThat is all.",
        f"Here is what I keep:\n\n{ROWS}\n\nI hope that helps [1].",
        f"As in [1] and {{this}} and [sic]: {ROWS}",
        f'<think>Perhaps [{{"content": "draft"}}]?</think>\n{ROWS}',
        f"<THINKING>\n[]</THINKING>{ROWS}",
        f'Perhaps [{{"content": "draft"}}]?</think>{ROWS}',
        f"I could say [] but: {ROWS}",
        f"{ROWS}\n\n[]",
        '[{"content": "one",}, {"content": "two"},]',
        '[{"content": "one"}, {"content": "two"}, ]',
        f"[[1, 2,],] then {ROWS}",
        f"[1,2,]{ROWS[:-1]},]",
        '{"content": "one"}\n{"content": "two"}',
        '{"content": "one"}, {"content": "two"}',
        f'{{"entries": {ROWS}}}',
        f'{{"note": "x", "entries": {ROWS}, "more": 1}}',
        '[{"content": " one\\n"}, {"content": "\\ttwo"}]',
        '["x", 5, null, {"content": "one"}, [], {"text": "y"}, {"content": 5}, {"content": " "}, {"content": "two"}]',
        '[{"content": "one", "date": "1999-01-01"}, {"content": "two", "owner": {"a": [1]}}]',
    ],
)
def test_the_array_is_found(reply: str):
    assert parse_entries(reply) == BOTH


@pytest.mark.parametrize(
    "content",
    [
        "a\nb",
        "```json\n[]\n```",
        'say "[{}]",]',
        "</think> [x]",
        "</think>",
        "<think>[]</think>",
        '[{"content": "inner"}]',
        "trailing ,] and ,}",
        "\\",
    ],
)
def test_a_content_may_look_like_anything(content: str):
    row = {"content": content}
    assert parse_entries(json.dumps([row])) == [content]
    assert parse_entries(f"So:\n```\n{json.dumps([row])}\n```") == [content]
    assert parse_entries(json.dumps([row])[:-1] + ",]") == [content]
    assert parse_entries(f"Sure, {json.dumps(row)}") == [content]


@pytest.mark.parametrize("answer", ["[]", "\n```json\n[]\n```", " [ ] ", ROWS, '{"content": "one"} {"content": "two"}'])
@pytest.mark.parametrize(
    "thought",
    [
        '<think>Perhaps [{"content": "draft"}]?</think>',
        'Perhaps [{"content": "draft"}]?</think>',  # the opening tag stood in the template of the conversation
        '<think>Hm.</think>\n<think>[{"content": "draft"}]</think>',
        'Well. <reasoning>[{"content": "draft"}]</reasoning>\n\n',
    ],
)
def test_drafts_in_a_thought_do_not_count(thought: str, answer: str):
    assert parse_entries(thought + answer) == (BOTH if "one" in answer else [])


def test_raw_line_ends_in_a_string_are_forgiven():
    assert parse_entries('[{"content": "one\ntwo"}]') == ["one\ntwo"]


def test_of_several_arrays_the_last_with_an_entry_counts():
    assert parse_entries(f'Draft: [{{"content": "draft"}}] Final: {ROWS} []') == BOTH


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "[]",
        "null",
        "42",
        '"text"',
        "Nothing worth keeping.",
        "[1, 2]",
        '["one"]',
        "{}",
        '{"content": 5}',
        '{"content": "  "}',
        '[{"content": "one"}, {"content": "tw',
        '[{"content": "one"},',
        '[{"content": "one"}',
        '[{"content": "one" "content": "two"}]',
        f"<think>I should write {ROWS} but I am cut o",
        None,
        5,
        b"[]",
        [{"content": "x"}],
        object(),
    ],
)
def test_without_a_usable_entry_there_is_none(reply: object):
    assert parse_entries(reply) == []


@pytest.mark.parametrize(
    "reply",
    [
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000,
        '[{"a":' * 100_000,
        '[{"content": ' * 50_000,
        "[ " * 50_000,
        '["' * 50_000,
        "9" * 100_000,
        f"[{'9' * (sys.get_int_max_str_digits() + 1)}]",
        '[{"content": "x"' + ",}" * 50_000,
        "[1,]" * 20_000,
        '["x' + ' {"a": 1}' * 20_000,
    ],
)
def test_monstrous_replies_are_given_up(reply: str):
    assert parse_entries(reply) == []
