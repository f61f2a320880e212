"""Each part of a plugin does its work, and what is wrong with one is said without a traceback."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from fencepost.testing import Docs


def settings(docs: Docs, text: str) -> None:
    docs.write({"fencepost.toml": text})


def test_a_check_and_a_source_find_what_they_look_for(docs: Docs) -> None:
    assert docs.found() == [("HOUSE001", "a.md", 1), ("FP301", "a.md", 5)]
    rule, quote = docs.findings()
    assert (rule.severity, rule.help) == ("warning", "Take the full stop away.")
    assert str(quote.related[0]) == "app.ini:3:1"


def test_what_holds_is_not_found(docs: Docs) -> None:
    docs.write({"a.md": docs.read("a.md").replace("Hello.", "Hello").replace("localhost", "127.0.0.1")})
    assert docs.found() == []


def test_fix_takes_over_what_the_source_says(docs: Docs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert docs.command("check", "--fix").code == 0
    assert "\n127.0.0.1\n" in docs.read("a.md")


def test_a_source_that_is_not_there_is_said_by_the_plugin(docs: Docs) -> None:
    docs.write({"app.ini": "[server]\nport = 1\n"})
    (finding,) = [one for one in docs.findings() if one.code == "FP302"]
    assert "`app.ini` has no `host` in `[server]`" in finding.message


def test_nothing_is_imported_unasked(docs: Docs) -> None:
    settings(docs, "")
    assert [code for code, *_ in docs.found()] == ["FP302"]
    assert "house_style" not in sys.modules


def test_its_rules_are_weighed_selected_and_ignored(docs: Docs) -> None:
    settings(docs, 'plugins = ["house-style"]\nseverity = {HOUSE001 = "error"}\n')
    assert [one.severity for one in docs.findings() if one.code == "HOUSE001"] == ["error"]
    assert "HOUSE001" not in docs.command("check", "--select", "FP").out
    assert "FP301" not in docs.command("check", "--select", "house").out
    docs.write({"b.md": '<!-- fencepost: ignore HOUSE001 reason="a name" -->\n# Inc.\n'})
    assert docs.found("b.md") == []


def test_an_ignore_of_a_rule_that_no_plugin_has_is_an_unknown_word(docs: Docs) -> None:
    docs.write({"b.md": '# T\n\n<!-- fencepost: ignore HOUSE002 reason="x" -->\n## Inc\n'})
    (finding,) = docs.findings("b.md")
    assert (finding.code, finding.place.line) == ("FP104", 3)
    assert "did you mean `HOUSE001`" in finding.message


def test_the_command_explains_its_rules(docs: Docs) -> None:
    assert "HOUSE001 heading-ends-with-stop (warning)" in docs.command("rule", "house001").out
    assert "HOUSE001  heading-ends-with-stop: A heading ends with a full stop." in docs.command("rule").out


@pytest.mark.parametrize("style", ["full", "concise", "json", "github", "sarif"])
def test_every_report_names_the_rule(docs: Docs, style: str) -> None:
    said = docs.command("check", "--output-format", style).out
    assert "HOUSE001" in said
    assert "HeadingEndsWithStop" in said if style == "sarif" else "heading-ends-with-stop" in said


def test_sarif_describes_its_rules_among_the_others(docs: Docs) -> None:
    (run,) = json.loads(docs.command("check", "--output-format", "sarif").out)["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["FP301", "HOUSE001"]
    assert [rules[one["ruleIndex"]] for one in run["results"]] == [one["ruleId"] for one in run["results"]]


def test_statistics_and_a_baseline_know_them(docs: Docs) -> None:
    assert "HOUSE001  heading-ends-with-stop" in docs.command("check", "--statistics").out
    assert docs.command("init", "--yes", "--baseline", "--no-settings", "--no-pre-commit", "--no-ci").code == 0
    assert docs.found() == []


DIAGRAM = "# T\n\n```mermaid\ngraph LR\nA[{label}] {arrow} B\n```\n"


def test_a_comparer_holds_what_the_two_languages_share(docs: Docs) -> None:
    settings(docs, 'plugins = ["house-style"]\n[languages]\nen = "en"\nzh = "zh"\n')
    (docs.root / "a.md").unlink()
    docs.write({"en/a.md": DIAGRAM.format(label="shop", arrow="-->")})
    docs.write({"zh/a.md": DIAGRAM.format(label="商店", arrow="-->").replace("# T", "# 标题")})
    assert docs.found() == []
    docs.write({"zh/a.md": DIAGRAM.format(label="商店", arrow="-.->").replace("# T", "# 标题")})
    (finding,) = docs.findings()
    assert (finding.code, str(finding.place), str(finding.related[0])) == ("FP405", "zh/a.md:5:1", "en/a.md:5:1")


def test_an_unknown_name_gets_the_nearest_installed_one(docs: Docs) -> None:
    settings(docs, 'plugins = [\n  "house-stile",\n]\n')
    (finding,) = docs.findings()
    assert (finding.code, str(finding.place)) == ("FP901", "fencepost.toml:2:1")
    assert finding.message.endswith("`house-stile`; did you mean `house-style`?")
    assert docs.exit_code() == 2


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("broken-style", "cannot be imported from `house_style.broken:PLUGIN`: RuntimeError: the licence has run out"),
        ("empty-style", "is no `fencepost.plugins.Plugin`: `house_style:HEADINGS` is Rule"),
        ("reserved-style", "has sources `file:`"),
    ],
)
def test_a_plugin_that_cannot_be_used_is_a_finding(docs: Docs, name: str, said: str) -> None:
    settings(docs, f'plugins = ["{name}"]\n')
    (finding,) = docs.findings()
    assert (finding.code, finding.place.path) == ("FP904", "fencepost.toml")
    assert said in finding.message
    assert docs.exit_code() == 2


def test_two_plugins_may_not_bring_the_same(docs: Docs) -> None:
    settings(docs, 'plugins = ["house-style", "rival-style"]\n')
    assert {one.code for one in docs.findings()} == {"FP901"}
    assert "`house-style` and `rival-style` both bring the rule `HOUSE001`" in docs.findings()[0].message


def test_a_severity_of_a_rule_that_no_plugin_has_is_wrong(docs: Docs) -> None:
    settings(docs, '[severity]\nHOUSE001 = "off"\n')
    (finding,) = docs.findings()
    assert (finding.code, finding.place.line) == ("FP901", 2)
    assert "its plugin is not named" in finding.message


def test_parts_that_raise_are_findings_where_they_were_asked(docs: Docs) -> None:
    settings(docs, 'plugins = ["failing-style"]\n[languages]\nen = "en"\nzh = "zh"\n')
    (docs.root / "a.md").unlink()
    docs.write({"en/a.md": DIAGRAM.format(label="shop", arrow="-->")})
    docs.write({"zh/a.md": DIAGRAM.format(label="商店", arrow="-->").replace("# T", "# 标题")})
    docs.write({"n.md": "# T\n\n<!-- fencepost: quote nope:x -->\n```text\ny\n```\n"})
    said = [(one.code, str(one.place), one.message) for one in docs.findings()]
    assert ("FP904", "n.md:1:1", "`check` of the plugin `failing-style` raised KeyError: 'n.md'") in said
    assert any(code == "FP904" and "OTHER001" in message for code, _, message in said)
    assert any(code == "FP302" and "the plugin raised ValueError: x" in message for code, _, message in said)
    assert any(code == "FP904" and "the comparer of `mermaid` raised ZeroDivisionError" in m for code, _, m in said)


def test_what_is_shared_out_to_spawned_processes_can_be_sent(docs: Docs) -> None:
    import pickle

    from fencepost.project import open_project
    from fencepost.settings import load

    project = open_project(load(docs.root))
    assert pickle.loads(pickle.dumps(project)).plugins.rules == project.plugins.rules


def test_a_folder_for_docs_is_made(tmp_path: Path) -> None:
    assert Docs(tmp_path / "new", {"a/b.md": "x\r\n"}).read("a/b.md") == "x\r\n"
