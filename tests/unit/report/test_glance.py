"""What is shown of a project without settings that breaks a rule many times."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fencepost.testing import Docs

MANY = {f"{name}.md": "[x](missing.md)\n\n[y](gone.md)\n" for name in "abcdefg"}


def places(out: str) -> list[str]:
    return [line.partition(": FP")[0] for line in out.split("\n") if ": FP" in line]


def test_a_few_findings_of_each_rule_are_shown_one_of_each_page_first(tmp_path: Path) -> None:
    answer = Docs(tmp_path, {**MANY, "z.md": "```json\n{\n```\n"}).command("check")
    assert places(answer.out) == ["a.md:1:1", "b.md:1:1", "c.md:1:1", "d.md:1:1", "e.md:1:1", "z.md:2:1"]
    assert answer.code == 1


def test_how_many_more_there_are_is_said_and_how_to_see_them(tmp_path: Path) -> None:
    out = Docs(tmp_path, MANY).command("check").out
    assert "14  FP501  link-to-missing-page  (9 more: --select FP501)\n" in out
    assert "14 errors" in out
    assert "fencepost init" in out


@pytest.mark.parametrize("arguments", [["-v"], ["--select", "FP501"], ["a.md", "b.md", "c.md", "d.md", "e.md", "f.md"]])
def test_all_are_shown_where_more_is_asked_for(tmp_path: Path, arguments: list[str]) -> None:
    answer = Docs(tmp_path, MANY).command("check", *arguments)
    assert len(places(answer.out)) == answer.out.count("leads nowhere") >= 12
    assert "more:" not in answer.out


@pytest.mark.parametrize("style", ["concise", "github"])
def test_all_are_shown_in_the_other_formats(tmp_path: Path, style: str) -> None:
    assert Docs(tmp_path, MANY).command("check", "--output-format", style).out.count("leads nowhere") == 14


def test_all_are_in_the_json(tmp_path: Path) -> None:
    report = json.loads(Docs(tmp_path, MANY).command("check", "--output-format", "json").out)
    assert len(report["findings"]) == 14


def test_a_project_with_settings_has_them_all(tmp_path: Path) -> None:
    answer = Docs(tmp_path, {**MANY, "fencepost.toml": "run = false\n"}).command("check")
    assert len(places(answer.out)) == 14


def test_pages_in_the_source_language_come_first(tmp_path: Path) -> None:
    pages = {f"docs/{language}/{page}": text for language in ("de", "en") for page, text in MANY.items()}
    assert {place.split("/")[1] for place in places(Docs(tmp_path, pages).command("check").out)} == {"en"}
