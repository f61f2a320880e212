"""Reading `mkdocs.yml`."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.markdown import scan
from fencepost.markdown.extensions import MATERIAL, of_site
from fencepost.site import SiteLanguage, read_site
from fencepost.sitedata import PythonName, SiteError

FULL = """
site_name: !ENV [NAME, "A site"]
docs_dir: content
edit_uri: !ENV EDIT_URI
markdown_extensions:
  - admonition
  - markdown.extensions.footnotes
  - toc:
      permalink: true
      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
  - pymdownx.superfences:
      custom_fences:
        - name: mermaid
          class: mermaid
          format: !!python/name:pymdownx.superfences.fence_code_format
        - name: run
          class: run
          validator: !!python/name:evil.validator
          format: !!python/object/new:os.system [echo no]
  - pymdownx.snippets:
      base_path: [!relative $config_dir, "snippets", !relative $docs_dir]
plugins:
  - search
  - i18n:
      docs_structure: folder
      languages:
        - locale: en
          name: English
          default: true
        - locale: zh
          name: 简体中文
        - locale: fr
          build: false
extra: {analytics: !unknown {a: 1}}
"""


def write(folder: Path, text: str, name: str = "mkdocs.yml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_full_site(tmp_path: Path) -> None:
    site = read_site(write(tmp_path, FULL))
    assert site.docs_dir == tmp_path / "content"
    assert {"admonition", "footnotes", "toc", "tables", "fenced_code"} <= set(site.extensions)
    assert site.slugify == PythonName("pymdownx.slugs.slugify", {"kwds": {"case": "lower"}})
    assert site.snippet_paths == (tmp_path, tmp_path / "snippets", tmp_path / "content")
    assert site.languages == (
        SiteLanguage("en", "English", default=True),
        SiteLanguage("zh", "简体中文"),
        SiteLanguage("fr", build=False),
    )
    assert site.docs_structure == "folder"
    assert list(site.plugins) == ["search", "i18n"]
    rules = of_site(site)
    assert (rules.header.custom, rules.header.lenient) == ({"mermaid"}, {"run"})


def test_nothing_but_defaults(tmp_path: Path) -> None:
    site = read_site(write(tmp_path, ""))
    assert list(site.extensions) == ["toc", "tables", "fenced_code"]
    assert (site.docs_dir, site.languages, site.docs_structure, site.slugify) == (tmp_path / "docs", (), "", None)


def test_extensions_as_a_mapping_and_bundles(tmp_path: Path) -> None:
    site = read_site(
        write(tmp_path, "markdown_extensions: {pymdownx.extra: {footnotes: {BACKLINK_TITLE: x}}, admonition: }\n")
    )
    assert {"pymdownx.superfences", "md_in_html", "footnotes", "admonition"} <= set(site.extensions)
    assert site.options("footnotes") == {"BACKLINK_TITLE": "x"}


def test_a_site_that_inherits(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    base = write(
        tmp_path / "en", "docs_dir: docs\nplugins: {search: {lang: en, min: 1}}\nmarkdown_extensions: [admonition]\n"
    )
    child = write(tmp_path, "INHERIT: en/mkdocs.yml\nplugins: {search: {lang: zh}}\n")
    site = read_site(child)
    assert "admonition" in site.extensions
    assert site.plugins["search"] == {"lang": "zh", "min": 1}
    assert site.files == (child, base)


@pytest.mark.parametrize("name", ["../nowhere.yml", "."])
def test_a_site_that_inherits_from_what_is_not_there(name: str, tmp_path: Path) -> None:
    site = read_site(write(tmp_path, f"INHERIT: {name}\nmarkdown_extensions: [admonition]\n"))
    assert "admonition" in site.extensions
    assert site.missing == (name,)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nb: [1, 2\nc: 3\n", 3, "not YAML"),
        ("a: 1\n\tb: 2\n", 2, "not YAML"),
        ("- a\n- b\n", 1, "should hold a mapping"),
        ("INHERIT: mkdocs.yml\n", 1, "inherits from itself"),
        ("markdown_extensions: 3\n", 1, "`markdown_extensions` should hold a list"),
        ("a: &a [*a]\nb: *c\n", 2, "not YAML"),
        ("? [a]\n: b\n? {c: d}\n: e\n", 1, "not YAML"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(SiteError, match=words) as caught:
        read_site(path)
    assert (caught.value.path, caught.value.line) == (path, line)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "mkdocs.yml"
    path.write_bytes(b"site_name: \xff\n")
    with pytest.raises(SiteError, match="UTF-8"):
        read_site(path)


def test_the_site_decides_what_is_a_fence(tmp_path: Path) -> None:
    text = "!!! note\n\n    ```python\n    x\n    ```\n\n```python\ny\n```\n"
    bare = read_site(write(tmp_path, "markdown_extensions: [pymdownx.superfences]\n"))
    plain = read_site(write(tmp_path, "markdown_extensions: [admonition]\n", "other.yml"))
    assert [fence.body for fence in scan(text, "page.md", dialect="mkdocs", site=bare).fences] == ["y\n"]
    assert [fence.body for fence in scan(text, "page.md", dialect="mkdocs", site=plain).fences] == ["y\n"]
    assert [fence.body for fence in scan(text, "page.md", dialect="mkdocs").fences] == ["x\n", "y\n"]


def test_without_a_site_the_usual_extensions_of_material_hold() -> None:
    assert of_site(None).names == MATERIAL
    assert of_site(None).superfences


def test_a_plugin_that_runs_fences(tmp_path: Path) -> None:
    header = of_site(read_site(write(tmp_path, "plugins: [markdown-exec]\n"))).header
    assert {"python", "bash"} <= header.executed
    assert not of_site(read_site(write(tmp_path, "plugins: [search]\n"))).header.executed


def test_the_words_that_a_hook_looks_for(tmp_path: Path) -> None:
    (tmp_path / "hooks").mkdir()
    write(tmp_path / "hooks", "from expand import Expand\nimport os\n", "register.py")
    write(tmp_path / "hooks", "WORDS = r'(`{3,}) (config-example|tab)\\n'\n", "expand.py")
    write(tmp_path / "hooks", "UNUSED = 'notest'\n", "other.py")
    site = read_site(write(tmp_path, "hooks: [hooks/register.py, hooks/missing.py]\n"))
    assert {"config-example", "tab"} <= of_site(site).header.rewritten
    assert "notest" not in of_site(site).header.rewritten


ZENSICAL = """
[project]
site_name = "S"
docs_dir = "content"

