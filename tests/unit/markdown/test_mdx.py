"""Under `mdx` there are elements, expressions and modules, and neither HTML nor indented literals."""

from __future__ import annotations

import pytest

from fencepost.markdown import parse_page, scan
from fencepost.model import Fence


def fences(text: str) -> tuple[Fence, ...]:
    return scan(text, "page.mdx", dialect="mdx").fences


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("<Note>\n```python\nx\n```\n</Note>\n", "x\n"),
        ('<Tabs>\n  <Tab title="A">\n    ```python\n    x\n    ```\n  </Tab>\n</Tabs>\n', "x\n"),
        ("        ```python\n        x\n        ```\n", "x\n"),
        ("- item\n\n  ```python\n  x\n  ```\n", "x\n"),
        ("> ```python\n> x\n> ```\n", "x\n"),
        ("```python\nx\n      ```\n", "x\n"),
        ("import A from 'a'\nexport const b = {\n\n  c: 1,\n}\n\n```python\nx\n```\n", "x\n"),
        ("import A from 'a' // here it's {\n\n```python\nx\n```\n", "x\n"),
        ("export const a = [`{`, /* [ */ '(']\n\n```python\nx\n```\n", "x\n"),
        ("<A\n  b={`\n\n~~~js\n`}\n/>\n\n```python\nx\n```\n", "x\n"),
        ("<!-- a comment is text here\n\n```python\nx\n```\n", "x\n"),
        ("{\n  // }\n  '}'\n}\n\n```python\nx\n```\n", "x\n"),
        ("text {a} <B>c</B>\n\n```python\nx\n```\n", "x\n"),
        ("a < b\n\n```python\nx\n```\n", "x\n"),
    ],
)
def test_a_fence(text: str, body: str) -> None:
    assert [(fence.language, fence.body) for fence in fences(text)] == [("python", body)]


@pytest.mark.parametrize(
    "text",
    [
        "{/*\n```python\nx\n```\n*/}\n",
        "{/* a }\n\n```python\nx\n```\n*/}\n",
        "export const a = `\n```python\nx\n```\n`\n",
        "````md\n```python\nx\n```\n````\n",
        "{`\n```python\nx\n```\n`}\n",
    ],
)
def test_what_only_looks_like_a_fence(text: str) -> None:
    assert "python" not in [fence.language for fence in fences(text)]


def test_elements_are_containers_and_tabs_alternatives() -> None:
    text = (
        '<Tabs groupId="g">\n<TabItem value="a" label="Sync">\n\n```python\nx\n```\n\n</TabItem>\n'
        '<TabItem value="b">\n\n```python\ny\n```\n\n</TabItem>\n</Tabs>\n\n'
        '<Tabs><Tab title="C">\n```python\nz\n```\n</Tab></Tabs>\n'
    )
    tabs = [fence.containers[-1] for fence in fences(text)]
    assert [(tab.kind, tab.label) for tab in tabs] == [("tab", "Sync"), ("tab", "b"), ("tab", "C")]
    assert tabs[0].group == tabs[1].group != tabs[2].group


def test_a_directive_is_a_comment_in_braces() -> None:
    text = '{/* fencepost: skip reason="a" */}\n\n```python\nx\n```\n\n{/* fencepost: setup\na = 1\n*/}\n'
    page = parse_page(text, "page.mdx", dialect="mdx")
    assert [directive.name for directive in page.directives] == ["skip", "setup"]
    assert page.directives[1].body == "a = 1"
    assert text[page.directives[0].comment.start : page.directives[0].comment.end] == text.split("\n")[0]


def test_a_directive_in_an_element() -> None:
    text = '<Tab title="A">\n  {/* fencepost: skip reason="a" */}\n\n  ```python\n  x\n  ```\n</Tab>\n'
    page = parse_page(text, "page.mdx", dialect="mdx")
    assert page.directives[0].comment.containers == page.fences[0].containers


def test_an_html_comment_is_no_directive() -> None:
    assert not scan('<!-- fencepost: skip reason="a" -->\n', "page.mdx", dialect="mdx").comments


def test_an_element_that_is_never_closed() -> None:
    (fence,) = fences("<Note>\n\ntext\n\n```python\nx\n```\n")
    assert [container.kind for container in fence.containers] == ["html"]


def test_headings() -> None:
    found = scan("---\ntitle: T\n---\n\n# A\n\nB\n---\n\n[//]: # (note)\n---\n", "page.mdx", dialect="mdx")
    assert [(heading.level, heading.title, heading.line) for heading in found.headings] == [(1, "A", 5), (2, "B", 7)]
