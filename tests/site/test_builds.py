"""Real builds with Material, static-i18n and each generator that the plugin runs under."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

CONFIG = """\
site_name: A site
theme: {name: material, font: false}
plugins:
  - search
  - i18n:
      docs_structure: folder
      fallback_to_default: false
      languages:
        - {locale: en, name: English, default: true}
        - {locale: zh, name: 中文}
  - fencepost:
      report: report.json
      verification: verification.md
      llms: true
nav: [index.md, verification.md]
markdown_extensions:
  - admonition
  - attr_list
  - pymdownx.superfences
  - pymdownx.tabbed: {alternate_style: true}
  - toc: {slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}}
validation: {nav: {not_found: warn, omitted_files: warn}, links: {anchors: warn}}
"""

PAGE = """\
# Title

<!-- fencepost: page freeze="2026-07-30T21:15:00+08:00" -->

<!-- fencepost: quote texts:PROMPT -->
```text
You are kind.
```

!!! note

    <!-- fencepost: setup
    secret_name = 1
    -->
    ```python
    print(secret_name)
    ```

=== "One"

    <!-- fencepost: skip reason="the reason" -->
    ```python
    1 / 0
    ```

> <!-- fencepost: skip reason="the reason" -->
> ```python
> 1 / 0
> ```

A page shows a directive like this:

````markdown
<!-- fencepost: quote shown:EXAMPLE -->
```text
```
````

