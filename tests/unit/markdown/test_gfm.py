"""Under `gfm` a fence is what cmark with GitHub's extensions makes one."""

from __future__ import annotations

import html
import re
from dataclasses import asdict

import pytest
from hypothesis import given, settings

from fencepost.markdown import gfm, mdx, parse_page, scan
from fencepost.markdown.commonmark import Reader
from fencepost.markdown.frames import Syntax
from tests.unit.markdown.pages import GITHUB_PAGES

cmark = pytest.importorskip("cmarkgfm.cmark")
OPTIONS = 1 << 1 | 1 << 17 | 1 << 16 | 1 << 11  # positions, raw HTML, whole info strings, `<pre lang>`
PRE = re.compile(
    r'<pre data-sourcepos="(?P<line>\d+):(?P<column>\d+)-[\d:]+"(?: lang="(?P<lang>[^"]*)")?'
    r'(?: data-meta="(?P<meta>[^"]*)")?>'
    r"<code>(?P<code>.*?)</code></pre>",
    re.DOTALL,
)
HEADING = re.compile(r'<h([1-6]) data-sourcepos="(\d+):')
Blocks = list[tuple[int, str, str]]


def rendered(text: str) -> tuple[Blocks, list[tuple[int, int]]]:
    """Fences and headings of cmark; an indented literal is told from a fence by the line it begins on."""
    page = cmark.markdown_to_html_with_extensions(text, OPTIONS, ["table", "strikethrough", "autolink", "tasklist"])
    rows = text.split("\n")
    blocks: Blocks = []
    for match in PRE.finditer(page):
        row = rows[int(match["line"]) - 1].expandtabs(4)[int(match["column"]) - 1 :]
        code = html.unescape(match["code"])
        info = " ".join(html.unescape(part) for part in (match["lang"], match["meta"]) if part)
        shows_itself = not info and row == code.split("\n")[0]
        if re.match(r"`{3,}[^`]*$|~{3,}", row) and not shows_itself:
            blocks.append((int(match["line"]), " ".join(info.split()), code))
    return sorted(blocks), sorted((int(match[2]), int(match[1])) for match in HEADING.finditer(page))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(GITHUB_PAGES)
def test_nested_containers(text: str) -> None:
    found = scan(text, "page.md", dialect="gfm")
    blocks = [(fence.line, " ".join(fence.info.split()), fence.body) for fence in found.fences]
    assert (blocks, [(heading.line, heading.level) for heading in found.headings]) == rendered(text)


def test_the_comparison_sees_fences() -> None:
    assert rendered("- ```py a\n  x\n  ```\n") == ([(1, "py a", "x\n")], [])


def test_a_fence_on_the_line_of_its_item() -> None:
    (fence,) = scan("1. ```py\n   x\n   ```\n", "page.md", dialect="gfm").fences
    assert (fence.prefix, fence.body, fence.column) == ("   ", "x\n", 4)
    assert [container.kind for container in fence.containers] == ["list"]


def test_a_longer_closing_line_closes() -> None:
    text = "```python\nx\n````\n\n```python\ny\n```\n"
    page = parse_page(text, "page.md", dialect="gfm")
    assert [fence.body for fence in page.fences] == ["x\n", "y\n"]
    assert not page.findings


def test_words_behind_the_language_are_no_fault() -> None:
    page = parse_page("```python notest fixture:db\nx\n```\n", "page.md", dialect="gfm")
    assert [(fence.language, fence.info) for fence in page.fences] == [("python", "python notest fixture:db")]
    assert not page.findings


def test_what_the_site_knows_is_a_literal_here() -> None:
    assert not scan("!!! note\n\n    ```python\n    x\n    ```\n", "page.md", dialect="gfm").fences


@pytest.mark.parametrize(
    "text",
    [
        "<!--\n```python\nx\n```\n-->\n",
        "<div>\n```python\nx\n```\n</div>\n",
        "text\n\n    ```python\n    x\n    ```\n",
        "````md\n```python\nx\n```\n````\n",
        "<pre>\n\n```python\nx\n```\n</pre>\n",
    ],
)
def test_what_only_looks_like_a_fence(text: str) -> None:
    assert "python" not in [fence.language for fence in scan(text, "page.md", dialect="gfm").fences]


def test_an_unclosed_fence_runs_to_the_end_and_is_reported() -> None:
    page = parse_page("# T\n\n```python\nx\n", "page.md", dialect="gfm")
    (fence,) = page.fences
    assert (fence.body, fence.line, fence.end_line) == ("x\n", 3, 4)
    assert [(finding.code, finding.place.line) for finding in page.findings] == [("FP101", 3)]


def test_a_comment_inside_a_container() -> None:
    text = '- item\n\n  <!-- fencepost: skip reason="a" -->\n\n  ```python\n  x\n  ```\n'
    page = parse_page(text, "page.md", dialect="gfm")
    (directive,), (fence,) = page.directives, page.fences
    assert directive.comment.containers == fence.containers
    assert text[directive.comment.start : directive.comment.end] == '<!-- fencepost: skip reason="a" -->'


def test_a_comment_in_a_code_span_is_none() -> None:
    assert not scan("See `<!-- fencepost: skip -->` there.\n", "page.md", dialect="gfm").comments


def test_a_comment_keeps_its_own_backticks() -> None:
    (comment,) = scan("Look <!-- fencepost: skip `a` --> there.\n", "page.md", dialect="gfm").comments
    assert comment.text == " fencepost: skip `a` "


@settings(max_examples=200, deadline=None, derandomize=True)
@given(GITHUB_PAGES)
@pytest.mark.parametrize("syntax", [gfm.SYNTAX, mdx.SYNTAX], ids=["gfm", "mdx"])
def test_what_is_passed_at_once_is_as_if_it_were_read(syntax: Syntax, text: str) -> None:
    read, passed = Reader(text, syntax, with_texts=True), Reader(text, syntax, with_texts=False)
    read.read(0)
    passed.read(0)
    assert read.headings == passed.headings
    assert [asdict(fence) for fence in read.fences] == [asdict(fence) for fence in passed.fences]
