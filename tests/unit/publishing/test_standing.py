"""Results of an earlier report are believed only of the text that they were found on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fencepost import engine, report
from fencepost.model import Report
from fencepost.publishing.standing import standings
from fencepost.recorded import ReportError, read_report

GOOD = "# A\n\n```python\nx = 1\n```\n\n```text\nYou are kind.\n```\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "fencepost.toml").write_text("")
    (tmp_path / "a.md").write_text(GOOD)
    return tmp_path


def recorded(project: Path, outcome: str) -> Report:
    """The report of a run, written and read again."""
    document = report.as_json(engine.check(project, run=False))
    document["running"] = True
    for fence in document["fences"]:
        fence["outcome"] = outcome if fence["fate"] == "run" else fence["outcome"]
    (project / "report.json").write_text(json.dumps(document))
    return read_report(project / "report.json")


def outcomes(project: Path, earlier: Report | None) -> tuple[str, list[str | None]]:
    found = standings(engine.check(project, run=False), earlier)["a.md"]
    return found.freshness, [fence.outcome for fence in found.fences]


@pytest.mark.parametrize("outcome", ["passed", "failed"])
def test_a_result_stands_while_the_text_does(project: Path, outcome: str) -> None:
    assert outcomes(project, recorded(project, outcome)) == ("current", [outcome, None])


def test_a_page_that_changed_has_no_result(project: Path) -> None:
    earlier = recorded(project, "passed")
    (project / "a.md").write_text(GOOD + "\nA word more.\n")
    assert outcomes(project, earlier) == ("changed", ["not_run", None])


def test_a_page_that_the_report_does_not_know_has_none(project: Path) -> None:
    earlier = recorded(project, "passed")
    assert outcomes(project, Report(True, contracts=earlier.contracts)) == ("unreported", ["not_run", None])
    assert outcomes(project, None) == ("unreported", ["not_run", None])


def test_what_this_build_found_goes_before_the_report(project: Path) -> None:
    (project / "texts.py").write_text('PROMPT = "You are kind."\n')
    (project / "a.md").write_text("# A\n\n<!-- fencepost: quote texts:PROMPT -->\n```text\nYou are kind.\n```\n")
    earlier = recorded(project, "passed")
    (project / "texts.py").write_text('PROMPT = "You are blunt."\n')
    found = standings(engine.check(project, run=False), earlier)["a.md"]
    assert found.freshness == "current"
    assert [contract.outcome for contract in found.contracts] == ["failed"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not JSON"),
        ("[]", "no report of version 1"),
        ('{"version": 2}', "no report of version 1"),
        ('{"version": 1, "pages": []}', "has no list `fences`"),
        ('{"version": 1, "pages": [{"path": "a.md"}], "fences": [], "contracts": []}', "an entry of `pages`"),
    ],
)
def test_a_file_that_is_no_report_is_told(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "report.json").write_text(text)
    with pytest.raises(ReportError, match=said):
        read_report(tmp_path / "report.json")


def test_an_outcome_that_nobody_knows_is_told(project: Path) -> None:
    with pytest.raises(ReportError, match="an entry of `fences`"):
        recorded(project, "wonderful")


def test_a_report_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="cannot be read"):
        read_report(tmp_path / "report.json")
