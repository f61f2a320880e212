from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fencepost.checks.quote import QuoteOptions, check_quote
from fencepost.edits import apply
from fencepost.model import Comment, Directive, Finding
from fencepost.sources import Sources, SourceText

from .pages import block, page_of, source_of

PLAIN = QuoteOptions()
PROMPT = "You are {name}.\n\n- One rule.\n- Another.\n"


def check(body: str, text: str, options: QuoteOptions = PLAIN) -> list[Finding]:
    fence, page = block(body)
    return check_quote(fence, page, source_of(text), options)


def found(body: str, text: str, options: QuoteOptions = PLAIN) -> list[tuple[str, int]]:
    return [(finding.code, finding.place.line) for finding in check(body, text, options)]


@pytest.mark.parametrize("text", [PROMPT, PROMPT[:-1], PROMPT.replace("\n", "\r\n")])
def test_one_line_end_and_the_kind_of_line_ends_do_not_matter(text: str) -> None:
    assert found(PROMPT, text) == []


@pytest.mark.parametrize(
    ("body", "text", "line"),
    [
        ("a\nb\n", "a\nc\n", 5),
        ("a\n", "a\nb\n", 5),  # the closing line
        ("a\nb\n", "a\n", 5),
        ("b\n", "a\nb\n", 4),
        ("a\n", "\na\n", 4),
        ("a\n", "a\n\n", 5),
        ("", "a\n", 4),
        ("a\n", "", 4),
        ("a \n", "a\n", 4),
        ("a\n", "a\r\r\n", 4),
        ("a\x0b\n", "a\n", 4),
    ],
)
def test_the_place_is_the_first_line_that_differs(body: str, text: str, line: int) -> None:
    assert (("FP301", line)) in found(body, text)


def test_the_constant_is_shown_with_its_own_line() -> None:
    (finding,) = check("You are {name}.\n\n- One rule!\n- Another.\n", PROMPT)
    assert [str(place) for place in finding.related] == ["mod.py:4:1"]
    assert finding.message == "expected `- One rule.` from mod:NAME (mod.py:4), found `- One rule!`; 3 of 4 lines agree"
    assert finding.fence == "page.md::title[1]"
    assert "If the page is right, change mod.py:1 instead." in finding.help
    assert finding.detail == (
        "- page.md | + mod.py",
        "  4 2 | You are {name}.",
        "  5 3 | ",
        "- 6   | - One rule!",
        "      |           ^",
        "+   4 | - One rule.",
        "      |           ^",
        "  7 5 | - Another.",
    )


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("a\n", "the block ends too early: mod:NAME (mod.py:3) goes on with `b`"),
        ("a\nb\nc\n", "the block goes on with `c` where mod:NAME has ended"),
        ("\nb\n", "expected `a` from mod:NAME (mod.py:2), found an empty line"),
    ],
)
def test_the_message_says_how_it_ends(body: str, words: str) -> None:
    (finding,) = check(body, "a\nb\n")
    assert words in finding.message


def test_a_long_line_is_shown_around_the_difference() -> None:
    text = "word " * 40
    (finding,) = check(f"{text}end.\n", f"{text}End.\n")
    assert "word word end.`" in finding.message
    assert "expected `…" in finding.message
    assert len(finding.message) < 300


@pytest.mark.parametrize(
    ("body", "text", "words"),
    [
        ("say “hi”\n", 'say "hi"\n', "only in quotes"),
        ("it’s\n", "it's\n", "only in quotes"),
        ("a \n", "a\n", "only in blanks at the end of a line"),
        ("a\u00a0b\n", "a b\n", "only in a no-break space"),
        ("a – b\n", "a - b\n", "only in dashes"),
        ("a -- b\n", "a — b\n", "only in dashes"),
        ("{a}\n", "{{a}}\n", "only in raw against rendered braces: the page has them single"),
        (
            '{{"a": {{"b": 1}}}}\n',
            '{"a": {"b": 1}}\n',
            "only in raw against rendered braces: the page has them doubled",
        ),
        ("\ta\n", "    a\n", "only in tabs and runs of blanks"),
        ("wait…\n", "wait...\n", "only in an ellipsis"),
        ("a\u200bb\n", "ab\n", "only in invisible characters"),
        ("  a\n", "a\n", "only in indentation"),
        ("a，b\n", "a,b\n", "only in full-width forms"),
        ("Word\n", "word\n", "only in upper and lower case"),
        ("“a” – b\n", '"a" - b\n', "only in quotes and dashes"),
        ("a\n", "\na\n", "only in empty lines: the source begins with one"),
        ("a\n", "a\n\n", "only in empty lines: the source ends with one"),
        ("a\n\nb\n", "a\nb\n", "only in empty lines"),
    ],
)
def test_near_misses_have_their_own_words(body: str, text: str, words: str) -> None:
    (finding,) = check(body, text)
    assert words in finding.message