[More](#more)

## More

The end.
"""
CHINESE = {
    "# Title": "# 标题",
    "A page shows a directive like this:": "页面可以展示指令：",
    "[More](#more)": "[更多](#更多)",
    "## More": "## 更多",
    "The end.": "完。",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "mkdocs.yml").write_text(CONFIG, "utf-8")
    (tmp_path / "texts.py").write_text('PROMPT = "You are kind."\n')
    chinese = PAGE
    for english, other in CHINESE.items():
        chinese = chinese.replace(english, other)
    for language, text, title in (("en", PAGE, "What was verified"), ("zh", chinese, "验证了什么")):
        (tmp_path / "docs" / language).mkdir(parents=True)
        (tmp_path / "docs" / language / "index.md").write_text(text, "utf-8")
        (tmp_path / "docs" / language / "verification.md").write_text(f"# {title}\n", "utf-8")
    call(tmp_path, "fencepost", "check", "--no-run", "--report", "report.json")
    return tmp_path


def call(folder: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)


def build(site: Path, generator: str = "mkdocs") -> subprocess.CompletedProcess[str]:
    return call(site, generator, "build", "--strict", "-f", "mkdocs.yml", "--site-dir", "out")


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def warnings(answer: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in answer.stderr.splitlines() if line.startswith("WARNING")]


@pytest.mark.parametrize("generator", ["mkdocs", "properdocs"])
def test_a_site_is_published_with_all_that_the_plugin_does(site: Path, generator: str) -> None:
    answer = build(site, generator)
    assert answer.returncode == 0, answer.stderr
    index = (site / "out/search/search_index.json").read_text("utf-8")
    for prefix, tested, quoted, skipped in (
        ("", "runs, no result yet", "quoted from <code>texts:PROMPT</code>", "skipped: the reason"),
        ("zh/", "会运行，尚无结果", "引自 <code>texts:PROMPT</code>", "跳过：the reason"),
    ):
        html = (site / "out" / prefix / "index.html").read_text("utf-8")
        assert "secret_name = 1" not in html
        assert "<!-- fencepost" not in html
        assert "&lt;!-- fencepost: quote shown:EXAMPLE --&gt;" in re.sub(r"<[^>]+>", "", html)
        assert html.count('class="fencepost-badge"') == 5
        assert all(words in html for words in (tested, quoted, skipped))
        assert all(words not in index for words in (tested, skipped, "fencepost-badge"))
        verification = (site / "out" / prefix / "verification/index.html").read_text("utf-8")
        assert verification.count("<svg viewBox") == 1
        assert ">docs/en/index.md</a>" in verification
        assert ">docs/zh/index.md</a>" in verification
        copy = (site / "out" / prefix / "index.md").read_text("utf-8")
        assert "fencepost: page" not in copy
        assert "<!-- fencepost: quote shown:EXAMPLE -->" in copy
        assert "(index.md)" in (site / "out" / prefix / "llms.txt").read_text("utf-8")
    assert (site / "out/assets/fencepost.css").is_file()
    english = (site / "out/verification/index.html").read_text("utf-8")
    assert re.search(r'<a href="../zh/(?:index\.html)?">docs/zh/index\.md</a>', english)


def leak(site: Path) -> None:
    """In an indented container the site prints what stands behind a blank line of a comment."""
    edit(site / "docs/zh/index.md", "    secret_name = 1\n", "    secret_name = 1\n\n    other = 2\n")


def dead_anchor(site: Path) -> None:
    edit(site / "docs/zh/index.md", "(#更多)", "(#更少)")


def drifted_quote(site: Path) -> None:
    (site / "texts.py").write_text('PROMPT = "You are blunt."\n')


def missing_translation(site: Path) -> None:
    (site / "docs/en/more.md").write_text("# More\n\n[Home](index.md)\n", "utf-8")
    edit(site / "mkdocs.yml", "nav: [index.md,", "nav: [index.md, more.md,")


def changed_code(site: Path) -> None:
    edit(site / "docs/zh/index.md", "print(secret_name)", "print(secret_name + 1)")


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (leak, ["docs/zh/index.md:12:5: FP111"]),
        (dead_anchor, ["docs/zh/index.md:39:1: FP502", "#更少"]),
        (drifted_quote, ["docs/en/index.md:7:1: FP301", "docs/zh/index.md:7:1: FP301"]),
        (missing_translation, ["docs/en/more.md:1:1: FP401"]),
        (changed_code, ["FP405"]),
    ],
)
def test_a_strict_build_is_red_on_a_planted_fault_and_says_so_once(
    site: Path, plant: Callable[[Path], None], said: list[str]
) -> None:
    plant(site)
    answer = build(site)
    assert answer.returncode == 1
    for words in said:
        found = [line for line in warnings(answer) if words in line]
        assert found, answer.stderr
        assert len(found) == len(set(found))


def test_a_result_is_shown_until_its_page_changes(site: Path) -> None:
    report = json.loads((site / "report.json").read_text("utf-8"))
    for fence in report["fences"]:
        fence["outcome"] = "passed" if fence["outcome"] == "not_run" else fence["outcome"]
    (site / "report.json").write_text(json.dumps(report), "utf-8")
    edit(site / "docs/zh/index.md", "完。", "完了。")
    assert build(site).returncode == 0
    assert "</span> tested</span>" in (site / "out/index.html").read_text("utf-8")
    assert "会运行，上次得出结果之后改过" in (site / "out/zh/index.html").read_text("utf-8")
    assert "报告之后改过；1 项尚无结果" in (site / "out/zh/verification/index.html").read_text("utf-8")


def test_what_the_settings_name_and_is_not_there_is_told(site: Path) -> None:
    (site / "report.json").unlink()
    edit(site / "mkdocs.yml", "verification: verification.md", "verification: results.md")
    answer = build(site)
    assert answer.returncode == 1
    assert "the report report.json cannot be read: No such file or directory" in answer.stderr
    assert "`verification` names `results.md`, and the site has no such page" in answer.stderr


def test_a_site_in_one_language_without_a_report_or_attribute_lists(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: One\nplugins: [fencepost: {verification: results.md}]\nmarkdown_extensions: [fenced_code]\n"
    )
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# One\n\n```python\nx = 1\n```\n")
    (tmp_path / "docs/results.md").write_text("# Results\n")
    answer = build(tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert "runs, no result yet" in (tmp_path / "out/index.html").read_text("utf-8")
    results = (tmp_path / "out/results/index.html").read_text("utf-8")
    assert "No report was given to this build" in results
    assert "{ #" not in results
    assert not (tmp_path / "out/llms.txt").exists()


def test_the_plugin_can_be_turned_off(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_name: A site\nplugins: [fencepost: {enabled: false}]\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Off\n\n<!-- fencepost: nonsense -->\n")
    assert build(tmp_path).returncode == 0
    assert "fencepost: nonsense" in (tmp_path / "out/index.html").read_text("utf-8")
    assert not (tmp_path / "out/assets/fencepost.css").exists()
