"""FP101, FP102 and FP103: where the site and GitHub do not see the same fences."""

from __future__ import annotations

import pytest

from fencepost.markdown import parse_page
from fencepost.model import Finding


def findings(text: str) -> list[Finding]:
    return list(parse_page(text, "page.md", dialect="mkdocs").findings)


def codes(text: str) -> list[tuple[str, int, int]]:
    return [(found.code, found.place.line, found.place.column) for found in findings(text)]


def test_the_swallowed_fence_is_named() -> None:
    text = "```python\nx\n````\n\ntext\n\n```python\ny\n```\n"
    (finding,) = findings(text)
    assert (finding.code, finding.place.line) == ("FP102", 3)
    assert "goes on to line 9" in finding.message
    assert "fence of line 7" in finding.message
    assert [place.line for place in finding.related] == [1, 7]


def test_the_line_that_stands_too_far_to_the_left() -> None:
    (finding,) = findings("  ```python\n  x\n```\n\n```python\ny\n```\n")
    assert (finding.code, finding.place.line) == ("FP102", 3)
    assert "column 1, not 3" in finding.message
    assert "lines 1 to 3 are printed as text" in finding.message


def test_the_line_that_stands_too_far_to_the_right() -> None:
    assert codes("```python\nx\n  ```\ny\n```\n") == [("FP102", 3, 3)]


def test_an_unclosed_fence_in_a_container() -> None:
    text = '=== "A"\n\n    ```python\n    x\n\ntext\n'
    (finding,) = findings(text)
    assert (finding.code, finding.place.line, finding.place.column) == ("FP101", 3, 5)
    assert "line 6" in finding.message


def test_a_body_that_steps_out_of_its_container() -> None:
    text = '=== "A"\n\n    ```python\nx\n    ```\n'
    assert [found.code for found in findings(text)] == ["FP101", "FP101"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("```python notest\nx\n```\n", "notest"),
        ('```python title="a" key=b\nx\n```\n', "key=b"),
        ("~~~js {1,3\nx\n~~~\n", "{1,3"),
    ],
)
def test_the_word_at_fault_is_named(text: str, word: str) -> None:
    page = parse_page(text, "page.md", dialect="mkdocs")
    (finding,) = page.findings
    assert finding.code == "FP103"
    assert f"`{word}`" in finding.message


def test_a_refused_fence_does_not_turn_the_rest_of_the_page_inside_out() -> None:
    text = "```python notest\nx\n```\n\ntext\n\n```python\ny\n```\n"
    page = parse_page(text, "page.md", dialect="mkdocs")
    assert [fence.body for fence in page.fences] == ["x\n", "y\n"]
    assert [found.code for found in page.findings] == ["FP103"]


@pytest.mark.parametrize(
    "text",
    [
        "```code``` in a line\n\ntext\n",
        "~~struck~~\n",
        "text\n\n    ```python\n    x\n",
        "<!--\n```python\nx\n-->\n\ntext\n",
        '```md\n=== "A"\n\n    ```py\n    x\n    ```\n```\n',
        "````md\n```python notest\n```\n````\n",
        "> ```python\n> x\n> ```\n",
        "/// html | pre\n```python\nx\n\n///\n",
        "text\n\n    literal\n    ```python\n    x\n    ```\n",
        "```python\nx = '''\n```'''\n```\n",
    ],
)
def test_what_is_no_fault(text: str) -> None:
    assert not findings(text)


def test_a_fence_directly_below_a_literal_is_reported() -> None:
    (finding,) = findings("text\n\n    literal\n```python\nx\n```\n")
    assert (finding.code, finding.place.line) == ("FP101", 4)
    assert "follows an indented block" in finding.message
