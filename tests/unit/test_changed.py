"""`--changed-since`: which pages are checked."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from fencepost import report
from fencepost.engine import check
from fencepost.testing import Docs

FILES = {
    "docs/en/quoted.md": "# Q\n\n<!-- fencepost: quote pkg:TEXT -->\n```text\none\n```\n",
    "docs/en/alone.md": "# A\n\n```json\n{\n```\n",
    "docs/zh/alone.md": "# A\n\n```json\n{\n```\n",
    "docs/en/linking.md": "# L\n\n[there](alone.md)\n",
    "docs/en/code.md": "# C\n\n```python\nfrom pkg import TEXT\n```\n",
    "docs/en/made.md": '# M\n\n<!-- fencepost: quote cmd:"tool --help" -->\n```text\none\n```\n',
    "src/pkg/__init__.py": "from pkg.texts import TEXT\nraise RuntimeError\n",
    "src/pkg/texts.py": 'TEXT = "one"\n',
    "notes.txt": "",
}


def git(root: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(root), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    Docs(tmp_path, FILES)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "begin")
    return tmp_path


def pages(root: Path, *paths: str, revision: str = "HEAD") -> list[str]:
    result = check(root, paths, changed_since=revision)
    return [page.path for page in result.pages]


def test_nothing_changed_is_no_error(project: Path) -> None:
    result = check(project, changed_since="HEAD")
    assert (result.pages, result.findings, report.exit_code(result)) == ((), (), 0)
    assert "nothing that is checked has changed since HEAD" in report.render(result, "full")


@pytest.mark.parametrize(
    ("changed", "checked"),
    [
        ("docs/en/code.md", ["docs/en/code.md"]),
        ("docs/zh/alone.md", ["docs/en/alone.md", "docs/en/linking.md", "docs/zh/alone.md"]),
        ("src/pkg/texts.py", ["docs/en/code.md", "docs/en/made.md", "docs/en/quoted.md"]),
        ("notes.txt", ["docs/en/made.md"]),
    ],
)
def test_pages_their_twins_their_links_and_their_sources_count(project: Path, changed: str, checked: list[str]) -> None:
    (project / changed).write_text(FILES[changed] + "\n# More\n", "utf-8")
    assert pages(project) == checked


def test_settings_that_changed_concern_every_page(project: Path) -> None:
    (project / "fencepost.toml").write_text("strict = true\n", "utf-8")
    assert len(pages(project)) == 6


def test_of_the_pages_that_are_named_only_those_that_changed(project: Path) -> None:
    (project / "docs/en/code.md").write_text("# C\n", "utf-8")
    assert pages(project, "docs/zh") == []
    assert pages(project, "docs/en") == ["docs/en/code.md"]


def test_what_was_committed_since_counts_as_well(project: Path) -> None:
    (project / "docs/en/code.md").write_text("# C\n", "utf-8")
    git(project, "commit", "-qam", "more")
    assert pages(project) == []
    assert pages(project, revision="HEAD~1") == ["docs/en/code.md"]


def test_an_unknown_revision_is_said(project: Path) -> None:
    [finding] = check(project, changed_since="nowhere").findings
    assert finding.code == "FP902"
    assert "`nowhere`" in finding.message


def test_without_a_repository_it_cannot_be_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "a.md").write_text("# A\n", "utf-8")
    assert report.exit_code(check(tmp_path, changed_since="HEAD")) == 2
