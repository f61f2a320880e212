"""Markdown that is data of tests, on projects that do not say what their pages are."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.testdata import is_test_data
from fencepost.testing import Docs

BROKEN = "```json\n{\n```\n"
NOTE = "left out as data of tests"


@pytest.mark.parametrize(
    "path",
    [
        "tests/a.md",
        "tests/data/README.md",
        "pkg/tests/data/a.md",
        "src/__tests__/fixtures/a.md",
        "testdata/a.md",
        "lib/fixtures/README.md",
        "Tests/a.md",
    ],
)
def test_what_lies_among_the_tests(path: str) -> None:
    assert is_test_data(path)


@pytest.mark.parametrize(
    "path",
    [
        "tests/README.md",
        "tests/readme.zh.md",
        "tests/AGENTS.md",
        "docs/tests/a.md",
        "docs/guide/test/a.md",
        "testing/a.md",
        "contest/a.md",
        "tests.md",
    ],
)
def test_what_is_documentation(path: str) -> None:
    assert not is_test_data(path)


FILES = {"a.md": "# A\n", "tests/data/b.md": BROKEN, "tests/c.md": BROKEN, "tests/README.md": "# T\n"}


def test_it_is_left_out_and_that_is_said(tmp_path: Path) -> None:
    docs = Docs(tmp_path, FILES)
    report = docs.check()
    assert docs.check(".") == report
    assert [page.path for page in report.pages] == ["a.md", "tests/README.md"]
    assert report.notes == (
        "2 Markdown files in tests left out as data of tests: name the folder, or set `pages`, to check them",
    )


@pytest.mark.parametrize("asked", ["tests", "tests/data", "tests/data/b.md"])
def test_it_is_checked_where_it_is_asked_for(tmp_path: Path, asked: str) -> None:
    report = Docs(tmp_path, FILES).check(asked)
    assert "tests/data/b.md" in [page.path for page in report.pages]
    assert report.notes == ()


def test_it_is_checked_where_the_settings_name_it(tmp_path: Path) -> None:
    report = Docs(tmp_path, {**FILES, "fencepost.toml": 'pages = ["**/*.md"]\n'}).check()
    assert len(report.pages) == 4


def test_with_settings_nothing_is_said(tmp_path: Path) -> None:
    report = Docs(tmp_path, {**FILES, "fencepost.toml": "run = false\n"}).check()
    assert ([page.path for page in report.pages], report.notes) == (["a.md", "tests/README.md"], ())