@pytest.mark.parametrize(("body", "text"), [("a\n", "b\n"), ("a b\n", "ab c\n"), ("“a”\n", '"b"\n')])
def test_a_difference_that_matters_is_no_near_miss(body: str, text: str) -> None:
    assert "differs only in" not in check(body, text)[0].message


def test_blanks_that_are_overlooked_are_made_visible() -> None:
    (finding,) = check("a\u00a0b  \n", "a b\n")
    assert "found `a⍽b··`" in finding.message
    assert "- 4   | a⍽b··" in finding.detail


class TestRendered:
    TEMPLATE = 'Mark {shelf} on {day}.\n{{"cards": []}}\n'

    def test_shows_what_the_template_renders_to(self) -> None:
        options = QuoteOptions(rendered=True, values=(("shelf", "history"), ("day", "Monday")))
        assert found('Mark history on Monday.\n{"cards": []}\n', self.TEMPLATE, options) == []
        assert found('Mark history on Monday.\n{{"cards": []}}\n', self.TEMPLATE, options) == [("FP301", 5)]

    def test_values_of_several_lines_keep_the_lines_of_the_source(self) -> None:
        options = QuoteOptions(rendered=True, values=(("shelf", "a\nb"), ("day", "c")))
        (finding,) = check("Mark a\nb on c.\n{}\n", self.TEMPLATE, options)
        assert finding.place.line == 6
        assert finding.related[0].line == 3

    @pytest.mark.parametrize(
        ("text", "values", "words"),
        [
            (TEMPLATE, (("shelf", "x"),), "the field {day} has no value"),
            (TEMPLATE, (("shelf", "x"), ("day", "y"), ("dya", "z")), "`value.dya` is declared, but mod:NAME has no"),
            ('{"a": {x}}', (("x", "y"),), "a single `{`: a literal brace is written twice"),
            ("{x:d}", (("x", "y"),), "the field {x:d} cannot show 'y'"),
        ],
    )
    def test_what_does_not_render_is_said(self, text: str, values: tuple[tuple[str, str], ...], words: str) -> None:
        for rendered in (True, False):
            findings = check("x\n", text, QuoteOptions(rendered=rendered, values=values))
            assert [finding.code for finding in findings if words in finding.message] == ["FP308"]

    def test_a_raw_quote_with_values_is_compared_raw(self) -> None:
        options = QuoteOptions(values=(("shelf", "x"), ("day", "y")))
        assert found(self.TEMPLATE, self.TEMPLATE, options) == []

    @pytest.mark.parametrize(
        ("text", "values", "body"),
        [
            ("{n:03d}", (("n", "7"),), "007"),
            ("{x:.1f}", (("x", "0.25"),), "0.2"),
            ("{x!r}", (("x", "a"),), "'a'"),
            ("{} {}", (("0", "a"), ("1", "b")), "a b"),
            ("{user.name}", (("user.name", "Ada"),), "Ada"),
            ("{x:>{w}}", (("x", "a"), ("w", "3")), "  a"),
            ("{{{x}}}", (("x", "a"),), "{a}"),
        ],
    )
    def test_fields_are_formatted(self, text: str, values: tuple[tuple[str, str], ...], body: str) -> None:
        assert found(f"{body}\n", text, QuoteOptions(rendered=True, values=values)) == []


