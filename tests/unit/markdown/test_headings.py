"""Headings, slugs and the names of fences."""

from __future__ import annotations

import pytest

from fencepost.markdown import parse_page, scan
from fencepost.markdown.headings import number, slugify
from fencepost.model import Dialect

DIALECTS: tuple[Dialect, ...] = ("mkdocs", "gfm", "mdx")


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("The reference prompt", "the-reference-prompt"),
        ("安装", "安装"),
        ("第 2 步：运行", "第-2-步运行"),
        ("What's new?", "whats-new"),
        ("`memorize()` and **more**", "memorize-and-more"),
        ("`__init__.py`", "__init__py"),
        ("An _emphasised_ snake_case", "an-emphasised-snake_case"),
        ("A [link](https://x.y/z(1)) and ![image](a.png)", "a-link-and-image"),
        ("A [reference][x]", "a-reference"),
        ("<b>Bold</b> text", "bold-text"),
        ("`<div>` tags", "div-tags"),
        ("Mode A -- the call", "mode-a----the-call"),
        ("Tab\tand  blanks", "tab-and-blanks"),
        ("Naïve Café", "naïve-café"),
        ("!!!", "section"),
        ("Title <!-- note -->", "title"),
    ],
)
def test_slugs(title: str, slug: str) -> None:
    assert slugify(title) == slug


def test_explicit_ids_come_first_and_repeats_are_numbered() -> None:
    headings = number(
        [(1, "A", 1), (2, "A", 3), (2, "B { #own .x }", 5), (2, "A", 7), (3, "Own", 9), (2, "C {.x}", 11)]
    )
    assert [heading.slug for heading in headings] == ["a", "a-1", "own", "a-2", "own-1", "c"]
    assert [heading.title for heading in headings] == ["A", "A", "B", "A", "Own", "C"]
    assert [heading.explicit for heading in headings] == [False, False, True, False, False, False]


def test_braces_that_are_no_attribute_list_stay() -> None:
    (heading,) = number([(1, "The {name} and {}", 1)])
    assert (heading.title, heading.slug) == ("The {name} and {}", "the-name-and")


def test_nothing_is_called_like_the_place_above_the_first_heading() -> None:
    page = parse_page("```a\n```\n\n# Top\n\n```b\n```\n", "page.md", dialect="mkdocs")
    assert [fence.name for fence in page.fences] == ["top[1]", "top-1[1]"]


def test_names_stay_unique_when_an_explicit_id_repeats() -> None:
    text = "# A {#x}\n\n```a\n```\n\n# B {#x}\n\n```b\n```\n"
    assert [fence.name for fence in parse_page(text, "page.md", dialect="mkdocs").fences] == ["x[1]", "x[2]"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_headings_outside_fences_and_comments(dialect: Dialect) -> None:
    comment = ("{/*", "*/}") if dialect == "mdx" else ("<!--", "-->")
    text = f"# A #\n\n```md\n# no\n```\n\nB\n---\n\n{comment[0]}\n# no\n{comment[1]}\n\n## C\n"
    found = scan(text, "page.md", dialect=dialect)
    assert [(heading.level, heading.title, heading.line) for heading in found.headings] == [
        (1, "A", 1),
        (2, "B", 7),
        (2, "C", 14),
    ]
    assert [(fence.name, fence.section) for fence in found.fences] == [("a[1]", 1)]


def test_headings_in_containers_as_the_site_renders_them() -> None:
    text = "!!! note\n\n    ## In a note\n\n- item\n\n    ## In a list\n\n> ## In a quote\n\n    ## literal\n"
    found = scan(text, "page.md", dialect="mkdocs")
    assert [heading.title for heading in found.headings] == ["In a note", "In a list", "In a quote"]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("---\ntitle: x\n# no: y\n---\n\n# A\n", ["A"]),
        ("---\n\ntext\n\n---\n\n# A\n", ["A"]),
        ("#A\n", ["A"]),
        ("# \n\n####### seven\n", ["", "# seven"]),
        ("| a | b |\n|---|---|\n# no\n", []),
        ("text\n# A\ntext\n", ["A"]),
        ("<div>\n# no\n</div>\n\n# A\n", ["A"]),
        ("a\nb\n---\n", []),
        ("\\# no\n", []),
    ],
)
def test_headings_of_the_site(text: str, titles: list[str]) -> None:
    assert [heading.title for heading in scan(text, "page.md", dialect="mkdocs").headings] == titles
