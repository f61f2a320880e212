"""The fix of a quote: whatever was done to the block, the page comes back byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fencepost.checks.quote import QuoteOptions, check_quote
from fencepost.edits import apply
from fencepost.model import Page

from .pages import page_of, source_of

CONTAINERS = {
    "page": ("# T\n\n", "", ""),
    "admonition": ('# T\n\n!!! note "A"\n\n    Text.\n\n', "    ", ""),
    "details": ("# T\n\n??? tip\n\n", "    ", ""),
    "tab": ('# T\n\n=== "A"\n\n', "    ", ""),
    "list": ("# T\n\n- item\n\n", "    ", ""),
    "ordered list": ("# T\n\n1. item\n\n", "    ", ""),
    "quote": ("# T\n\n> Text.\n>\n", "> ", ">"),
    "admonition in a tab": ('# T\n\n=== "A"\n\n    !!! note\n\n', "        ", ""),
    "quote in a list": ("# T\n\n- item\n\n", "    > ", "    >"),
}
_LINES = st.text(st.sampled_from("ab é记{}-`~>#.\t\\"), max_size=8).map(str.rstrip)


def built(container: str, marker: str, lines: list[str], newline: str) -> str:
    head, prefix, empty = CONTAINERS[container]
    inner = [f"{prefix}{marker}text", *(f"{prefix}{line}" if line else empty for line in lines), f"{prefix}{marker}"]
    return (head + "\n".join(inner) + "\n\nAfter.\n").replace("\n", newline)


def fixed(page: Page, text: str) -> str:
    (fence,) = page.fences
    findings = check_quote(fence, page, source_of(text), QuoteOptions())
    return apply(page.text, [edit for finding in findings for edit in finding.edits])


@st.composite
def _changes(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """The lines of a source, and the same with one line changed, put in or taken out."""
    lines = draw(st.lists(_LINES, min_size=1, max_size=6))
    at = draw(st.integers(0, len(lines) - 1))
    new = draw(_LINES)
    kind = draw(st.sampled_from(["change", "insert", "delete"]))
    changed = [*lines[:at], *([] if kind == "delete" else [new]), *lines[at + (kind != "insert") :]]
    return lines, changed


@pytest.mark.parametrize("container", CONTAINERS)
@settings(max_examples=40, deadline=None)
@given(
    change=_changes(), newline=st.sampled_from(["\n", "\r\n"]), marker=st.sampled_from(["```````````", "~~~~~~~~~~~"])
)
def test_a_changed_line_is_put_back_byte_for_byte(
    container: str, change: tuple[list[str], list[str]], newline: str, marker: str
) -> None:
    right, wrong = change
    page = page_of(built(container, marker, wrong, newline))
    if len(page.fences) != 1 or page.fences[0].body != "".join(f"{line}\n" for line in wrong):
        return  # the line made the block another one
    assert fixed(page, "".join(f"{line}\n" for line in right)) == built(container, marker, right, newline)


@pytest.mark.parametrize("container", CONTAINERS)
def test_the_property_is_not_empty(container: str) -> None:
    page = page_of(built(container, "```", ["a", "", "c"], "\r\n"))
    assert [fence.body for fence in page.fences] == ["a\n\nc\n"]
    assert fixed(page, "a\n\nb\n") == built(container, "```", ["a", "", "b"], "\r\n")


def test_untouched_lines_keep_what_stands_before_them() -> None:
    text = "# T\n\n> ```text\n> a\n>  \n> b\n>\n> ```\n"
    page = page_of(text)
    body = page.fences[0].body
    assert fixed(page, body.replace("b", "c")) == text.replace("b\n", "c\n")


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_marks_are_lengthened_for_a_fence_in_the_source(container: str, newline: str) -> None:
    page = page_of(built(container, "```", ["a"], newline))
    lines = ["a", "", "```python", "1", "```", "````"]
    assert fixed(page, "\n".join(lines)) == built(container, "`````", lines, newline)


def test_marks_are_kept_where_they_are_long_enough_or_of_another_kind() -> None:
    for marker in ("````", "~~~"):
        page = page_of(built("page", marker, ["a"], "\n"))
        assert fixed(page, "```\nb\n```\n") == built("page", marker, ["```", "b", "```"], "\n")


def test_an_empty_block_gets_its_text() -> None:
    page = page_of("# T\n\n> ```text\n> ```\n")
    assert fixed(page, "a\n\nb") == "# T\n\n> ```text\n> a\n>\n> b\n> ```\n"


def test_the_mark_of_the_file_is_kept() -> None:
    page = page_of("\ufeff" + built("page", "```", ["a"], "\r\n"))
    assert fixed(page, "b") == "\ufeff" + built("page", "```", ["b"], "\r\n")


def test_the_info_string_is_kept() -> None:
    text = '# T\n\n```text title="x" hl_lines="1"\na\n```\n'
    assert fixed(page_of(text), "```\nb") == '# T\n\n````text title="x" hl_lines="1"\n```\nb\n````\n'


def test_a_second_fix_changes_nothing() -> None:
    page = page_of(fixed(page_of(built("list", "```", ["a"], "\n")), "b\n```\n"))
    assert fixed(page, "b\n```\n") == page.text
