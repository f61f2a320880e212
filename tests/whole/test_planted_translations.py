"""Each fault that a translation brings, planted in a copy of this repository's pages, is found with both places."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fencepost import engine
from fencepost.model import Finding

ROOT = Path(__file__).parents[2]
COMMANDS, SETTINGS, FRAMEWORKS = "reference/commands.md", "reference/settings.md", "guide/frameworks.md"
Change = Callable[[str], str]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("project")
    for name in ("pyproject.toml", "mkdocs.yml", "README.md", "README.zh-CN.md"):
        shutil.copyfile(ROOT / name, copy / name)
    shutil.copytree(ROOT / "docs", copy / "docs")
    shutil.copytree(ROOT / "src/wikimem", copy / "src/wikimem", ignore=shutil.ignore_patterns("__pycache__", "*.egg*"))
    return copy


@contextmanager
def planted(project: Path, path: str, change: Change) -> Generator[None]:
    file = project / path
    before = file.read_text("utf-8")
    after = change(before)
    assert after != before, "the edit changes nothing"
    file.write_text(after, "utf-8")
    try:
        yield
    finally:
        file.write_text(before, "utf-8")


def swap(old: str, new: str) -> Change:
    return lambda text: text.replace(old, new, 1)


def found(project: Path, *paths: str) -> list[Finding]:
    """What is found between languages and on links of some pages and their counterparts."""
    report = engine.check(project, paths, run=False)
    return [finding for finding in report.findings if finding.code.startswith(("FP4", "FP5"))]


def pages_of(finding: Finding) -> set[str]:
    return {place.path for place in (finding.place, *finding.related)}


def without_fence(tag: str) -> Change:
    """Takes the first fence of a language out."""

    def change(text: str) -> str:
        start = text.index(f"\n```{tag}\n")
        return text[:start] + text[text.index("\n```\n", start) + 5 :]

    return change


def test_nothing_is_found_in_these_pages_as_they_are(project: Path) -> None:
    assert [finding for finding in found(project, "docs") if finding.severity != "info"] == []


def test_no_page_says_that_a_fence_may_differ() -> None:
    docs = sorted((ROOT / "docs").rglob("*.md"))
    shown = ("````markdown\n<!-- fencepost: differs",)
    for page in docs:
        text = page.read_text("utf-8")
        assert text.count("<!-- fencepost: differs") == sum(map(text.count, shown)), page


def test_a_page_without_translation(project: Path) -> None:
    page = project / "docs/zh" / COMMANDS
    before = page.read_bytes()
    page.unlink()
    try:
        missing = [finding for finding in found(project) if finding.code == "FP401"]
    finally:
        page.write_bytes(before)
    assert [(finding.place.path, finding.severity) for finding in missing] == [(f"docs/en/{COMMANDS}", "error")]


def test_a_page_that_was_copied_and_not_translated(project: Path) -> None:
    english = (project / "docs/en" / COMMANDS).read_text("utf-8")
    with planted(project, f"docs/zh/{COMMANDS}", lambda _: english):
        (finding,) = found(project, f"docs/zh/{COMMANDS}")
    assert (finding.code, finding.place.path) == ("FP401", f"docs/zh/{COMMANDS}")
    assert pages_of(finding) == {f"docs/en/{COMMANDS}", f"docs/zh/{COMMANDS}"}


FAULTS = [
    # headings
    ("FP402", COMMANDS, "en", swap("\n## Exit codes", "\n### Exit codes")),
    ("FP402", COMMANDS, "zh", swap("\n## 退出码", "\n### 退出码")),
    # fences
    ("FP403", COMMANDS, "en", without_fence("json")),
    ("FP403", COMMANDS, "zh", without_fence("json")),
    ("FP403", SETTINGS, "zh", swap("```toml", "```ini")),
    # one side parses
    ("FP404", COMMANDS, "en", swap('"version": 1,', '"version": 1')),
    ("FP404", COMMANDS, "zh", swap('"version": 1,', '"version"： 1,')),
    ("FP404", FRAMEWORKS, "zh", swap("diary = MemoryStore(", "diary = MemoryStore（")),
    # code: Python, JSON, TOML, shell
    ("FP405", FRAMEWORKS, "en", swap('tz="Asia/Shanghai"', 'tz="UTC"')),
    ("FP405", FRAMEWORKS, "zh", swap('owner="lin"', 'user="lin"')),
    ("FP405", COMMANDS, "zh", swap('"end_line": 18', '"end_line": 19')),
    ("FP405", SETTINGS, "en", swap("run = true", "run = false")),
    ("FP405", COMMANDS, "zh", swap("$ fencepost check docs/en/guide.md", "$ fencepost check docs/zh/guide.md --run")),
    # what a translated text has to keep
    ("FP406", FRAMEWORKS, "zh", swap("已记在 {entry.date} {entry.time}", "已记在 {entry.date}")),
    ("FP406", FRAMEWORKS, "en", swap("Saved for {entry.date} {entry.time}", "Saved for {entry.date}")),
]


@pytest.mark.parametrize(("code", "page", "language", "change"), FAULTS)
def test_a_fault_on_one_of_two_pages(project: Path, code: str, page: str, language: str, change: Change) -> None:
    with planted(project, f"docs/{language}/{page}", change):
        findings = [item for item in found(project, f"docs/{language}/{page}") if item.code == code]
    assert len(findings) == 1, [str(item) for item in findings]
    assert findings[0].severity == "error"
    assert pages_of(findings[0]) == {f"docs/en/{page}", f"docs/zh/{page}"}


def to_the_end(tag: str) -> Change:
    """Moves the first fence of a language to the end of the page."""

    def change(text: str) -> str:
        start = text.index(f"\n```{tag}\n")
        end = text.index("\n```\n", start) + 5
        return text[:start] + text[end:] + text[start:end]

    return change


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_fence_that_stands_elsewhere_is_one_finding(project: Path, language: str) -> None:
    path = f"docs/{language}/{COMMANDS}"
    with planted(project, path, to_the_end("console")):
        (finding,) = [item for item in found(project, path) if item.code == "FP403"]
    assert "stands at another place" in finding.message
    assert pages_of(finding) == {f"docs/en/{COMMANDS}", f"docs/zh/{COMMANDS}"}


def test_a_fence_that_one_page_has_alone_is_one_finding(project: Path) -> None:
    path = f"docs/zh/{SETTINGS}"
    with planted(project, path, swap("```toml", "```json\n[7]\n```\n\n```toml")):
        (finding,) = found(project, path)
    assert (finding.code, finding.place.path) == ("FP403", path)


@pytest.mark.parametrize(
    ("language", "change", "fixable"),
    [
        ("en", swap("\n## The JSON report", "\n## The report"), False),
        ("zh", swap("\n## JSON 报告 { #the-json-report }", "\n## JSON 报告"), True),
    ],
)
def test_a_link_to_a_heading_that_has_lost_its_id(project: Path, language: str, change: Change, fixable: bool) -> None:
    with planted(project, f"docs/{language}/{COMMANDS}", change):
        findings = [item for item in found(project, f"docs/{language}/{COMMANDS}") if item.code == "FP502"]
    assert findings
    assert {item.place.path for item in findings} == {f"docs/{language}/{COMMANDS}"}
    assert all(bool(item.edits) == fixable for item in findings)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_link_to_a_page_that_was_moved(project: Path, language: str) -> None:
    with planted(project, f"docs/{language}/{COMMANDS}", swap("](settings.md)", "](setting.md)")):
        codes = [item.code for item in found(project, f"docs/{language}/{COMMANDS}")]
    assert codes == ["FP501"]
