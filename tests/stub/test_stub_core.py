"""Which reply a request gets, and what is recorded: the core, without sockets."""

from __future__ import annotations

import json

import pytest
from stub_support import DIARY_PARAMETERS, DIARY_TOOL, DIARY_TOOL_ANTHROPIC, chat, codes, messages, post, said, scripted

from fencepost.stub import Request, Stub, parse_script

NOW = {"type": "function", "function": {"name": "now"}}
USER = {"role": "user", "content": "Hi"}


def test_replies_come_in_order_then_made_up_ones():
    stub, end = scripted("- one\n- two\n")
    assert [said(chat(stub)) for _ in range(4)] == ["one", "two", "Stub reply 1.", "Stub reply 2."]
    assert len(stub.take_unscripted()) == 2
    assert end() == ()


def test_one_script_answers_every_wire_format():
    stub, end = scripted("- one\n- two\n")
    assert [said(chat(stub)), said(messages(stub))] == ["one", "two"]
    assert end() == ()


def test_the_innermost_scope_answers_first():
    stub = Stub()
    outer = stub.open_scope(parse_script("- outer\n- outer again\n"), "page")
    inner = stub.open_scope(parse_script("- inner\n"), "fence")
    assert [said(chat(stub)), said(chat(stub))] == ["inner", "outer"]
    assert stub.close_scope(inner) == ()
    assert said(chat(stub)) == "outer again"
    assert stub.close_scope(outer) == ()


def test_replies_never_asked_for_are_named_with_their_line():
    stub = Stub()
    script = parse_script(
        "- one\n- call: append_diary\n  args: {content: x}\n- say: three\n  repeat: 2\n", first_line=10
    )
    scope = stub.open_scope(script, "page::intro[1]")
    chat(stub)
    faults = stub.close_scope(scope)
    assert [(fault.code, fault.scope, fault.script_line) for fault in faults] == [
        ("FP208", "page::intro[1]", 11),
        ("FP208", "page::intro[1]", 13),
    ]
    assert "`call: append_diary`" in faults[0].message
    assert "never asked for" in faults[0].message


def test_repeat_and_always():
    stub, end = scripted("- say: a\n  repeat: 2\n- say: b\n  always: true\n")
    assert [said(chat(stub)) for _ in range(4)] == ["a", "a", "b", "b"]
    assert end() == ()
    stub, end = scripted("- say: a\n  repeat: 3\n")
    chat(stub)
    assert end() == ("FP208",)
    assert scripted("- say: b\n  always: true\n")[1]() == ("FP208",)


def test_rules_answer_out_of_order_and_before_the_queue():
    stub, end = scripted("- queued\n- say: milk\n  when: {user: milk}\n- say: tea\n  when: {user: /^T/, model: mini}\n")
    asked = ["Tea?", "Is there milk?", "Anything?"]
    got = [said(chat(stub, messages=[{"role": "user", "content": text}])) for text in asked]
    assert got == ["tea", "milk", "queued"]
    assert end() == ()


def test_an_unmet_rule_says_so():
    stub = Stub()
    scope = stub.open_scope(parse_script("- say: a\n  when: {user: milk}\n"), "x")
    assert said(chat(stub)) == "Stub reply 1."
    (fault,) = stub.close_scope(scope)
    assert fault.help == "no request met its `when`"


@pytest.mark.parametrize(
    ("expectation", "found"),
    [
        ("{user: milk}", "`user` does not hold 'milk' (it is 'Hi')"),
        ("{user: /^M/}", "`user` does not hold '/^M/'"),
        ("{tools: append_diary}", "`tools` lacks append_diary (found none)"),
        ("{after_tool: append_diary}", "`after_tool` lacks append_diary (found none)"),
        ("{tool_result: ok}", "`tool_result` does not hold 'ok' (it is '')"),
        ("{messages: 3}", "`messages` is 1, expected 3"),
        ("{temperature: 0}", "the request has no `temperature`, expected 0"),
        ("{model: gpt-5}", "`model` does not hold 'gpt-5'"),
        ("{system: diary}", "`system` does not hold 'diary'"),
        ("{stream: true, messages: 2}", "the request has no `stream`, expected true; `messages` is 1, expected 2"),
    ],
)
def test_a_failed_expectation_is_a_fault_and_an_error(expectation, found):
    stub = Stub()
    scope = stub.open_scope(parse_script(f"- say: a\n  expect: {expectation}\n"), "x")
    response = chat(stub)
    (fault,) = stub.take_faults()
    assert response.status == 400
    assert ("x-should-retry", "false") in response.headers
    assert (fault.code, fault.script_line, fault.scope) == ("FP210", 1, "x")
    assert found in fault.message
    assert found in json.loads(response.body)["error"]["message"]
    assert stub.close_scope(scope) == ()


