from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fencepost.directives import parse
from fencepost.forms import FORMS
from fencepost.model import Comment, Directive, Finding


def comment(text: str, line: int = 3, column: int = 1) -> Comment:
    return Comment(text=text, line=line, column=column, start=0, end=len(text) + 7)


def read(text: str) -> Directive:
    directive = parse(comment(text), "a.md")
    assert isinstance(directive, Directive), directive
    return directive


def refused(text: str) -> Finding:
    finding = parse(comment(text), "a.md")
    assert isinstance(finding, Finding), finding
    return finding


def test_an_argument_flags_and_options_are_told_apart() -> None:
    directive = read(' fencepost: quote pkg.mod:NAME wrap from="a line" value.character=Ada ')
    assert directive.argument == "pkg.mod:NAME"
    assert directive.flags == {"wrap"}
    assert directive.options == (("from", "a line"), ("value.character", "Ada"))


def test_a_quoted_value_may_hold_quotes() -> None:
    assert read(r' fencepost: skip reason="it says \"no\"" ').option("reason") == 'it says "no"'


@pytest.mark.parametrize(
    "source",
    ['pkg.mod:func("a b", n=1)', 'pkg:NAME["a key"]', 'cmd:"fencepost --help"', "file:a.txt#part"],
)
def test_a_source_keeps_its_quotes_and_parentheses(source: str) -> None:
    assert read(f" fencepost: quote {source} ").argument == source


def test_a_quoted_argument_is_unquoted() -> None:
    assert read(' fencepost: file "a b.txt" ').argument == "a b.txt"


def test_the_body_is_what_follows_the_first_line() -> None:
    directive = read(" fencepost: setup\nx = 1\n\ny = '--\\>'\n")
    assert directive.body == "x = 1\n\ny = '-->'"
    assert directive.body_line == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" fencepost: qoute a:B ", "did you mean `quote`?"),
        (" fencepost: quote a:B warp ", "did you mean `wrap`?"),
        (" fencepost: run raise=ValueError ", "did you mean `raises`?"),
        (" fencepost: frobnicate ", "allowed: `skip`"),
        (" fencepost: quote ", "needs an argument"),
        (" fencepost: setup ", "needs a body"),
        (' fencepost: skip reason="x"\nbody ', "takes no body"),
        (" fencepost: run timeout=soon ", "number of seconds"),
        (" fencepost: run timeout=0 ", "above 0"),
        (" fencepost: page freeze=yesterday ", "takes a time"),
        (" fencepost: page freeze=2026-07-30T21:15:00 ", "offset from UTC"),
        (" fencepost: output stream=both ", "takes `stdout` or `stderr`"),
        (' fencepost: skip reason="open ', "never closed"),
        (' fencepost: skip until=tomorrow reason="x" ', "takes a date"),
        (" fencepost: output exact exact ", "stands twice"),
        (' fencepost: ignore FP31 reason="x" ', "unknown rule `FP31`"),
        (" fencepost quote a:B ", "colon is missing"),
        (" fencepost: ", "has no name"),
        (" fencepost: file ../a.py ", "below the page's folder"),
        (" fencepost: file /etc/passwd ", "below the page's folder"),
        (" fencepost: model scope=page until=section\n- x", "exclude each other"),
    ],
)
def test_what_is_not_understood_is_said(text: str, said: str) -> None:
    finding = refused(text)
    assert finding.code == "FP104"
    assert said in finding.message


@pytest.mark.parametrize("text", [" fencepost: skip ", " fencepost: differs ", " fencepost: page skip "])
def test_a_missing_reason_is_found(text: str) -> None:
    assert refused(text).code == "FP106"


def test_a_misspelt_word_is_pointed_at_and_can_be_mended() -> None:
    text = " fencepost: qoute a:B "
    finding = refused(text)
    assert (finding.place.line, finding.place.column) == (3, 1 + 4 + text.index("qoute"))
    (edit,) = finding.edits
    whole = f"<!--{text}-->"
    assert whole[: edit.start] + edit.replacement + whole[edit.end :] == "<!-- fencepost: quote a:B -->"


def test_a_word_with_two_near_ones_is_left_alone() -> None:
    assert refused(" fencepost: page fiels=x ").edits
    assert not refused(" fencepost: frobnicate ").edits


@given(st.text(max_size=80))
def test_any_text_gives_a_directive_or_a_finding(text: str) -> None:
    assert isinstance(parse(comment(f" fencepost: {text}"), "a.md"), Directive | Finding)


@given(st.sampled_from(sorted(FORMS)), st.text(max_size=60))
def test_any_words_behind_a_name_give_a_directive_or_a_finding(name: str, text: str) -> None:
    assert isinstance(parse(comment(f" fencepost: {name} {text}"), "a.md"), Directive | Finding)


@pytest.mark.parametrize("name", ["skip", "differs", "ignore FP301", "page skip"])
@pytest.mark.parametrize("reason", ["", ' reason=""', ' reason="  "'])
def test_an_empty_reason_is_a_missing_one(name: str, reason: str) -> None:
    finding = refused(f" fencepost: {name}{reason} ")
    assert (finding.code, finding.place.column) == ("FP106", 17)


@pytest.mark.parametrize("package", ["scikit-learn", "a b", "a..b", "1a"])
def test_a_package_is_named_as_it_is_imported(package: str) -> None:
    finding = refused(f' fencepost: skip reason="x" unless="{package}" ')
    assert finding.message == f"`unless` takes a name as `import` takes it, such as `sklearn`, not `{package}`"
    assert read(' fencepost: skip reason="x" unless=google.genai ').option("unless") == "google.genai"


def test_two_stars_stand_for_whole_folders_alone() -> None:
    assert "`files` takes `**` for whole folders alone" in refused(" fencepost: page files=**x/a ").message
    assert read(" fencepost: page files=data/**/*.csv ").option("files") == "data/**/*.csv"
