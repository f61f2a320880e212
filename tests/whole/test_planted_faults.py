"""Each single edit to this repository's guides and constants turns the check red, and the finding names both places."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fencepost import engine, report
from fencepost.model import Finding, Report

EN = "docs/en/guide/writing-diary.md"
ZH = "docs/zh/guide/writing-diary.md"
PROMPTS = "src/wikimem/wikimem/prompts.py"
TOOLS = "src/wikimem/wikimem"


def edit(project: Path, name: str, change: Callable[[str], str]) -> None:
    file = project / name
    before = file.read_text("utf-8")
    after = change(before)
    assert after != before, "the edit changes nothing"
    file.write_text(after, "utf-8")


def swap(old: str, new: str, count: int = 1) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, count)


def line_of(project: Path, name: str, part: str, nth: int = 1) -> int:
    lines = (project / name).read_text("utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if part in line][nth - 1]


def static(project: Path) -> Report:
    return engine.check(project, [EN, ZH], run=False)


def only(found: Report, code: str) -> Finding:
    assert report.exit_code(found) == 1
    (finding,) = [finding for finding in found.findings if finding.code == code]
    return finding


def places(finding: Finding) -> set[tuple[str, int]]:
    return {(place.path, place.line) for place in (finding.place, *finding.related)}


def test_the_guides_hold_as_they_are(project: Path) -> None:
    assert static(project).findings == ()


def test_a_word_changed_in_the_prompt(project: Path) -> None:
    edit(project, PROMPTS, swap("the scene, the feeling and the fact", "the scene, the mood and the fact"))
    page_line = line_of(project, EN, "Keep the scene")
    assert places(only(static(project), "FP301")) == {
        (EN, page_line),
        (PROMPTS, line_of(project, PROMPTS, "the mood and the fact")),
    }


def test_a_word_changed_in_the_english_block(project: Path) -> None:
    edit(project, EN, swap("Keep the scene, the feeling", "Keep the scene, the mood"))
    finding = only(static(project), "FP301")
    assert (finding.place.path, finding.place.line) == (EN, line_of(project, EN, "the mood"))
    assert (PROMPTS, line_of(project, PROMPTS, "Keep the scene")) in places(finding)


@pytest.mark.parametrize("nth", [1, 2])
def test_a_rule_reworded_in_one_of_the_two_english_constants(project: Path, nth: int) -> None:
    rule = "Be concrete and specific."

    def change(text: str) -> str:
        head, middle, tail = text.split(rule)
        return (
            rule.join([head, middle]) + "Be brief." + tail
            if nth == 2
            else head + "Be brief." + rule.join([middle, tail])
        )

    edit(project, PROMPTS, change)
    found = static(project)
    changed, kept = line_of(project, PROMPTS, "Be brief."), line_of(project, PROMPTS, rule)
    assert places(only(found, "FP304")) == {(PROMPTS, changed), (PROMPTS, kept)}


def test_a_rule_deleted_from_the_chinese_prompt(project: Path) -> None:
    edit(project, PROMPTS, swap("- 一条只写一件事，要具体，有细节。\n", ""))
    found = static(project)
    assert {"FP304", "FP305", "FP301"} <= {finding.code for finding in found.findings}
    in_page = next(finding for finding in found.findings if finding.code == "FP301")
    assert (ZH, line_of(project, ZH, "- 一条只写一件事")) in places(in_page)
    out_of_step = next(finding for finding in found.findings if finding.code == "FP305")
    assert {path for path, _ in places(out_of_step)} == {PROMPTS}


def test_a_field_renamed_in_the_chinese_block(project: Path) -> None:
    edit(project, ZH, swap("你是{character}", "你是{name}"))
    finding = only(static(project), "FP301")
    assert places(finding) == {(ZH, line_of(project, ZH, "你是{name}")), (PROMPTS, line_of(project, PROMPTS, "你是{"))}


def test_a_statement_deleted_from_the_loop_of_one_page(project: Path) -> None:
    edit(project, ZH, swap("        print(result)\n", ""))
    finding = only(static(project), "FP405")
    here = line_of(project, ZH, "        messages.append(")
    assert places(finding) == {(ZH, here), (EN, line_of(project, EN, "        print(result)"))}


def test_a_hidden_assert_deleted_from_one_page(project: Path) -> None:
    def change(text: str) -> str:
        start = text.index("<!-- fencepost: assert")
        return text[:start] + text[text.index("-->", start) + 4 :]

    edit(project, ZH, change)
    finding = only(static(project), "FP409")
    assert finding.place.path == ZH
    assert (EN, line_of(project, EN, "<!-- fencepost: assert")) in places(finding)


def test_a_key_removed_from_the_schema(project: Path) -> None:
    edit(project, f"{TOOLS}/tools.py", swap('"additionalProperties": False', '"title": "x"'))
    found = static_with_import(project)
    pages = {finding.place.path for finding in found.findings if finding.code == "FP301"}
    assert report.exit_code(found) == 1
    assert pages == {EN, ZH}
    assert all(
        any(place.path.startswith(TOOLS) for place in finding.related)
        for finding in found.findings
        if finding.code == "FP301"
    )


def static_with_import(project: Path) -> Report:
    edit(project, "pyproject.toml", swap("run = true", "run = false"))
    return engine.check(project, [EN, ZH])


@pytest.mark.slow
def test_the_text_of_the_error_changed_in_the_handler(project: Path) -> None:
    edit(project, f"{TOOLS}/tools.py", swap("is accepted", "is allowed"))
    name = f"{EN}::why-one-raises-and-the-other-does-not"
    found = engine.check(project, [name])
    finding = only(found, "FP203")
    assert finding.place.path == EN
    assert any(place.path.startswith(TOOLS) for place in finding.related)


def test_an_undefined_name_is_found_without_running(project: Path) -> None:
    edit(project, ZH, swap("print(parse_entries(", "print(parse_entrys("))
    finding = only(static(project), "FP110")
    assert (finding.place.path, finding.place.line) == (ZH, line_of(project, ZH, "parse_entrys"))


@pytest.mark.slow
def test_an_undefined_name_in_a_fence(project: Path) -> None:
    edit(project, ZH, swap("print(parse_entries(", "print(parse_entrys("))
    found = engine.check(project, [f"{ZH}::what-happens-to-a-bad-reply[1]"])
    finding = only(found, "FP201")
    assert {one.code for one in found.findings} == {"FP201"}
    assert "parse_entrys" in finding.message
    assert (finding.place.path, finding.place.line) == (ZH, line_of(project, ZH, "parse_entrys"))
