"""F-strings of Python 3.12, told apart from broken ones by every Python."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fencepost.checks.python import has_newer_strings
from fencepost.engine import check

NEWER = [
    'print(f"{d["a"]}")',
    "print(f\"{'\\n'.join(names)}\")",
    'print(f"""{\n  1 # one\n}""")',
    'print(f"{\n  1\n}")',
    'f"{f"{f"{1}"}"}"',
    'f"{d["a"]!r:>{w["x"]}}" f"{{}}"',
    'x = "a" f"{d["a"]=}" "b"',
    'f"{x != d["a"]}"',
    "rf'{d['a']}\\d'",
    'f"\\N{BULLET} {d["a"]}"',
]
BROKEN = [
    'print(f"{d[0}")',
    'print(f"{}")',
    'print(f"{d["a"]")',
    'print f"{d["a"]}"',
    'f"}"',
    'f"{d["a"',
    'f"{a b}" f"{d["a"]}"',
    "print 'x'",
    'f"{x!}"',
]


@pytest.mark.parametrize("code", NEWER)
def test_what_only_python_3_12_reads_is_known(code: str) -> None:
    assert has_newer_strings(code)
    if sys.version_info >= (3, 12):
        ast.parse(code)


@pytest.mark.parametrize("code", BROKEN)
def test_what_no_python_reads_is_broken(code: str) -> None:
    assert not has_newer_strings(code)
    with pytest.raises(SyntaxError):
        ast.parse(code)


@given(st.text(alphabet="fr'\"{}[]!:=ab\\# \n", max_size=30))
def test_nothing_brings_it_down(text: str) -> None:
    assert has_newer_strings(text) in (True, False)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python reads them")
@pytest.mark.parametrize("run", [False, True])
def test_what_is_newer_than_this_python_is_no_fault_of_the_page(run: bool, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text('```python\nd = {"a": 1}\nprint(f"{d["a"]}")\n```\n')
    found = [one for one in check(tmp_path, run=run).findings if one.code == "FP109"]
    assert [finding.severity for finding in found] == ([] if run else ["info"])
    advice = [finding.help for finding in check(tmp_path, run=run).findings]
    assert advice == ["Run fencepost under Python 3.12 or later to have it checked."]
