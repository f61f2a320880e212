"""Line numbers behind a piece of HTML and a fence: `_Sink.lines` counts rows of the lifted text, not of the page."""

from __future__ import annotations

from fencepost.markdown import parse_page


def test_an_unclosed_fence_behind_a_comment_and_a_fence_is_found_at_its_line() -> None:
    text = "<!-- c -->\n\n```python\na\nb\nc\n```\n\n```text\nnever closed\n"
    (finding,) = parse_page(text, "a.md", dialect="mkdocs").findings
    assert (finding.code, finding.place.line) == ("FP101", 9)


def test_a_heading_behind_a_comment_and_a_fence_has_its_line() -> None:
    text = "<!-- c -->\n\n```python\na\nb\nc\n```\n\n## Heading\n"
    (heading,) = parse_page(text, "a.md", dialect="mkdocs").headings
    assert heading.line == 9
