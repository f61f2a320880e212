from __future__ import annotations

import textwrap
from datetime import date

import pytest
from support import page_of, plan_of

from fencepost.plan import Conditions, plan_page


def page(text: str) -> str:
    return textwrap.dedent(text).lstrip("\n")


def fates(text: str) -> dict[str, tuple[str, str]]:
    return {fence.fence.name: (fence.fate, fence.reason) for fence in plan_of(text).fences}


def test_every_fence_has_one_fate_with_its_reason() -> None:
    assert fates(
        page("""
        ```python
        x = 1
        ```

        <!-- fencepost: skip reason="needs a GPU" -->
        ```python
        y = 1
        ```

        <!-- fencepost: parse -->
        ```python
        z = 1
        ```

        ```json
        {}
        ```

        <!-- fencepost: quote pkg:NAME -->
        ```text
        a
        ```

        ```bash
        ls
        ```

        ```
        plain
        ```

        <!-- fencepost: file app.py -->
        ```python
        w = 1
        ```
        """)
    ) == {
        "top[1]": ("run", "python fence"),
        "top[2]": ("skipped", "skip: needs a GPU"),
        "top[3]": ("parsed", "parse directive"),
        "top[4]": ("parsed", "json is parsed"),
        "top[5]": ("compared", "quote pkg:NAME"),
        "top[6]": ("shown", "bash fence without a contract"),
        "top[7]": ("shown", "untagged fence without a contract"),
        "top[8]": ("parsed", "file app.py"),
    }


@pytest.mark.parametrize(
    ("condition", "fate"),
    [
        ("unless=there", "run"),
        ("unless=elsewhere", "skipped"),
        ("until=2026-08-01", "skipped"),
        ("until=2026-07-30", "run"),
    ],
)
def test_a_skip_can_depend_on_a_package_or_a_day(condition: str, fate: str) -> None:
    text = f'<!-- fencepost: skip reason="x" {condition} -->\n```python\na = 1\n```\n'
    conditions = Conditions(lambda name: name == "there", date(2026, 7, 30))
    assert [fence.fate for fence in plan_page(page_of(text), conditions).fences] == [fate]


@pytest.mark.parametrize("until", ["2026-07-30", "2020-01-01"])
def test_a_skip_whose_day_has_come_is_said(until: str) -> None:
    text = f'# T\n\n<!-- fencepost: skip reason="x" until={until} -->\n```python\na = 1\n```\n'
    conditions = Conditions(lambda _: False, date(2026, 7, 30))
    (finding,) = plan_page(page_of(text), conditions).findings
    assert (finding.code, finding.severity, finding.place.line) == ("FP207", "warning", 3)
    assert finding.message == f"the skip ended on {until}, and its fence runs again"
    assert plan_page(page_of(text), Conditions(lambda _: False, date(2019, 1, 1))).findings == ()


def test_contracts_have_ids_behind_their_fence() -> None:
    plan = plan_of(
        page("""
        # Guide

        ```python
        print(1)
        ```

        <!-- fencepost: output -->
        <!-- fencepost: quote pkg:A -->
        <!-- fencepost: quote pkg:B -->
        ```text
        1
        ```

        <!-- fencepost: assert
        pass
        -->
        """)
    )
    assert [contract.id for contract in plan.contracts] == [
        "page.md::guide[2]-output",
        "page.md::guide[2]-quote",
        "page.md::guide[2]-quote-2",
        "page.md::guide[1]-assert",
    ]