def test_expectations_that_hold():
    stub, end = scripted(
        "- call: append_diary\n  args: {content: Milk}\n"
        "- say: Saved.\n  expect: {after_tool: append_diary, tool_result: stored, tools: [append_diary], messages: 3,"
        " temperature: 0, system: '', model: /^gpt/, seed: null}\n"
    )
    body = json.loads(chat(stub, tools=[DIARY_TOOL]).body)
    message = body["choices"][0]["message"]
    result = {"role": "tool", "tool_call_id": message["tool_calls"][0]["id"], "content": "stored"}
    assert said(chat(stub, messages=[USER, message, result], tools=[DIARY_TOOL], temperature=0)) == "Saved."
    assert end() == ()


@pytest.mark.parametrize(
    ("script", "tools", "message"),
    [
        ("- call: append_diary\n", [], "offers no tools"),
        ("- call: append_diery\n", [DIARY_TOOL], "did you mean `append_diary`?"),
        ("- call: append_diary\n  args: {contents: x}\n", [DIARY_TOOL], "do not fit"),
        ("- call: append_diary\n  args: {content: x}\n  invalid: true\n", [DIARY_TOOL], "marked `invalid`"),
    ],
)
def test_scripted_calls_are_held_to_the_tools_of_the_request(script, tools, message):
    stub = Stub()
    stub.open_scope(parse_script(script), "x")
    response = chat(stub, tools=tools) if tools else chat(stub)
    (fault,) = stub.take_faults()
    assert (fault.code, fault.script_line, response.status) == ("FP209", 1, 400)
    assert message in fault.message


def test_calls_that_are_meant_to_be_wrong():
    stub, end = scripted(
        "- call: append_diary\n  args: {contents: x}\n  invalid: true\n- call: append_diary\n  raw_args: '{\"con'\n"
    )
    for expected in ('{"contents":"x"}', '{"con'):
        message = json.loads(chat(stub, tools=[DIARY_TOOL]).body)["choices"][0]["message"]
        assert message["tool_calls"][0]["function"]["arguments"] == expected
    assert end() == ()


def test_broken_json_cannot_be_sent_where_arguments_are_objects():
    stub, end = scripted("- call: append_diary\n  raw_args: '{\"con'\n")
    assert messages(stub, tools=[DIARY_TOOL_ANTHROPIC]).status == 400
    assert end() == ("FP209",)


def test_a_refused_request_uses_no_reply_but_is_a_fault():
    stub, end = scripted("- one\n")
    assert chat(stub, messages=[]).status == 400
    assert codes(stub) == ["FP204"]
    assert said(chat(stub)) == "one"
    assert end() == ()


def test_a_scripted_400_means_the_broken_rule():
    stub, end = scripted("- error: invalid_request\n- error: 400\n  message: Not so.\n")
    first, second = chat(stub, messages=[]), chat(stub, messages=[])
    assert "empty array" in json.loads(first.body)["error"]["message"]
    assert json.loads(second.body)["error"]["message"] == "Not so."
    assert end() == ()


def test_nothing_scripted_may_be_a_fault():
    stub = Stub(unscripted="fail")
    assert chat(stub).status == 400
    assert codes(stub) == ["FP211"]
    assert stub.take_unscripted() == ()
    assert post(stub, "/v1/embeddings", {"model": "text-embedding-3-small", "input": "a"}).status == 200
    assert codes(stub) == []


def test_reset_begins_a_new_page():
    stub = Stub()
    first = chat(stub).body
    assert chat(stub).body != first
    assert len(stub.asks) == 2
    stub.reset()
    assert stub.asks == ()
    assert chat(stub).body == first


def test_two_stubs_share_nothing():
    assert chat(Stub()).body == chat(Stub()).body


def test_a_dropped_connection_is_dropped_again_for_the_sdk_s_own_retries():
    stub, end = scripted("- error: disconnect\n- two\n")
    assert chat(stub).broken
    body = {"model": "gpt-4o-mini", "messages": [USER]}
    assert post(stub, "/v1/chat/completions", body, x_stainless_retry_count="1").broken
    assert said(chat(stub)) == "two"
    assert end() == ()


def test_errors_may_let_the_sdk_retry():
    stub, _ = scripted("- error: overloaded\n  retry: true\n- error: overloaded\n  retry_after: 2\n")
    first, second = messages(stub), messages(stub)
    assert first.status == 529
    assert {("x-should-retry", "true"), ("retry-after-ms", "1")} <= set(first.headers)
    assert {("x-should-retry", "false"), ("retry-after", "2")} <= set(second.headers)
    assert json.loads(second.body)["error"] == {"type": "overloaded_error", "message": "Overloaded"}


