"""Whole pages: presence, headings, fences in order, contracts, names, shapes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fencepost.checks.translation import compare_pages, missing_pages
from fencepost.checks.translation.align import align, gaps
from fencepost.markdown import parse_page
from fencepost.model import Finding
from fencepost.plan import plan_page
from fencepost.site import Site, SiteLanguage


def fence(name: str, tag: str = "python", *, above: str = "") -> str:
    """A fence with code that only it has."""
    return f"{above}```{tag}\n{name}_one = load_{name}(1)\n{name}_two = store_{name}({name}_one)\n```\n\n"


def places(finding: Finding) -> set[tuple[str, int]]:
    return {(place.path, place.line) for place in (finding.place, *finding.related)}


def test_a_fence_that_one_page_lacks_is_one_finding(compare) -> None:
    whole = fence("a") + fence("b") + fence("c") + fence("d")
    (finding,) = compare(whole, fence("a") + fence("c") + fence("d"))
    assert finding.code == "FP403"
    assert places(finding) == {("docs/en/a.md", 6), ("docs/zh/a.md", 6)}
    (finding,) = compare(fence("a") + fence("b") + fence("c"), whole)
    assert places(finding) == {("docs/en/a.md", 14), ("docs/zh/a.md", 16)}


def test_fences_that_one_page_lacks_are_one_finding_each(compare) -> None:
    found = compare(fence("a") + fence("d"), fence("a") + fence("b") + fence("c") + fence("d"))
    assert [finding.code for finding in found] == ["FP403", "FP403"]
    assert [finding.place.line for finding in found] == [6, 11]
    assert {finding.related[0].line for finding in found} == {6}


def test_a_fence_that_each_page_has_alone_is_found_on_both(compare) -> None:
    found = compare(fence("b") + fence("a") + fence("c", "bash"), fence("a") + fence("c", "bash") + fence("x", "json5"))
    assert [(finding.code, finding.place.path) for finding in found] == [
        ("FP403", "docs/en/a.md"),
        ("FP403", "docs/zh/a.md"),
    ]


def test_a_fence_at_another_place_is_one_finding(compare) -> None:
    (finding,) = compare(fence("a") + fence("b") + fence("c"), fence("b") + fence("c") + fence("a"))
    assert finding.code == "FP403"
    assert "another place" in finding.message
    assert places(finding) == {("docs/en/a.md", 1), ("docs/zh/a.md", 11)}


def test_a_fence_that_moved_is_compared_all_the_same(compare) -> None:
    moved = fence("a").replace("(1)", "(2)")
    found = compare(fence("a") + fence("b") + fence("c"), fence("b") + fence("c") + moved)
    assert [finding.code for finding in found] == ["FP403", "FP405"]


def test_changed_fences_of_equal_number_stay_together(compare) -> None:
    one = fence("a") + fence("b") + fence("c")
    other = fence("a") + fence("x") + fence("c")
    (finding,) = compare(one, other)
    assert finding.code == "FP405"
    assert places(finding) == {("docs/en/a.md", 7), ("docs/zh/a.md", 7)}


def test_another_language_is_a_difference_and_a_missing_one_may_be(compare) -> None:
    (finding,) = compare(fence("a", "python"), fence("a", "ruby"))
    assert finding.code == "FP403"
    (finding,) = compare(fence("a", "python"), fence("a", ""))
    assert finding.code == "FP410"
    assert compare(fence("a", "py"), fence("a", "python3")) == []
    assert compare(fence("a", "bash"), fence("a", "console")) == []


def test_four_hundred_fences_are_aligned_by_what_they_hold(compare) -> None:
    names = [f"n{index}" for index in range(400)]
    one = "".join(fence(name) for name in names)
    other = "".join(fence(name).replace("(1)", "(1)  # 一") for name in names if name != "n200")
    (finding,) = compare(one, other)
    assert (finding.code, finding.place.line) == ("FP403", 200 * 5 + 1)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 7), st.lists(st.sampled_from(["python", "bash", "json", "text", ""]), min_size=8, max_size=8))
def test_one_fence_taken_away_is_found_where_it_stood(gone: int, tags: list[str]) -> None:
    fences = [fence(f"n{index}", tag) for index, tag in enumerate(tags)]
    whole = parse_page("".join(fences), "docs/en/a.md", dialect="mkdocs")
    rest = parse_page("".join(fences[:gone] + fences[gone + 1 :]), "docs/zh/a.md", dialect="mkdocs")
    found = compare_pages(plan_page(replace(whole, language="en")), plan_page(replace(rest, language="zh")))
    assert [(finding.code, finding.place.line) for finding in found] == [("FP403", gone * 5 + 1)]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 3), max_size=12), st.lists(st.integers(0, 3), max_size=12))
def test_an_alignment_keeps_the_order_and_leaves_nothing_out(ours: list[int], theirs: list[int]) -> None:
    pairs = align(len(ours), len(theirs), lambda i, j: 1.0 if ours[i] == theirs[j] else 0.0)
    assert pairs == sorted(set(pairs))
    assert all(ours[i] == theirs[j] for i, j in pairs)
    left = gaps(pairs, len(ours), len(theirs))
    assert len(pairs) + sum(len(own) for own, _ in left) == len(ours)
    assert len(pairs) + sum(len(twin) for _, twin in left) == len(theirs)


EN = """# Ride

