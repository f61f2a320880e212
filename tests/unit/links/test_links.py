"""Links to pages, files and anchors: which are found on a page, where they lead, and how dead ones are mended."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from fencepost.checks import prose
from fencepost.checks.links.check import check_links
from fencepost.checks.links.find import links
from fencepost.checks.links.targets import Targets
from fencepost.cli import main
from fencepost.edits import apply
from fencepost.markdown import parse_page
from fencepost.project import open_project
from fencepost.settings import load

CASES = Path(__file__).parents[2] / "golden" / "translation"


def found(text: str) -> list[tuple[str, int, int]]:
    page = parse_page(text, "a.md", dialect="mkdocs")
    return [(link.target, link.line, link.column) for link in links(prose.read(page))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [a](b.md) and [c](d.md#e)", [("b.md", 1, 5), ("d.md#e", 1, 19)]),
        ("[a](<b c.md>)", [("b c.md", 1, 1)]),
        ('[a](b.md "title") ![c](d.png)', [("b.md", 1, 1), ("d.png", 1, 20)]),
        ("[![a](b.png)](c.md)", [("c.md", 1, 1), ("b.png", 1, 3)]),
        ("[a [b] c](d.md)", [("d.md", 1, 1)]),
        ("[a](b(c).md)", [("b(c).md", 1, 1)]),
        ("one\n[a\nb](c.md)", [("c.md", 2, 1)]),
        ("<!-- x --> `a\nb` [a](c.md)", [("c.md", 2, 4)]),
        ("<!-- x --> [a](c.md)", [("c.md", 1, 12)]),
        ("[a][b]\n\n[b]: c.md 'd'\n[e]: <f g.md>", [("c.md", 3, 1), ("f g.md", 4, 1)]),
        ('<a href="b.md">x</a> <img alt="" src=\'c.png\'>', [("b.md", 1, 1), ("c.png", 1, 22)]),
        ("- [a](b.md)\n\n    [c](d.md)", [("b.md", 1, 3), ("d.md", 3, 5)]),
        ("!!! note\n\n    [c](d.md)", [("d.md", 3, 5)]),
        ("one\n    [c](d.md)", [("d.md", 2, 5)]),
        ("[a](b.md)\r\n\r\n[c](d.md)\r\n", [("b.md", 1, 1), ("d.md", 3, 1)]),
    ],
)
def test_what_is_a_link(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "`[a](b.md)`",
        "```text\n[a](b.md)\n```",
        "<!-- [a](b.md) -->",
        "one\n\n    [a](b.md)",
        "one\n \u00a0\n    [a](b.md)",
        " \n    [a](b.md)",
        "    [a](b.md)",
        "[^a]: b.md",
        "[a]\n\n(b.md)",
        "---\na: '[b](c.md)'\n---\n",
        "[a\n\nb](c.md)",
    ],
)
def test_what_is_no_link(text: str) -> None:
    assert found(text) == []


SITE = "site_name: x\nmarkdown_extensions:\n  - attr_list\n"
UNICODE = SITE + "  - toc:\n      slugify: !!python/object/apply:pymdownx.slugs.slugify { kwds: { case: lower } }\n"
I18N = """plugins:
  - i18n:
      docs_structure: {structure}
      fallback_to_default: {fallback}
      languages:
        - locale: en
          default: true
        - locale: zh
