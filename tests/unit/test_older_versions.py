"""Kept copies of older versions, on projects that do not say what their pages are."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from fencepost.testing import Docs
from fencepost.versions import without


def left(*paths: str, asked: tuple[str, ...] = ()) -> list[str]:
    return without(paths, asked)[1]


@pytest.mark.parametrize(
    ("now", "older"),
    [
        ("docs/edge/en/a.md", ["docs/v1.2.0/en/a.md", "docs/v1.10.0/en/a.md"]),
        ("docs/v1.10.0/a.md", ["docs/v1.2.0/a.md", "docs/v1.9/a.md"]),
        ("docs/2.0/a.md", ["docs/2.0-rc1/a.md"]),
        ("docs/2.x/a.md", ["docs/1.x/a.md"]),
        ("site/docs/a.md", ["site/versioned_docs/version-2.0/a.md", "site/api_versioned_docs/version-3/a.md"]),
        ("i18n/zh/plugin/current/a.md", ["i18n/zh/plugin/version-2.0/a.md"]),
    ],
)
def test_older_versions_are_left_out(now: str, older: list[str]) -> None:
    assert left(now, *older) == older


@pytest.mark.parametrize(
    "paths",
    [
        ["docs/v1.0/a.md", "docs/b.md"],
        ["docs/v1/a.md", "docs/v2/a.md"],
        ["docs/1.0.md", "docs/2.0.md"],
        ["docs/one/a.md", "docs/two/a.md"],
    ],
)
def test_what_is_no_older_version_stays(paths: list[str]) -> None:
    assert left(*paths) == []


def test_a_version_that_is_asked_for_stays() -> None:
    paths = ["docs/v1.0/a.md", "docs/v1.1/a.md", "docs/v1.2/a.md"]
    assert left(*paths, asked=("docs/v1.0",)) == ["docs/v1.1/a.md"]
    assert left(*paths, asked=("docs/v1.1/a.md",)) == ["docs/v1.0/a.md"]
    assert left(*paths, asked=("docs",)) == ["docs/v1.0/a.md", "docs/v1.1/a.md"]


FILES = {f"docs/{name}/en/a.md": "# A\n" for name in ("v1.0", "v1.1", "edge")} | {"README.md": "# R\n"}


def test_that_they_are_left_out_is_said(tmp_path: Path) -> None:
    report = Docs(tmp_path, FILES).check()
    assert [page.path for page in report.pages] == ["README.md", "docs/edge/en/a.md"]
    assert report.notes == (
        "2 Markdown files of older versions in docs left out: name the folder, or set `pages`, to check them",
    )


def test_the_settings_that_a_project_begins_with_leave_them_out(tmp_path: Path) -> None:
    docs = Docs(tmp_path, {**FILES, "notes/x.md": "x\n"})
    assert docs.command("init", "--settings").code == 0
    assert tomllib.loads(docs.read("fencepost.toml"))["pages"] == ["docs/edge", "README*.md"]
