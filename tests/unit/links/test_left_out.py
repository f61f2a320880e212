"""Files of a site's folder that the site does not publish."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.testing import Docs

WAYS = {
    "exclude_docs": "exclude_docs: |\n  # parts\n  /parts/\n  *.tmpl.md\n",
    "draft_docs": "draft_docs: |\n  parts\n  *.tmpl.md\n",
    "plugin": "plugins:\n  - exclude:\n      glob: ['parts/*', '*.tmpl.md']\n",
    "expressions": "plugins:\n  exclude:\n    regex: ['parts/', '.*[.]tmpl[.]md$', '(']\n",
}


def dead(root: Path, site: str, files: dict[str, str]) -> list[str]:
    found = Docs(root, {"mkdocs.yml": f"site_name: S\n{site}", **files}).findings()
    return [f"{one.place.path}: {one.message}" for one in found if one.code.startswith("FP5")]


@pytest.mark.parametrize("way", WAYS)
def test_links_of_a_page_that_is_left_out_are_not_checked(tmp_path: Path, way: str) -> None:
    files = {"docs/index.md": "x", "docs/parts/see.md": "[a](./a.md)\n", "docs/x/y.tmpl.md": "[a](a.md)\n"}
    assert dead(tmp_path, WAYS[way], files) == []


@pytest.mark.parametrize("way", WAYS)
def test_a_link_to_a_page_that_is_left_out_is_dead(tmp_path: Path, way: str) -> None:
    files = {"docs/index.md": "[a](parts/a.md) [b](b.md#b)\n", "docs/parts/a.md": "x", "docs/b.md": "# B\n"}
    assert dead(tmp_path, WAYS[way], files) == [
        "docs/index.md: `parts/a.md` leads nowhere: the site leaves out docs/parts/a.md"
    ]


def test_what_is_taken_in_again_is_published(tmp_path: Path) -> None:
    files = {"docs/index.md": "[a](parts/a.md) [b](parts/b.md)\n", "docs/parts/a.md": "x", "docs/parts/b.md": "x"}
    site = "exclude_docs: |\n  /parts/*\n  !/parts/a.md\n"
    assert [one.partition(" leads")[0] for one in dead(tmp_path, site, files)] == ["docs/index.md: `parts/b.md`"]


def test_what_is_only_left_out_of_the_navigation_is_published(tmp_path: Path) -> None:
    files = {"docs/index.md": "[a](parts/a.md)\n", "docs/parts/a.md": "[b](b.md)\n"}
    assert dead(tmp_path, "not_in_nav: |\n  /parts/\n", files) == [
        "docs/parts/a.md: `b.md` leads nowhere: there is no such page or file"
    ]


def test_hidden_folders_and_templates_are_left_out_of_every_site(tmp_path: Path) -> None:
    files = {
        "docs/index.md": "[a](templates/a.md)\n",
        "docs/templates/a.md": "[b](b.md)\n",
        "docs/.x/a.md": "[b](b.md)\n",
    }
    assert [one.partition(" leads")[0] for one in dead(tmp_path, "", files)] == ["docs/index.md: `templates/a.md`"]


def test_a_readme_that_is_left_out_is_read_where_it_lies(tmp_path: Path) -> None:
    files = {"docs/index.md": "x", "docs/README.md": "[a](../setup.cfg) [b](b.md)\n", "setup.cfg": ""}
    assert dead(tmp_path, "exclude_docs: README.md\n", files) == [
        "docs/README.md: `b.md` leads nowhere: there is no such page or file"
    ]


def test_no_translation_is_asked_of_a_page_that_is_left_out(tmp_path: Path) -> None:
    settings = "[languages]\nen = ['docs/en']\nzh = ['docs/zh']\n"
    pages = {"docs/en/a.md": "# A\n", "docs/zh/a.md": "# 甲\n", "docs/en/parts/b.md": "# B\n"}
    docs = Docs(tmp_path, {"fencepost.toml": settings, "mkdocs.yml": "site_name: S\nexclude_docs: parts\n", **pages})
    assert docs.found() == []


def test_what_git_ignores_is_made_when_the_site_is_built(tmp_path: Path) -> None:
    ignored = {".gitignore": "/docs/made.md\n*.svg\n", "docs/sub/.gitignore": "*\n!kept.md\n"}
    page = "[a](made.md) [b](x/y.svg) [c](sub/a.md) [d](sub/kept.md) [e](gone.md)\n"
    assert [one.partition(" leads")[0] for one in dead(tmp_path, "", {"docs/index.md": page, **ignored})] == [
        "docs/index.md: `sub/kept.md`",
        "docs/index.md: `gone.md`",
    ]


def test_so_it_is_on_a_site_of_docusaurus(tmp_path: Path) -> None:
    files = {"site/docusaurus.config.js": "", ".gitignore": "site/docs/api/**/*.md\n"}
    page = "[a](../api/a.md#x) [b](../gone/b.md)\n"
    docs = Docs(tmp_path, {**files, "site/docs/x/a.md": page, "README.md": "[a](site/docs/api/a.md)\n"})
    assert [(one.place.path, one.place.column) for one in docs.findings()] == [
        ("README.md", 1),
        ("site/docs/x/a.md", 20),
    ]


def test_a_readme_has_only_what_git_has(tmp_path: Path) -> None:
    docs = Docs(tmp_path, {"README.md": "[a](made.md)\n", ".gitignore": "made.md\n"})
    assert docs.found() == [("FP501", "README.md", 1)]