STRAY = [
    ('<!-- fencepost: skip reason="x" -->\n\nProse.\n\n```python\na = 1\n```\n', "no fence stands directly below"),
    (
        '<!-- fencepost: skip reason="x" -->\n\n- item\n\n    ```python\n    a = 1\n    ```\n',
        "no fence stands directly below",
    ),
    ("<!-- fencepost: assert\nassert True\n-->\n", "no fence that runs stands before it"),
    ("<!-- fencepost: output -->\n```text\n1\n```\n", "no fence that runs stands before it"),
    ("```python\na = 1\n```\n\n<!-- fencepost: page scope=a -->\n", "before the first fence"),
    ("<!-- fencepost: page scope=a -->\n\n<!-- fencepost: page scope=b -->\n", "one `page` directive"),
    ("<!-- fencepost: model\n- say: hi\n-->\n\nProse.\n", "no fence or tab set stands directly below"),
    ("<!-- fencepost: model\n- say: hi\n-->\n```text\nx\n```\n", "governs no fence that runs"),
    (
        '<!-- fencepost: skip reason="x" -->\n<!-- fencepost: run -->\n```python\na = 1\n```\n',
        "`skip` and `run` exclude each other",
    ),
    ("<!-- fencepost: run -->\n<!-- fencepost: run -->\n```python\na = 1\n```\n", "already has a `run`"),
]


@pytest.mark.parametrize(("text", "said"), STRAY)
def test_a_directive_that_governs_nothing_is_found(text: str, said: str) -> None:
    (finding,) = plan_of(text).findings
    assert finding.code == "FP105"
    assert said in finding.message


def test_directives_stack_above_a_fence_with_blank_lines_between() -> None:
    plan = plan_of("<!-- fencepost: setup\na = 1\n-->\n\n<!-- fencepost: run timeout=3 -->\n\n```python\nb = a\n```\n")
    assert [directive.name for directive in plan.fences[0].directives] == ["setup", "run"]
    assert plan.findings == ()


def test_a_directive_in_a_container_governs_the_fence_beside_it() -> None:
    plan = plan_of('!!! note\n\n    <!-- fencepost: skip reason="x" -->\n    ```python\n    a = 1\n    ```\n')
    assert [fence.fate for fence in plan.fences] == ["skipped"]
    assert plan.findings == ()


def test_what_looks_back_over_a_skipped_fence_is_not_stray() -> None:
    text = (
        '<!-- fencepost: skip reason="x" -->\n```python\nprint(1)\n```\n\n<!-- fencepost: output -->\n```text\n1\n```\n'
    )
    assert plan_of(text).findings == ()


def ranges(text: str) -> list[tuple[int, int]]:
    return [(scope.first, scope.last) for scope in plan_of(text).scopes]


FENCES = "```python\na = 1\n```\n\n## Next\n\n```python\nb = 1\n```\n\n# Other\n\n```python\nc = 1\n```\n"


@pytest.mark.parametrize(
    ("options", "expected"),
    [("", [(0, 0)]), (" until=section", [(0, 1)]), (" scope=page", [(0, 2)])],
)
def test_a_script_answers_for_a_fence_a_section_or_the_page(options: str, expected: list[tuple[int, int]]) -> None:
    assert ranges(f"# One\n\n<!-- fencepost: model{options}\n- say: hi\n-->\n{FENCES}") == expected


def test_a_script_above_tabs_begins_anew_in_each() -> None:
    tabs = "".join(f'=== "{label}"\n\n    ```python\n    a = 1\n    ```\n\n' for label in "AB")
    assert ranges(f"<!-- fencepost: model\n- say: hi\n-->\n\n{tabs}") == [(0, 0), (1, 1)]


def test_steps_stand_in_the_order_of_the_page() -> None:
    plan = plan_of(
        page("""
        <!-- fencepost: setup
        a = 1
        -->
        ```python
        print(a)
        ```

        <!-- fencepost: output
        print(a + 1)
        -->
        ```text
        2
        ```

        <!-- fencepost: assert
        assert a
        -->

        ```python
        b = 1
        ```
        """)
    )
    assert [(step.kind, step.line) for step in plan.steps] == [
        ("setup", 2),
        ("fence", 5),
        ("output", 9),
        ("assert", 16),
        ("fence", 20),
    ]


@pytest.mark.parametrize(
    ("above", "codes"),
    [("text", ["FP105"]), ("json", ["FP105"]), ("python", []), ('python title="a.py"', [])],
)
def test_a_setup_whose_fence_never_runs_is_misplaced(above: str, codes: list[str]) -> None:
    plan = plan_of(f"# T\n\n<!-- fencepost: setup\na = 1\n-->\n```{above}\n{{}}\n```\n")
    assert [finding.code for finding in plan.findings] == codes
