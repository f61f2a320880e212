"""Modules are imported in a process of its own, which survives what they do."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from fencepost.sources import Sources, SourceText, Unresolved
from fencepost.sources.expression import Attribute, Symbol
from fencepost.sources.importing import Importer
from fencepost.sources.modules import import_roots

MODULE = '''
import os
import sys
from dataclasses import dataclass

print("noise on stdout")
print("noise on stderr", file=sys.stderr)
os.write(1, b"raw noise")


def make(name, n=1, *, mark="!"):
    """Make a text."""
    return name * n + mark


def table():
    return {"é": [1, None, True]}


@dataclass
class Point:
    x: int


def prompt():
    text = "You are an assistant.\\n"
    text += "Answer in one word.\\n"
    return text


POINT = Point(3)
PID = str(os.getpid())
OBJECT = object()


def fail():
    raise RuntimeError("two\\nlines")


def leave():
    sys.exit(3)


def die():
    os._exit(3)


def hang():
    while True:
        pass


class Broken(Exception):
    def __str__(self):
        raise ValueError


def broken():
    raise Broken


def ask():
    return input()
'''


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "mod.py").write_text(MODULE, "utf-8")
    return tmp_path


@pytest.fixture
def sources(root: Path):
    made = Sources(root, allow_import=["mod", "bad", "models"])
    yield made
    made.close()


def text_of(sources: Sources, expression: str) -> str:
    found = sources.resolve(expression)
    assert isinstance(found, SourceText), found
    return found.text


def reason(sources: Sources, expression: str) -> str:
    found = sources.resolve(expression)
    assert isinstance(found, Unresolved), found
    assert not found.not_checked
    return found.reason


def test_calls_with_literal_arguments(sources: Sources) -> None:
    assert text_of(sources, 'mod:make("a", n=3, mark="?")') == "aaa?"
    found = sources.resolve('mod:make("a")')
    assert isinstance(found, SourceText)
    assert str(found.place) == "mod.py:11:1"


def test_values_become_json(sources: Sources) -> None:
    assert text_of(sources, "mod:table()") == '{\n  "é": [\n    1,\n    null,\n    true\n  ]\n}'
    assert text_of(sources, 'mod:table()["é"][0]') == "1"
    assert text_of(sources, "mod:POINT") == '{\n  "x": 3\n}'


def test_a_model_is_its_schema(root: Path, sources: Sources) -> None:
    (root / "models.py").write_text(
        "from pydantic import BaseModel\nclass Item(BaseModel):\n    '''An item.'''\n    名: int = 1\nITEM = Item()\n",
        "utf-8",
    )
    assert '"名"' in text_of(sources, "models:Item")
    assert text_of(sources, "models:ITEM") == '{\n  "名": 1\n}'
    assert text_of(sources, "models:Item.__doc__") == "An item."


def test_lines_of_a_made_text_are_found_where_they_are_unique(sources: Sources) -> None:
    found = sources.resolve("mod:prompt()")
    assert isinstance(found, SourceText)
    assert [found.at(index).line for index in range(2)] == [26, 27]


def test_one_process_for_all_and_not_this_one(sources: Sources) -> None:
    first = text_of(sources, "mod:PID")
    assert first == text_of(sources, "mod:PID.strip()")
    assert first != str(os.getpid())
    assert "mod" not in sys.modules


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ("fail()", "working it out raised RuntimeError: two lines"),
        ("leave()", "SystemExit: 3"),
        ("broken()", "Broken"),
        ("ask()", "EOFError"),
        ("OBJECT", "a value of type object is neither text nor JSON"),
        ("make", "`make` is a function: add `()`"),
        ("make(1, 2, 3)", "TypeError"),
    ],
)
def test_the_process_survives(sources: Sources, steps: str, words: str) -> None:
    assert words in reason(sources, f"mod:{steps}")
    assert text_of(sources, 'mod:make("a")') == "a!"


def test_a_module_that_ends_the_process_is_not_tried_again(root: Path, sources: Sources) -> None:
    (root / "bad.py").write_text("import os\nos._exit(1)\nA = open('x')\n", "utf-8")
    assert reason(sources, "bad:A") == "importing `bad` ended the process"
    assert reason(sources, "bad:A[0]") == "importing `bad` ended the process"
    assert text_of(sources, 'mod:make("a")') == "a!"


def test_what_takes_too_long_is_ended(root: Path) -> None:
    importer = Importer(root, import_roots(root), limit=1.0)
    (root / "slow.py").write_text("while True: pass", "utf-8")
    assert importer.value(Symbol("slow", (Attribute("A"),))) == "importing `slow` took longer than 1 s"
    importer.close()


def test_nothing_is_written_beside_the_modules(root: Path, sources: Sources) -> None:
    text_of(sources, "mod:PID")
    assert not (root / "__pycache__").exists()


def test_modules_that_are_not_allowed_are_not_imported(root: Path) -> None:
    (root / "bad.py").write_text("open('ran', 'w')\nA = open('x')\n", "utf-8")
    for sources in (Sources(root), Sources(root, allow_import=["bad"], importing=False)):
        assert isinstance(sources.resolve("bad:A"), Unresolved)
    assert not (root / "ran").exists()
