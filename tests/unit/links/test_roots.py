"""Links from the root of a site, where that site is not known, and links of translations beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.testing import Docs

SITE = "site_name: S\nmarkdown_extensions: [attr_list]\n"


def dead(root: Path, files: dict[str, str]) -> list[str]:
    return [
        finding.message.partition(" leads")[0].strip("`")
        for finding in Docs(root, files).findings()
        if finding.code[:3] == "FP5"
    ]


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


def test_docusaurus_looks_for_files_from_the_root_of_its_pages(tmp_path: Path) -> None:
    pages = {"docs/api/a.md": "[x](api/b.md) [y](api/c.md)\n", "docs/api/b.md": "x"}
    assert dead(tmp_path / "one", pages) == ["api/b.md", "api/c.md"]
    assert dead(tmp_path / "two", {**pages, "docusaurus.config.js": ""}) == ["api/c.md"]


def test_a_browser_stays_at_the_root_of_a_host(tmp_path: Path) -> None:
    pages = {"docs/a/b.md": '<a href="../../../c/">x</a> <a href="../../../d/">x</a>\n', "docs/c.md": "x"}
    assert dead(tmp_path / "one", {"mkdocs.yml": SITE, **pages}) == ["../../../d/"]
    below = SITE + "site_url: https://example.org/docs/\n"
    assert dead(tmp_path / "two", {"mkdocs.yml": below, **pages}) == ["../../../c/", "../../../d/"]


@pytest.mark.parametrize("name", ["a.md", "a.mdx"])
def test_an_id_in_a_comment_of_mdx_is_one_and_the_slug_another(tmp_path: Path, name: str) -> None:
    text = "[a](#my-own) [b](#the-title) [c](#the-title-my-own)\n\n## The title {/*my-own*/}\n"
    assert dead(tmp_path, {name: text}) == ["#the-title-my-own"]


def test_what_a_component_is_given_may_be_an_id(tmp_path: Path) -> None:
    page = '[a](#first-part) [b](#second-part)\n\n<Recipes titleText="First" titleId="first-part">\n</Recipes>\n'
    assert dead(tmp_path, {"a.md": page}) == ["#second-part"]


def test_a_page_of_vitepress_with_a_program_may_have_any_id(tmp_path: Path) -> None:
    page = "<script setup>\nimport Index from './index.vue'\n</script>\n\n<Index />\n"
    assert dead(tmp_path, {"a.md": "[a](b.md#part)\n", "b.md": page}) == []


def test_a_label_with_dots_may_be_an_object_where_no_site_is_known(tmp_path: Path) -> None:
    page = {"docs/a.md": "[`App`][textual.app.App] and [x][textual app]\n"}
    assert dead(tmp_path / "one", page) == ["[x][textual app]"]
    assert dead(tmp_path / "two", {"mkdocs.yml": SITE, **page}) == ["[`App`][textual.app.App]", "[x][textual app]"]


@pytest.mark.parametrize("target", ["ENGLISH_VERSION_URL", "URL", "url", "/api/v{{version}}/a.md"])
def test_a_placeholder_is_no_link(tmp_path: Path, target: str) -> None:
    assert dead(tmp_path, {"a.md": f"[x]({target}) [y](LICENSE)\n", "LICENSE": ""}) == []


def test_titles_of_components_may_be_ids(tmp_path: Path) -> None:
    page = '[a](#new-agent) [b](#old-agent)\n\n<Tab title="New Agent">\n</Tab>\n'
    assert dead(tmp_path, {"a.mdx": page}) == ["#old-agent"]


@pytest.mark.parametrize(
    ("title", "target"),
    [
        ("例：审核", "#例：审核"),
        ("Pausing, not failing (yet)", "#pausing,-not-failing-yet"),
        ("What's v1.2", "#what’s-v1-2"),
        ("Fees & billing", "#fees-&-billing"),
        ("Plain words", "#plain-words"),
    ],
)
def test_ids_on_a_site_of_mintlify(tmp_path: Path, title: str, target: str) -> None:
    page = f"[a]({target}) [b](#gone)\n\n## {title}\n"
    assert dead(tmp_path, {"docs.json": "{}", "en/a.mdx": page}) == ["#gone"]


def test_a_label_may_be_a_parameter_where_no_site_is_known(tmp_path: Path) -> None:
    assert dead(tmp_path, {"a.md": "[x][app.run(debug)] and [y][app.run(debug, y)]\n"}) == ["[y][app.run(debug, y)]"]


def test_the_ids_that_hugging_face_gives(tmp_path: Path) -> None:
    page = "# 도구[[the-tool]]\n\n[[autodoc]] Tool\n    - run\n"
    links = "[a](b#the-tool) [b](b#pkg.Tool.run) [c](b#tool-run) [d](b#도구)\n"
    assert dead(tmp_path, {"a.md": links, "b.md": page}) == ["b#tool-run"]


def test_pages_that_a_site_has_by_their_ids(tmp_path: Path) -> None:
    links = "[a](start.md) [b](start.md#go) [c](other.md) [d](start.md#gone) [e](start.md#Go)\n"
    files = {"guide/a.md": links, "begin/start.md": "---\nid: start.md\n---\n\n# Go\n", "begin/other.md": "# O\n"}
    assert dead(tmp_path, files) == ["other.md", "start.md#gone"]


ROUTES = {"src/button/b.md": "# B\n", "src/card/c.md": "[a](button#props) [b](../docs/button) [c](buton)\n"}


def test_routes_of_a_site_that_is_not_known_are_not_judged_where_something_has_their_name(tmp_path: Path) -> None:
    assert dead(tmp_path, ROUTES) == ["buton"]


def test_they_are_where_such_links_lead_to_pages(tmp_path: Path) -> None:
    more = {"docs/x.md": "[y](y)\n", "docs/y.md": "# Y\n"}
    assert dead(tmp_path, {**ROUTES, **more}) == ["button#props", "../docs/button", "buton"]
