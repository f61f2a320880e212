from __future__ import annotations

import pytest
from support import plan_of

from fencepost.checks.names import Known, names_of


def undefined(text: str) -> list[tuple[str, int, int]]:
    found = [
        finding
        for findings in names_of(plan_of(text), (), {}, lambda _: False).findings.values()
        for finding in findings
    ]
    return [(finding.message.split("`")[1], finding.place.line, finding.place.column) for finding in found]


def fence(code: str) -> str:
    return f"```python\n{code}\n```\n\n"


def test_a_name_that_nothing_defines_is_found_at_its_place() -> None:
    assert undefined("# T\n\n" + fence("x = 1\nprint(x, y)")) == [("y", 5, 10)]


def test_a_decorator_that_nothing_defines_is_found_above_the_first_statement_too() -> None:
    text = fence("@app.get\ndef f(): ...\n\n@other\ndef g(): ...")
    assert undefined(text) == [("app", 2, 2), ("other", 5, 2)]


def test_code_that_two_pages_share_is_read_once_and_found_at_the_place_of_each() -> None:
    known = Known()
    ours = names_of(plan_of(fence("print(x)")), (), {}, lambda _: False, known)
    theirs = names_of(plan_of("# T\n\n" + fence("print(x)")), (), {}, lambda _: False, known)
    places = [finding.place.line for names in (ours, theirs) for (finding,) in names.findings.values()]
    assert places == [2, 4]
    assert list(known.parsed) == ["print(x)\n"]
    assert (list(ours.trees), list(theirs.trees)) == (["print(x)\n"], [])


def test_the_column_is_the_pages_own() -> None:
    assert undefined("!!! note\n\n    ```python\n    print(y)\n    ```\n") == [("y", 4, 11)]


@pytest.mark.parametrize(
    "text",
    [
        fence("x = 1") + fence("print(x)"),
        "<!-- fencepost: setup\nx = 1\n-->\n" + fence("print(x)"),
        '<!-- fencepost: skip reason="r" -->\n' + fence("x = undefined") + fence("print(x)"),
        fence("from math import *\nprint(pi)"),
        fence("print(__file__, __name__)"),
        fence("x = 1\nreveal_type(x)"),
        fence("await f()\nasync def f(): ...") + fence("f"),
        "```pycon\n>>> x = 1\n>>> x\n1\n```\n" + fence("print(x)"),
        fence("def late():\n    return later") + fence("later = 1"),
        fence("from q import Q\ndef f(x: Q['length'], y: 'Later') -> 'list[Q[\"n\"]]': ..."),
        fence("value = (\n") + fence("print(value)"),
    ],
)
def test_what_the_page_defines(text: str) -> None:
    assert [name for name, _, _ in undefined(text) if name != "f"] == []


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- invisible-code-block: python\nimport x as u\n-->\n",
        "<!--- invisible-code: python\nimport x as u\n--->\n",
        "% invisible-code-block: python\n%\n% import x as u\n",
    ],
)
def test_what_sybil_is_told_in_a_comment_is_not_undefined(hidden: str) -> None:
    assert undefined(f"{hidden}\n" + fence("print(u, w)")) == [("w", hidden.count("\n") + 3, 10)]


def test_an_annotation_that_is_evaluated_is_looked_at() -> None:
    assert undefined(fence("def f(x: Gone['length']): ...")) == [("Gone", 2, 10)]


def test_other_modules_names_do_not_count() -> None:
    text = fence("x = 1") + "<!-- fencepost: run scope=new -->\n" + fence("print(x)")
    assert [name for name, _, _ in undefined(text)] == ["x"]


def test_hidden_code_is_looked_at_too() -> None:
    assert undefined(fence("x = 1") + "<!-- fencepost: assert\nassert x == z\n-->\n") == [("z", 6, 13)]


def test_code_that_does_not_parse_is_left_to_its_own_rule() -> None:
    assert undefined(fence("x = = y") + fence("print(1)")) == []


def test_the_column_counts_characters() -> None:
    assert undefined(fence("print('你好', 名字)")) == [("名字", 2, 13)]


def test_the_column_in_a_session_counts_its_prompt() -> None:
    assert undefined("```pycon\n>>> f(nothing)\n>>> for i in range(3):\n...     gone\n```\n") == [
        ("f", 2, 5),
        ("nothing", 2, 7),
        ("gone", 4, 9),
    ]


def test_a_name_is_said_once_a_fence() -> None:
    twice = fence("gone\nprint(gone)")
    assert undefined(twice + "\n" + twice) == [("gone", 2, 1), ("gone", 8, 1)]


@pytest.mark.parametrize("include", ["{* ../../docs_src/app.py hl[1:2] *}", "```python\n{!./docs_src/app.py!}\n```"])
def test_what_an_include_defines_is_not_known(include: str) -> None:
    page = f"# T\n\n{include}\n\n" + fence("hero.name = 1\nsession = 1") + fence("sesion.add(hero)")
    assert [name for name, _, _ in undefined(page)] == ["sesion"]
    assert [name for name, _, _ in undefined(page.replace(include, ""))] == ["hero", "sesion", "hero"]