def test_embeddings_and_texts_do_not_take_each_other_s_replies():
    stub, end = scripted("- say: a\n- embed: [[1, 0]]\n- say: b\n")
    response = post(stub, "/v1/embeddings", {"model": "text-embedding-3-small", "input": "x"})
    assert json.loads(response.body)["data"][0]["embedding"] == [1.0, 0.0]
    assert [said(chat(stub)), said(chat(stub))] == ["a", "b"]
    assert end() == ()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, ("Stub reply 1.", [])),
        ({"tools": [DIARY_TOOL]}, (None, ['{"content":"content"}'])),
        ({"tools": [DIARY_TOOL], "tool_choice": "none"}, ("Stub reply 1.", [])),
        ({"tools": [DIARY_TOOL], "tool_choice": "required"}, (None, ['{"content":"content"}'])),
        (
            {"response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": DIARY_PARAMETERS}}},
            ('{"content": "content"}', []),
        ),
        (
            {"response_format": {"type": "json_object"}, "messages": [{"role": "user", "content": "JSON"}]},
            ("{}", []),
        ),
    ],
)  # fmt: skip
def test_made_up_replies_are_shaped_by_the_request(body, message):
    got = json.loads(chat(Stub(), **body).body)["choices"][0]["message"]
    called = [call["function"]["arguments"] for call in got.get("tool_calls", [])]
    assert (got["content"], called) == message


def test_a_tool_is_called_once_then_there_is_a_text():
    stub = Stub()
    message = json.loads(chat(stub, tools=[DIARY_TOOL]).body)["choices"][0]["message"]
    result = {"role": "tool", "tool_call_id": message["tool_calls"][0]["id"], "content": "stored"}
    assert said(chat(stub, messages=[USER, message, result], tools=[DIARY_TOOL])) == "Stub reply 1."


def test_addresses_that_are_not_stubbed_are_faults():
    stub = Stub()
    there = stub.handle(Request("GET", "/v1/files/file-1", headers={"host": "api.openai.com"}, direct=False))
    here = stub.handle(Request("POST", "/v1/images/generations"))
    assert [there.status, here.status] == [403, 403]
    assert ("x-should-retry", "false") in there.headers
    assert [fault.message for fault in stub.take_faults()] == [
        "GET api.openai.com/v1/files/file-1 would leave the machine",
        "`POST /v1/images/generations` is not stubbed; with a real key it would go to the provider",
    ]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000])
def test_a_body_that_is_no_json_object(body):
    stub = Stub()
    response = stub.handle(Request("POST", "/v1/chat/completions", body=body))
    assert response.status == 400
    assert codes(stub) == ["FP204"]


@pytest.mark.parametrize(
    ("script", "choice", "message"),
    [
        ("- call: append_diary\n  args: {content: x}\n", {"tool_choice": "none"}, "call no tool"),
        ("- say: Saved.\n", {"tool_choice": "required"}, "calls no tool"),
        (
            "- say: Saved.\n",
            {"tool_choice": {"type": "function", "function": {"name": "append_diary"}}},
            "makes the model call append_diary",
        ),
        (
            "- call: now\n",
            {"tool_choice": {"type": "function", "function": {"name": "append_diary"}}, "tools": [DIARY_TOOL, NOW]},
            "makes the model call `append_diary`",
        ),
        (
            "- call: [{append_diary: {content: x}}, {append_diary: {content: y}}]\n",
            {"parallel_tool_calls": False},
            "one tool at a time",
        ),
    ],
)
def test_scripted_calls_are_held_to_the_choice_of_tools(script, choice, message):
    stub = Stub()
    stub.open_scope(parse_script(script), "x")
    assert chat(stub, **{"tools": [DIARY_TOOL], **choice}).status == 400
    (fault,) = stub.take_faults()
    assert fault.code == "FP209"
    assert message in fault.message


@pytest.mark.parametrize(
    ("script", "description"),
    [
        ("- error: 429\n", "`error: 429`"),
        ("- error: timeout\n", "`error: timeout`"),
        ("- refuse: No.\n", "`refuse: No.`"),
        ("- think: Hm.\n", "`think: Hm.`"),
        ("- finish: length\n", "`finish: length`"),
        ("- embed: [[1]]\n", "`embed`"),
        (f"- {'x' * 50}\n", f"`say: {'x' * 39}…`"),
    ],
)
def test_a_reply_never_asked_for_is_described(script, description):
    stub = Stub()
    (fault,) = stub.close_scope(stub.open_scope(parse_script(script), "x"))
    assert description in fault.message
