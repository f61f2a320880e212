"""Faults of sources are made where the text stands, and change the value as they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.proving.copy import Copy
from fencepost.proving.sources import broken_files
from fencepost.sources import Sources, SourceText

MODULE = '''\
from textwrap import dedent

PLAIN = """\\
first line here
second {name} line
{{"key": 1}} last"""
DEDENTED = dedent(
    """
    first line here
    second line here
    """
)
JOINED = "first line here\\n" "second line here\\n"
LINES = "\\n".join([
    "first line here",
    "second line here",
])
DATA = {"alpha": "some words", "beta": [1, 2]}
word = "first"


def work(alpha, beta):
    gamma = alpha
    delta = beta
    return gamma, delta


class Holder:
    TEXT = """one word
two words"""
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "m.py").write_text(MODULE)
    (tmp_path / "t.txt").write_bytes(b"first line\r\nsecond line\r\n")
    return tmp_path


def source_of(root: Path, expression: str) -> SourceText:
    source = Sources(root).resolve(expression)
    assert isinstance(source, SourceText)
    return source


@pytest.mark.parametrize(
    ("expression", "kinds"),
    [
        ("m:PLAIN", {"word", "line", "swap", "blank", "field", "brace"}),
        ("m:DEDENTED", {"word", "line", "swap", "blank"}),
        ("m:JOINED", {"word"}),
        ("m:LINES", {"word", "blank"}),
        ("m:DATA", {"word", "field"}),
        ("m:Holder.TEXT", {"word", "blank"}),
        ("file:t.txt", {"word", "line", "swap", "blank"}),
        ("src:m.py#work", {"word", "line", "swap", "blank"}),
    ],
)
def test_the_value_becomes_what_the_fault_says(project: Path, expression: str, kinds: set[str]) -> None:
    source = source_of(project, expression)
    copy = Copy(project)
    made = set()
    try:
        for broken in broken_files(project, source):
            with copy.changed(broken.path, broken.text) as root:
                new = Sources(root).resolve(expression)
            said = "\n".join(broken.variant.lines)
            if expression.startswith("src:") and not isinstance(new, SourceText):
                continue
            assert isinstance(new, SourceText), broken
            assert new.text.replace("\r\n", "\n").removesuffix("\n") == said, broken
            assert broken.line == source.at(broken.variant.index).line
            made.add(broken.variant.kind)
    finally:
        copy.close()
    assert made >= kinds


def test_only_the_chosen_lines_are_broken(project: Path) -> None:
    found = list(broken_files(project, source_of(project, "m:PLAIN"), {1}))
    assert {broken.variant.index for broken in found} == {1}


def test_line_ends_are_kept(project: Path) -> None:
    texts = [broken.text for broken in broken_files(project, source_of(project, "file:t.txt"))]
    assert texts
    assert all(text.count("\n") == text.count("\r\n") for text in texts)


def test_what_was_worked_out_is_not_broken(project: Path) -> None:
    (project / "n.py").write_text('import m\nNUMBER = 7\nLONG = "ab" * 3\n')
    assert not list(broken_files(project, source_of(project, "n:NUMBER")))
    assert not list(broken_files(project, source_of(project, "n:LONG")))


def test_the_copy_is_made_when_it_is_needed_and_taken_back(project: Path) -> None:
    (project / ".venv").mkdir()
    (project / ".venv" / "x.py").write_text("")
    copy = Copy(project)
    with copy.changed("m.py", "broken") as root:
        assert (root / "m.py").read_text() == "broken"
        assert (root / "t.txt").read_bytes() == (project / "t.txt").read_bytes()
        assert not (root / ".venv").exists()
    assert (root / "m.py").read_text() == MODULE
    assert (project / "m.py").read_text() == MODULE
    copy.close()
    assert not root.exists()
