"""What is worked out without running is what Python works out; the rest is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.sources import Sources, SourceText, Unresolved

HEAD = """\
import enum
import json
import textwrap
import types

T = "ab cd"
L = ["x", "y"]
D = {"k": "v", "n": 2}


class E(enum.Enum):
    A = "a"


"""

WORKED_OUT = [
    "T.lstrip('a')",
    "T.rstrip()",
    "T.strip('ad')",
    "T.removeprefix('ab ')",
    "T.removesuffix('cd')",
    "T.title() + T.capitalize() + T.lower()",
    "'a\\nb\\n'.splitlines()",
    "'a-b-c'.replace('-', '+', 1)",
    "'ab'.replace('', '-')",
    "''.replace('a', 'b')",
    "'x'.join(L)",
    "'\\n'.join([])",
    "'%s|%5.1f|%r|%%|%x' % (T, 2.25, T, 255)",
    "'%(k)s-%(n)03d' % D",
    "'{} {} {k!r:>6}'.format(1, T, k='z')",
    "'{:>{}} {}'.format(1, 5, T)",
    "f'{T!s}{T!r}{D[\"n\"]:>4}{3.14159:.2f}'",
    "f'{L}'",
    "T[1:-1] + T[:2]",
    "L[1:]",
    "L[-1]",
    "D['k']",
    "[*L, 'z']",
    "(*L, *('p', 'q'))",
    "{**D, 'z': 1}",
    "D | {'z': 1}",
    "L + ['z']",
    "('a',) + ('b',)",
    "L * 2",
    "2 * 3 + 4 - 1",
    "7 // 2 + 7 % 2",
    "7 / 2",
    "-5",
    "1 + 2.5",
    "len(T) + len(L)",
    "str(T)",
    "list(('a', 'b'))",
    "tuple(L)[0]",
    "dict(D, z='w')",
    "dict(a=1, **D)",
    "[k for k in D]",
    "[f'{k}={v}' for k, v in D.items()]",
    "list(D.keys()) + ['z']",
    "[a + b for a in L for b in ('1', '2')]",
    "[n for n, _ in enumerate(L)]",
    "[a + b for a, b in zip(L, ('1', '2'))]",
    "textwrap.indent('a\\n\\nb', '  ')",
    "types.MappingProxyType(D)['k']",
    "json.dumps(D)",
    "json.dumps(D, indent=2, sort_keys=True)",
    "E.A.value + E.A.name",
    "None",
    "True",
]
LEFT_ALONE = [
    "T.find('a')",
    "T.upper",
    "'ß'.upper()",
    "'a\\x0cb'.splitlines()",
    "T.replace(1, 2)",
    "','.join([1, 2])",
    "','.join(T)",
    "L.items()",
    "'%s %s' % ('a',)",
    "'%s' % ('a', 'b')",
    "'%q' % 'a'",
    "'%d' % 'a'",
    "'%(z)s' % D",
    "'{z}'.format(k=1)",
    "f'{E.A}'",
    "'%s' % E.A",
    "f'{T:d}'",
    "D['z'] + 'a'",
    "L[9] + 'a'",
    "T[::-1]",
    "T['a']",
    "T + 1",
    "L + ('a',)",
    "T - T",
    "D * 2",
    "{**L}",
    "[*D]",
    "[x for x in L if x]",
    "[x for x, y in L]",
    "[x for x in T]",
    "not T",
    "T if T else L",
    "T == T",
    "(lambda: T)()",
    "open(T)",
    "len(5)",
    "dict([1])",
    "print(T)",
    "T.upper(*L)",
    "unknown",
    "E.B.value",
    "5 .real",
    "1 % 0",
]


def read(folder: Path, code: str) -> SourceText | Unresolved:
    (folder / "mod.py").write_text(f"{HEAD}X = {code}\n", "utf-8")
    return Sources(folder, allow_import=["mod"], importing=False).resolve("mod:X")


@pytest.mark.parametrize("code", WORKED_OUT)
def test_is_what_python_works_out(tmp_path: Path, code: str) -> None:
    namespace: dict[str, object] = {}
    exec(f"{HEAD}X = {code}\n", namespace)
    found = read(tmp_path, code)
    assert isinstance(found, SourceText), found
    assert found.value == namespace["X"]


@pytest.mark.parametrize("code", LEFT_ALONE)
def test_the_rest_has_to_be_run(tmp_path: Path, code: str) -> None:
    found = read(tmp_path, code)
    assert isinstance(found, Unresolved), found
    assert found.not_checked
