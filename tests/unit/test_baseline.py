"""The baseline: what it accepts, and that it only becomes smaller."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fencepost import baseline
from fencepost.cli import main
from fencepost.engine import check
from fencepost.model import Finding, Place, Report
from fencepost.publishing.standing import standings
from tests.support import page_of

PAGE = """\
# Guide

## One

```json
{"a": 1,}
```

## Two

```json
{"b": 1,}
```
"""


def project(root: Path, text: str = PAGE) -> Path:
    (root / "guide.md").write_text(text, "utf-8")
    (root / "base.jsonl").write_text(written(root), "utf-8")
    return root / "base.jsonl"


def written(root: Path) -> str:
    found = check(root)
    pages = {path: page_of((root / path).read_text("utf-8"), path) for path in ["guide.md"]}
    return baseline.written(found.findings, pages)


def codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def test_what_it_holds_is_accepted_and_counted(tmp_path: Path) -> None:
    file = project(tmp_path)
    report = check(tmp_path, baseline=file)
    assert (codes(report), report.accepted) == ([], 2)


def test_lines_put_in_above_change_nothing(tmp_path: Path) -> None:
    file = project(tmp_path)
    (tmp_path / "guide.md").write_text(PAGE.replace("## One\n", "## One\n\nProse.\n\n```text\nnew\n```\n"), "utf-8")
    assert codes(check(tmp_path, baseline=file)) == []


def test_a_further_fault_of_the_same_kind_is_reported(tmp_path: Path) -> None:
    file = project(tmp_path)
    (tmp_path / "guide.md").write_text(PAGE + '\n```json\n{"c": 1,}\n```\n', "utf-8")
    assert codes(check(tmp_path, baseline=file)) == ["FP108"]


def test_the_same_fault_twice_is_accepted_as_often_as_it_was_found(tmp_path: Path) -> None:
    again = '\n```json\n{"b": 1,}\n```\n'
    file = project(tmp_path, PAGE + again)
    assert codes(check(tmp_path, baseline=file)) == []
    (tmp_path / "guide.md").write_text(PAGE + again * 2, "utf-8")
    assert codes(check(tmp_path, baseline=file)) == ["FP108"]


def test_an_entry_that_is_no_longer_needed_is_a_finding_at_its_line(tmp_path: Path) -> None:
    file = project(tmp_path)
    (tmp_path / "guide.md").write_text(PAGE.replace('{"b": 1,}', '{"b": 1}'), "utf-8")
    [finding] = check(tmp_path, baseline=file).findings
    assert (finding.code, str(finding.place)) == ("FP113", "base.jsonl:2:1")
    assert "FP108 in guide.md below `two`" in finding.message


def test_a_page_that_was_not_looked_at_needs_its_entries(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# Other\n", "utf-8")
    file = project(tmp_path)
    (tmp_path / "guide.md").write_text(PAGE.replace(",}", "}"), "utf-8")
    assert codes(check(tmp_path, ["other.md"], baseline=file)) == []
    assert codes(check(tmp_path, ["guide.md::one"], baseline=file)) == []
    assert codes(check(tmp_path, ["guide.md"], baseline=file)) == ["FP113", "FP113"]


def test_entries_of_a_page_that_is_gone_are_not_needed(tmp_path: Path) -> None:
    file = project(tmp_path)
    (tmp_path / "guide.md").rename(tmp_path / "moved.md")
    assert sorted(codes(check(tmp_path, baseline=file))) == ["FP108", "FP108", "FP113", "FP113"]


def test_what_takes_running_stays_when_nothing_runs(tmp_path: Path) -> None:
    file = project(tmp_path, "# Guide\n")
    entry = {"code": "FP201", "page": "guide.md", "heading": "guide", "digest": "0" * 12, "count": 1}
    file.write_text(json.dumps(entry) + "\n", "utf-8")
    assert codes(check(tmp_path, baseline=file)) == []
    assert codes(check(tmp_path, baseline=file, run=True)) == ["FP113"]


def test_fix_makes_it_smaller_and_only_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = project(tmp_path, PAGE + '\n```json\n{"b": 1,}\n```\n')
    before = file.read_text("utf-8").splitlines()
    (tmp_path / "guide.md").write_text(PAGE.replace('{"a": 1,}', "{}"), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    assert main(["check", "--baseline", "base.jsonl", "--fix"]) == 0
    assert file.read_text("utf-8").splitlines() == [before[1].replace('"count": 2', '"count": 1')]
    assert codes(check(tmp_path, baseline=file)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{]\n", "no entry"),
        ("[]\n", "`code` is missing"),
        ('{"code": "FP101"}\n', "`page` is missing"),
        (None, "there is no such baseline"),
    ],
)
def test_a_baseline_that_cannot_be_read_is_said_with_its_line(tmp_path: Path, text: str | None, said: str) -> None:
    file = project(tmp_path)
    file.unlink()
    if text is not None:
        file.write_text("\n" + text, "utf-8")
    [finding] = check(tmp_path, baseline=file).findings
    assert (finding.code, finding.place.line) == ("FP902", 1 if text is None else 2)
    assert said in finding.message


@given(st.lists(st.sampled_from(["alpha", "beta", "\u2028x", "ключ: 'ü'", 'q"'])), st.text(max_size=20))
def test_what_was_written_accepts_exactly_what_it_was_written_from(messages: list[str], heading: str) -> None:
    page = page_of(f"# {heading}\n\ntext\n", "guide.md")
    found = [
        Finding("FP108", message, Place("guide.md", 1, column), severity="error")
        for column, message in enumerate(messages, 1)
    ]
    text = baseline.written(found, {"guide.md": page})
    read = baseline.parse(text, "b.jsonl")
    looked = baseline.Looked(["guide.md"], [], running=True, everything=True)
    assert baseline.accept(read, found, {"guide.md": page}, looked) == ([], [])
    new = replace(found[0], code="FP109") if found else Finding("FP109", "x", Place("guide.md", 1), severity="error")
    assert baseline.accept(read, [*found, new], {"guide.md": page}, looked)[0] == [new]


ACCEPTED = """\
# Guide

