"""The prose of pages is read once, as long as they are the same pages."""

from __future__ import annotations

from fencepost.checks.prose import Readings, without_spans
from fencepost.markdown import parse_page


def test_another_version_of_a_page_is_read_anew() -> None:
    readings = Readings()
    first = parse_page("One.\n", "page.md", dialect="gfm")
    assert readings.of(first) is readings.of(first)
    assert readings.of(parse_page("Two.\n", "page.md", dialect="gfm")).text == "Two.\n"


def test_code_spans_of_any_length_are_blank() -> None:
    assert without_spans("a `b` ``c ` d`` <!-- `f` -->") == "a" + " " * 15 + "<!-- `f` -->"
