"""The reference pages are complete, in both languages."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from fencepost.cli import main
from fencepost.forms import FORMS
from fencepost.rules import CATALOGUE, Rule
from fencepost.settings import Settings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LANGUAGES = ("en", "zh")


def reference(language: str, name: str) -> str:
    return (DOCS / language / "reference" / name).read_text("utf-8")


def pages(language: str) -> set[str]:
    return {path.relative_to(DOCS / language).as_posix() for path in (DOCS / language).rglob("*") if path.is_file()}


def headings(text: str, level: int) -> list[str]:
    """Titles of this level outside fences, without their explicit id."""
    outside = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    return [re.sub(r"\s*\{ #.*\}$", "", title) for title in re.findall(rf"^{'#' * level} (.+)$", outside, re.MULTILINE)]


def test_every_page_stands_in_both_languages():
    assert pages("en") == pages("zh")


@pytest.mark.parametrize("name", ["README", "CONTRIBUTING"])
def test_the_pages_at_the_root_stand_in_both_languages(name: str):
    assert (ROOT / f"{name}.md").is_file()
    assert (ROOT / f"{name}.zh-CN.md").is_file()


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "CONTRIBUTING.zh-CN.md"])
def test_the_modules_of_the_map_are_there(name: str):
    rows = re.findall(r"^\| (`[^|]+`) \|", (ROOT / name).read_text("utf-8"), re.MULTILINE)
    modules = [module for row in rows for module in re.findall(r"`([\w/]+(?:\.py|/))`", row)]
    assert len(modules) > 30
    assert [module for module in modules if not (ROOT / "src/fencepost" / module).exists()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_every_rule_and_no_other(language: str):
    shown = headings(reference(language, "rules.md"), 3)
    assert shown == [f"{rule.code} {rule.name}" for rule in CATALOGUE]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rule_has_an_anchor_and_its_default_severity(language: str):
    words = {"警告": "warning", "提示": "info"}
    for rule in CATALOGUE:
        section = rule_section(language, rule)
        assert section.startswith(f"### {rule.code} {rule.name} {{ #{rule.code.lower()} }}\n")
        shown = re.search(r"^- \*\*(?:Severity\*\*: |级别\*\*：)(\w+)$", section, re.MULTILINE)
        assert (words.get(shown[1], shown[1]) if shown else "error") == rule.severity, rule.code


def test_the_english_page_says_what_the_command_says():
    for rule in CATALOGUE:
        section = rule_section("en", rule)
        assert f"\n\n{rule.summary}\n\n" in section
        assert f"\n- **Why it matters**: {rule.why}\n" in section
        assert f"\n- **How to mend it**: {rule.fix}\n" in section


def rule_section(language: str, rule: Rule) -> str:
    text = reference(language, "rules.md")
    begin = text.index(f"### {rule.code} ")
    end = re.search(r"^##", text[begin + 3 :], re.MULTILINE)
    return text[begin : begin + 3 + end.start()] if end else text[begin:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_settings_page_has_every_key(language: str):
    keys = [one.name.rstrip("_").replace("_", "-") for one in dataclasses.fields(Settings)]
    assert sorted(headings(reference(language, "settings.md"), 2)) == sorted(keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_directives_page_has_every_directive(language: str):
    shown = {
        title for title in headings(reference(language, "directives.md"), 2) if title.isascii() and " " not in title
    }
    assert shown == FORMS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["check", "list", "prove"])
def test_the_commands_page_has_every_option(language: str, command: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    options = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", capsys.readouterr().out)) - {"-h", "--help"}
    page = reference(language, "commands.md")
    assert {option for option in options if not re.search(rf"{option}\b", page)} == set()
