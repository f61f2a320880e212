"""The place of a source: its assignment, and the line of the file for each line of the text."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fencepost.sources import Sources, SourceText, Unresolved
from fencepost.sources.literals import trace


def resolved(root: Path, expression: str) -> SourceText:
    found = Sources(root).resolve(expression)
    assert isinstance(found, SourceText), found
    return found


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ('A = """a\nb\nc"""', (1, 2, 3)),
        ('A = """\\\na\nb\n"""', (2, 3)),
        ("A = (\n    'a\\n'\n    'b'\n    ' more\\n'\n    'c'\n)", (2, 3, 5)),
        ("A = 'a\\n\\nb'", (1, 1, 1)),
        ('A = """\n\n  a\n  b\n""".strip()', (3, 4)),
        ('import textwrap\nA = textwrap.dedent("""\\\n    a\n\n    b\n""")', (3, 4, 5)),
        ('import inspect\nA = inspect.cleandoc("""\n\n    a\n      b\n    """)', (4, 5)),
        ('A = "a\\n" + \\\n    "b\\n" + \\\n    "c"', (1, 2, 3)),
        ('H = "head\\n"\n\nA = H + """b\nc"""', (1, 3, 4)),
        ('N = "x"\nA = f"""a {N}\n{N}\n{{b}}"""', (2, 1, 4)),
        ('L = [\n  "a",\n  "b",\n]\nA = "\\n".join(L)', (2, 3)),
        ('A = "a;b".replace(";", "\\n")', (1, 1)),
        ('A = """a\nb"""\nA += """\nc"""', (1, 2, 4)),
        ("A = ('a\\n'  # a comment with a \"quote\"\n     'b')", (1, 2)),
        ("A = 'a\\\nb\\nc'", (1, 2)),
        ('A = """\n%s\n%s\n""".lstrip() % ("x",\n "y")', (4, 5)),
        ('A = """{x}\n{y}""".format(x="1", y="2")', (1, 2)),
    ],
)
def test_each_line_has_its_own(tmp_path: Path, code: str, lines: tuple[int, ...]) -> None:
    write(tmp_path, "mod.py", code)
    found = resolved(tmp_path, "mod:A")
    assert found.lines == lines
    assert [found.at(index).line for index in range(len(lines))] == list(lines)


def test_the_place_is_that_of_the_assignment(tmp_path: Path) -> None:
    write(tmp_path, "mod.py", "# a comment\n\nA = (\n    'a'\n)\nclass C:\n    B: str = 'b'\nD = {\n    'k': 'v',\n}\n")
    assert str(resolved(tmp_path, "mod:A").place) == "mod.py:3:1"
    assert str(resolved(tmp_path, "mod:C.B").place) == "mod.py:7:1"
    assert str(resolved(tmp_path, 'mod:D["k"]').place) == "mod.py:9:1"


def test_re_exports_lead_to_the_defining_module(tmp_path: Path) -> None:
    write(
        tmp_path,
        "src/pkg/__init__.py",
        "from .prompts import PROMPT as PUBLIC\nfrom .deep import *\nfrom . import deep\n",
    )
    write(tmp_path, "src/pkg/prompts.py", "\nPROMPT = 'the prompt'\n")
    write(tmp_path, "src/pkg/deep/__init__.py", "from ..prompts import PROMPT\nfrom pkg.deep.inner import INNER\n")
    write(tmp_path, "src/pkg/deep/inner.py", "import pkg.prompts as p\n\n\nINNER = p.PROMPT + '!'\n")
    assert str(resolved(tmp_path, "pkg:PUBLIC").place) == "src/pkg/prompts.py:2:1"
    assert str(resolved(tmp_path, "pkg:INNER").place) == "src/pkg/deep/inner.py:4:1"
    assert resolved(tmp_path, "pkg:deep.INNER").text == "the prompt!"
    assert str(resolved(tmp_path, "pkg.deep:PROMPT").place) == "src/pkg/prompts.py:2:1"


def test_lines_from_another_file_name_it(tmp_path: Path) -> None:
    write(tmp_path, "head.py", "\nHEAD = 'head\\n'\n")
    write(tmp_path, "mod.py", "from head import HEAD\nA = HEAD + 'tail'\n")
    found = resolved(tmp_path, "mod:A")
    assert str(found.place) == "mod.py:2:1"
    assert [str(found.at(index)) for index in range(2)] == ["head.py:2:1", "mod.py:2:1"]


def test_a_project_under_src_is_an_import_root(tmp_path: Path) -> None:
    write(tmp_path, "src/lib/pyproject.toml", "[project]\nname = 'lib'\n")
    write(tmp_path, "src/lib/lib/__init__.py", "A = 'a'\n")
    assert str(resolved(tmp_path, "lib:A").place) == "src/lib/lib/__init__.py:1:1"


def test_the_project_comes_before_the_environment(tmp_path: Path) -> None:
    write(tmp_path, "pytest.py", "A = 'ours'\n")
    assert resolved(tmp_path, "pytest:A").text == "ours"


def test_the_environment_is_read_without_an_import(tmp_path: Path) -> None:
    found = resolved(tmp_path, "this:s")
    assert "Ornhgvshy vf orggre guna htyl." in found.text
    assert found.place.line == 1


def test_circular_imports_end(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "from b import X\n")
    write(tmp_path, "b.py", "from a import X\n")
    assert not isinstance(Sources(tmp_path).resolve("a:X"), SourceText)


def test_json_has_the_lines_of_its_literal(tmp_path: Path) -> None:
    write(tmp_path, "mod.py", "A = {\n    'a': 1,\n    'b': [\n        'x', 'y',\n    ],\n    'c': {},\n}\n")
    found = resolved(tmp_path, "mod:A")
    assert found.text.split("\n")[1] == '  "a": 1,'
    assert found.lines == (1, 2, 3, 4, 4, 5, 6, 7)


def test_a_column_is_more_exact_than_its_line(tmp_path: Path) -> None:
    write(tmp_path, "mod.py", "A = ('one '\n     'two\\n'\n     'three')")
    found = resolved(tmp_path, "mod:A")
    assert [found.at(0).line, found.at(0, 4).line, found.at(1).line] == [1, 2, 3]


_UNIT = st.sampled_from(
    ["a", "é", "记", "'", '"', "\\", "\n", "\t", "{{", "}}", "\\n", "\\x41", "\\N{BULLET}", "\\\n", " "]
)
_OPENING = st.sampled_from(["", "r", "f", "rf", "u"])


@st.composite
def _literals(draw: st.DrawFn) -> str:
    """One or more adjacent literals in parentheses, of which Python takes at least most."""
    parts: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        quote = draw(st.sampled_from(["'", '"', "'''", '"""']))
        parts.append(draw(_OPENING) + quote + "".join(draw(st.lists(_UNIT, max_size=8))) + quote)
    return draw(st.sampled_from([" ", "\n", "  # it's a comment\n"])).join(parts)


