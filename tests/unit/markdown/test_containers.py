"""Containers around fences and directives."""

from __future__ import annotations

import pytest

from fencepost.markdown import parse_page, scan
from fencepost.model import Container, Dialect

CODE = "```python\nx\n```\n"


def around(text: str, dialect: Dialect = "mkdocs") -> list[tuple[Container, ...]]:
    return [fence.containers for fence in scan(text, "page.md", dialect=dialect).fences]


def kinds(text: str) -> list[list[str]]:
    return [[container.kind for container in containers] for containers in around(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CODE, []),
        ("??? tip\n\n    ```python\n    x\n    ```\n", ["admonition"]),
        ("1. a\n\n    ```python\n    x\n    ```\n", ["list"]),
        ("- a\n\n    - b\n\n        ```python\n        x\n        ```\n", ["list", "list"]),
        ("> ```python\n> x\n> ```\n", ["quote"]),
        (f"/// note\n\n{CODE}\n///\n", ["block"]),
        (f"//// tab | A\n\n/// note\n{CODE}///\n\n////\n", ["tab", "block"]),
        (f"<div markdown>\n{CODE}</div>\n", ["html"]),
        (f"<div>\n\n{CODE}\n</div>\n", []),
        ("a[^1]\n\n[^1]:\n    ```python\n    x\n    ```\n", ["footnote"]),
        ("term\n:   def\n\n    ```python\n    x\n    ```\n", ["definition"]),
    ],
)
def test_kinds(text: str, expected: list[str]) -> None:
    assert kinds(text) == [expected]


def test_tabs_of_a_set_share_their_group() -> None:
    tab = '=== "{0}"\n\n    ```python\n    {0}\n    ```\n\n'
    text = tab.format("a") + tab.format("b") + "text\n\n" + tab.format("a") + tab.format("c").replace("===", "===!")
    tabs = [containers[0] for containers in around(text)]
    assert [(tab.label, tab.group) for tab in tabs] == [("a", 1), ("b", 1), ("a", 2), ("c", 3)]


def test_tabs_between_slashes_are_sets_too() -> None:
    text = "".join(f"/// tab | {label}\n\n{CODE}\n///\n\n" for label in "ab")
    text += f"/// tab | c\n    new: true\n\n{CODE}\n///\n"
    tabs = [containers[0] for containers in around(text)]
    assert [(tab.kind, tab.label, tab.group) for tab in tabs] == [("tab", "a", 1), ("tab", "b", 1), ("tab", "c", 2)]


def test_containers_are_numbered_in_the_order_in_which_they_open() -> None:
    item = "- a\n\n    ```python\n    x\n    ```\n\n"
    numbers = [containers[-1].number for containers in around(item + item + "> ```python\n> x\n> ```\n")]
    assert numbers == [1, 2, 3]


def test_fences_of_one_container_name_the_same_one() -> None:
    text = "!!! note\n\n    ```python\n    x\n    ```\n\n    text\n\n    ```python\n    y\n    ```\n"
    first, second = around(text)
    assert first == second


def test_a_directive_stands_in_the_container_of_its_fence() -> None:
    for text in (
        '<!-- fencepost: skip reason="a" -->\n```python\nx\n```\n',
        '!!! note\n\n    <!-- fencepost: skip reason="a" -->\n    ```python\n    x\n    ```\n',
        '- a\n\n    <!-- fencepost: skip reason="a" -->\n\n    ```python\n    x\n    ```\n',
        '> <!-- fencepost: skip reason="a" -->\n>\n> ```python\n> x\n> ```\n',
        '/// note\n\n<!-- fencepost: skip reason="a" -->\n\n```python\nx\n```\n\n///\n',
        '<div markdown>\n\n<!-- fencepost: skip reason="a" -->\n\n```python\nx\n```\n\n</div>\n',
        '<div class="x">\n<!-- fencepost: skip reason="a" -->\n\n```python\nx\n```\n\n</div>\n',
    ):
        page = parse_page(text, "page.md", dialect="mkdocs")
        (directive,), (fence,) = page.directives, page.fences
        assert directive.comment.containers == fence.containers, text
        assert not page.findings


def test_containers_nested_beyond_all_measure_do_no_harm() -> None:
    for text in (">" * 5000 + " x\n", "- " * 5000 + "x\n", "<div markdown>\n" * 3000 + "</div>\n" * 3000):
        for dialect in ("mkdocs", "gfm", "mdx"):
            scan(text + "\n" + CODE, "page.md", dialect=dialect)


def test_a_fence_directly_below_a_literal_is_text() -> None:
    assert not around("    literal\n```python\nx\n```\n")
