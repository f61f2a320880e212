"""Comments that address fencepost, and whether the site would print them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fencepost.markdown import parse_page, scan
from fencepost.model import Comment
from tests.unit.markdown.site_renderer import against_site

RENDERER = against_site.Renderer()
SEEN = re.compile(r"<!--.*?-->", re.DOTALL)


def comments(text: str) -> tuple[Comment, ...]:
    return scan(text, "page.md", dialect="mkdocs").comments


BODY = ["<!-- fencepost: setup", 'word = "TOKEN"', "-->"]
BROKEN = ["<!-- fencepost: setup", "a = 1", "", 'word = "TOKEN"', "-->"]
CONTAINERS = {
    "page": ("", ""),
    "admonition": ("!!! note\n\n", "    "),
    "details": ("??? note\n\n", "    "),
    "tab": ('=== "A"\n\n', "    "),
    "nested": ('!!! note\n\n    === "A"\n\n', "        "),
    "list": ("- item\n\n", "    "),
    "quote": ("> text\n>\n", "> "),
    "definition": ("term\n:   text\n\n", "    "),
    "footnote": ("a[^1]\n\n[^1]: text\n\n", "    "),
}


def placed(name: str, rows: list[str]) -> str:
    before, prefix = CONTAINERS[name]
    return before + "".join((prefix + row).rstrip() + "\n" for row in rows)


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_comment_is_hidden_in_every_container(name: str) -> None:
    text = placed(name, [*BODY, "```python", "x", "```"])
    (comment,) = comments(text)
    assert not comment.printed
    assert comment.text == ' fencepost: setup\nword = "TOKEN"\n'
    assert "TOKEN" not in SEEN.sub("", RENDERER.render(text).html)
    lines = text.split("\n")
    assert lines[comment.line - 1][comment.column - 1 :] == BODY[0]
    assert text[comment.start : comment.end].startswith("<!-- fencepost")
    assert text[comment.start : comment.end].endswith("-->")


@pytest.mark.parametrize("name", [name for name in CONTAINERS if name != "page"])
def test_an_empty_line_in_it_prints_it_in_a_container(name: str) -> None:
    text = placed(name, BROKEN)
    page = parse_page(text, "page.md", dialect="mkdocs")
    finding = next(finding for finding in page.findings if finding.code == "FP111")
    assert "empty line" in finding.message
    assert finding.place.line == page.directives[0].line
    assert "TOKEN" in SEEN.sub("", RENDERER.render(text).html)


@pytest.mark.parametrize("name", [name for name in CONTAINERS if name != "page"])
@pytest.mark.parametrize(
    ("line", "said"),
    [("#", "its line `#` is a heading to the site"), ("# a word", "its line `# a word` is a heading to the site")],
)
def test_a_line_that_is_a_heading_prints_it_in_a_container_and_a_blank_mends_it(
    name: str, line: str, said: str
) -> None:
    text = placed(name, [BODY[0], line, *BODY[1:]])
    finding = next(one for one in parse_page(text, "page.md", dialect="mkdocs").findings if one.code == "FP111")
    assert said in finding.message
    assert "TOKEN" in SEEN.sub("", RENDERER.render(text).html)
    mended = placed(name, [BODY[0], f" {line}", *BODY[1:]])
    assert not comments(mended)[0].printed
    assert "TOKEN" not in SEEN.sub("", RENDERER.render(mended).html)


def test_a_line_that_begins_another_block_is_told_from_an_empty_one() -> None:
    (comment,) = comments("!!! note\n\n    <!-- fencepost: model\n    - a\n    ---\n    - b\n    -->\n")
    assert comment.printed == "a line in it begins another block, which ends the paragraph it stands in"


def test_an_empty_line_does_no_harm_at_the_margin() -> None:
    (comment,) = comments(placed("page", BROKEN))
    assert not comment.printed


@pytest.mark.parametrize(
    "text",
    [
        "text\n<!-- fencepost: skip -->\n```python\nx\n```\n",
        "text <!-- fencepost: skip --> more\n",
        "- item\n<!-- fencepost: skip -->\n",
        "  <!-- fencepost: skip -->\n",
        "| a |\n|---|\n| <!-- fencepost: skip --> |\n",
        "# A <!-- fencepost: skip -->\n",
        "<div>\n<!-- fencepost: skip -->\n</div>\n",
        "</div> <!-- fencepost: skip -->\n",
    ],
)
def test_where_a_comment_may_stand(text: str) -> None:
    (comment,) = comments(text)
    assert not comment.printed
    assert text[comment.start : comment.end] == "<!-- fencepost: skip -->"


@pytest.mark.parametrize(
    "text",
    [
        "`<!-- fencepost: skip -->`\n",
        "Write ``<!-- fencepost: skip -->`` so.\n",
        "```html\n<!-- fencepost: skip -->\n```\n",
        "text\n\n    <!-- fencepost: skip -->\n",
        "<!-- an old one: <!-- fencepost: skip -->\n",
        "<!-- not for us -->\n",
        "&lt;!-- fencepost: skip --&gt;\n",
    ],
)
def test_what_is_no_directive(text: str) -> None:
    assert not comments(text)


@pytest.mark.parametrize("text", ["> <!-- fencepost: skip\n", "a <!-- fencepost: skip\n\nb <!-- c -->\n"])
def test_one_that_is_never_closed_is_printed(text: str) -> None:
    (comment,) = comments(text)
    assert comment.printed == "it is never closed"


def test_findings_of_the_grammar_come_along() -> None:
    page = parse_page("<!-- fencepost: skp reason='a' -->\n", "page.md", dialect="mkdocs")
    assert [finding.code for finding in page.findings] == ["FP104"]


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(CONTAINERS)),
    st.lists(st.sampled_from(["a = 1", "", "`b`", "c > d <e", "  f", "`"]), max_size=4),
    st.sampled_from(["", "text", "`", "- item"]),
)
def test_printed_exactly_where_the_site_prints(name: str, body: list[str], above: str) -> None:
    rows = ["<!-- fencepost: setup", *body, "TOKEN", "-->"]
    text = placed(name, [above, *rows] if above else rows)
    seen = "TOKEN" in SEEN.sub("", RENDERER.render(text).html)
    assert [bool(comment.printed) for comment in comments(text)] in ([seen], [] if seen else [seen])
