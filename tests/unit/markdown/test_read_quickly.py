"""Most pages are read without the block parser, and a page is the same whichever way it is read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from fencepost.markdown import full, mkdocs, scan
from fencepost.markdown.extensions import of_site
from fencepost.markdown.lines import read
from fencepost.model import Dialect
from tests.unit.markdown.pages import GITHUB_PAGES, MDX_PAGES

FENCE = "```py\nx\n```\n"
INNER = "    ```py\n    x\n    ```\n"
DEEP = "        ```py\n        x\n        ```\n"


def both(text: str) -> tuple[Any, Any]:
    source, rules = read(text), of_site(None)
    return mkdocs.scan(source, "page.md", rules), mkdocs.scan(source, "page.md", rules, quick=False)


PLAIN = {
    "admonition": f"!!! note\n\n{INNER}\n!!! note\n{INNER}",
    "details": f'??? tip "Title"\n\n    text\n\n{INNER}\n    # Heading\n',
    "tabs": f'=== "A"\n\n{INNER}\n=== "B"\n{INNER}=== "C"\n{INNER}\ntext\n\n=== "D"\n\n{INNER}',
    "a tab in an admonition": f'!!! note\n\n    === "A"\n\n{DEEP}\n    text\n\ntext\n\n{FENCE}',
    "list": f"- a\n\n{INNER}\n- b\n  more\n\n{INNER}\n1. c\n{INNER}",
    "list in list": f"- a\n    - b\n\n{DEEP}\n- c\n\n    1. d\n    2. e\n\n{DEEP}\n    text\n\n    ## Heading\n",
    "an admonition in a list": f"1. a\n\n    !!! note\n\n{DEEP}\n    !!! tip\n{DEEP}\n2. b\n\n{INNER}",
    "a list in an admonition": f"!!! note\n\n    text\n\n    - a\n    - b\n\n{DEEP}",
    "slashes in an item": f"- a\n\n    /// note\n\n    text\n\n{INNER}\n    ///\n\n{INNER}",
    "element": f'<div class="grid" markdown>\n\n{FENCE}\n!!! note\n\n{INNER}\n</div>\n\n{FENCE}',
    "details with a summary": f"<details markdown='1'>\n<summary>A <b>b</b></summary>\n\n{FENCE}\n</details>\n\n{FENCE}",
    "rules in items": f"-   a\n\n    ---\n\n    text\n\n{INNER}",
    "directives in containers": f"!!! note\n\n    <!-- fencepost: parse -->\n{INNER}\n- a\n\n    <!-- fencepost: parse -->\n\n{INNER}",
    "blocks that no extension knows": f"/// unknown\n\n{FENCE}\n///\n\n{FENCE}",
    "a caption": f"<figure markdown>\n\n{FENCE}\n  <figcaption markdown>text</figcaption>\n</figure>\n\n{FENCE}",
    "a comment for fencepost": f"<!-- fencepost: parse -->\n{FENCE}\n!!! note\n\n{INNER}",
}


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN)
def test_no_block_parser_is_needed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = mkdocs.scan(read(text), "page.md", of_site(None), quick=False)
    assert expected.fences
    monkeypatch.setattr(full, "read", None)
    assert mkdocs.scan(read(text), "page.md", of_site(None)) == expected


AWKWARD = {
    "a definition between tabs": f'=== "A"\n\n{INNER}\n[x]: y\n\n=== "B"\n\n{INNER}',
    "a definition between slashes": f"/// tab | A\n\n{FENCE}\n///\n\n[x]: y\n\n/// tab | B\n\n{FENCE}\n///\n",
    "text between tabs": f'=== "A"\n\n{INNER}\ntext\n\n[x]: y\n\n=== "B"\n\n{INNER}',
    "a rule as a title": "a\n\n---\n---\n",
    "a title below a rule": "***\nTitle\n=====\n",
    "underlines that are none": "=====\nTitle\n=====\n\na\nb\n===\nTitle\n===\n",
    "a comment under a marker": "- \n  <!-- fencepost: parse -->\n",
    "a list below a fence": f"{FENCE}- a\n\n    # H\n",
    "number signs in an item": "- a\n    # no heading\n\n    # heading\n",
    "text that goes on with an item": f"- a\n\n    text\n{FENCE}",
    "an item at two columns": f"- a\n  - b\n\n{INNER}",
    "no list in a paragraph": f"text\n- a\n\n{INNER}",
    "text below a list": f"- a\n\ntext\n\n{INNER}",
    "a heading of an item, and a fence": f"- a\n\n    # H\n{FENCE}",
    "a directive in an item": f"- a\n    <!-- fencepost: parse -->\n\n    `b <!-- fencepost: parse --> c`\n\n{INNER}",
    "a directive in a literal": f"text\n\n    <!-- fencepost: parse -->\n\n{FENCE}",
    "unknown slashes above known ones": f"/// unknown\n/// note\n\n{FENCE}\n///\n",
    "a heading in a caption": f"<figure markdown>\n<figcaption markdown>\n# H\n</figcaption>\n</figure>\n\n{FENCE}",
    "slashes that an admonition ends": f"!!! note\n\n    /// tip\n\ntext\n\n{FENCE}",
    "an admonition between slashes": f"/// note\n\n!!! tip\n\n{INNER}\n///\n\n{FENCE}",
    "a literal": f"text\n\n    !!! note\n\n{DEEP}",
    "an element with an end in its code": f"<div markdown>\n\n`</div>`\n\n{FENCE}\n</div>\n",
    "an element in an element": f"<div markdown>\n<div markdown>\n\n{FENCE}\n</div>\n</div>\n",
    "an element whose name stands in its text": f"<div markdown>\n\ntext <div>\n\n{FENCE}\n</div>\n\n{FENCE}\n</div>\n",
    "an indented element": f"  <details markdown>\n{FENCE}</details>\n",
    "an element like an admonition": f'<div class="admonition" markdown>\n\ntext\n\n</div>\n\n{INNER}',
}


@pytest.mark.parametrize("text", AWKWARD.values(), ids=AWKWARD)
def test_both_ways_agree(text: str) -> None:
    quick, whole = both(text)
    assert quick == whole


def test_a_definition_does_not_end_a_set_of_tabs() -> None:
    (first, second) = both(AWKWARD["a definition between slashes"])[0].fences
    assert first.containers[0].group == second.containers[0].group


def test_a_rule_may_be_a_title() -> None:
    assert [heading.title for heading in both("a\n\n---\n---\n")[0].headings] == ["---"]


def passed_and_read(text: str, dialect: Dialect, comment: str) -> tuple[Any, Any]:
    """A page whose plain stretches are passed, and the same page with a directive, in which every line is read."""
    scans = [scan(f"{first}\n\n{text}", "page.md", dialect=dialect) for first in ("text", comment)]
    passed, whole = (
        ([(heading.title, heading.line) for heading in found.headings], [fence_of(fence) for fence in found.fences])
        for found in scans
    )
    return passed, whole


def fence_of(fence: Any) -> tuple[Any, ...]:
    return fence.name, fence.line, fence.end_line, fence.body, fence.containers


LISTS = "- a\n- b\n- [c](d)\n- **e**\n\n    more\n- f\n\n* g\n* h\n***\n- i\n- j\n  ```\n  x\n  ```\n- k | l\n- --- | ---\n{* m *}\n"


@pytest.mark.parametrize("text", [LISTS, "# A\n- b\n- c\n# D\n> e\n- f\n- g\n---\n"])
@pytest.mark.parametrize(
    ("dialect", "comment"), [("gfm", "<!-- fencepost: page -->"), ("mdx", "{/* fencepost: page */}")]
)
def test_plain_stretches_change_nothing(text: str, dialect: Dialect, comment: str) -> None:
    passed, whole = passed_and_read(text, dialect, comment)
    assert passed == whole


@settings(max_examples=150, deadline=None, derandomize=True)
@given(GITHUB_PAGES)
def test_plain_stretches_of_any_page_under_gfm(text: str) -> None:
    passed, whole = passed_and_read(text, "gfm", "<!-- fencepost: page -->")
    assert passed == whole


@settings(max_examples=150, deadline=None, derandomize=True)
@given(MDX_PAGES)
def test_plain_stretches_of_any_page_under_mdx(text: str) -> None:
    passed, whole = passed_and_read(text, "mdx", "{/* fencepost: page */}")
    assert passed == whole
