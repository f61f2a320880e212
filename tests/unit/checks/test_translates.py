from __future__ import annotations

import pytest

from fencepost.checks.translates import check_translates
from fencepost.compare.shape import rules, shape
from fencepost.model import Finding, Place

from .pages import source_of

PLACE = Place("docs/zh/page.md", 7)
SOURCE = """\
You are {name}. See https://example.com/docs, and set `temperature`.

Rules:
- One.
- Two.

Steps:
1. First.
2. Second.

Answer: {{"orders": [{{"guest": 1}}]}}
"""
REWRITE = """\
你是{name}。参见 https://example.com/docs，并设置 `temperature`。

规则：
- 一。
- 二。

步骤：
1、第一。
2、第二。

回答：{{"orders": [{{"guest": 1}}]}}
"""


def check(rewrite: str, source: str = SOURCE, values: dict[str, str] | None = None) -> list[Finding]:
    return check_translates(rewrite, PLACE, source_of(source), values or {}, fence="docs/zh/page.md::a[1]")


def test_a_rewrite_in_step_is_fine() -> None:
    assert check(REWRITE) == []
    assert check(SOURCE) == []
    assert check(REWRITE, values={"name": "小明"}) == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("{name}", "他", "the field `{name}` is missing"),
        ("你是{name}", "你是{name}和{other}", "the field `{other}` is not in the source"),
        ("{name}", "{名字}", "the field `{name}` is missing"),
        ("- 二。\n", "", "1 rule in block 1 of them, the source has 2 rules"),
        ("2、第二。\n", "", "1 numbered rule in block 2 of them, the source has 2 numbered rules"),
        ('"guest"', '"客人"', "the JSON key `guest` is missing"),
        ("example.com/docs", "example.com/zh", "the URL `https://example.com/docs` is missing"),
        ("`temperature`", "温度", "the code span `temperature` is missing"),
        ("`temperature`", "`temperature` 和 `top_p`", "the code span `top_p` is not in the source"),
    ],
)
def test_each_difference_is_named(old: str, new: str, words: str) -> None:
    assert old in REWRITE
    finding = check(REWRITE.replace(old, new))[0]
    assert (finding.code, str(finding.place)) == ("FP305", "docs/zh/page.md:7:1")
    assert [str(place) for place in finding.related] == ["mod.py:1:1"]
    assert finding.fence == "docs/zh/page.md::a[1]"
    assert words in finding.message


def test_all_differences_are_one_finding() -> None:
    findings = check(REWRITE.replace("- 二。\n", "").replace("`temperature`", "温度"))
    assert [finding.code for finding in findings] == ["FP305"]
    assert len(findings[0].detail) == 2


def test_braces_that_are_not_doubled_are_found_and_do_not_render() -> None:
    findings = check(REWRITE.replace("{{", "{").replace("}}", "}"))
    assert [finding.code for finding in findings] == ["FP305", "FP308"]
    assert "no doubled braces and 4 single ones, the source has 4" in findings[0].message
    assert "a single `{`" in findings[1].message


def test_declared_values_have_to_render_both() -> None:
    assert [finding.code for finding in check(REWRITE, values={"name": "a", "nmae": "b"})] == ["FP308"]
    (finding,) = check("{a}", "{a}", {"b": "x"})[1:]
    assert "does not render: the field {a} has no value" in finding.message


def test_a_text_that_is_no_template_is_compared_without_rendering() -> None:
    assert check('说 {"a": 1}', 'say {"a": 1}') == []
    assert check("{x:d} 个", "{x:d} of them") == []


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("%s and %(name)s, 100% sure", {"%s", "%(name)s"}),
        ("{{ user.name }}", {"{{ user.name }}"}),
        ("{a!r:>8} {} {0[x]}", {"{a!r:>8}", "{}", "{0[x]}"}),
        ('{"a": {b}}', {"{b}"}),
    ],
)
def test_fields_of_every_kind(text: str, fields: set[str]) -> None:
    assert shape(text).fields == fields


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("- a\n- b\n", [("- ", 2)]),
        ("- a\n\n- b\n", [("- ", 2)]),
        ("- a\n  more\n- b\n", [("- ", 2)]),
        ("- a\ntext\n- b\n", [("- ", 1), ("- ", 1)]),
        ("* a\n+ b\n• c\n", [("- ", 3)]),
        ("1. a\n2) b\n3、c\n（4） d\n", [("1. ", 4)]),
        ("-not a rule\n---\n1.5 litres\n", []),
    ],
)
def test_rules_are_counted_by_block(text: str, blocks: list[tuple[str, int]]) -> None:
    assert rules(text.split("\n")) == blocks


def test_code_spans_inside_fences_are_code() -> None:
    assert shape("`a`\n```sh\necho `b`\n```\n``c ` d``\n").spans == {"a", "c ` d"}


@pytest.mark.parametrize(
    ("source", "rewrite", "words"),
    [
        ("- a\n", "a\n", "no rules, the source has 1 rule"),
        ("- a\ntext\n- b\n", "- a\n- b\n", "2 rules, the source has 1 rule and 1 rule"),
        ("a {x}", "a {x} {", "1 single brace in no field, the source has none"),
        ('{{"a": {{"a": 1}}}}', '{{"a": {{"b": 1}}}}', 'the JSON key "a" 1 time, the source has it 2 times'),
    ],
)
def test_counts_are_shown_on_both_sides(source: str, rewrite: str, words: str) -> None:
    assert words in check(rewrite, source)[0].message