@settings(max_examples=300, deadline=None)
@given(_literals())
def test_a_trace_is_the_value_that_python_has(segment: str) -> None:
    try:
        value = eval(compile(f"(\n{segment}\n)", "literal", "eval"))
    except (SyntaxError, ValueError, NameError):
        return
    traced = trace(segment, "x.py", 1, value)
    assert traced.text == value
    last = 1 + segment.count("\n")
    lines = [line for _, line in traced.origins]
    assert lines == sorted(lines)
    assert all(1 <= line <= last for line in lines)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), max_size=12), min_size=1, max_size=6)
)
def test_adjacent_literals_keep_their_lines(texts: list[str]) -> None:
    """Each part of an implicit concatenation is traced to the line on which it stands."""
    segment = "\n".join(repr(text) for text in texts)
    assert isinstance(ast.parse(f"({segment})").body[0], ast.Expr)
    traced = trace(segment, "x.py", 1, "".join(texts))
    assert [line for _, line in traced.origins] == [n for n, text in enumerate(texts, 1) for _ in text]


def test_items_are_found_through_aliases(tmp_path: Path) -> None:
    write(tmp_path, "other.py", "TABLE = {\n    'k': {\n        'x': 'deep',\n    },\n    **{'y': 'spread'},\n}\n")
    write(tmp_path, "mod.py", "import other as o\nfrom other import TABLE as T\nVIA = o.TABLE\nDIRECT = T\nCLASS = o\n")
    assert str(resolved(tmp_path, 'mod:VIA["k"]["x"]').place) == "other.py:3:1"
    assert str(resolved(tmp_path, 'mod:DIRECT["k"]').place) == "other.py:2:1"
    assert resolved(tmp_path, 'mod:VIA["y"]').text == "spread"
    assert resolved(tmp_path, 'mod:CLASS.TABLE["k"]["x"]').text == "deep"


def test_a_star_brings_names_and_a_built_in_module_none(tmp_path: Path) -> None:
    write(tmp_path, "mod.py", "from gone import *\nfrom other import *\nfrom sys import version as V\n")
    write(tmp_path, "other.py", "A = 'a'\n_B = 'b'\n")
    assert resolved(tmp_path, "mod:A").text == "a"
    for name in ("_B", "V", "C"):
        assert isinstance(Sources(tmp_path).resolve(f"mod:{name}"), Unresolved)


def test_a_default_of_a_record_keeps_its_place(tmp_path: Path) -> None:
    code = (
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    a: str\n    b: str = 'x'\nP1 = P(\n    a='y'\n)\n"
    )
    write(tmp_path, "mod.py", code)
    assert str(resolved(tmp_path, "mod:P1.a").place) == "mod.py:7:1"
    assert str(resolved(tmp_path, "mod:P1.b").place) == "mod.py:5:1"
