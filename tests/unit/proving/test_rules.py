"""What a rule allows is worked out twice, in the checks and in the proof: the two must agree."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support import page_of

from fencepost.checks.options import QuoteOptions
from fencepost.checks.quote import check_quote
from fencepost.model import Place
from fencepost.proving import rules
from fencepost.sources import SourceText

_LINE = st.sampled_from(["a", "b", "a b", "...", "", "记 录", "记录", "{n}"])
_LINES = st.lists(_LINE, min_size=1, max_size=5)
_OPTIONS = st.sampled_from(
    [
        QuoteOptions(),
        QuoteOptions(subset=True),
        QuoteOptions(elide=True),
        QuoteOptions(first="b"),
        QuoteOptions(first="a b", last="记录"),
        QuoteOptions(rendered=True, values=(("n", "a"),)),
    ]
)


def codes(page: list[str], text: str, options: QuoteOptions) -> list[str]:
    """What the check finds."""
    parsed = page_of("# T\n\n```text\n" + "".join(f"{line}\n" for line in page) + "```\n")
    source = SourceText("m:A", text, Place("m.py", 1), (1,) * (text.count("\n") + 1), text)
    return [finding.code for finding in check_quote(parsed.fences[0], parsed, source, options)]


@settings(max_examples=400, deadline=None)
@given(page=_LINES, source=_LINES, options=_OPTIONS)
@example(page=["..."], source=["a"], options=QuoteOptions(elide=True))
@example(page=["a", "...", "b"], source=["a", "b"], options=QuoteOptions(elide=True))
def test_it_allows_what_the_check_lets_pass(page: list[str], source: list[str], options: QuoteOptions) -> None:
    text = "\n".join(source) + "\n"
    vacuous = (options.elide and all(line in ("...", "") for line in page)) or (options.subset and not any(page))
    unused = options.rendered and "{n}" not in text
    if not vacuous and not unused:
        assert rules.quote_holds(page, text, options) == (codes(page, text, options) == [])


@settings(max_examples=200, deadline=None)
@given(page=_LINES, source=_LINES)
def test_of_wrapped_lines_it_allows_no_less_than_the_check(page: list[str], source: list[str]) -> None:
    text, options = "\n".join(source) + "\n", QuoteOptions(wrap=True)
    if not codes(page, text, options):
        assert rules.quote_holds(page, text, options)


@pytest.mark.parametrize(
    ("shown", "index", "kind", "flags", "is_one"),
    [
        (["a", "b"], 0, "swap", {}, True),
        (["a", "b"], 0, "swap", {"unordered": True}, False),
        (["a", "b..."], 1, "word", {}, False),
        (["a", "b..."], 1, "word", {"exact": True}, True),
        (["a", "...", "b"], 0, "line", {}, False),
        (["a", "...", "b"], 0, "word", {}, True),
        (["a", "b", "...", "c"], 0, "line", {}, True),
        (["a", "b", "..."], 0, "swap", {}, True),
        (["...", "a", "b", "..."], 1, "swap", {}, False),
    ],
)
def test_dots_in_an_output_allow_what_stands_under_them(
    shown: list[str], index: int, kind: str, flags: dict[str, bool], is_one: bool
) -> None:
    options = {"exact": False, "unordered": False, **flags}
    assert rules.may_break_output(shown, index, kind, **options) is is_one


def test_an_agreement_needs_the_same_shared_lines() -> None:
    assert rules.agreement_holds([["- a", "x"], ["- a", "- only here"]], "^- ", ["- only here"])
    assert not rules.agreement_holds([["- a"], ["- b"]], "^- ", [])
    assert not rules.agreement_holds([["x"], ["x"]], "^- ", [])
