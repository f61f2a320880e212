"""The settings `comments`, `strings` and `same`."""

from __future__ import annotations

import pytest

from fencepost.checks.translation import TranslationOptions


def test_values_that_mean_the_same_do_not_differ(code) -> None:
    same = (("worldwide", "asia-east"), ("https://index.example.org/simple", "https://m.cn/simple"), ("8080", "9090"))
    pairs = [
        ("python", "f(region='worldwide', port=8080)", "f(region='asia-east', port=9090)"),
        ("bash", "get https://index.example.org/simple/x", "get https://m.cn/simple/x"),
        ("yaml", "region: worldwide\nport: 8080", "region: asia-east\nport: 9090"),
    ]
    for tag, one, other in pairs:
        assert [finding.code for finding in code(one, other, tag=tag)] == ["FP405"]
        assert code(one, other, tag=tag, options=TranslationOptions(same=same)) == []


def test_a_part_of_a_word_is_not_the_value(code) -> None:
    assert code("f('music')", "f('mcnic')", options=TranslationOptions(same=(("us", "cn"),))) != []


def test_frozen_texts_may_not_be_translated(code) -> None:
    (finding,) = code("f('Hello')", "f('你好')", options=TranslationOptions(strings="frozen"))
    assert finding.code == "FP405"
    assert code("f('Hello')  # one", "f('Hello')  # 一", options=TranslationOptions(strings="frozen")) == []


@pytest.mark.parametrize(
    ("tag", "one", "other", "line"),
    [
        ("python", "x = 1\n# one", "x = 1\n# 一", 3),
        ("python", 'def f():\n    """One."""\n', 'def f():\n    """一。"""\n', 3),
        ("bash", "run  # one", "run", 3),
        ("yaml", "a: 1  # one", "a: 1  # 一", 2),
        ("js", "a() // one", "a() // 一", 2),
    ],
)
def test_comments_may_be_held_equal(code, tag: str, one: str, other: str, line: int) -> None:
    assert code(one, other, tag=tag) == []
    (finding,) = code(one, other, tag=tag, options=TranslationOptions(comments="equal"))
    assert (finding.code, finding.place.line) == ("FP405", line)


def test_two_languages_in_latin_letters_are_told_apart_by_their_words(compare) -> None:
    def pair(one: str, other: str) -> list[str]:
        fences = (f"```python\n{text}\n```\n" for text in (one, other))
        return [finding.code for finding in compare(*fences, language="de")]

    assert pair("say('Hello you there')", "say('Hallo du da')") == []
    assert pair("say('over')", "say('drüber')") == []
    assert pair("load('parcel')", "load('paket')") == ["FP405"]
    assert pair("load('english')", "load('german')") == []