class TestSelection:
    TEXT = "head\n- one\n- two\ntail\n- one more\n"

    @pytest.mark.parametrize(
        ("first", "last", "body"),
        [
            ("two", "tail", "- two\ntail\n"),
            ("two", None, "- two\ntail\n- one more\n"),
            (None, "two", "head\n- one\n- two\n"),
            ("head", "head", "head\n"),
        ],
    )
    def test_whole_lines_are_found_by_a_part(self, first: str | None, last: str | None, body: str) -> None:
        assert found(body, self.TEXT, QuoteOptions(first=first, last=last)) == []

    @pytest.mark.parametrize(
        ("first", "last", "words"),
        [
            ("three", None, '`from="three"` is found in no line'),
            (None, "one", '`to="one"` is found in 2 lines of the source (2, 5)'),
            ("tail", "two", 'above `from="tail"` on line 4'),
        ],
    )
    def test_what_is_not_found_once_is_no_selection(self, first: str | None, last: str | None, words: str) -> None:
        (finding,) = check("x\n", self.TEXT, QuoteOptions(first=first, last=last))
        assert (finding.code, finding.place.line) == ("FP303", 3)
        assert words in finding.message

    def test_the_source_line_counts_from_its_own_beginning(self) -> None:
        (finding,) = check("- two\nTAIL\n", self.TEXT, QuoteOptions(first="two", last="tail"))
        assert finding.related[0].line == 5


class TestSubset:
    OPTIONS = QuoteOptions(subset=True)

    @pytest.mark.parametrize("body", ["a\nc\n", "a\nb\nc\n", "c\n"])
    def test_some_of_the_lines_in_order(self, body: str) -> None:
        assert found(body, "a\nb\nc\n", self.OPTIONS) == []

    @pytest.mark.parametrize(("body", "line"), [("c\na\n", 5), ("a\nx\n", 5), ("a\na\n", 5), ("a\n\nc\n", 5)])
    def test_other_lines_or_another_order(self, body: str, line: int) -> None:
        (finding,) = check(body, "a\nb\nc\n", self.OPTIONS)
        assert (finding.code, finding.place.line) == ("FP301", line)
        assert not finding.edits
        assert "by hand" in finding.help

    def test_nothing_is_no_subset(self) -> None:
        assert found("\n", "a\n\nb\n", self.OPTIONS) == [("FP303", 3)]


class TestElide:
    OPTIONS = QuoteOptions(elide=True)
    TEXT = "a\nb\nc\nd\ne\n"

    @pytest.mark.parametrize(
        "body",
        [
            "a\n...\ne\n",
            "...\nc\n...\n",
            "a\n...\nc\n...\ne\n",
            "a\nb\nc\nd\ne\n",
            "a\nb\n...\nc\nd\ne\n",
            "a\n  ...\n",
        ],
    )
    def test_dots_stand_for_any_lines(self, body: str) -> None:
        assert found(body, self.TEXT, self.OPTIONS) == []

    @pytest.mark.parametrize(
        ("body", "line"),
        [
            ("x\n...\ne\n", 4),
            ("a\n...\nx\n", 6),
            ("a\n...\nc\nx\n...\n", 7),
            ("a\n...\nd\n", 6),
            ("a\n...\nc\n...\nb\n", 8),
            ("...\nd\nc\n...\n", 6),
            ("a\nb\nc\nd\n", 8),
        ],
    )
    def test_the_rest_has_to_be_right(self, body: str, line: int) -> None:
        assert found(body, self.TEXT, self.OPTIONS) == [("FP301", line)]

    def test_dots_alone_hold_nothing(self) -> None:
        assert found("...\n", self.TEXT, self.OPTIONS) == [("FP303", 3)]

    def test_without_the_flag_dots_are_dots(self) -> None:
        assert found("a\n...\n", self.TEXT) == [("FP301", 5)]


