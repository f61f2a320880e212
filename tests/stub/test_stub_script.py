"""Reading scripts."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from fencepost.stub import ScriptError, parse_script
from fencepost.stub.script import KEYS


def only(text: str):
    (reply,) = parse_script(text).replies
    return reply


def test_a_plain_string_is_said():
    assert [reply.say for reply in parse_script("- Hello.\n- say: Saved.\n").replies] == ["Hello.", "Saved."]


def test_replies_know_their_lines_on_the_page():
    script = parse_script("- one\n\n- say: two\n- call: append_diary\n  args: {content: three}\n", first_line=40)
    assert [reply.line for reply in script.replies] == [40, 42, 43]


def test_calls_in_each_form():
    assert [(c.name, c.arguments) for c in only("- call: now\n").calls] == [("now", "{}")]
    assert [(c.name, c.arguments) for c in only("- call: add\n  args: {a: 1, b: [true, null, 1.5]}\n").calls] == [
        ("add", '{"a":1,"b":[true,null,1.5]}')
    ]
    assert [(c.name, c.arguments) for c in only("- call: {add: {a: 1}}\n").calls] == [("add", '{"a":1}')]
    assert [c.name for c in only("- call: [now, {add: {a: 1}}, {now: }]\n  say: Both.\n").calls] == [
        "now",
        "add",
        "now",
    ]


def test_broken_json_is_kept_as_it_is():
    (call,) = only("- call: append_diary\n  raw_args: '{\"con'\n").calls
    assert (call.arguments, call.raw) == ('{"con', True)


def test_json_becomes_text():
    said = only("- json: {city: 東京, days: 3}\n").say
    assert said == '{"city": "東京", "days": 3}'


def test_errors_by_status_and_by_name():
    assert only("- error: 429\n").failure.status == 429
    failure = only("- error: rate_limit\n  message: Slow down.\n  retry: true\n  retry_after: 0.5\n").failure
    assert (failure.status, failure.message, failure.retry, failure.retry_after) == (429, "Slow down.", True, 0.5)


def test_all_other_keys():
    reply = only(
        "- say: abcdef\n  think: Hm.\n  finish: length\n  chunks: [abc, def]\n  break_stream: 2\n"
        "  usage: {in: 9, out: 3}\n  when: {user: /a.c/}\n  expect: {messages: 1, temperature: 0}\n  repeat: 2\n"
    )
    assert (reply.think, reply.finish, reply.chunks, reply.break_stream) == ("Hm.", "length", ("abc", "def"), 2)
    assert (reply.tokens_in, reply.tokens_out, reply.repeat) == (9, 3, 2)
    assert reply.when.pairs == (("user", "/a.c/"),)
    assert reply.expect.pairs == (("messages", 1), ("temperature", 0))
    assert only("- json: {a: 1}\n  chunks: 2\n").chunks == 2
    assert only("- embed: [[1, 0.5], [0, 1]]\n").embed == ((1.0, 0.5), (0.0, 1.0))
    assert only("- say: x\n  always: true\n").always


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the script is empty"),
        ("# only a comment\n", 1, "the script is empty"),
        ("say: Hello\n", 1, "begin each with `- `"),
        ("[]\n", 1, "no reply"),
        ("- say: a\n- sya: b\n", 2, "unknown key `sya`; did you mean `say`?"),
        ("- refuse: no\n", 1, 'quote it: refuse: "no"'),
        ("- say: 2026-08-01\n", 1, 'quote it: say: "2026-08-01"'),
        ("- 12:30\n", 1, 'quote it: say: "12:30"'),
        ("- say: 42\n", 1, 'quote it: say: "42"'),
        ("- say:\n", 1, "`say` must be text, got nothing"),
        ("- say: [a]\n", 1, "`say` must be text, got a list"),
        ("- call: f\n  args: {when: 2026-08-01}\n", 2, 'quote it: "2026-08-01"'),
        ("- call: f\n  args: {ok: yes}\n", 2, 'quote it: "yes"'),
        ("- call: f\n  args: {at: 12:30}\n", 2, 'quote it: "12:30"'),
        ("- call: f\n  args: {n: 012}\n", 2, 'quote it: "012"'),
        ("- call: f\n  args: [1]\n", 2, "arguments are a mapping"),
        ("- call: f\n  args: {a: 1}\n  raw_args: x\n", 3, "exclude each other"),
        ("- say: a\n  args: {a: 1}\n", 2, "`args` needs `call`"),
        ("- call: {f: {a: 1}}\n  args: {a: 1}\n", 2, "goes with `call: name`"),
        ("- call: []\n", 1, "names no tool"),
        ("- say: a\n  say: b\n", 2, "`say` stands twice"),
        ("- say: a\n  json: {}\n", 2, "exclude each other"),
        ("- error: 429\n  say: a\n", 1, "exclude each other"),
        ("- error: 200\n", 1, "from 400 to 599"),
        ("- error: rate_limits\n", 1, "did you mean `rate_limit`?"),
        ("- say: a\n  finish: lenght\n", 2, "did you mean `length`?"),
        ("- say: abc\n  chunks: [a, b]\n", 2, "do not add up"),
        ("- say: abc\n  chunks: 0\n", 2, "at least 1"),
        ("- say: abc\n  usage: {input: 9}\n", 2, "known are `in`, `out`"),
        ("- say: abc\n  repeat: no\n", 2, "quote it"),
        ("- say: abc\n  always: 1\n", 2, "true or false"),
        ("- when: {user: x}\n", 1, "says nothing"),
        ("- say: a\n  when: {usr: x}\n", 2, "did you mean `user`?"),
        ("- say: a\n  when: {user: /(/}\n", 2, "no regular expression"),
        ("- say: a\n  when: {user: 3}\n", 2, "must be text"),
        ("- say: a\n  expect: {messages: many}\n", 2, "whole number"),
        ("- say: a\n  expect: {}\n", 2, "is a mapping"),
        ("- embed: [1, 2]\n", 1, "list of vectors"),
        ("- embed: []\n", 1, "list of vectors"),
        ("- [a]\n", 1, "got a list"),
        ("- call: [[f]]\n", 1, "a call is a tool's name"),
        ("- error: 429\n  retry_after: soon\n", 2, "number of seconds"),
        ("- say: abc\n  chunks: {a: 1}\n", 2, "a list of texts"),
        ("- say: abc\n  usage: 9\n", 2, "`usage` is a mapping"),
        ("- say: 'a\n", 1, "not YAML"),
        ("- a\n---\n- b\n", 2, "not YAML"),
        ("- call: f\n  args: &a {x: *a}\n", 2, "an alias holds itself"),
        ("- say: a\n  <<: {think: b}\n", 2, "unknown key `<<`"),
        ("- ? [a]\n  : b\n", 1, "a key must be a word"),
        ("- say: a\x00\n", 1, "not YAML"),
    ],
)  # fmt: skip
def test_mistakes_are_named_with_their_line(text, line, message):
    with pytest.raises(ScriptError) as caught:
        parse_script(text)
    assert message in caught.value.message
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")


def test_deep_nesting_is_an_error_and_no_crash():
    with pytest.raises(ScriptError):
        parse_script("- call: f\n  args: {a: " + "[" * 1500 + "]" * 1500 + "}\n")


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet=st.sampled_from("- :\n[]{}'\"&*!|>#%@`,?abcsay01/~"), max_size=60))
def test_no_text_makes_anything_but_a_script_error(text):
    with suppress(ScriptError):
        parse_script(text)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(min_size=1, max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from(KEYS), _JSON, max_size=4) | _JSON, min_size=1, max_size=3))
def test_no_structure_makes_anything_but_a_script_error(replies):
    with suppress(ScriptError):
        parse_script(yaml.safe_dump(replies, allow_unicode=True))


@settings(max_examples=60, deadline=None)
@given(
    st.text(min_size=1, max_size=30).filter(str.strip),
    st.dictionaries(st.text(min_size=1, max_size=5), _JSON, max_size=3),
)
def test_what_yaml_wrote_is_read_back(said, arguments):
    text = yaml.safe_dump([{"say": said}, {"call": "f", "args": arguments}], allow_unicode=True, width=10**6)
    first, second = parse_script(text).replies
    assert first.say == yaml.safe_load(text)[0]["say"]
    assert json.loads(second.calls[0].arguments) == yaml.safe_load(text)[1]["args"]
