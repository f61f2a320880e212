from __future__ import annotations

import pytest

from fencepost.proving.fault import spread
from fencepost.proving.texts import Variant, blank, brace, faults, field, misspelt, shape_faults, span, url, word

TEXT = [
    "You are {name}.",
    "",
    "- Keep the scene.",
    "- Never invent.",
    '[{{"content": 1}}]',
    "See https://a.test/x and `code`.",
]


def kinds(variants: list[Variant]) -> set[str]:
    return {variant.kind for variant in variants}


def test_each_fault_changes_the_text_and_says_where() -> None:
    found = list(faults(TEXT))
    assert kinds(found) == {"word", "line", "swap", "blank", "field", "brace"}
    for variant in found:
        assert list(variant.lines) != TEXT
        assert list(variant.lines[: variant.index]) == TEXT[: variant.index]


def test_a_kind_of_fault_is_made_at_three_places_from_the_first_line_to_the_last() -> None:
    lines = [f"line {'abcdefghij'[number]}x" for number in range(10)]
    assert [one.index for one in faults(lines) if one.kind == "word"] == [0, 4, 9]


def test_only_the_lines_that_are_compared_are_broken() -> None:
    assert {variant.index for variant in faults(TEXT, {2, 3})} == {2, 3}
    assert [one.index for one in faults(TEXT, {2, 3}) if one.kind == "swap"] == [2]


def test_of_a_rewrite_only_its_shape_is_broken() -> None:
    found = list(shape_faults(TEXT))
    assert kinds(found) == {"field", "brace", "url", "span", "line"}
    assert {one.index for one in found if one.kind == "line"} == {2, 3}


def test_code_spans_of_a_text_with_fences_are_left_alone() -> None:
    assert "span" not in kinds(list(shape_faults(["```", "`a`", "```"])))


@pytest.mark.parametrize(
    ("change", "line", "new"),
    [
        (word, "a longer one", "a longeq one"),
        (word, "12", "22"),
        (word, "只记真正发生过的事", "只记真正发生过的某"),
        (word, "- []", None),
        (blank, "x", "x "),
        (blank, "  ", None),
        (field, "Hello {name:>8}", "Hello {namex:>8}"),
        (field, '{{"key": 1}}', '{{"keyx": 1}}'),
        (field, "no {{name}} here", None),
        (brace, "{{a}}", "{a}}"),
        (brace, "{a}", None),
        (url, "https://a.test/x", "https://a.testx/x"),
        (span, "the `code` and `more`", "the `codex` and `more`"),
        (span, "a ``double``", None),
    ],
)
def test_how_a_line_is_changed(change, line: str, new: str | None) -> None:
    changed = change(line)
    assert (changed and changed[0]) == new


@pytest.mark.parametrize("name", ["a", "q", "name9", "x8", "事", "某", "é"])
def test_a_misspelt_word_is_another_one_of_the_same_length(name: str) -> None:
    assert misspelt(name) != name
    assert len(misspelt(name)) == len(name)


@pytest.mark.parametrize(("count", "chosen"), [(1, [5]), (2, [0, 9]), (3, [0, 4, 9]), (20, list(range(10)))])
def test_a_sample_is_spread_over_everything(count: int, chosen: list[int]) -> None:
    assert spread(range(10), count) == chosen
