"""The formats for machines, held against their own definitions."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as SarifLog

from fencepost import engine, report
from fencepost.model import Finding, Place, Report
from fencepost.testing import Docs

PAGE = """\
# 标题 100%, a: b

Links to [nothing](missing,page.md) and [here](#gone).

```python
print(metadata, other, metadata)
```

```json
{"a": 1,}
```
"""


def checked(folder: Path) -> Report:
    (folder / "文档, b%.md").write_text(PAGE, "utf-8")
    (folder / "fencepost.toml").write_text('[severity]\nFP108 = "warning"\n', "utf-8")
    return engine.check(folder)


def test_the_sarif_log_is_one(tmp_path: Path) -> None:
    found = checked(tmp_path)
    log = json.loads(report.render(found, "sarif"))
    SarifLog.model_validate(log)
    (run,) = log["runs"]
    assert len(run["results"]) == len(found.findings)
    for result, finding in zip(run["results"], found.findings, strict=True):
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == finding.code
        assert result["level"] == {"error": "error", "warning": "warning", "info": "note"}[finding.severity or ""]
        (location,) = result["locations"]
        artifact = location["physicalLocation"]["artifactLocation"]
        assert artifact["uri"] == "%E6%96%87%E6%A1%A3%2C%20b%25.md"


def test_fingerprints_survive_moved_lines_and_are_told_apart(tmp_path: Path) -> None:
    def marks(found: Report) -> list[str]:
        log = json.loads(report.render(found, "sarif"))
        return [result["partialFingerprints"]["fencepost/v1"] for result in log["runs"][0]["results"]]

    before = marks(checked(tmp_path))
    page = tmp_path / "文档, b%.md"
    page.write_text(PAGE.replace("Links", "\n\nLinks"), "utf-8")
    assert marks(engine.check(tmp_path)) == before
    assert len(set(before)) == len(before)


def test_a_job_that_could_not_be_done_is_said_in_the_log(tmp_path: Path) -> None:
    (tmp_path / "fencepost.toml").write_text("pagse = []\n", "utf-8")
    log = json.loads(report.render(engine.check(tmp_path), "sarif"))
    SarifLog.model_validate(log)
    assert log["runs"][0]["invocations"] == [{"executionSuccessful": False}]


def test_annotations_escape_what_the_runner_would_read() -> None:
    finding = Finding(
        "FP301",
        "differs: 100%, twice",
        Place("docs/a,b:c.md", 3, 5, end_column=9),
        related=(Place("src/x.py", 4),),
        detail=("- a", "+ b\r"),
        help="run it",
        severity="warning",
    )
    text = report.render(Report(True, findings=(finding,)), "github", quiet=True)
    assert text == (
        "::warning file=docs/a%2Cb%3Ac.md,line=3,endLine=3,col=5,endColumn=9,title=FP301 quote-differs::"
        "differs: 100%25, twice%0Asee src/x.py:4:1%0A- a%0A+ b%0D%0Ahelp: run it\n"
    )


def test_statistics_say_how_many_are_only_infos(tmp_path: Path) -> None:
    page = "```python\nf(a=1, ...)\n```\n\n```python\nf(1 2)\n```\n"
    out = Docs(tmp_path, {"a.md": page}).command("check", "--statistics").out
    assert "2  FP109  python-does-not-parse  (1 info)\n" in out


def test_statistics_put_the_most_frequent_rule_first(tmp_path: Path) -> None:
    text = report.render(checked(tmp_path), "concise", count=True)
    assert (
        "2  FP110  undefined-name\n"
        "1  FP108  data-does-not-parse\n"
        "1  FP501  link-to-missing-page\n"
        "1  FP502  link-to-missing-anchor\n"
    ) in text
