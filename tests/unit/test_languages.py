from __future__ import annotations

import pytest

from fencepost.globs import matches
from fencepost.languages import guess, is_tag, language_of, readmes, twins


@pytest.mark.parametrize("word", ["en", "zh", "zh-CN", "zh-Hant", "pt-br", "pt_BR"])
def test_language_tags(word: str) -> None:
    assert is_tag(word)


@pytest.mark.parametrize("word", ["docs", "xx", "js", "english", "EN", "e"])
def test_what_is_no_language_tag(word: str) -> None:
    assert not is_tag(word)


def test_folders_that_stand_side_by_side_are_guessed() -> None:
    paths = ["docs/en/a.md", "docs/zh/a.md", "docs/de.md", "lib/en/x.md"]
    assert guess(paths) == {"en": ["docs/en"], "zh": ["docs/zh"]}


@pytest.mark.parametrize(
    ("languages", "paths", "expected"),
    [
        (
            {"en": ["docs/en", "README.md"], "zh": ["docs/zh", "README.zh-CN.md"]},
            ["docs/en/g/a.md", "docs/zh/g/a.md", "README.md", "README.zh-CN.md", "docs/en/only.md"],
            {"docs/en/g/a.md": "docs/zh/g/a.md", "README.md": "README.zh-CN.md"},
        ),
        (
            {"zh": ["docs/**/*.zh.md"], "en": ["docs"]},
            ["docs/a.md", "docs/a.zh.md", "docs/b.md"],
            {"docs/a.md": "docs/a.zh.md"},
        ),
        (
            {"zh": ["docs/zh"], "en": ["docs"]},
            ["docs/a.md", "docs/zh/a.md", "docs/zh/b.md"],
            {"docs/a.md": "docs/zh/a.md"},
        ),
    ],
)
def test_twins(languages: dict[str, list[str]], paths: list[str], expected: dict[str, str]) -> None:
    found = twins(languages, {path: language_of(path, languages) for path in paths})
    both = {**expected, **{other: one for one, other in expected.items()}}
    assert {path: others[0] for path, others in found.items() if others} == both


@pytest.mark.parametrize(
    ("path", "pattern", "expected"),
    [
        ("docs/en/a.md", "docs", True),
        ("docs/en/a.md", "docs/**/*.md", True),
        ("docs/a.md", "docs/**/*.md", True),
        ("docs/en/a.md", "docs/*.md", False),
        ("docs/en/a.md", "**/*.md", True),
        ("README.md", "README.md", True),
        ("READMExmd", "README.md", False),
        ("docsx/a.md", "docs", False),
        ("a1.md", "a[0-9].md", True),
        ("ax.md", "a[!0-9].md", True),
        ("docs/a.md", "./docs/", True),
    ],
)
def test_globs(path: str, pattern: str, expected: bool) -> None:
    assert matches(path, pattern) is expected


def test_the_guessed_source_is_the_language_with_most_pages_and_english_among_equals() -> None:
    paths = ["docs/ar/a.md", "docs/en/a.md", "docs/zh/a.md", "docs/de/a.md"]
    assert next(iter(guess(paths))) == "en"
    assert next(iter(guess([*paths, "docs/zh/b.md"]))) == "zh"


@pytest.mark.parametrize("translation", ["README.zh-CN.md", "README_CN.md", "README_zh.md", "README-zh.md"])
def test_readmes_that_stand_beside_each_other_are_guessed(translation: str) -> None:
    found = readmes(["README.md", translation, "docs/README.md", "guide.md"], {})
    assert list(found) == ["en", next(name for name in found if name.startswith("zh"))]
    assert twins(found, {path: language_of(path, found) for path in ("README.md", translation)}) == {
        "README.md": (translation,),
        translation: ("README.md",),
    }


def test_readmes_join_the_languages_that_are_known() -> None:
    known = {"en": ["docs/en"], "zh": ["docs/zh"]}
    assert readmes(["README.md", "README.zh-CN.md"], known) == {
        "en": ["docs/en", "README.md"],
        "zh": ["docs/zh", "README.zh-CN.md"],
    }
    assert readmes(["README.md", "README.en.md"], known) == known
    three = {**known, "de": ["docs/de"]}
    assert readmes(["README.md", "README.zh-CN.md"], three) == three
