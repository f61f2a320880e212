"""The ids that are computed for pages are those of the HTML that `mkdocs build` makes of them."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from fencepost.checks.links.targets import Targets
from fencepost.project import open_project
from fencepost.settings import load

ROOT = Path(__file__).parents[2]
OF_THE_SITE = ("__tabbed", "__codelineno", "__span", "fnref")
"""Beginnings of ids that a build adds and no link in a page names."""
CONFIG = """\
site_name: A site
docs_dir: docs
theme: {name: null, custom_dir: theme}
plugins: []
markdown_extensions:
  - toc: TOC
  - attr_list
  - footnotes
  - md_in_html
  - admonition
  - pymdownx.superfences
  - pymdownx.tabbed: {alternate_style: true}
"""
OPTIONS = ["{}", "{separator: _}", "{slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}}"]
WORDS = """安装 写日记：参考提示词 使用 FastAPI 1. API参考（Python） config.yaml & 中文_下划线 🚀 Café 全角：（Ａ）Ｂ `code_x` **bold** _em_
[link](b.md) <b>x</b> List<int> &amp; \\_x\\_ C++ C# v1.2.3 don't a--b a/b ==m== `a{b}` （）""".split()
ENDS = ["", "", "", " { #own-id }", " {#zh.cls}", " {: .only }", " ##"]


class _Ids(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {value for key, value in attrs if value and (key == "id" or (key == "name" and tag == "a"))}
        self.found |= {name for name in names if not name.startswith(OF_THE_SITE)}


def build(folder: Path) -> dict[str, set[str]]:
    """The ids of each built page, by its path below the site's folder."""
    (folder / "theme").mkdir()
    (folder / "theme/main.html").write_text("{{ page.content }}", "utf-8")
    out = folder / "out"
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(out)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(command, check=True, cwd=folder, env=environment, capture_output=True)
    built: dict[str, set[str]] = {}
    for page in out.rglob("*.html"):
        parser = _Ids()
        parser.feed(page.read_text("utf-8"))
        built[page.relative_to(out).as_posix()] = parser.found
    return built


def address(path: str) -> str:
    """Where a page stands in a site whose addresses are folders."""
    stem = path.removesuffix(".md")
    return f"{stem}.html" if stem.rpartition("/")[2] == "index" else f"{stem}/index.html"


def computed(root: Path, path: str) -> set[str]:
    found = Targets(open_project(load(root), [path])).ids(path)
    assert found is not None
    return {name for name in found.names if not name.startswith(OF_THE_SITE)}


@pytest.mark.slow
def test_the_ids_of_this_repositorys_pages(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copyfile(ROOT / "mkdocs.yml", tmp_path / "ours.yml")
    own = "INHERIT: ours.yml\nstrict: false\nhooks: []\ntheme: {name: null, custom_dir: theme}\n"
    (tmp_path / "mkdocs.yml").write_text(own, "utf-8")
    built = build(tmp_path)
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))]
    assert len(pages) > 50
    for path in pages:
        found, there = computed(tmp_path, f"docs/{path}"), built[address(path.removeprefix("en/"))]
        # The plugin writes further headings on this page when the site is built.
        assert found <= there if path.endswith("/verification.md") else found == there, path


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
def test_the_ids_of_two_hundred_odd_headings(tmp_path: Path, options: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(CONFIG.replace("TOC", options), "utf-8")
    choose = random.Random(options)
    lines: list[str] = []
    for number, end in zip(range(200), itertools.cycle(ENDS), strict=False):
        end = end.replace("own-id", f"own-{number}").replace("zh.cls", f"zh{number}.cls")
        lines.append(f"{'#' * choose.randint(1, 4)} {' '.join(choose.sample(WORDS, choose.randint(1, 3)))}{end}\n")
    (tmp_path / "docs/a.md").write_text("\n".join(lines), "utf-8")
    (tmp_path / "docs/b.md").write_text("# B\n", "utf-8")
    built = build(tmp_path)["a/index.html"]
    assert len(built) >= 190
    assert computed(tmp_path, "docs/a.md") == built