class TestWrap:
    OPTIONS = QuoteOptions(wrap=True)

    @pytest.mark.parametrize(
        ("body", "text"),
        [
            ("one two\nthree\n", "one two three"),
            ("one\ntwo\n\nthree\n", "one two\n\nthree"),
            ("参考\n记忆\n", "参考记忆"),
            ("使用\nPython\n", "使用 Python"),
            ("使用\nPython\n", "使用Python"),
            ("one\n", "one"),
        ],
    )
    def test_line_breaks_of_the_page_are_folded(self, body: str, text: str) -> None:
        assert found(body, text, self.OPTIONS) == []

    @pytest.mark.parametrize(
        ("body", "text", "line"),
        [
            ("one two\nfour\n", "one two three", 5),
            ("one tw\no three\n", "one two three", 4),
            ("one\ntwo\n", "one two three", 6),
            ("one\ntwo\n", "onetwo", 4),
            ("参\n\n考\n", "参考", 5),
        ],
    )
    def test_other_words_or_breaks(self, body: str, text: str, line: int) -> None:
        assert found(body, text, self.OPTIONS) == [("FP301", line)]

    def test_the_fix_keeps_the_width_of_the_page(self) -> None:
        fence, page = block("one two\nfour five\nsix\n")
        (finding,) = check_quote(fence, page, source_of("one two three four five six"), self.OPTIONS)
        assert apply(page.text, finding.edits).split("```")[1] == "text\none two\nthree\nfour five\nsix\n"

    @settings(max_examples=200, deadline=None)
    @given(st.lists(st.text("ab 记忆", max_size=9), max_size=4), st.text("ab 记忆\n", min_size=1, max_size=40))
    def test_what_the_fix_writes_is_right(self, page: list[str], text: str) -> None:
        body = "".join(f"{line}\n" for line in page)
        fence, read = block(body)
        findings = check_quote(fence, read, source_of(text), self.OPTIONS)
        if findings:
            fixed = page_of(apply(read.text, [edit for finding in findings for edit in finding.edits]))
            assert check_quote(fixed.fences[0], fixed, source_of(text), self.OPTIONS) == []


def test_flags_that_exclude_each_other_are_said() -> None:
    (finding,) = check("a\n", "a\n", QuoteOptions(subset=True, wrap=True))
    assert finding.code == "FP104"
    assert "`subset` and `wrap` exclude each other" in finding.message


class TestControlCharacters:
    def test_the_finding_is_about_the_source(self, tmp_path: Path) -> None:
        (tmp_path / "mod.py").write_text("A = ('one '\n     'tw\\bo\\n'\n     'th\\tree')\n", "utf-8")
        source = Sources(tmp_path).resolve("mod:A")
        assert isinstance(source, SourceText)
        fence, page = block("one tw\bo\nth\tree\n")
        (finding,) = check_quote(fence, page, source, QuoteOptions())
        assert (finding.code, str(finding.place)) == ("FP307", "mod.py:2:1")
        assert [str(place) for place in finding.related] == ["page.md:3:1"]
        assert "U+0008" in finding.message

    @pytest.mark.parametrize("character", ["\x00", "\x0c", "\x1b", "\x7f", "\x85", "\r"])
    def test_any_but_tab_and_line_ends(self, character: str) -> None:
        findings = check("a\n", f"a{character}b\n")
        assert [finding.code for finding in findings] == ["FP307", "FP301"]
        assert not findings[1].edits

    def test_only_what_is_quoted_counts(self) -> None:
        assert found("b\n", "a\x00\nb\n", QuoteOptions(first="b")) == []


def test_options_are_those_of_the_directive() -> None:
    keys = (("view", "rendered"), ("from", "a"), ("to", "b"), ("value.x", "1"), ("value.y.z", "2"))
    directive = Directive("quote", "mod:A", frozenset({"subset", "elide", "wrap"}), keys, "", Comment("", 1, 1, 0, 0))
    expected = QuoteOptions(True, (("x", "1"), ("y.z", "2")), "a", "b", True, True, True)
    assert QuoteOptions.of(directive) == expected


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.text(
            st.characters(codec="utf-8", exclude_characters="\r\n`~\x85\u2028\u2029", exclude_categories=["Cc"])
        ).filter(lambda line: not line or line.strip()),
        max_size=6,
    )
)
def test_a_block_equals_itself(lines: list[str]) -> None:
    body = "".join(f"{line}\n" for line in lines)
    fence, page = block(body)
    options = [QuoteOptions(), QuoteOptions(wrap=True), QuoteOptions(elide=True)]
    for option in options:
        findings = check_quote(fence, page, source_of(fence.body), option)
        assert not [finding for finding in findings if finding.code == "FP301"]
