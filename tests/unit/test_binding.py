"""`[[quote]]` of the settings: contracts for pages that must stay clean."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.engine import check
from fencepost.fixing import Changes
from fencepost.model import Report
from fencepost.settings import SettingsError, load

PAGE = "# Guide\n\n## The prompt\n\n```text\none\ntwo\n```\n\n```text\nnone\n```\n"
SOURCE = 'A = "one\\n2\\n"\nT = "Hello {name}"\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "m.py").write_text(SOURCE)
    (tmp_path / "a.md").write_text(PAGE)
    return tmp_path


def bound(project: Path, *entries: str, paths: tuple[str, ...] = ()) -> Report:
    text = "# settings\n" + "".join(f"\n[[quote]]\n{entry}\n" for entry in entries)
    (project / "fencepost.toml").write_text(text)
    return check(project, paths)


def at(report: Report) -> list[tuple[str, str]]:
    return [(finding.code, str(finding.place)) for finding in report.findings]


@pytest.mark.parametrize("heading", ["the-prompt", "The prompt"])
def test_a_fence_is_bound_by_its_heading(project: Path, heading: str) -> None:
    report = bound(project, f'page = "a.md"\nheading = "{heading}"\nsource = "m:A"')
    assert at(report) == [("FP301", "a.md:7:1")]
    (contract,) = report.contracts
    assert (contract.id, contract.source, contract.outcome) == ("a.md::the-prompt[1]-quote", "m:A", "failed")
    assert (report.fences[0].fate, report.fences[0].reason) == ("compared", "quote m:A (fencepost.toml)")


def test_the_fix_leaves_the_page_clean_of_directives(project: Path) -> None:
    report = bound(project, 'page = "a.md"\nheading = "the-prompt"\nsource = "m:A"')
    assert Changes.of(project, report).write()
    assert (project / "a.md").read_text() == PAGE.replace("two", "2")
    assert not check(project).findings


def test_the_keys_of_the_directive_hold(project: Path) -> None:
    (project / "a.md").write_text(PAGE.replace("one\ntwo\n", "Hello Nono\n").replace("none\n", "...\n2\n"))
    rendered = 'page = "a.md"\nheading = "the-prompt"\nsource = "m:T"\nview = "rendered"\nvalues = { name = "Nono" }'
    dots = 'page = "a.md"\nheading = "the-prompt"\nfence = 2\nsource = "m:A"\nelide = true'
    report = bound(project, rendered, dots)
    assert [contract.outcome for contract in report.contracts] == ["passed", "passed"]
    part = 'page = "a.md"\nheading = "the-prompt"\nfence = 2\nsource = "m:A"\nfrom = "2"'
    assert at(bound(project, part)) == [("FP301", "a.md:10:1")]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('page = "b.md"\nsource = "m:A"', "there is no page `b.md`"),
        (
            'page = "a.md"\nheading = "the-promt"\nsource = "m:A"',
            "`a.md` has no heading `the-promt`; did you mean `the-prompt`?",
        ),
        (
            'page = "a.md"\nheading = "the-prompt"\nfence = 3\nsource = "m:A"',
            "`a.md` has 2 fences below `the-prompt`, and number 3 was asked for",
        ),
        ('page = "a.md"\nsource = "m:A"', "`a.md` has no fence below `top`, and number 1 was asked for"),
    ],
)
def test_what_binds_nothing_is_said_at_its_own_line(project: Path, entry: str, said: str) -> None:
    report = bound(project, 'page = "a.md"\nheading = "the-prompt"\nsource = "m:A"\nsubset = true', entry)
    assert [place for code, place in at(report) if code == "FP303"] == ["fencepost.toml:9:1"]
    assert said in next(finding.message for finding in report.findings if finding.code == "FP303")
    assert {contract.outcome for contract in report.contracts} == {"failed"}


def test_a_page_that_was_not_asked_for_is_no_fault(project: Path) -> None:
    (project / "b.md").write_text("# B\n")
    assert not bound(project, 'page = "a.md"\nheading = "the-prompt"\nsource = "m:A"', paths=("b.md",)).findings


def test_a_source_that_is_not_found_is_said_at_the_settings_line(project: Path) -> None:
    report = bound(project, 'page = "a.md"\nheading = "the-prompt"\nsource = "m:B"')
    assert at(report) == [("FP302", "fencepost.toml:3:1")]


def test_ways_to_compare_exclude_each_other(project: Path) -> None:
    (project / "fencepost.toml").write_text('[[quote]]\npage = "a"\nsource = "m:A"\nwrap = true\nelide = true\n')
    with pytest.raises(SettingsError, match="exclude each other"):
        load(project)


def test_a_misspelt_key_is_said_with_the_nearest(project: Path) -> None:
    (project / "fencepost.toml").write_text('[[quote]]\npage = "a"\nsorce = "m:A"\n')
    with pytest.raises(SettingsError, match="did you mean `source`"):
        load(project)


def test_one_page_may_be_bound_here_and_its_twin_by_a_directive(project: Path) -> None:
    for language, above in (("en", "<!-- fencepost: quote m:A -->\n"), ("zh", "")):
        (project / language).mkdir()
        (project / language / "a.md").write_text(f"# A {{#a}}\n\n{above}```text\none\n2\n```\n")
    (project / "a.md").unlink()
    assert not bound(project, 'page = "zh/a.md"\nheading = "a"\nsource = "m:A"').findings
    assert [code for code, _ in at(bound(project))] == ["FP409"]
