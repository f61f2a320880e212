"""Code of which it is plain that it defines all its names: never where a full analysis finds one undefined."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyflakes.checker import Checker
from pyflakes.messages import UndefinedName

from fencepost.checks.defined import all_defined


@pytest.mark.parametrize(
    "code",
    [
        "a = 1\nassert a + 1 == 2",
        "import os.path as p, sys\nprint(p.join('a', sys.argv[0]))",
        "a, *b = [1, 2]\nb[0] = a if b else -a",
        "from x import y\nz = f'{y!r:>{len(y)}}'",
        "print(__name__, __file__)",
    ],
)
def test_straight_code_is_told_at_once(code: str):
    assert all_defined([ast.parse(code)])


@pytest.mark.parametrize(
    "code",
    [
        "print(a)",
        "print(a)\na = 1",
        "a = a",
        "a += 1",
        "def f(): return 1",
        "[x for x in y]",
        "del print",
        "from x import *\nprint(y)",
        "a: b = 1",
    ],
)
def test_what_takes_more_is_left(code: str):
    assert not all_defined([ast.parse(code)])


def test_what_an_earlier_piece_binds_counts_and_a_later_one_does_not():
    one, two = ast.parse("a = 1"), ast.parse("print(a)")
    assert all_defined([one, two])
    assert not all_defined([two, one])


NAMES = st.sampled_from(["a", "b", "c", "print"])
STATEMENTS = st.one_of(
    st.builds("{} = {}".format, NAMES, NAMES),
    st.builds("{} += {}".format, NAMES, NAMES),
    st.builds("{}, [{}] = {}({}.x)".format, NAMES, NAMES, NAMES, NAMES),
    st.builds("import {}.{} as {}".format, NAMES, NAMES, NAMES),
    st.builds("import {}.{}".format, NAMES, NAMES),
    st.builds("assert {} == [{}][0], f'{{{}}}'".format, NAMES, NAMES, NAMES),
    st.builds("for {} in {}:\n    {} = {}".format, NAMES, NAMES, NAMES, NAMES),
    st.builds("del {}".format, NAMES),
    st.builds("{}[{}:{}] = {} if {} else 1".format, NAMES, NAMES, NAMES, NAMES, NAMES),
    st.builds("({} := {})".format, NAMES, NAMES),
)


@given(st.lists(STATEMENTS, min_size=1, max_size=5))
def test_nothing_undefined_is_let_through(statements: list[str]):
    code = "\n".join(statements) + "\n"
    if all_defined([ast.parse(code)]):
        assert not [one for one in Checker(ast.parse(code)).messages if isinstance(one, UndefinedName)]