<!-- fencepost: quote texts:A -->
```text
another
```

```json
{"a": 1,}
```

```python
print(1)
#> 2
```

<!-- fencepost: assert
assert False
-->

```json
{"b": 2,}
```
"""


@pytest.mark.slow
def test_what_fails_by_accepted_findings_alone_has_passed_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "texts.py").write_text('A = "a text"\n')
    (tmp_path / "guide.md").write_text(ACCEPTED.replace('"b": 2,', '"b": 2'))
    found = check(tmp_path, run=True)
    pages = {"guide.md": page_of((tmp_path / "guide.md").read_text(), "guide.md")}
    (tmp_path / "base.jsonl").write_text(baseline.written(found.findings, pages))
    (tmp_path / "guide.md").write_text(ACCEPTED)
    report = check(tmp_path, run=True, baseline=tmp_path / "base.jsonl")
    assert codes(report) == ["FP108"]
    assert [(one.outcome, one.accepted) for one in report.fences] == [
        ("passed", True),
        ("passed", True),
        ("passed", True),
        ("failed", False),
    ]
    assert {one.kind: (one.outcome, one.accepted) for one in report.contracts} == {
        "quote": ("passed", True),
        "assert": ("passed", True),
    }
    standing = standings(report, None)["guide.md"]
    assert [fence.outcome for fence in standing.fences] == ["failed"] * 4


def test_a_block_with_one_fault_that_is_not_accepted_has_failed(tmp_path: Path) -> None:
    (tmp_path / "texts.py").write_text('A = "a text"\nB = "b text"\n')
    two = "# T\n\n<!-- fencepost: quote texts:A -->\n<!-- fencepost: quote texts:B -->\n```text\nanother\n```\n"
    (tmp_path / "guide.md").write_text(two)
    first = next(one for one in check(tmp_path).findings if "texts:A" in one.message)
    (tmp_path / "base.jsonl").write_text(baseline.written([first], {"guide.md": page_of(two, "guide.md")}))
    report = check(tmp_path, baseline=tmp_path / "base.jsonl")
    assert codes(report) == ["FP301"]
    assert [one.outcome for one in report.contracts] == ["passed", "failed"]
    assert [one.outcome for one in report.fences] == ["failed"]


def test_a_name_that_is_undefined_is_left_to_checks_that_run_nothing() -> None:
    text = '{"code": "FP110", "page": "a.md", "heading": "a", "digest": "0", "count": 1, "message": "m"}\n'
    for running, found in ((True, 0), (False, 1)):
        looked = baseline.Looked(["a.md"], [], running=running, everything=True)
        _, unneeded = baseline.accept(baseline.parse(text, "b.jsonl"), [], {}, looked)
        assert len(unneeded) == found
    assert unneeded[0].help == "`fencepost check --baseline b.jsonl --fix` removes it."
