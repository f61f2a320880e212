"""The fixture `model` in ordinary tests."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

AGENT = """\
import json
import urllib.request

TOOL = {"type": "function", "function": {"name": "append_diary", "parameters": {
    "type": "object", "properties": {"content": {"type": "string"}}, "required": ["content"]}}}


def ask(text, **more):
    body = {"model": "m", "messages": [{"role": "user", "content": text}], **more}
    request = urllib.request.Request(
        "https://api.openai.com/v1/chat/completions", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    try:
        message = json.load(urllib.request.urlopen(request))["choices"][0]["message"]
    except OSError as error:
        error.close()
        return "swallowed"
    return [call["function"]["arguments"] for call in message.get("tool_calls", [])] or message["content"]
"""

TESTS = """\
import pytest
from agent import TOOL, ask


def test_text(model):
    model.script("- Saved.\\n- {say: Again., expect: {user: tea}}")
    assert ask("I bought milk.") == "Saved."
    assert ask("And tea.") == "Again."
    assert [request.user for request in model.requests] == ["I bought milk.", "And tea."]


def test_list(model):
    text = "no\\n2026-08-01: \\U0001f600 \\x7f"
    model.script([text, {"call": "append_diary", "args": {"content": "no"}}, {"json": {"n": [1, None, True, 2.5]}}])
    assert ask("1") == text
    assert ask("2", tools=[TOOL]) == ['{"content":"no"}']
    assert ask("3") == '{"n": [1, null, true, 2.5]}'


def test_swallowed_refusal(model):
    assert ask("Hi", temperature=9) == "swallowed"


def test_never_asked_for(model):
    model.script(["one", "two"])
    ask("Hi")


def test_expectation(model):
    model.script([{"say": "one", "expect": {"user": "Ho"}}])
    ask("Hi")


def test_looked_at(model):
    ask("Hi", temperature=9)
    assert [fault.code for fault in model.faults()] == ["FP204"]


def test_fails_by_itself(model):
    ask("Hi", temperature=9)
    assert False


def test_wrong_script(model):
    with pytest.raises(ValueError, match="reply 2: unknown key `sya`; did you mean `say`"):
        model.script(["one", {"sya": "two"}])
    with pytest.raises(ValueError, match="line 2: unknown key `sya`; did you mean `say`"):
        model.script("- one\\n- sya: two")
    with pytest.raises(ValueError, match="reply 1: the reply is neither text nor"):
        model.script([object()])


def test_nothing_leaves():
    pass


@pytest.fixture
def after(model):
    yield
    ask("Hi", temperature=9)


def test_in_teardown(after):
    pass
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makepyfile(agent=AGENT, test_agent=TESTS)
    return pytester


def test_a_script_answers_and_faults_fail_the_test(project: pytest.Pytester) -> None:
    result = project.runpytest("-rfEp")
    result.assert_outcomes(passed=6, failed=4, errors=1)
    failed = {line.split("::")[1].split(" ")[0] for line in result.outlines if line.startswith("FAILED")}
    assert failed == {"test_swallowed_refusal", "test_never_asked_for", "test_expectation", "test_fails_by_itself"}
    result.stdout.fnmatch_lines(
        [
            "agent.py:14: FP204 request-refused openai chat: Invalid 'temperature'*",
            "  help: Correct the request; the message names the provider's rule.",
            "FP208 reply-not-asked-for reply 2 of the script, `say: two`, was never asked for",
            "  see script 1, reply 2",
            "agent.py:14: FP210 expectation-failed `say: one` expects: `user` does not hold 'Ho' (it is 'Hi')",
            "*- Captured fencepost call -*",
            "agent.py:14: FP204*",
        ]
    )


def test_a_projects_own_fixture_of_that_name_goes_first(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("import pytest\n\n@pytest.fixture\ndef model():\n    return 'mine'\n")
    pytester.makepyfile("def test_it(model):\n    assert model == 'mine'\n")
    pytester.runpytest().assert_outcomes(passed=1)
