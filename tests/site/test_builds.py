"""Real builds with MkDocs and Material."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

CONFIG = """\
site_name: A site
theme: {name: material, font: false}
plugins:
  - search
  - i18n:
      docs_structure: folder
      languages:
        - {locale: en, name: English, default: true}
        - {locale: zh, name: 中文}
  - fencepost
markdown_extensions:
  - admonition
  - attr_list
  - pymdownx.superfences
  - pymdownx.tabbed: {alternate_style: true}
validation: {links: {anchors: warn}}
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

    <!-- fencepost: skip reason="hidden reason" -->
    ```python
    1 / 0
    ```

> <!-- fencepost: skip reason="hidden reason" -->
> ```python
> 1 / 0
> ```

A page shows a directive like this:

````markdown
<!-- fencepost: quote shown:EXAMPLE -->
```text
```
````
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "mkdocs.yml").write_text(CONFIG, "utf-8")
    (tmp_path / "texts.py").write_text('PROMPT = "You are kind."\n')
    chinese = PAGE.replace("# Title", "# 标题").replace("A page shows a directive like this:", "页面可以展示指令：")
    for language, text in (("en", PAGE), ("zh", chinese)):
        (tmp_path / "docs" / language).mkdir(parents=True)
        (tmp_path / "docs" / language / "index.md").write_text(text, "utf-8")
    return tmp_path


def build(site: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", "out"]
    return subprocess.run(command, cwd=site, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.slow
def test_the_published_pages_and_the_search_index_hold_no_directive(site: Path) -> None:
    answer = build(site)
    assert answer.returncode == 0, answer.stderr
    for name in ("index.html", "zh/index.html"):
        html = (site / "out" / name).read_text("utf-8")
        assert "hidden reason" not in html
        assert "secret_name = 1" not in html
        assert "<!-- fencepost" not in html
        shown = re.sub(r"<[^>]+>", "", html)
        assert "&lt;!-- fencepost: quote shown:EXAMPLE --&gt;" in shown
    assert "hidden reason" not in (site / "out/search/search_index.json").read_text("utf-8")


@pytest.mark.slow
def test_a_strict_build_fails_on_a_drifted_quote_and_says_so_once(site: Path) -> None:
    (site / "texts.py").write_text('PROMPT = "You are blunt."\n')
    answer = build(site)
    assert answer.returncode == 1
    lines = [line for line in answer.stderr.splitlines() if "FP301" in line]
    assert len(lines) == 2
    assert "docs/en/index.md:7:1: FP301" in lines[0]
    assert "docs/zh/index.md:7:1: FP301" in lines[1]
