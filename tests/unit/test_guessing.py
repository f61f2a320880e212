"""Languages that are guessed from the names of pages."""

from __future__ import annotations

import pytest

from fencepost.guessing import guess
from fencepost.languages import language_of, twins


def paired(paths: list[str]) -> dict[str, tuple[str, ...]]:
    named = guess(paths)
    found = twins(named, {path: language_of(path, named) for path in paths})
    return {path: others for path, others in found.items() if others and language_of(path, named) == next(iter(named))}


@pytest.mark.parametrize(
    ("paths", "languages"),
    [
        (["docs/en/a.md", "docs/zh/a.md"], ["en", "zh"]),
        (["docs/a.md", "docs/b.md", "docs/zh/a.md"], ["en", "zh"]),
        (["a.md", "zh-CN/a.md"], ["en", "zh-CN"]),
        (["docs/a.md", "docs/ja/a.md", "docs/ko/a.md", "docs/ko/b.md"], ["en", "ko", "ja"]),
        (["docs/a.md", "docs/a.zh.md", "docs/b.md", "docs/b.zh.md"], ["en", "zh"]),
        (["x/a/i.en-US.md", "x/a/i.zh-CN.md", "x/b/i.en-US.md", "x/b/i.zh-CN.md", "c.md"], ["en-US", "zh-CN"]),
        (["a.mdx", "a.pt-br.mdx", "b.mdx", "b.pt-br.mdx"], ["en", "pt-br"]),
    ],
)
def test_layouts_that_are_guessed(paths: list[str], languages: list[str]) -> None:
    assert list(guess(paths)) == languages
    assert paired(paths)


@pytest.mark.parametrize(
    "paths",
    [
        pytest.param(["docs/a.md", "docs/it/setup.md", "docs/it/network.md"], id="a folder named like a language"),
        pytest.param(["docs/a.md", "docs/en/a.md"], id="a default that is not English"),
        pytest.param(["a.md", "a.no.md"], id="a single pair"),
        pytest.param(["a.md", "a.no.md", "b.md", "b.no.md", *(f"{n}.md" for n in range(9))], id="few of many"),
        pytest.param(["a.de.md", "b.fr.md", "c.md"], id="suffixes without counterpart"),
    ],
)
def test_what_is_left_alone(paths: list[str]) -> None:
    assert guess(paths) == {}


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("用 fencepost 检查文档", ["zh", "en"]),
        ("これは日本語の文書です", ["ja", "en"]),
        ("문서를 검사합니다", ["ko", "en"]),
        ("проверка документов", ["ru", "en"]),
        ("Prüfe die Texte", []),
        ("", []),
    ],
)
def test_a_default_beside_english_shows_by_its_letters(text: str, languages: list[str]) -> None:
    paths = ["docs/a.md", "docs/b.md", "docs/en/a.md", "docs/en/b.md", "src/x.md"]
    named = guess(paths, lambda path: text if path.startswith("docs/") else "")
    assert list(named) == languages
    assert [language_of(path, named) for path in paths] == (
        [languages[0]] * 2 + ["en"] * 2 + [None] if named else [None] * 5
    )


def test_a_default_at_the_root_beside_english_and_others() -> None:
    paths = [f"{folder}docs/{name}.md" for folder in ("", "en/", "ja/") for name in "ab"]
    assert list(guess(paths, lambda path: "中文文档")) == ["zh", "en", "ja"]
    assert list(guess(paths, lambda path: "Deutsch")) == ["en", "ja"]


def test_the_counterpart_of_a_suffix() -> None:
    paths = ["docs/a.md", "docs/a.zh.md", "docs/b.md", "docs/b.zh.md", "docs/c.md", "README.md", "README.zh.md"]
    assert paired(paths) == {
        "README.md": ("README.zh.md",),
        "docs/a.md": ("docs/a.zh.md",),
        "docs/b.md": ("docs/b.zh.md",),
    }
