"""Commands that are too plain to be parsed wrongly are not handed to the shell."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fencepost.checks.shell import is_plain

PIECES = [
    "git",
    "commit",
    "-m",
    "'a b'",
    '"c d"',
    "in",
    "if",
    "done",
    "é",
    "a=1",
    "x",
    " ",
    "  ",
    "\n",
    "\t",
    "!",
    "'",
    '"',
    "$",
    "|",
    "#",
]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
@settings(max_examples=80, deadline=None)
def test_what_is_plain_parses(script: str) -> None:
    if is_plain(script):
        answer = subprocess.run(["bash", "-n"], input=script.encode(), env={"LC_ALL": "C"}, check=False)
        assert answer.returncode == 0


@pytest.mark.parametrize(
    "script", ["git commit -m 'a b'", 'echo "a b"', "cd docs\n  ls -la *.md".replace("*", "x"), ""]
)
def test_a_command_with_arguments_is_plain(script: str) -> None:
    assert is_plain(script)


@pytest.mark.parametrize(
    "script", ["if true", "echo 'a", 'echo "a', "a | b", "for", "done", "a (", "x=$(", "a && b", "{ a", "a # it's"]
)
def test_whatever_may_be_wrong_is_not(script: str) -> None:
    assert not is_plain(script)
