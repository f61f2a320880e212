"""Sources that come to more than anybody shows, or that take for ever: given up soon, with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.sources import Sources, SourceText, Unresolved


def doubling(first: str, line: str, count: int = 40) -> str:
    lines = (line.replace("OLD", f"X{number - 1}").replace("NEW", f"X{number}") for number in range(1, count))
    return f"X0 = {first}\n" + "".join(f"{one}\n" for one in lines) + f"X = X{count - 1}\n"


CLASSES = "class C0:\n    pass\n" + "".join(
    f"class A{n}(C{n - 1}):\n    pass\nclass B{n}(C{n - 1}):\n    pass\nclass C{n}(A{n}, B{n}):\n    pass\n"
    for n in range(1, 40)
)
WITHOUT_END = {
    "text": doubling("'ab'", "NEW = OLD + OLD"),
    "f-string": doubling("'ab'", "NEW = f'{OLD}{OLD}'"),
    "percent": doubling("'ab'", "NEW = '%s%s' % (OLD, OLD)"),
    "format": doubling("'ab'", "NEW = '{0}{0}'.format(OLD)"),
    "list": doubling("[1]", "NEW = [OLD, OLD]"),
    "flat list": doubling("[1]", "NEW = [*OLD, *OLD]"),
    "tuple": doubling("(1,)", "NEW = OLD + OLD"),
    "mapping": doubling("{'a': 1}", "NEW = {'a': OLD, 'b': OLD}"),
    "merged": doubling("{'a': 1}", "NEW = {**OLD, **OLD}"),
    "number": doubling("99", "NEW = OLD * OLD"),
    "added text": "X = 'ab'\n" + "X += X\n" * 40,
    "added list": "X = [1]\n" + "X += X\n" * 40,
    "repeated": doubling("[1]", "NEW = [OLD] * 1000", 6),
    "repeated text": "X = 'ab' * 10_000_000\n",
    "repeated nothing": "X = '' * 10_000_000\n",
    "replaced": "A = 'a' * 90_000\nX = A.replace('a', A)\n",
    "replaced between": "A = 'a' * 90_000\nX = A.replace('', A)\n",
    "joined": "X = ('b' * 90_000).join(['a'] * 90_000)\n",
    "joined parts": "X = 'b'.join(['a' * 90_000] * 90_000)\n",
    "indented": "import textwrap\nX = textwrap.indent('a\\n' * 9_000, 'b' * 9_000)\n",
    "dedented": "import textwrap\nX = textwrap.dedent('\\n' * 900_000 + ' a')\n",
    "width": "X = f'{1:>999999999}'\n",
    "width of %": "X = '%999999999d' % 1\n",
    "width of format": "X = '{:>{}}'.format(1, 999999999)\n",
    "comprehension": "R = [1] * 1000\nX = [1 for a in R for b in R for c in R]\n",
    "comprehension of one": "R = [[1] * 1000] * 1000\nX = [[w for a in R] for w in R]\n",
    "dumped": "import json\nR = [[[1] * 1000] * 1000] * 1000\nX = json.dumps(R)\n",
    "classes": f"{CLASSES}X = C39.nothing\n",
}


@pytest.mark.parametrize("name", WITHOUT_END)
def test_what_has_no_end_is_given_up(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.py").write_text(WITHOUT_END[name])
    found = Sources(tmp_path).resolve("a:X")
    assert isinstance(found, Unresolved)
    assert "it cannot be read without an import: " in found.reason


def test_the_next_expression_has_all_its_steps(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f"{WITHOUT_END['mapping']}Y = {{'a': 1}}\n")
    sources = Sources(tmp_path)
    assert isinstance(sources.resolve("a:X"), Unresolved)
    assert isinstance(sources.resolve("a:Y"), SourceText)


def test_large_sources_are_read(tmp_path: Path) -> None:
    table = ", ".join(f"'key {n}': ['{'x' * 20}', {n}, {{'n': {n}}}]" for n in range(3000))
    (tmp_path / "a.py").write_text(
        f"A = '''{'line of text' * 4}\n{'x' * 70}\n''' * 900\nB = {{{table}}}\nC = f'{{A}}{{A}}'\n"
    )
    sources = Sources(tmp_path)
    for name in "ABC":
        assert isinstance(sources.resolve(f"a:{name}"), SourceText), name
