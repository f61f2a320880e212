"""What `--fix` makes of all findings together: conflicts, fixes that do not help, line ends, containers."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fencepost.cli import main
from fencepost.engine import check
from fencepost.fixing import Changes
from fencepost.model import Edit, Finding, Report

SOURCE = 'A = """\\\none\ntwo\nthree\n"""\nB = """\\\none\nTWO\nthree\n"""\nFENCE = "```python\\nx\\n```"\n'
SITE = "site_name: x\nmarkdown_extensions: [admonition, pymdownx.superfences]\n"
PAGE = "# T\n\n<!-- fencepost: quote m:A -->\n```text\none\n2\nthree\n```\n"
TWICE = "# T\n\n<!-- fencepost: quote m:A -->\n<!-- fencepost: quote m:B -->\n```text\none\n2\nthree\n```\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "m.py").write_text(SOURCE)
    return tmp_path


@pytest.fixture
def changes(project: Path) -> Callable[..., Changes]:
    def of(text: str, add: Callable[[Finding], Finding] = lambda finding: finding) -> Changes:
        (project / "a.md").write_bytes(text.encode())
        report = check(project)
        return Changes.of(project, replace(report, findings=tuple(add(finding) for finding in report.findings)))

    return of


def test_two_fixes_of_one_fence_are_both_left_and_name_each_other(changes: Callable[..., Changes]) -> None:
    found = changes(TWICE)
    assert not found
    assert found.write() is False
    described = found.describe(written=True)
    assert described.startswith("nothing to fix\n")
    assert [item.reason for item in found.left] == ["FP301 at a.md:7:1 wants to change the same text"] * 2
    assert "    -2\n    +two\n" in described
    assert "    -2\n    +TWO\n" in described


def test_what_conflicts_does_not_keep_the_rest_from_being_fixed(project: Path, changes: Callable[..., Changes]) -> None:
    found = changes(TWICE + "\n## U\n" + PAGE[4:])
    assert found.write()
    assert (project / "a.md").read_text().endswith("```text\none\ntwo\nthree\n```\n")
    assert len(found.left) == 2


def test_the_same_fix_asked_for_twice_is_made_once(project: Path, changes: Callable[..., Changes]) -> None:
    found = changes(TWICE.replace("m:B", "m:A"))
    assert found.write()
    assert not found.left
    assert not check(project).findings


def test_a_fix_that_does_not_help_is_refused(project: Path, changes: Callable[..., Changes]) -> None:
    def worse(finding: Finding) -> Finding:
        return replace(finding, edits=tuple(replace(edit, replacement="one\n3\nthree\n") for edit in finding.edits))

    found = changes(PAGE, worse)
    assert not found
    assert [item.reason for item in found.left] == ["FP301 would stay"]
    assert (project / "a.md").read_text() == PAGE


def test_a_fix_that_would_end_the_fence_is_refused(changes: Callable[..., Changes]) -> None:
    def breaking(finding: Finding) -> Finding:
        return replace(finding, edits=tuple(replace(edit, replacement="```\n\n```text\n") for edit in finding.edits))

    assert [item.reason for item in changes(PAGE, breaking).left] == ["other fences would stand on a.md"]


def test_a_fix_that_would_break_something_else_is_refused(changes: Callable[..., Changes]) -> None:
    text = PAGE + "\n```json\n{}\n```\n"

    def breaking(finding: Finding) -> Finding:
        at = text.index("{}")
        return replace(finding, edits=(*finding.edits, Edit("a.md", at, at + 2, "{")))

    assert [item.reason for item in changes(text, breaking).left] == ["FP108 would be found in a.md::t[2]"]


def test_of_several_fixes_only_the_bad_one_is_left(project: Path, changes: Callable[..., Changes]) -> None:
    def worse(finding: Finding) -> Finding:
        bad = finding.place.line < 9
        return replace(finding, edits=(replace(finding.edits[0], replacement="3\n"),)) if bad else finding

    found = changes(PAGE + "\n## U\n" + PAGE[4:], worse)
    assert found.write()
    assert [item.finding.place.line for item in found.left] == [6]
    assert (project / "a.md").read_text() == PAGE + "\n## U\n" + PAGE[4:].replace("2", "two")


def test_a_mended_directive_may_show_what_was_hidden(project: Path, changes: Callable[..., Changes]) -> None:
    found = changes(PAGE.replace("quote", "qoute"))
    assert found.write()
    assert not found.left
    assert (project / "a.md").read_text() == PAGE


def test_a_page_that_was_changed_in_between_is_left(project: Path) -> None:
    (project / "a.md").write_text(PAGE)
    report = check(project)
    (project / "a.md").write_text("# New\n\n" + PAGE)
    found = Changes.of(project, report)
    assert not found
    assert [item.reason for item in found.left] == ["a.md was changed while it was checked"]


def test_a_page_that_has_gone_is_left(project: Path) -> None:
    (project / "a.md").write_text(PAGE)
    report = check(project)
    (project / "a.md").unlink()
    assert "cannot be read" in Changes.of(project, report).left[0].reason


def test_a_write_that_fails_is_said(project: Path, changes: Callable[..., Changes]) -> None:
    found = changes(PAGE)
    (project / "a.md").unlink()
    (project / "a.md").mkdir()
    (project / "a.md" / "x").write_text("")
    assert found.write() is False
    assert "a.md: cannot be written: " in found.describe(written=True)
    assert "fixed" not in found.describe(written=True)


def test_the_diff_is_unified_and_writes_nothing(project: Path, changes: Callable[..., Changes]) -> None:
    assert changes(PAGE).describe(written=False).startswith("--- a/a.md\n+++ b/a.md\n@@ -3,6 +3,6 @@\n")
    assert (project / "a.md").read_text() == PAGE


CONTAINERS = {
    "page": lambda lines: lines,
    "quote": lambda lines: [f"> {line}".rstrip() for line in lines],
    "list": lambda lines: ["- item", "", *(f"    {line}".rstrip() for line in lines)],
    "admonition": lambda lines: ["!!! note", "", *(f"    {line}".rstrip() for line in lines)],
}


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_containers_and_line_ends_are_kept(
    container: str, newline: str, project: Path, changes: Callable[..., Changes]
) -> None:
    (project / "mkdocs.yml").write_text(SITE)

    def built(lines: list[str]) -> str:
        block = ["<!-- fencepost: quote m:A -->", "```text", *lines, "```"]
        return newline.join(["# T", "", *CONTAINERS[container](block), "", "After.", ""])

    found = changes(built(["one", "", "three"]))
    assert found.write()
    assert (project / "a.md").read_bytes().decode() == built(["one", "two", "three"])
    assert not Changes.of(project, check(project))


def test_marks_are_lengthened_and_the_result_is_held_again(project: Path, changes: Callable[..., Changes]) -> None:
    assert changes(PAGE.replace("m:A", "m:FENCE")).write()
    assert "````text\n```python\nx\n```\n````\n" in (project / "a.md").read_text()
    assert not check(project).findings


def test_two_hundred_random_edits_are_taken_back_byte_for_byte(project: Path) -> None:
    """A page with several quotes in several containers; each time one line of one block is changed."""
    chance = random.Random(7)
    (project / "mkdocs.yml").write_text(SITE)
    block = ["<!-- fencepost: quote m:A -->", "```text", "one", "two", "three", "```", ""]
    blocks = [line for wrap in CONTAINERS.values() for line in [*wrap(block), "", "Text.", ""]]
    right = "\r\n".join(["# T", "", *blocks])
    lines = right.split("\r\n")
    places = [number for number, line in enumerate(lines) if line.endswith(("one", "two", "three"))]
    assert len(places) == 3 * len(CONTAINERS)
    for _ in range(200):
        number = chance.choice(places)
        line = lines[number]
        changed = chance.choice([[], [line + " "], [line[:-1]], [line, line], [line.replace("e", "é") + "`"]])
        (project / "a.md").write_bytes("\r\n".join([*lines[:number], *changed, *lines[number + 1 :]]).encode())
        Changes.of(project, check(project)).write()
        assert (project / "a.md").read_bytes().decode() == right


def test_the_command_prints_what_was_left(
    project: Path, changes: Callable[..., Changes], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changes(TWICE)
    monkeypatch.chdir(project)
    monkeypatch.delenv("CI", raising=False)
    assert main(["check", "-q", "--fix"]) == 1
    assert "a.md:7:1: FP301 left: FP301 at a.md:7:1 wants to change the same text" in capsys.readouterr().out


def test_a_report_without_fixes_costs_nothing(project: Path) -> None:
    assert not Changes.of(project / "nowhere", Report(False))
