"""Offsets, lines, prefixes and bodies: what an edit needs to change a page and nothing else."""

from __future__ import annotations

import pytest

from fencepost.markdown import scan
from fencepost.model import Dialect, Fence

NESTED = '!!! note\n\n    === "A"\n\n        ```python\n        x = 1\n\n            y\n        ```\n\nend\n'


def only(text: str, dialect: Dialect = "mkdocs") -> Fence:
    (fence,) = scan(text, "page.md", dialect=dialect).fences
    return fence


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_offsets_point_into_the_text_as_it_is(mark: str, end: str) -> None:
    text = mark + NESTED.replace("\n", end)
    fence = only(text)
    lines = text.split(end)
    assert text[fence.start : fence.end] == end.join(lines[4:9])
    assert text[fence.body_start : fence.body_end] == end.join(lines[5:8]) + end
    assert (fence.line, fence.end_line, fence.column, fence.prefix) == (5, 9, 9, " " * 8)
    assert fence.body == "x = 1\n\n    y\n"


@pytest.mark.parametrize("dialect", ["mkdocs", "gfm", "mdx"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_dialect_keeps_line_ends(dialect: Dialect, end: str) -> None:
    text = f"a{end}{end}```py{end}x{end}```{end}"
    fence = only(text, dialect)
    assert (fence.line, fence.end_line, fence.body) == (3, 5, "x\n")
    assert text[fence.body_start : fence.body_end] == f"x{end}"
    assert text[fence.start : fence.end] == f"```py{end}x{end}```"


def test_tabs_before_the_fence_are_columns_and_tabs_in_the_code_stay() -> None:
    text = "- item\n\n\t```make\n\tall:\n\t\tcc\tx\n\t```\n"
    fence = only(text)
    assert (fence.prefix, fence.body) == ("\t", "all:\n\tcc\tx\n")
    assert text[fence.body_start : fence.body_end] == "\tall:\n\t\tcc\tx\n"


def test_a_tab_that_reaches_over_the_edge_leaves_blanks() -> None:
    assert only("  ```text\n\tx\n  ```\n").body == "  x\n"


def test_a_quote_prefix_is_kept_for_edits_and_taken_off_the_code() -> None:
    text = "> a\n>\n> > ```python\n> > x\n> >\n> > y\n> > ```\n"
    fence = only(text)
    assert (fence.prefix, fence.body) == ("> > ", "x\n\ny\n")


@pytest.mark.parametrize("dialect", ["mkdocs", "gfm", "mdx"])
def test_an_empty_fence(dialect: Dialect) -> None:
    fence = only("```py\n```\n", dialect)
    assert (fence.body, fence.body_start, fence.body_end) == ("", 6, 6)


@pytest.mark.parametrize("dialect", ["mkdocs", "gfm", "mdx"])
def test_a_fence_at_the_very_end(dialect: Dialect) -> None:
    text = "```py\nx\n```"
    fence = only(text, dialect)
    assert (fence.start, fence.end, fence.end_line) == (0, len(text), 3)


@pytest.mark.parametrize(
    "text", ["", "\n", "\ufeff", "\r\n", "```", "~~~\n", "\x00\x02F0\x02\n", "> ```\n> \x02F0\x02\n> ```\n"]
)
@pytest.mark.parametrize("dialect", ["mkdocs", "gfm", "mdx"])
def test_odd_pages_do_no_harm(dialect: Dialect, text: str) -> None:
    found = scan(text, "page.md", dialect=dialect)
    assert all(text[fence.start : fence.end] for fence in found.fences)


def test_front_matter_is_no_part_of_the_page() -> None:
    text = "---\ntitle: |\n  ```python\n  x\n  ```\n---\n\n```python\ny\n```\n"
    fence = only(text)
    assert (fence.line, fence.body) == (8, "y\n")


def test_the_info_string_is_kept_as_written() -> None:
    fence = only('``` { .Python .x title="A b" }\nx\n```\n')
    assert (fence.info, fence.language, fence.attribute("title")) == ('{ .Python .x title="A b" }', "python", "A b")
