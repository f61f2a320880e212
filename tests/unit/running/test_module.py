"""The module of a page is as real as that of a script."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support import run_page, running

from fencepost.running.failure import page_traceback


def python(*codes: str) -> str:
    return "\n".join(f"```python\n{code}\n```\n" for code in codes)


@pytest.mark.parametrize(
    "page",
    [
        "```python\n{code}\n```\n",
        '!!! note\n\n    === "A"\n\n        ```python\n        {code8}\n        ```\n',
        "> ```python\n> {code_}\n> ```\n",
        "<!-- fencepost: setup\n{code}\n-->\n```python\nx = 1\n```\n",
        "```python\nx = 1\n```\n\n<!-- fencepost: assert\n{code}\n-->\n",
    ],
)
def test_source_is_found_without_the_containers_prefix(page: str, tmp_path: Path) -> None:
    code = (
        "import inspect\ndef double(n):\n    return 2 * n\n"
        'assert inspect.getsource(double) == "def double(n):\\n    return 2 * n\\n"'
    )
    text = page.format(code=code, code8=code.replace("\n", "\n" + " " * 8), code_=code.replace("\n", "\n> "))
    assert run_page(text, tmp_path).findings == []


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_child_processes_import_the_page(method: str, tmp_path: Path) -> None:
    text = python(
        "import multiprocessing\n\ndef double(n):\n    return 2 * n",
        f'if __name__ == "__main__":\n    context = multiprocessing.get_context("{method}")\n'
        "    with context.Pool(1) as pool:\n        assert pool.map(double, [1, 2]) == [2, 4]",
    )
    assert run_page(text, tmp_path).findings == []


def test_the_program_of_child_processes_is_no_file_of_the_page(tmp_path: Path) -> None:
    code = "import multiprocessing, os\nassert os.listdir() == []\nassert __name__ == '__main__'"
    assert run_page(python(code), tmp_path).findings == []


def test_a_later_future_holds_for_what_comes_behind_it(tmp_path: Path) -> None:
    code = "def f(x: Missing): ...\nassert f.__annotations__ == {'x': 'Missing'}"
    assert run_page(python("from __future__ import annotations", code), tmp_path).findings == []


@pytest.mark.parametrize(
    ("code", "message", "values"),
    [
        ("a = 41\nassert a == 42", "assert 41 == 42", ["a = 41"]),
        ("a = [1]\nassert 2 in a", "assert 2 in [1]", ["a = [1]"]),
        ("a = None\nassert a is not None", "assert None is not None", ["a = None"]),
        ("a = []\nassert a", "AssertionError", ["a = []"]),
        ("a = 1\nassert a == 2, 'wrong'", "AssertionError: wrong", ["assert 1 == 2", "a = 1"]),
        ("d = {}\nd['missing']", "KeyError: 'missing'", ["d = {}"]),
        ("async def f():\n    return 1\nassert await f() == 2", "assert 1 == 2", []),
    ],
)
def test_a_failure_shows_the_values(code: str, message: str, values: list[str], tmp_path: Path) -> None:
    (finding,) = run_page(python(code), tmp_path).findings
    assert message in finding.message
    shown = [line.strip() for line in finding.detail]
    assert [value for value in values if value not in shown] == []
    assert not any("fencepost/running" in line for line in finding.detail)


def test_asserts_are_those_of_a_reader(tmp_path: Path) -> None:
    code = """import weakref
class Thing: ...
thing = Thing()
ref = weakref.ref(thing)
assert ref() is thing
del thing
assert ref() is None
try:
    assert 1 == 2
except AssertionError as error:
    assert error.args == (), error.args
try:
    assert 1 == 2, "text"
except AssertionError as error:
    assert error.args == ("text",)
assert 1 < 2 < 3
"""
    assert run_page(python(code), tmp_path).findings == []


@pytest.mark.parametrize("code", ["assert 1 <", "x = 1\nreturn x", "await x = 1", "x = yield"])
def test_code_that_does_not_compile_has_the_pages_line(code: str, tmp_path: Path) -> None:
    (finding,) = run_page(f"text\n\n{python(code)}", tmp_path).findings
    assert finding.code == "FP201"
    assert "SyntaxError" in finding.message
    assert finding.place.line == 3 + len(code.split("\n"))


def test_a_debugger_is_led_to_the_page(tmp_path: Path) -> None:
    with running(python("def f():\n    return 1 / 0\nf()"), tmp_path) as run:
        run.fence("page.md::top[1]")
        trace = run.traceback("page.md::top[1]")
        assert trace is not None
        assert trace.tb_lineno == 4
        assert trace.tb_next is not None
        assert trace.tb_next.tb_lineno == 3
    assert page_traceback(ValueError(), "x") is None


def test_the_first_of_two_failures_blocks_what_hangs_on_both(tmp_path: Path) -> None:
    ran = run_page(python("a = 1 / 0", "b = a", "print(b)"), tmp_path)
    assert [verdict.blocked_by for verdict in ran.verdicts.values()] == ["", "page.md::top[1]", "page.md::top[1]"]


def test_nothing_of_the_page_is_left_in_the_interpreter(tmp_path: Path) -> None:
    before = set(sys.modules)
    run_page("<!-- fencepost: file own.py -->\n```python\nx = 1\n```\n\n" + python("import own"), tmp_path)
    assert "own" not in set(sys.modules) - before


@pytest.mark.parametrize(
    ("before", "scopes"),
    [
        ("<!-- fencepost: page scope=new -->\n\n", ["a = 1", 'assert "a" not in globals()']),
        ("<!-- fencepost: page scope=shared -->\n\n", ["a = 1", "assert a == 1"]),
    ],
)
def test_a_page_may_name_the_scope_of_its_fences(before: str, scopes: list[str], tmp_path: Path) -> None:
    assert run_page(before + python(*scopes), tmp_path).findings == []
