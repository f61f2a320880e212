"""Patterns of `.gitignore`, held against what MkDocs reads them with."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from fencepost.ignorerules import IgnoreRules


def left_out(lines: str, *paths: str) -> list[str]:
    rules = IgnoreRules.of_lines(lines.split("\n"))
    return [path for path in paths if rules.leave_out(path)]


@pytest.mark.parametrize(
    ("pattern", "out", "in_"),
    [
        ("*.py", ["a.py", "x/y/a.py"], ["a.pyc", "py"]),
        ("/snippets/", ["snippets/a.md", "snippets/x/a.md"], ["x/snippets/a.md", "snippets"]),
        ("snippets", ["snippets", "x/snippets/a.md"], ["snippets.md"]),
        ("x/*.md", ["x/a.md"], ["a.md", "y/x/a.md", "x/y/a.md"]),
        ("**/_template.md", ["_template.md", "x/y/_template.md"], ["x_template.md"]),
        ("x/**", ["x/a", "x/y/a"], ["x", "y/x/a"]),
        ("x/**/a", ["x/a", "x/y/z/a"], ["a", "xa"]),
        ("[!a].md", ["b.md"], ["a.md", "xy.md"]),
        (r"\#a", ["#a"], ["a"]),
        ("# a", [], ["# a", "a"]),
        ("", [], ["a"]),
    ],
)
def test_a_pattern_names_files(pattern: str, out: list[str], in_: list[str]) -> None:
    assert left_out(pattern, *out, *in_) == out


def test_the_last_one_decides() -> None:
    assert left_out("*.md\n!a.md\n", "a.md", "b.md", "x/a.md") == ["b.md"]
    assert left_out("!a.md\n*.md\n", "a.md") == ["a.md"]


def _single(pattern: str) -> str:
    return re.sub("//+", "/", re.sub(r"\*{3,}", "**", pattern))


PARTS = st.sampled_from(["a", "b", "*", "**", "a*", "?", "[ab]", "/", "/", "!", "c.md", "*.md"])
PATHS = st.lists(st.sampled_from(["a", "b", "ab", "c.md", "x"]), min_size=1, max_size=4).map("/".join)


@given(st.lists(st.lists(PARTS, min_size=1, max_size=5).map("".join).map(_single), min_size=1, max_size=4), PATHS)
def test_it_agrees_with_pathspec(lines: list[str], path: str) -> None:
    try:
        spec = GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return
    assert IgnoreRules.of_lines(lines).leave_out(path) == spec.match_file(path), lines
