"""What a badge says, and on which code block it stands."""

from __future__ import annotations

import re

import pytest

from fencepost.model import ContractResult, Fate, FenceResult, Outcome, PageResult
from fencepost.publishing.badges import badge, state_of, with_badges
from fencepost.publishing.standing import Freshness, Standing
from fencepost.publishing.words import words_of

ENGLISH, CHINESE = words_of("en"), words_of("zh")
PAGE = PageResult("a.md", "en", None, "0")


def fence(fate: Fate = "run", outcome: Outcome | None = "passed", *, reason: str = "", number: int = 1) -> FenceResult:
    return FenceResult(f"a.md::top[{number}]", "a.md", 1, 3, "python", fate, reason, outcome)


def contract(kind: str, outcome: Outcome, source: str | None = None) -> ContractResult:
    return ContractResult(f"a.md::top[1]-{kind}", kind, source, "a.md", "a.md::top[1]", outcome)


def standing(
    *fences: FenceResult, contracts: tuple[ContractResult, ...] = (), fresh: Freshness = "current"
) -> Standing:
    return Standing(PAGE, fresh, fences, contracts)


def said(html: str) -> str:
    return re.sub(r"<[^>]+>", "", html)


@pytest.mark.parametrize(
    ("fate", "outcome", "english", "chinese"),
    [
        ("run", "passed", "✓ tested", "✓ 已测试"),
        ("run", "failed", "✗ fails", "✗ 未通过"),
        ("run", "blocked", "✗ blocked by an earlier failure", "✗ 受前面失败的代码影响"),
        ("run", "not_run", "? runs, no result yet", "? 会运行，尚无结果"),
        ("parsed", "passed", "✓ parsed", "✓ 已解析"),
        ("shown", None, "· only shown", "· 仅展示"),
    ],
)
def test_a_fate_is_said_with_a_mark_and_in_words(
    fate: Fate, outcome: Outcome | None, english: str, chinese: str
) -> None:
    one = fence(fate, outcome)
    assert said(badge(one, standing(one), ENGLISH)) == english
    assert said(badge(one, standing(one), CHINESE)) == chinese


@pytest.mark.parametrize(
    ("kind", "outcome", "english"),
    [
        ("quote", "passed", "✓ quoted from m:P"),
        ("quote", "failed", "✗ differs from m:P"),
        ("quote", "not_checked", "? quoted from m:P, not checked yet"),
        ("translates", "passed", "✓ translation of m:P"),
        ("output", "passed", "✓ output as printed"),
        ("output", "failed", "✗ output differs"),
        ("error", "blocked", "✗ error differs"),
        ("assert", "passed", "✓ hidden check holds"),
    ],
)
def test_a_contract_is_said_with_its_source(kind: str, outcome: Outcome, english: str) -> None:
    one = fence("compared")
    assert said(badge(one, standing(one, contracts=(contract(kind, outcome, "m:P"),)), ENGLISH)) == english


@pytest.mark.parametrize("reason", ["skip: too slow", "page skip: too slow"])
def test_a_skip_gives_its_reason(reason: str) -> None:
    one = fence("skipped", "skipped", reason=reason)
    assert said(badge(one, standing(one), ENGLISH)) == "– skipped: too slow"
    assert said(badge(one, standing(one), CHINESE)) == "– 跳过：too slow"


def test_a_fence_that_runs_says_its_contracts_too() -> None:
    one = fence()
    html = badge(one, standing(one, contracts=(contract("quote", "failed", "m:P"),)), ENGLISH)
    assert said(html) == "✓ tested✗ differs from m:P"


def test_a_page_that_changed_since_the_report_says_so() -> None:
    one = fence(outcome="not_run")
    assert "changed since" in badge(one, standing(one, fresh="changed"), ENGLISH)


def test_what_comes_from_the_page_is_escaped() -> None:
    one = fence("skipped", "skipped", reason="skip: <b>&</b>")
    assert "&lt;b&gt;&amp;&lt;/b&gt;" in badge(one, standing(one), ENGLISH)
    source = contract("quote", "passed", 'm:P["<i>"]')
    assert "<i>" not in badge(fence("compared"), standing(fence("compared"), contracts=(source,)), ENGLISH)


def test_blocks_are_recognised_by_their_text_in_order() -> None:
    html = "<pre><code>x</code></pre><pre><code><span>a</span> = 1\n</code></pre><pre>x</pre><pre>a = 1</pre>"
    both = standing(fence(), fence("shown", None, number=2))
    pieces = with_badges(html, ["a = 1\n", "x\n"], both, ENGLISH).split("</pre>")
    assert ["fencepost-badge" in piece for piece in pieces] == [False, False, True, True, False]
    assert "tested" in pieces[2]
    assert "only shown" in pieces[3]


def test_a_block_that_was_changed_on_the_way_gets_no_badge() -> None:
    html = "<pre>other</pre><pre>b</pre>"
    both = standing(fence(), fence(number=2))
    assert with_badges(html, ["a\n", "b\n"], both, ENGLISH).count("fencepost-badge") == 1


def test_tabs_are_blanks_and_entities_are_characters() -> None:
    html = "<pre>a   &lt;b&gt;</pre>"
    assert "tested" in with_badges(html, ["a\t<b>\n"], standing(fence()), ENGLISH)


def test_nothing_is_guessed_where_the_fences_are_not_those_that_were_checked() -> None:
    assert with_badges("<pre>a</pre>", ["a\n", "b\n"], standing(fence()), ENGLISH) == "<pre>a</pre>"


def test_a_fence_is_as_good_as_its_worst_contract() -> None:
    assert state_of(fence(), [contract("output", "passed")]) == "held"
    assert state_of(fence(), [contract("output", "not_checked")]) == "open"
    assert state_of(fence(), [contract("output", "not_checked"), contract("quote", "failed")]) == "broken"
    assert state_of(fence("shown", None), []) == "shown"


def test_every_language_has_the_same_words() -> None:
    assert ENGLISH.keys() == CHINESE.keys()
    fields = {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in ENGLISH.items()}
    assert {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in CHINESE.items()} == fields
    assert words_of("zh-TW") is CHINESE
    assert words_of("de") is ENGLISH
