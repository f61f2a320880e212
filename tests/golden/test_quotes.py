"""Each case of `quotes/` is checked and mended as a project of its own, without running anything."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from fencepost.engine import check
from fencepost.fixing import Changes
from fencepost.model import Report

CASES = sorted(path for path in Path(__file__).with_name("quotes").iterdir() if path.is_dir())
SETTINGS = '[tool.fencepost]\nimport = ["source"]\ndialect = "mkdocs"\n'


@pytest.fixture(params=CASES, ids=lambda folder: folder.name)
def case(request: pytest.FixtureRequest) -> Path:
    return request.param


@pytest.fixture
def project(case: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    shutil.copytree(case, folder, ignore=shutil.ignore_patterns("expect.json", "fixed.md", "__pycache__"))
    if not (folder / "pyproject.toml").is_file():
        (folder / "pyproject.toml").write_text(SETTINGS, "utf-8")
    return folder


def expected(case: Path) -> dict:
    return json.loads((case / "expect.json").read_text("utf-8"))


def found(report: Report) -> set[tuple[str, str, int]]:
    return {(finding.code, finding.place.path, finding.place.line) for finding in report.findings}


def test_finds_what_is_wrong_and_nothing_else(case: Path, project: Path) -> None:
    expect = expected(case)
    wanted = {(entry["code"], entry["page"], entry["line"]) for entry in expect["must_find"]}
    reported = found(check(project))
    codes = {code for code, _, _ in wanted}
    assert {entry for entry in reported if entry[0] in codes} == wanted
    assert not {code for code, _, _ in reported} & set(expect["must_not_find"])


def test_every_contract_has_an_outcome(project: Path) -> None:
    report = check(project)
    assert report.contracts
    assert {contract.outcome for contract in report.contracts} <= {"passed", "failed"}


def test_shows_both_places(case: Path, project: Path) -> None:
    report = check(project)
    for entry in expected(case)["must_find"]:
        finding = next(one for one in report.findings if (one.code, one.place.path) == (entry["code"], entry["page"]))
        assert finding.related
        if twin := entry.get("twin"):
            assert (twin["page"], twin["line"]) in {(place.path, place.line) for place in finding.related}


def test_the_fix_leaves_nothing_to_fix(case: Path, project: Path) -> None:
    Changes.of(project, check(project)).write()
    if (case / "fixed.md").is_file():
        assert (project / "page.md").read_bytes() == (case / "fixed.md").read_bytes()
    report = check(project)
    assert "FP301" not in {finding.code for finding in report.findings}
    assert not Changes.of(project, report)


def test_without_imports_what_needs_one_is_not_checked(project: Path, case: Path) -> None:
    if case.name.startswith("schema-block"):
        report = check(project, run=False)
        assert {contract.outcome for contract in report.contracts} == {"not_checked"}
        assert not report.findings