"""


@pytest.mark.parametrize(
    "target",
    [
        "b.md",
        "./b.md",
        "b.md#two",
        "b.md?plain=1#two",
        "sub/c.md",
        "sub/",
        "sub",
        "../README.md",
        "img/x%20y.png",
        "#one",
        "#",
        "",
        "#top",
        "#安装",
        "#%E5%AE%89%E8%A3%85",
        "https://a.org/nothing",
        "mailto:a@b.org",
        "//a.org/x",
        "{{ config.site_url }}/x",
        "/b/",
        "/b/#two",
        "/",
        "../b/",
        "../img/x y.png",
        "#:~:text=one",
        "#__tabbed_1_2",
    ],
)
def test_links_that_arrive(check, target: str) -> None:
    page = f"# One\n\n## 安装\n\n[x](<{target}>)\n"
    files = {
        "mkdocs.yml": UNICODE,
        "README.md": "# R\n",
        "docs/index.md": "# I\n",
        "docs/a.md": page,
        "docs/b.md": "# B\n\n## Two\n",
        "docs/sub/c.md": "# C\n",
        "docs/sub/index.md": "# S\n",
        "docs/img/x y.png": "",
    }
    assert check(files) == []


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("missing.md", "FP501"),
        ("B.md", "FP501"),
        ("sub/missing.png", "FP501"),
        ("missing/", "FP501"),
        ("/missing/", "FP501"),
        ("b/", "FP501"),
        ("../missing.md", "FP501"),
        ("#missing", "FP502"),
        ("#Two", "FP502"),
        ("b.md#missing", "FP502"),
        ("/b/#missing", "FP502"),
        ("b.md#TWO", "FP502"),
    ],
)
@pytest.mark.parametrize("form", ["[x]({})", "![x]({})", "[x][r]\n\n[r]: {}", '<a href="{}">x</a>'])
def test_links_that_do_not_arrive(check, target: str, code: str, form: str) -> None:
    files = {
        "mkdocs.yml": SITE,
        "docs/index.md": "# I\n",
        "docs/a.md": f"# A\n\n{form.format(target)}\n",
        "docs/b.md": "# B\n\n## Two\n",
        "docs/sub/c.md": "# C\n",
    }
    (finding,) = check(files)
    assert finding.code == code
    assert finding.place.path == "docs/a.md"
    assert f"`{target}`" in finding.message


def test_a_page_outside_of_the_site_has_the_ids_of_github(check) -> None:
    files = {
        "mkdocs.yml": SITE,
        "docs/a.md": "# 安装\n\n[x](#安装)\n",
        "README.md": "# 安装\n\n## A\n\n## A\n\n[x](#安装) [y](#a-1) [z](/docs/a.md) [w](#a_1)\n",
    }
    assert [(finding.place.path, finding.message.split("`")[1]) for finding in check(files)] == [
        ("README.md", "#a_1"),
        ("docs/a.md", "#安装"),
    ]


def test_without_a_site_paths_are_those_of_the_repository(check) -> None:
    files = {"docs/a.md": "[x](b) [y](/b) [z](b.html) [w](c)\n", "docs/b.md": "# B\n"}
    assert [finding.message.split("`")[1] for finding in check(files)] == ["c"]


@pytest.mark.parametrize(("fallback", "expected"), [("true", []), ("false", ["b.md", "img.png"])])
def test_a_missing_translation_falls_back_to_the_default_language(check, fallback: str, expected: list[str]) -> None:
    files = {
        "mkdocs.yml": SITE + I18N.format(structure="folder", fallback=fallback),
        "docs/en/a.md": "# A\n",
        "docs/en/b.md": "# B\n",
        "docs/en/img.png": "",
        "docs/shared.png": "",
        "docs/zh/a.md": "# 甲\n\n[x](b.md) [y](img.png) [z](../shared.png) [v](shared.png) [w](../en/b.md)\n",
    }
    findings = check(files)
    assert [finding.message.split("`")[1] for finding in findings] == expected
    assert all("docs/en/" in finding.help for finding in findings)


def test_an_absolute_link_leads_to_the_default_language_without_its_folder(check) -> None:
    page = "# 甲\n\n[x](/b/#two) [y](/zh/b/) [z](/en/b/) [w](/c/)\n"
    files = {
        "mkdocs.yml": SITE + I18N.format(structure="folder", fallback="false"),
        "docs/en/b.md": "# B\n\n## Two\n",
        "docs/zh/a.md": page,
        "docs/zh/b.md": "# 乙\n",
    }
    assert [finding.message.split("`")[1] for finding in check(files)] == ["/en/b/", "/c/"]


def test_a_link_leads_to_the_page_with_the_suffix_of_the_language(check) -> None:
    files = {
        "mkdocs.yml": SITE + I18N.format(structure="suffix", fallback="true"),
        "docs/a.md": "# A\n",
        "docs/a.zh.md": "# 甲 { #jia }\n",
        "docs/c.md": "# C\n",
        "docs/b.zh.md": "# B\n\n[x](a.md#jia) [y](a.md#a) [z](c.md#c)\n",
    }
    assert [finding.message.split("`")[1] for finding in check(files)] == ["a.md#a"]


def test_the_path_of_the_sites_address_is_known(check) -> None:
    files = {
        "mkdocs.yml": "site_url: https://a.github.io/project/\n" + SITE,
        "docs/a.md": "# A\n\n[x](/project/b/) [y](/other/b/)\n",
        "docs/b.md": "# B\n",
    }
    assert [finding.message.split("`")[1] for finding in check(files)] == ["/other/b/"]


def test_pages_that_were_not_asked_for_are_read_when_a_link_needs_them(check) -> None:
    files = {"mkdocs.yml": SITE, "docs/a.md": "[x](b.md#b) [y](b.md#c)\n", "docs/b.md": "# B\n"}
    assert [finding.message.split("`")[1] for finding in check(files, "docs/a.md")] == ["b.md#c"]


def test_ids_that_no_page_shows_are_accepted_where_the_settings_say_so(check) -> None:
    files = {"mkdocs.yml": SITE, "docs/a.md": "[x](#pkg.mod.Class) [y](#other)\n"}
    assert [finding.message.split("`")[1] for finding in check(files, anchors=("pkg.*",))] == ["#other"]


def test_ids_of_generated_and_inserted_parts(check) -> None:
    site = SITE + "  - pymdownx.snippets:\n      base_path: [docs/parts]\n"
    files = {
        "mkdocs.yml": site,
        "docs/api.md": "# API\n\n::: pkg.mod\n",
        "docs/a.md": '# A\n\n--8<-- "one.md"\n\n[x](#inserted) [y](#missing) [z](api.md#pkg.mod.Class)\n',
        "docs/b.md": '# B\n\n--8<-- "gone.md"\n\n[x](#anything)\n',
        "docs/parts/one.md": "## Inserted\n",
    }
    assert [finding.message.split("`")[1] for finding in check(files)] == ["#missing"]


def test_a_page_that_a_plugin_makes_is_not_missed(check) -> None:
    assert check({"mkdocs.yml": SITE + "plugins:\n  - gen-files\n", "docs/a.md": "[x](api/b.md)\n"}) == []


EN = "# Ride\n\n## Saddle up\n\n[x](#saddle-up)\n"
TRANSLATED = 'languages = {en = ["docs/en"], zh = ["docs/zh"]}\nsource-language = "en"\n'


@pytest.mark.parametrize(
    ("heading", "mended"),
    [
        ("## 备鞍\r\n", "## 备鞍 { #saddle-up }\r\n"),
        ("## 备鞍  ##  \r\n", "## 备鞍  ## { #saddle-up }  \r\n"),
        ("备鞍\r\n---\r\n", "备鞍 { #saddle-up }\r\n---\r\n"),
    ],
)
def test_a_translated_heading_gets_the_id_of_its_counterpart(check, heading: str, mended: str) -> None:
    zh = f"# 骑马\r\n\r\n{heading}\r\n[x](#saddle-up)\r\n"
    files = {"fencepost.toml": TRANSLATED, "mkdocs.yml": SITE, "docs/en/a.md": EN, "docs/zh/a.md": zh}
    (finding,) = check(files)
    assert finding.code == "FP502"
    assert [(place.path, place.line) for place in finding.related] == [("docs/zh/a.md", 3)]
    after = apply(zh, finding.edits)
    assert after == zh.replace(heading, mended)
    assert check({**files, "docs/zh/a.md": after}) == []


def test_a_heading_on_another_page_is_mended_as_well(check) -> None:
    files = {
        "fencepost.toml": TRANSLATED,
        "mkdocs.yml": SITE,
        "docs/en/a.md": EN,
        "docs/zh/a.md": "# 骑马\n\n## 备鞍\n",
        "docs/zh/b.md": "[x](a.md#saddle-up) [y](a.md#saddle-up)\n",
    }
    one, other = check(files)
    assert one.edits == other.edits
    assert one.edits[0].path == "docs/zh/a.md"


@pytest.mark.parametrize(
    "change",
    [
        {"docs/zh/a.md": "# 骑马\n\n### 备鞍\n\n[x](#saddle-up)\n"},
        {"docs/zh/a.md": "# 骑马\n\n## 备鞍 { #own }\n\n[x](#saddle-up)\n"},
        {"mkdocs.yml": "site_name: x\n"},
        {"docs/en/a.md": "# Ride\n\n## Mount\n"},
    ],
)
def test_what_is_not_certain_is_left(check, change: dict[str, str]) -> None:
    files = {
        "fencepost.toml": TRANSLATED,
        "mkdocs.yml": SITE,
        "docs/en/a.md": EN,
        "docs/zh/a.md": "# 骑马\n\n## 备鞍\n\n[x](#saddle-up)\n",
    }
    findings = [finding for finding in check({**files, **change}) if finding.place.path == "docs/zh/a.md"]
    assert [(finding.code, finding.edits) for finding in findings] == [("FP502", ())]


def test_the_help_names_the_heading_or_the_nearest_id(check) -> None:
    files = {"mkdocs.yml": SITE, "docs/a.md": "# 安装\n\n## Saddle up\n\n[x](#安装) [y](#sadle-up)\n"}
    one, other = check(files)
    assert "the id `_1`" in one.help
    assert [place.line for place in one.related] == [1]
    assert other.help == "Did you mean `#saddle-up`?"


@pytest.mark.parametrize("case", sorted(CASES.glob("*/expect.json")), ids=lambda path: path.parent.name)
def test_the_cases_of_two_languages(case: Path, project: Callable[..., Path]) -> None:
    root = project({"pyproject.toml": '[tool.fencepost]\ndialect = "mkdocs"\n'})
    for name in ("en", "zh"):
        (root / "docs" / name).mkdir(parents=True)
        shutil.copyfile(case.with_name(f"{name}.md"), root / "docs" / name / "page.md")
    opened = open_project(load(root))
    targets = Targets(opened)
    findings = [finding for page in opened.pages for finding in check_links(page, targets)]
    expected = [
        (entry["code"], f"docs/{entry['page'][:2]}/page.md", entry["line"])
        for entry in json.loads(case.read_text("utf-8"))["must_find"]
        if entry["code"].startswith("FP5")
    ]
    assert [(finding.code, finding.place.path, finding.place.line) for finding in findings] == expected


@pytest.mark.parametrize(
    ("text", "column", "reference"),
    [
        ("see [a][missing]", 5, "[a][missing]"),
        ("![a][missing]", 1, "![a][missing]"),
        ("- [a b][not there]\n\n[there]: a.md", 3, "[a b][not there]"),
        ("see [`A.b`][missing]", 5, "[`A.b`][missing]"),
    ],
)
def test_a_label_that_nothing_defines(check, text: str, column: int, reference: str) -> None:
    (finding,) = check({"a.md": f"{text}\n"})
    assert (finding.code, finding.place.line, finding.place.column) == ("FP501", 1, column)
    assert finding.message.startswith(f"{reference} leads nowhere: nothing on this page defines the label")


@pytest.mark.parametrize(
    "text",
    [
        "[a][B  c]\n\n[b c]: a.md",
        "> [a][b]\n>\n> [b]: a.md",
        "a[i][j] and f(x)[0][1]",
        "`[a][b]`",
        "```text\n[a][b]\n```",
        "[a][^1]\n\n[^1]: note",
        r"\[a][b]",
        "$[a][b]$",
        "[a][{{ b }}]",
        "[a] [b]",
        "[a][b](a.md)",
    ],
)
def test_what_is_no_reference(check, text: str) -> None:
    assert check({"a.md": f"{text}\n"}) == []


def test_labels_that_the_site_defines_elsewhere(check) -> None:
    files = {"mkdocs.yml": "site_name: x\nplugins: [autorefs]\n", "docs/a.md": "[a][pkg.mod]\n"}
    assert check(files) == []


@pytest.mark.parametrize(("sphinx", "code"), [(True, 0), (False, 1)])
def test_a_link_to_a_label_of_sphinx(
    sphinx: bool, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs").mkdir()
    if sphinx:
        (tmp_path / "docs" / "conf.py").write_text("extensions = ['myst_parser']\n", "utf-8")
    links = "[x](labels/exit-code) [y](pkg.runner.Runner) [z](#a-term)"
    (tmp_path / "docs" / "a.md").write_text(f"# A\n\n{links}\n", "utf-8")
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    assert main(["check", "--root", str(tmp_path)]) == code
    assert capsys.readouterr().out.count("leads nowhere") == (0 if sphinx else 3)


@pytest.mark.parametrize("link", ["missing.md", "a.md#missing", "folder/", "picture.png"])
def test_a_link_of_sphinx_that_names_a_file(link: str, check) -> None:
    (finding,) = check({"docs/conf.py": "", "docs/a.md": f"# A\n\n[x]({link})\n"})
    assert finding.code in ("FP501", "FP502")
