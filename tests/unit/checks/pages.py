"""Pages for the tests of checks: read by our own scanner, with sources made by hand."""

from __future__ import annotations

from fencepost.markdown import parse_page
from fencepost.model import Fence, Page, Place
from fencepost.sources import SourceText


def page_of(text: str, path: str = "page.md") -> Page:
    return parse_page(text, path, dialect="mkdocs")


def block(body: str, marker: str = "```") -> tuple[Fence, Page]:
    """A page with one fence: its body begins on line 4."""
    page = page_of(f"# Title\n\n{marker}text\n{body}{marker}\n")
    return page.fences[0], page


def source_of(text: str, *, expression: str = "mod:NAME", path: str = "mod.py", line: int = 1) -> SourceText:
    """A constant on `line`, the first line of its text below it."""
    lines = tuple(range(line + 1, line + 2 + text.count("\n")))
    return SourceText(expression, text, Place(path, line), lines, text)
