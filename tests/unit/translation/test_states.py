"""How each page stands in each other language, as `fencepost list --languages` says it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from fencepost import engine
from fencepost.cli import main

CODE = "```python\nprint({number})\n```\n"
ENGLISH = "# Tea\n\nThis page tells how tea is made, in some words that are enough to know its language.\n\n"
CHINESE = "# 茶\n\n这一页讲怎么泡茶，写得足够长，看得出是哪种语言。\n\n"
FILES = {
    "fencepost.toml": '[languages]\nen = ["en"]\nzh = ["zh"]\nja = ["ja"]\n',
    "en/same.md": ENGLISH + CODE.format(number=1),
    "zh/same.md": CHINESE + CODE.format(number=1),
    "ja/same.md": "# お茶\n\n" + CODE.format(number=1),
    "en/other.md": ENGLISH + CODE.format(number=1),
    "zh/other.md": CHINESE + CODE.format(number=2) + "\n- 一\n",
    "en/english.md": ENGLISH,
    "zh/english.md": ENGLISH,
    "zh/alone.md": CHINESE,
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def states(project: Path, language: str, *paths: str) -> dict[str, str]:
    found = engine.check(project, paths, run=False).translations
    return {item.page: item.state for item in found if item.language == language}


def test_each_page_of_the_source_language_has_a_state(project: Path) -> None:
    assert states(project, "zh") == {
        "en/english.md": "not translated",
        "en/other.md": "differing",
        "en/same.md": "in step",
    }


def test_a_page_that_a_language_lacks_is_missing(project: Path) -> None:
    assert states(project, "ja") == {"en/english.md": "missing", "en/other.md": "missing", "en/same.md": "in step"}
    assert states(project, "en") == {"zh/alone.md": "missing"}


def test_pages_can_be_named(project: Path) -> None:
    assert states(project, "zh", "zh/other.md") == {"en/other.md": "differing"}


@pytest.mark.parametrize(("severity", "expected"), [("warning", "differing"), ("info", "in step"), ("off", "in step")])
def test_what_the_settings_accept_is_no_difference(project: Path, severity: str, expected: str) -> None:
    (project / "zh/other.md").write_text(CHINESE + CODE.format(number=2), "utf-8")
    with (project / "fencepost.toml").open("a") as settings:
        settings.write(f'[severity."zh/*"]\nFP405 = "{severity}"\n')
    assert states(project, "zh")["en/other.md"] == expected


def test_a_page_that_is_not_translated_is_one_whatever_its_severity(project: Path) -> None:
    with (project / "fencepost.toml").open("a") as settings:
        settings.write('[severity]\nFP401 = "off"\n')
    assert states(project, "zh")["en/english.md"] == "not translated"


def commit(project: Path, day: int) -> None:
    date = f"2026-07-{day:02} 12:00:00 +0000"
    names = {f"GIT_{role}_{what}": "a@b.example" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run(["git", *command], cwd=project, env={**os.environ, **names, **dates}, check=True)


def test_a_translation_that_was_changed_before_its_counterpart_is_behind(project: Path) -> None:
    commit(project, 1)
    (project / "en/same.md").write_text(FILES["en/same.md"] + "\nMore.\n", "utf-8")
    commit(project, 2)
    assert states(project, "zh")["en/same.md"] == "behind"


def test_a_translation_that_was_changed_after_its_counterpart_is_in_step(project: Path) -> None:
    commit(project, 1)
    (project / "zh/same.md").write_text(FILES["zh/same.md"] + "\n更多。\n", "utf-8")
    commit(project, 2)
    assert states(project, "zh")["en/same.md"] == "in step"


def test_the_table_has_a_column_for_each_language_and_counts(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--languages"]) == 0
    table, _, total = capsys.readouterr().out.partition("\n\n")
    assert [line.split("  ")[0] for line in table.splitlines()] == [
        "page",
        "en/english.md",
        "en/other.md",
        "en/same.md",
        "zh/alone.md",
    ]
    rows = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in table.splitlines()]
    assert rows[0] == ["page", "zh", "ja", "en"]
    assert rows[2] == ["en/other.md", "differing (1 error, 1 warning)", "missing", "-"]
    assert total.splitlines() == [
        "zh: 1 in step, 1 differing, 1 not translated",
        "ja: 1 in step, 2 missing",
        "en: 1 missing",
    ]


def test_markdown_is_a_table_for_a_page(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--languages", "--output-format", "markdown", "en/other.md"]) == 0
    assert capsys.readouterr().out == (
        "| page | zh | ja |\n| --- | --- | --- |\n"
        "| `en/other.md` | differing (1 error, 1 warning) | missing |\n\n"
        "- zh: 1 differing\n- ja: 1 missing\n"
    )
    assert main(["list", "--output-format", "markdown"]) == 2
    assert "--languages" in capsys.readouterr().err


def test_concise_is_one_line_a_page_and_language(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--languages", "--output-format", "concise", "en/other.md"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "en/other.md: zh: differing (1 error, 1 warning)",
        "en/other.md: ja: missing",
    ]


def test_json_adds_the_translations_to_the_report(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--languages", "--output-format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["version"] == 1
    translations = document["translations"]
    assert translations["summary"]["zh"] == {
        "in step": 1,
        "behind": 0,
        "differing": 1,
        "missing": 0,
        "not translated": 1,
    }
    other = next(item for item in translations["pages"] if (item["page"], item["language"]) == ("en/other.md", "zh"))
    assert other == {
        "page": "en/other.md",
        "language": "zh",
        "twin": "zh/other.md",
        "state": "differing",
        "errors": 1,
        "warnings": 1,
    }


def test_where_nothing_is_known_of_languages_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.md").write_text("# A\n")
    assert main(["list", "--languages", "--root", str(tmp_path), str(tmp_path / "a.md")]) == 2
    assert "`languages`" in capsys.readouterr().err


def test_ids_are_no_pages(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--languages", "en/same.md::tea"]) == 2
    assert "whole pages" in capsys.readouterr().err
