"""Which pages say the same in two languages."""

from __future__ import annotations

import pytest

from fencepost.languages import language_of, of_site, twins


@pytest.mark.parametrize(
    ("languages", "pairs", "alone"),
    [
        ({"en": ["docs"], "zh": ["docs/zh"]}, [("docs/a.md", "docs/zh/a.md")], ["docs/b.md"]),
        ({"en": ["README.md"], "zh": ["README_zh.md"]}, [("README.md", "README_zh.md")], []),
        ({"en": ["README.md"], "zh-CN": ["README_CN.md"]}, [("README.md", "README_CN.md")], []),
        ({"en": ["README.md"], "zh": ["README-zh-CN.md"]}, [("README.md", "README-zh-CN.md")], []),
        (
            {"en": ["docs/en", "README.md"], "zh": ["docs/zh", "README.zh-CN.md"]},
            [("docs/en/README.md", "docs/zh/README.md"), ("README.md", "README.zh-CN.md")],
            [],
        ),
        (
            {"en": ["docs/en", "README.md"], "zh": ["docs/zh", "README.zh-CN.md"]},
            [("README.md", "README.zh-CN.md")],
            ["docs/en/README.md"],
        ),
        ({"en": ["en"], "it": ["it"]}, [("en/guide-to-it.md", "it/guide-to-it.md")], []),
        (
            {"zh": ["docs/**/*.zh.md"], "en": ["docs/**/*.md"]},
            [("docs/x/a.md", "docs/x/a.zh.md"), ("docs/b.en.md", "docs/b.zh.md")],
            [],
        ),
    ],
)
def test_pages_go_together(languages: dict[str, list[str]], pairs: list[tuple[str, str]], alone: list[str]) -> None:
    paths = [*(path for pair in pairs for path in pair), *alone]
    found = twins(languages, {path: language_of(path, languages) for path in paths})
    assert {path: others for path, others in found.items() if others} == {
        path: (twin,) for pair in pairs for path, twin in (pair, pair[::-1])
    }


def test_three_languages_in_their_order() -> None:
    languages = {"en": ["en"], "zh": ["zh"], "ja": ["ja"]}
    found = twins(languages, {"en/a.md": "en", "zh/a.md": "zh", "ja/a.md": "ja"})
    assert found["zh/a.md"] == ("en/a.md", "ja/a.md")


def test_languages_of_a_site() -> None:
    locales = [("en", True), ("zh", False)]
    paths = ["docs/en/a.md", "docs/zh/a.md"]
    assert of_site("docs", "folder", locales, paths) == {"en": ["docs/en"], "zh": ["docs/zh"]}
    assert of_site("docs", "folder", locales, ["docs/a.md", *paths[1:]]) == {"en": ["docs"], "zh": ["docs/zh"]}
    suffix = of_site("docs", "suffix", locales, [])
    assert language_of("docs/x/a.zh.md", suffix) == "zh"
    assert language_of("docs/x/a.md", suffix) == "en"
    assert language_of("docs/x/a.en.md", suffix) == "en"
