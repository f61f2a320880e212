from __future__ import annotations

import ast

import pytest

from fencepost.proving.code import expectations, misspellings, raising, statements


def texts(variants) -> list[str]:
    return ["\n".join(variant.lines) for variant in variants]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("x = 1", 0),
        ("from __future__ import annotations\n\nx = 1", 2),
        ("# comment\n@decorated\ndef f(): ...", 1),
        (">>> 1\n1", 0),
        ("# a session\n>>> 1\n1", 1),
    ],
)
def test_an_error_is_raised_first_of_all(code: str, line: int) -> None:
    (variant,) = raising(code)
    assert variant.index == line
    assert "raise SystemError" in variant.lines[line]


@pytest.mark.parametrize("code", ["", "# nothing", "def"])
def test_where_there_is_no_statement_nothing_is_raised(code: str) -> None:
    assert not list(raising(code))


def test_names_that_are_used_are_misspelt_and_those_that_are_bound_are_not() -> None:
    assert texts(misspellings("value = other\nprint(value)")) == [
        "value = othek".replace("othek", "otheq") + "\nprint(value)",
        "value = other\nprinq(value)",
        "value = other\nprint(valuq)",
    ]


def test_columns_count_characters_before_a_name() -> None:
    assert texts(misspellings('f("é日", value)'))[1] == 'f("é日", valuq)'


def test_a_misspelling_that_is_a_name_is_not_made() -> None:
    assert texts(misspellings("ab = aq = 1\nab")) == []


def test_names_in_formatted_strings_are_left_alone() -> None:
    assert texts(misspellings('f"{value}"')) == []


def test_asserts_are_turned_round_and_what_they_expect_is_changed() -> None:
    assert texts(expectations("assert len(x) == 3")) == ["assert (not (len(x) == 3))", "assert len(x) == 4"]
    assert texts(expectations('assert "some text" in page')) == [
        'assert (not ("some text" in page))',
        "assert 'some texq' in page",
    ]
    assert texts(expectations("assert (a, b) == ('x', True)"))[1] == "assert (a, b) == ('k', True)".replace(
        "'k'", "'q'"
    )


def test_what_would_hold_for_other_values_too_is_only_turned_round() -> None:
    assert texts(expectations("assert n > 3")) == ["assert (not (n > 3))"]
    assert texts(expectations("assert not p.exists()")) == ["assert (not (not p.exists()))"]


def test_asserts_that_may_not_be_reached_are_left_alone() -> None:
    assert texts(expectations("if x:\n    assert 1 == 1\ndef f():\n    assert y")) == []


def test_asserts_in_loops_are_reached() -> None:
    (turned,) = texts(expectations("for x in y:\n    with x:\n        assert x"))
    assert turned.endswith("assert (not (x))")


def test_an_assert_over_several_lines_stays_python() -> None:
    for text in texts(expectations("assert (\n    a\n    == 1\n), 'message'\nb = 2")):
        ast.parse(text)
        assert text.endswith("b = 2")


def test_statements_are_dropped_with_their_decorators() -> None:
    assert texts(statements("a = 1\n@d\ndef f():\n    pass\nb = 2")) == [
        "@d\ndef f():\n    pass\nb = 2",
        "a = 1\nb = 2",
        "a = 1\n@d\ndef f():\n    pass",
    ]


@pytest.mark.parametrize("code", ["a = 1", '"a"\npass\nx = 1; y = 2', "def"])
def test_what_says_nothing_or_shares_its_line_is_kept(code: str) -> None:
    assert texts(statements(code)) == []
