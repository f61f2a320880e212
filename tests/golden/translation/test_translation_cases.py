"""Each folder beside this file is a page in two languages, with what a check has to find and what it may not find."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from fencepost import engine
from fencepost.model import Finding

CASES = sorted(path for path in Path(__file__).parent.iterdir() if (path / "expect.json").is_file())
PAGES = {"en.md": "docs/en/page.md", "zh.md": "docs/zh/page.md"}


@dataclass
class Case:
    expect: dict
    found: list[Finding] = field(default_factory=list)

    def places(self, entry: dict) -> set[tuple[str, int]]:
        """Where an entry may be reported: neither language is taken for right."""
        sides = [entry, entry["twin"]] if "twin" in entry else [entry]
        return {(PAGES[side["page"]], side["line"]) for side in sides}

    def named(self, code: str) -> list[Finding]:
        return [finding for finding in self.found if finding.code == code]


@pytest.fixture(params=CASES, ids=lambda path: path.name)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    folder: Path = request.param
    for name, target in PAGES.items():
        (tmp_path / target).parent.mkdir(parents=True)
        shutil.copyfile(folder / name, tmp_path / target)
    (tmp_path / "pyproject.toml").write_text('[tool.fencepost]\ndialect = "mkdocs"\n')
    expect = json.loads((folder / "expect.json").read_text("utf-8"))
    return Case(expect, list(engine.check(tmp_path, run=False).findings))


def test_what_has_to_be_found_is_found_with_both_places(case: Case) -> None:
    for entry in case.expect["must_find"]:
        if entry["code"].startswith("FP5"):
            continue
        hits = [item for item in case.named(entry["code"]) if (item.place.path, item.place.line) in case.places(entry)]
        assert len(hits) == 1
        if "twin" in entry:
            shown = {(place.path, place.line) for place in (hits[0].place, *hits[0].related)}
            assert shown == case.places(entry)


def test_nothing_else_is_found_under_these_codes(case: Case) -> None:
    for code in {entry["code"] for entry in case.expect["must_find"] if not entry["code"].startswith("FP5")}:
        assert len(case.named(code)) == sum(entry["code"] == code for entry in case.expect["must_find"])


def test_what_may_not_be_found_is_not_found(case: Case) -> None:
    errors = {finding.code for finding in case.found if finding.severity == "error"}
    assert errors.isdisjoint(case.expect["must_not_find"])
