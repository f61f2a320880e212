"""Which pages cannot reach the process, and what holds for them all the same."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

import pytest
from support import plan_of, run_page

from fencepost.running.confined import is_confined
from fencepost.running.page import PageRun


def page(code: str, above: str = "") -> str:
    return f"# A page\n\n{above}```python\n{code}\n```\n"


@pytest.mark.parametrize(
    "code",
    [
        "value = 41\nassert value + 1 == 42",
        "def add(a, b):\n    return a + b\nprint(add(1, 2))",
        "class A:\n    def __init__(self): self.x = 1\nprint(A().x)",
        "if __name__ == '__main__':\n    print([n for n in range(3)])",
        "raise SystemExit(1)",
    ],
)
def test_code_of_its_own_is_confined(code: str):
    assert is_confined(plan_of(page(code)))


@pytest.mark.parametrize(
    "code",
    [
        "import os",
        "from os import environ",
        "__import__('os')",
        "open('a.txt', 'w')",
        "print.__self__.x = 1",
        "().__class__.__base__",
        "exec('x = 1')",
        "getattr(print, 'x')",
        "async def f(): ...\nawait f()",
        "raise KeyboardInterrupt",
        "input()",
        "exit()",
        "(n for n in [1]).gi_frame",
        "globals()['x'] = 1",
        "(n for n in [1]).gi_code",
        "credits._Printer__filenames = ['/etc/hostname']",
        "copyright()",
        "'{0.' '_' '_self_' '_}'.format(print)",
        "__builtins__",
        "type(print).__self__",
        "f'{print.__self__}'",
        "@exec\ndef code(): ...",
        "help()",
        "breakpoint()",
        "quit()",
        "license()",
        "ｅval('1')",
        "()._＿class＿_",
        "class A:\n    def __del__(self): print('late')",
    ],
)
def test_code_that_reaches_out_is_not(code: str):
    assert not is_confined(plan_of(page(code)))


@pytest.mark.parametrize(
    "above",
    [
        "<!-- fencepost: run fixtures=town -->\n",
        "<!-- fencepost: setup\nimport os\n-->\n",
        "<!-- fencepost: model\n- say: hello\n-->\n",
        '<!-- fencepost: page freeze="2026-07-30T21:15:00+00:00" -->\n\n',
        "<!-- fencepost: file a.py -->\n",
    ],
)
def test_what_the_page_asks_for_counts(above: str):
    assert not is_confined(plan_of(page("x = 1", above)))


def outcome(code: str, root: Path) -> tuple[str, list[str], list[str]]:
    plan = plan_of(page(code))
    run = PageRun(plan, root, None)
    try:
        verdict = run.fence("page.md::a-page[1]")
    finally:
        run.close()
    return verdict.outcome, [f.code for f in verdict.findings], [line for f in verdict.findings for line in f.detail]


def test_it_prints_and_fails_as_any_other(tmp_path: Path):
    result, codes, detail = outcome('value = 41\nprint("a hint")\nassert value == 42', tmp_path)
    assert (result, codes) == ("failed", ["FP201"])
    assert any("value = 41" in line for line in detail)
    assert any("a hint" in line for line in detail)


def test_an_exit_is_a_failure_of_the_fence(tmp_path: Path):
    assert outcome("raise SystemExit(3)", tmp_path)[:2] == ("failed", ["FP201"])


def test_a_loop_without_end_is_stopped(tmp_path: Path):
    plan = plan_of(page("while True:\n    pass", "<!-- fencepost: run timeout=0.2 -->\n"))
    assert is_confined(plan)
    run = PageRun(plan, tmp_path, None)
    assert [finding.code for finding in run.fence("page.md::a-page[1]").findings] == ["FP206"]
    run.close()


def test_nothing_stays_behind(tmp_path: Path):
    before = dict(os.environ), list(sys.path), sys.stdout, sys.modules["__main__"], Path.cwd(), list(warnings.filters)
    outcome("x = 1\nprint(x)", tmp_path)
    after = dict(os.environ), list(sys.path), sys.stdout, sys.modules["__main__"], Path.cwd(), list(warnings.filters)
    assert before == after


def test_warnings_are_printed_as_for_a_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    outcome("x = 1\nprint(x is 1)", tmp_path)
    captured = capsys.readouterr()
    assert "SyntaxWarning" in captured.err
    assert captured.out == "True\n"


LAST_WORDS = """\
def told():
    try:
        yield
    finally:
        print("late")


waiting = told()
next(waiting)"""


@pytest.mark.parametrize("code", [LAST_WORDS, f"import os\n{LAST_WORDS}"])
def test_the_last_words_of_a_page_are_nobody_elses(code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run_page(page(code), tmp_path).findings == []
    outcome(LAST_WORDS, tmp_path)
    assert "late" not in capsys.readouterr().out
