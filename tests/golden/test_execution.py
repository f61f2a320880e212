"""Pages that other tools get wrong, each with the right behaviour in its first line."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Ran, plan_of, run_page

from fencepost.model import Dialect

CASES = Path(__file__).with_name("execution")


def text_of(name: str) -> str:
    (file,) = CASES.glob(f"{name}-*.md")
    return file.read_bytes().decode("utf-8")


def run(name: str, root: Path, *, dialect: Dialect = "mkdocs", before: str = "", instead: str = "") -> Ran:
    """Run a case; `before` is our directive, put above its first fence or in the place of `instead`."""
    text = text_of(name)
    mark = instead or "```python"
    assert mark in text
    if before:
        text = text.replace(mark, before if instead else f"{before}\n{mark}", 1)
    return run_page(text, root, dialect=dialect)


@pytest.mark.parametrize(
    ("name", "log"),
    [("11", "A\n"), ("13", "A\n"), ("15", "A\n"), ("31", ""), ("41", "A\n"), ("49", ""), ("59", "A\nB\nC\n")]
    + [("71", "A\n"), ("77", "A\n"), ("43", "A\n"), ("09", ""), ("29", ""), ("67", "sync"), ("81", "")],
)
def test_the_page_passes(name: str, log: str, tmp_path: Path) -> None:
    ran = run(name, tmp_path)
    assert ran.findings == []
    assert ran.log == log


def test_01_a_type_error_is_reported_once_and_not_retried(tmp_path: Path) -> None:
    ran = run("01", tmp_path)
    assert (ran.codes, ran.log) == (["FP201"], "A\n")


def test_17_leaving_ends_that_fence_only(tmp_path: Path) -> None:
    ran = run("17", tmp_path)
    assert ran.outcomes == {"top[1]": "failed", "top[2]": "passed"}
    assert "SystemExit: 0" in ran.findings[0].message
    assert ran.log == "B\n"


def test_19_what_one_page_sets_another_does_not_see(tmp_path: Path) -> None:
    first, second = text_of("19").split("```\n\n", 1)
    assert run_page(first + "```\n", tmp_path).findings == []
    assert run_page(second, tmp_path).findings == []


def test_29_attributes_keep_their_case() -> None:
    assert plan_of(text_of("29")).page.fences[0].attribute("title") == "Client.py"


def test_33_the_failure_shows_type_and_line(tmp_path: Path) -> None:
    (finding,) = run("33", tmp_path).findings
    assert "KeyError: 'missing'" in finding.message
    assert finding.place.line == 5


def test_37_a_directive_governs_the_fence_below_it_only(tmp_path: Path) -> None:
    ran = run("37", tmp_path, before='<!-- fencepost: skip reason="old" -->', instead="<!--pytest.mark.skip-->")
    # Something else stands between: that is said, and nothing is skipped by it.
    assert [finding.code for finding in ran.plan.findings] == ["FP105"]
    assert ran.log == "cont\nunrelated\n"


def test_39_an_unclosed_fence_is_one_finding_and_the_others_run(tmp_path: Path) -> None:
    ran = run("39", tmp_path)
    assert [(finding.code, finding.place.line) for finding in ran.plan.findings] == [("FP101", 7)]
    assert ran.log == "A\n"


@pytest.mark.parametrize(("name", "mark"), [("45", "<!-- skip: next -->"), ("73", '<!-- skip: next "needs a GPU" -->')])
def test_a_skipped_fence_is_listed_with_its_reason(name: str, mark: str, tmp_path: Path) -> None:
    ran = run(name, tmp_path, before='<!-- fencepost: skip reason="needs a GPU" -->', instead=mark)
    assert [(fence.fate, fence.reason) for fence in ran.plan.fences] == [("skipped", "skip: needs a GPU")]
    assert ran.outcomes == {}


def test_47_a_comment_may_stand_before_the_prompt(tmp_path: Path) -> None:
    assert run("47", tmp_path).outcomes == {"top[1]": "passed"}


@pytest.mark.parametrize(("name", "line"), [("51", 10), ("53", 14)])
def test_the_traceback_has_the_line_of_the_page(name: str, line: int, tmp_path: Path) -> None:
    (finding,) = run(name, tmp_path).findings
    assert finding.place.line == line
    assert any(shown.startswith(f"page.md:{line}") for shown in finding.detail)


def test_55_a_plain_fence_is_run(tmp_path: Path) -> None:
    assert run("55", tmp_path).codes == ["FP201"]


def test_57_a_misspelt_directive_is_reported_with_its_line(tmp_path: Path) -> None:
    ran = run("57", tmp_path, before="<!-- fencepost: skpi -->", instead="<!--- skip doccmd[all]: wrongword -->")
    assert [(finding.code, finding.place.line) for finding in ran.plan.findings] == [("FP104", 7)]


def test_63_an_example_may_be_meant_to_fail(tmp_path: Path) -> None:
    assert run("63", tmp_path, before="<!-- fencepost: run raises=ValueError -->").findings == []
    text = text_of("63").replace('int("x")', 'int("1")').replace("```python", "<!-- fencepost: run raises=ValueError -->\n```python")
    assert run_page(text, tmp_path).codes == ["FP203"]
