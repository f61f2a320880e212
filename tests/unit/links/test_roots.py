"""Links from the root of a site, where that site is not known, and links of translations beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.testing import Docs

SITE = "site_name: S\nmarkdown_extensions: [attr_list]\n"


def dead(root: Path, files: dict[str, str]) -> list[str]:
    return [finding.message.split("`")[1] for finding in Docs(root, files).findings() if finding.code[:3] == "FP5"]


def test_a_link_from_the_root_is_right_where_some_file_could_be_meant(tmp_path: Path) -> None:
    files = {"guide/a.md": "![x](/img/a.png) [b](/more/b.md)\n", "theme/public/img/a.png": "", "site/more/b.md": "x"}
    assert dead(tmp_path, files) == []


def test_a_link_from_the_root_to_what_lies_in_no_folder_is_dead(tmp_path: Path) -> None:
    files = {"guide/a.md": "![x](/img/b.png) [c](/more/c.md)\n", "theme/public/img/a.png": "", "c.md": "x"}
    assert dead(tmp_path, files) == ["/img/b.png", "/more/c.md"]


@pytest.mark.parametrize("target", ["/api/button/", "/blog", "/feed.xml", "/llms.txt"])
def test_what_a_site_may_make_is_not_judged(tmp_path: Path, target: str) -> None:
    assert dead(tmp_path, {"guide/a.md": f"[x]({target})\n"}) == []


def test_on_a_known_site_it_is_judged(tmp_path: Path) -> None:
    assert dead(tmp_path, {"mkdocs.yml": SITE, "docs/a.md": "[x](/api/button/)\n"}) == ["/api/button/"]


BESIDE = {
    "docs/en/mkdocs.yml": SITE,
    "docs/en/docs/img/a.png": "",
    "docs/en/docs/b.md": "# B\n\n## Start { #start }\n",
    "docs/en/docs/c.md": "# C\n\n## Start { #start }\n",
    "docs/zh/docs/c.md": "# 丙\n\n## 开始 { #kaishi }\n",
}


@pytest.mark.parametrize(
    "target", ["/img/a.png", "img/a.png", "b.md#start", "/b/#start", "c.md#kaishi", "../b/", "/c/#kaishi"]
)
def test_what_is_not_translated_is_the_sites(tmp_path: Path, target: str) -> None:
    assert dead(tmp_path, {**BESIDE, "docs/zh/docs/a.md": f"[x]({target})\n", "docs/en/docs/a.md": "x\n"}) == []


@pytest.mark.parametrize("target", ["/img/b.png", "b.md#end", "c.md#start", "d.md"])
def test_what_neither_language_has_is_dead(tmp_path: Path, target: str) -> None:
    files = {**BESIDE, "docs/zh/docs/a.md": f"[x]({target})\n", "docs/en/docs/a.md": "x\n"}
    assert dead(tmp_path, files) == [target]


@pytest.mark.parametrize("target", ["ENGLISH_VERSION_URL", "URL", "url"])
def test_a_placeholder_is_no_link(tmp_path: Path, target: str) -> None:
    assert dead(tmp_path, {"a.md": f"[x]({target}) [y](LICENSE)\n", "LICENSE": ""}) == []