[project.markdown_extensions.admonition]
[project.markdown_extensions.toc]
permalink = true
slugify = { object = "pymdownx.slugs.slugify", kwds = { case = "lower" } }
[project.markdown_extensions.pymdownx.superfences]
custom_fences = [{ name = "mermaid", class = "mermaid" }, { name = "run", class = "run", validator = "x.y" }]
[project.markdown_extensions.pymdownx.blocks.tab]
[project.markdown_extensions.pymdownx.snippets]
base_path = ["parts"]

[project.plugins.search]
"""


def test_a_site_of_zensical(tmp_path: Path) -> None:
    site = read_site(write(tmp_path, ZENSICAL, "zensical.toml"))
    assert site.docs_dir == tmp_path / "content"
    assert {"admonition", "pymdownx.superfences", "pymdownx.blocks.tab", "toc"} <= set(site.extensions)
    assert site.slugify == PythonName("pymdownx.slugs.slugify", {"kwds": {"case": "lower"}})
    assert (site.snippet_paths, list(site.plugins)) == ((tmp_path / "parts",), ["search"])
    assert (of_site(site).header.custom, of_site(site).header.lenient) == ({"mermaid"}, {"run"})


def test_a_site_of_zensical_that_names_no_extensions_has_the_usual_ones(tmp_path: Path) -> None:
    site = read_site(write(tmp_path, '[project]\nsite_name = "S"\n', "zensical.toml"))
    assert {"admonition", "attr_list", "pymdownx.superfences", "pymdownx.tabbed"} <= set(site.extensions)
    assert of_site(site).header.custom == {"mermaid"}


def test_a_file_of_zensical_that_is_not_toml(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match=r"zensical\.toml:2: is not TOML"):
        read_site(write(tmp_path, "[project]\nsite_name = \n", "zensical.toml"))
