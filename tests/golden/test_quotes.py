"""Each case of `quotes/` is read, held to its source and mended, without running anything."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from fencepost.checks.agree import check_agree
from fencepost.checks.quote import QuoteOptions, check_quote
from fencepost.checks.translates import check_translates
from fencepost.edits import apply
from fencepost.markdown import parse_page
from fencepost.model import Finding, Page, Place
from fencepost.plan import plan_page
from fencepost.sources import Sources, SourceText, Unresolved

CASES = sorted(path for path in Path(__file__).with_name("quotes").iterdir() if path.is_dir())


@dataclass(frozen=True)
class Case:
    """A case that has been checked."""

    expect: dict
    pages: dict[str, Page]
    findings: list[Finding]

    @classmethod
    def of(cls, folder: Path, texts: dict[str, str]) -> Case:
        """Check the pages of a case."""
        pages = {path: parse_page(text, path, dialect="mkdocs") for path, text in texts.items()}
        sources = Sources(folder, allow_import=["source"], pages=pages.get)
        try:
            findings = [finding for page in pages.values() for finding in _page(page, sources)]
            findings += _agreements(folder, sources)
        finally:
            sources.close()
        return cls(json.loads((folder / "expect.json").read_text("utf-8")), pages, findings)


def texts_of(folder: Path) -> dict[str, str]:
    return {
        path.name: path.read_bytes().decode("utf-8") for path in folder.glob("*.md") if path.name != "fixed.md"
    }


def _page(page: Page, sources: Sources) -> list[Finding]:
    found = list(page.findings)
    for contract in plan_page(page).contracts:
        source = sources.resolve(contract.source or "", page=page.path)
        if isinstance(source, Unresolved):
            found.append(Finding("FP302", source.reason, contract.place))
        elif contract.kind == "quote":
            found += check_quote(contract.fence, page, source, QuoteOptions.of(contract.directive))
        elif contract.kind == "translates":
            found += check_translates(contract.fence.body, page.place(contract.fence.line), source, {})
    return found


def _agreements(folder: Path, sources: Sources) -> list[Finding]:
    if not (folder / "pyproject.toml").is_file():
        return []
    found: list[Finding] = []
    for entry in tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["tool"]["fencepost"].get("agree", ()):
        texts = {name: source for name in entry["sources"] if isinstance(source := sources.resolve(name), SourceText)}
        found += check_agree(entry["name"], entry["lines"], entry["except"], texts, Place("pyproject.toml", 1))
    return found


@pytest.fixture(params=CASES, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_finds_what_is_wrong_and_nothing_else(folder: Path) -> None:
    case = Case.of(folder, texts_of(folder))
    wanted = {(entry["code"], entry["page"], entry["line"]) for entry in case.expect["must_find"]}
    found = {(finding.code, finding.place.path, finding.place.line) for finding in case.findings}
    assert wanted <= found
    named = {entry["code"] for entry in case.expect["must_find"]}
    assert {entry for entry in found if entry[0] in named} == wanted
    assert not {finding.code for finding in case.findings} & set(case.expect["must_not_find"])


def test_shows_both_places(folder: Path) -> None:
    case = Case.of(folder, texts_of(folder))
    for entry in case.expect["must_find"]:
        finding = next(one for one in case.findings if one.code == entry["code"] and one.place.path == entry["page"])
        assert finding.related
        if twin := entry.get("twin"):
            assert (twin["page"], twin["line"]) in {(place.path, place.line) for place in finding.related}


def test_the_fix_leaves_nothing_to_fix(folder: Path) -> None:
    texts = texts_of(folder)
    first = Case.of(folder, texts)
    fixed = {
        path: apply(text, [edit for finding in first.findings for edit in finding.edits if edit.path == path])
        for path, text in texts.items()
    }
    if (folder / "fixed.md").is_file():
        assert fixed["page.md"].encode() == (folder / "fixed.md").read_bytes()
    second = Case.of(folder, fixed)
    assert "FP301" not in {finding.code for finding in second.findings}
    assert not [edit for finding in second.findings for edit in finding.edits]
