"""The verification page shows what became of everything, in words and in a picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

from fencepost.model import ContractResult, Fate, FenceResult, Outcome, PageResult, TranslationResult
from fencepost.publishing.overview import Overview, headings, placed
from fencepost.publishing.picture import picture
from fencepost.publishing.standing import Freshness, Standing
from fencepost.publishing.words import words_of

WORDS = words_of("en")


def page(path: str, fates: list[tuple[Fate, Outcome | None]], fresh: Freshness = "current") -> Standing:
    fences = tuple(
        FenceResult(f"{path}::top[{number}]", path, number, number, "python", fate, "skip: slow", outcome)
        for number, (fate, outcome) in enumerate(fates, 1)
    )
    contract = ContractResult(f"{path}::links", "links", None, path, None, "passed")
    return Standing(PageResult(path, "en", None, "0"), fresh, fences, (contract,))


def overview(*pages: Standing, report: str | None = "report.json") -> Overview:
    behind = TranslationResult("a.md", "zh", "zh/a.md", "differing", 2, 1)
    return Overview(pages, (behind,), report, ran=True)


def shown(*pages: Standing) -> str:
    whole = overview(*pages)
    return placed(headings(WORDS, whole, ids=False), whole, WORDS, {"a.md": "../a/"}.get)


def rows(html: str) -> list[list[str]]:
    found = re.findall(r"<tr>(.*?)</tr>", html)
    return [[re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in found]


def test_a_page_has_its_fates_its_contracts_and_its_result() -> None:
    html = shown(page("a.md", [("run", "passed"), ("run", "passed"), ("skipped", "skipped"), ("shown", None)]))
    assert ["a.md", "en", "2", "–", "–", "1", "1", "1&nbsp;/&nbsp;1", "✓ all held"] in rows(html)
    assert '<a href="../a/">a.md</a>' in html


def test_a_failure_and_a_missing_result_are_counted() -> None:
    html = shown(
        page("a.md", [("run", "failed"), ("run", "blocked")]),
        page("b.md", [("run", "not_run")], "changed"),
        page("c.md", [("run", "not_run")], "unreported"),
        page("d.md", [("run", "not_run")]),
    )
    assert [row[-1] for row in rows(html)[1:5]] == [
        "✗ 2 failing",
        "? changed since the report; 1 without a result",
        "? not in the report; 1 without a result",
        "? 1 without a result",
    ]


def test_a_page_on_which_nothing_can_be_held_is_not_said_to_hold() -> None:
    bare = Standing(PageResult("bare.md", None, None, "0"), "current", (), ())
    assert ["bare.md", *["–"] * 8] in rows(shown(bare))


def test_skips_are_listed_with_their_reasons() -> None:
    assert ["a.md · top[1]", "slow"] in rows(shown(page("a.md", [("skipped", "skipped")])))
    assert "Nothing is skipped." in shown(page("a.md", [("run", "passed")]))


def test_translations_are_listed_with_their_state() -> None:
    html = shown(page("a.md", []))
    assert ["a.md", "zh", "zh/a.md", "differing (errors: 2, warnings: 1)"] in rows(html)


def test_where_results_come_from_is_said() -> None:
    assert "No report was given" in headings(WORDS, overview(report=None), ids=True)
    assert "the report `report.json`" in headings(WORDS, overview(), ids=True)
    assert "Nothing was run" in headings(WORDS, Overview((), (), "report.json", ran=False), ids=True)


def test_sections_have_the_same_addresses_in_every_language_where_the_site_can_write_them() -> None:
    ids = [re.findall(r"\{ #(\w+) \}", headings(words_of(name), overview(), ids=True)) for name in ("en", "zh")]
    assert ids == [["picture", "pages", "skips", "translations"]] * 2
    assert "{ #" not in headings(WORDS, overview(), ids=False)


def test_the_picture_is_well_formed_and_says_in_words_what_it_shows() -> None:
    states: list[tuple[Fate, Outcome | None]] = [("run", "passed")] * 45 + [("run", "failed"), ("shown", None)]
    svg = re.search(r"<svg.*</svg>", picture([page("a<b.md", states), page("b.md", [])], WORDS))
    assert svg
    root = ElementTree.fromstring(svg[0])
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"].startswith("Pages: 2, fences: 47. Held: 45, failing: 1, without a result: 0")
    drawn = {path.attrib["class"]: path.attrib["d"].count("M") for path in root.iter("path")}
    assert drawn == {
        "fencepost-held": 45,
        "fencepost-broken": 1,
        "fencepost-open": 1,  # of the legend
        "fencepost-skipped": 1,
        "fencepost-shown": 1,
    }