Take `ride_home` or `Horse.feed()`.

## Saddle

Use three straps.

| key | meaning |
|---|---|
| a | one |
| b | two |

## Go

- left
- right

!!! note
    Slowly.

=== "Day"
    Sun.

=== "Night"
    Moon.
"""
ZH = """# 骑马

用 `ride_home` 或 `Horse.feed()`。

## 马鞍

用三条带子。

| 键 | 含义 |
|---|---|
| a | 一 |
| b | 二 |

## 出发

- 左
- 右

!!! note
    慢慢来。

=== "白天"
    太阳。

=== "夜里"
    月亮。
"""


def test_pages_in_step_give_nothing(compare) -> None:
    assert compare(EN, ZH) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "twin_line"),
    [
        ("## 马鞍", "### 马鞍", "FP402", 5, 5),
        ("## 出发\n", "", "FP402", 14, 25),
        ("`ride_home` ", "", "FP407", 3, 1),
        ("| b | 二 |\n", "", "FP410", 9, 9),
        ("- 右\n", "", "FP410", 16, 16),
        ("!!! note", "!!! warning", "FP410", 19, 19),
        ('=== "夜里"\n    月亮。\n', "", "FP410", 22, 22),
    ],
)
def test_one_change_of_shape_is_one_finding(compare, old: str, new: str, code: str, line: int, twin_line: int) -> None:
    found = [finding for finding in compare(EN, ZH.replace(old, new)) if finding.code == code]
    assert len(found) == 1
    assert places(found[0]) == {("docs/en/a.md", line), ("docs/zh/a.md", twin_line)}


def test_the_text_of_a_picture_holds_no_names(compare) -> None:
    en, zh = "![add_saddle](a.png) and [b_c][d].\n", "![加鞍](a.png) 和 [b_c][d]。\n"
    assert compare(en, zh) == []
    assert [finding.code for finding in compare(en, zh.replace("b_c", "甲"))] == ["FP407"]


def test_names_of_a_missing_section_are_not_told_one_by_one(compare) -> None:
    more = "\n## Feed\n\nUse `oat_bag` and `hay_net`.\n"
    assert [finding.code for finding in compare(EN + more, ZH)] == ["FP402"]


def test_a_name_in_capitals_or_with_the_name_of_the_language_is_no_loss(compare) -> None:
    assert compare("Give `NAME` to `docs/en/a.md`.", "把 `名称` 交给 `docs/zh/a.md`。") == []


def test_headings_are_aligned_by_what_stands_below_them(compare) -> None:
    one = "# A\n\n## B\n\n`pine_tree`\n\n## C\n\n`oak_tree`\n\n## D\n\n`elm_tree`\n"
    other = "# 甲\n\n## 乙\n\n`pine_tree`\n\n## 丁\n\n`elm_tree`\n"
    (finding,) = [finding for finding in compare(one, other) if finding.code == "FP402"]
    assert "`## C`" in finding.message
    assert places(finding) == {("docs/en/a.md", 7), ("docs/zh/a.md", 7)}


PROSE = "The horse runs over the hill and through the wood until it is night again.\n\n"


def test_a_page_that_is_not_translated_yet_is_said_once(compare) -> None:
    (finding,) = compare(f"# Ride\n\n{PROSE}" + fence("a"), f"# Ride\n\n{PROSE}" + fence("b") + fence("c"))
    assert finding.code == "FP401"
    assert places(finding) == {("docs/zh/a.md", 1), ("docs/en/a.md", 1)}


def test_a_page_of_the_source_language_that_is_a_translation_is_said_once(compare) -> None:
    chinese = (
        "# 骑马\n\n马跑过山岗，穿过树林，直到夜里又停下来，然后在溪边喝水，第二天早上再继续往前走，一直走到海边为止。\n"
    )
    (finding,) = compare(chinese, chinese + fence("b"))
    assert (finding.code, finding.place.path) == ("FP401", "docs/en/a.md")


def test_a_page_in_latin_letters_that_repeats_its_twin_is_not_translated(compare) -> None:
    (finding,) = compare(PROSE, PROSE + fence("a"), language="fr")
    assert finding.code == "FP401"
    assert compare(PROSE, "Le cheval court sur la colline.\n", language="fr") == []


def test_a_page_without_a_counterpart_is_listed_once() -> None:
    pages = [
        replace(parse_page("# A\n", path, dialect="mkdocs"), language=language)
        for path, language in (("docs/en/a.md", "en"), ("docs/en/b.md", "en"), ("docs/zh/a.md", "zh"), ("x.md", None))
    ]
    languages = {"en": ["docs/en"], "zh": ["docs/zh"], "ja": ["docs/ja"]}
    twins = {"docs/en/a.md": ("docs/zh/a.md",), "docs/zh/a.md": ("docs/en/a.md",)}
    found = missing_pages(pages, twins, languages)
    assert [(finding.code, finding.place.path) for finding in found] == [
        ("FP401", "docs/en/a.md"),
        ("FP401", "docs/en/b.md"),
    ]
    assert found[1].message == "this page has no counterpart in `zh`, `ja`"
    assert missing_pages(pages[:1], {}, {"en": ["docs/en"]}) == []


@pytest.mark.parametrize(("falls_back", "severity"), [(True, "info"), (False, None)])
def test_a_missing_page_that_the_site_replaces_is_an_information(falls_back: bool, severity: str | None) -> None:
    locales = (SiteLanguage("en", default=True), SiteLanguage("zh"))
    plugins = {"i18n": {"fallback_to_default": falls_back}}
    site = Site(Path("mkdocs.yml"), Path("docs"), {}, plugins, languages=locales)
    pages = [
        replace(parse_page("# A\n", f"docs/{language}/{language}.md", dialect="mkdocs"), language=language)
        for language in ("en", "zh")
    ]
    found = missing_pages(pages, {}, {"en": ["docs/en"], "zh": ["docs/zh"]}, site)
    assert [finding.severity for finding in found] == [severity, None]


DIFFERS = '<!-- fencepost: differs reason="another region" -->\n'


def test_differs_accepts_a_difference_on_either_page(compare) -> None:
    assert compare("```python\nf(1)\n```\n", f"{DIFFERS}```python\nf(2)\n```\n") == []
    assert compare(f"{DIFFERS}```python\nf(1)\n```\n", "```python\nf(2 3)\n```\n") == []
    assert compare(fence("a"), fence("a") + fence("b", above=DIFFERS)) == []


def test_differs_that_accepts_nothing_is_found(compare) -> None:
    (finding,) = compare("```python\nf('a b')\n```\n", f"{DIFFERS}```python\nf('一')\n```\n")
    assert (finding.code, finding.place.path, finding.place.line) == ("FP113", "docs/zh/a.md", 1)


def test_a_contract_of_one_page_is_missing_on_the_other(compare) -> None:
    quote = "<!-- fencepost: quote pkg:NAME -->\n```text\na\n```\n"
    plain = "```text\na\n```\n"
    (finding,) = compare(quote, plain)
    assert (finding.code, places(finding)) == ("FP409", {("docs/zh/a.md", 1), ("docs/en/a.md", 1)})
    (finding,) = compare(plain, quote)
    assert (finding.code, finding.place.path) == ("FP409", "docs/en/a.md")
    assert compare(quote, quote.replace("quote pkg:NAME", "translates pkg:NAME")) == []


def test_hidden_checks_scripts_and_page_options_have_counterparts(compare) -> None:
    run = "```python\nx = 1\n```\n"
    hidden = "\n<!-- fencepost: assert\nassert x == 1\n-->\n"
    assert [finding.code for finding in compare(run + hidden, run)] == ["FP409"]
    (finding,) = compare(run + hidden * 2, run)
    assert "(2 of them)" in finding.message
    assert [finding.code for finding in compare(f"<!-- fencepost: model\n- say: a\n-->\n{run}", run)] == ["FP409"]
    assert [
        finding.code
        for finding in compare(run, f'<!-- fencepost: page freeze="2026-07-30T21:15:00+08:00" -->\n\n{run}')
    ] == ["FP409"]
    skip = '<!-- fencepost: skip reason="slow" -->\n'
    assert compare(skip + run, run) == []


def test_comments_are_no_prose(compare) -> None:
    assert compare("a\n\n<!-- `odd_name` -->\n", "一\n") == []
    assert [finding.code for finding in compare("`<!-- a` then `odd_name` `-->`\n", "`<!-- a` `-->`\n")] == ["FP407"]
