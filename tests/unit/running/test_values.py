"""What the prompt would show of a last expression, and names of patterns in outputs."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import run_page

from fencepost.checks.output import OutputOptions, first_difference
from fencepost.edits import apply


def fixed(text: str, root: Path) -> str:
    edits = list(dict.fromkeys(edit for finding in run_page(text, root).findings for edit in finding.edits))
    return apply(text, edits)


def page(code: str, shown: str) -> str:
    return f"```python\n{code}\n```\n\n<!-- fencepost: output -->\n```text\n{shown}\n```\n"


@pytest.mark.parametrize(
    ("code", "shown", "codes"),
    [
        ("[1, 2]", "[1, 2]", []),
        ("print('a')\n[1, 2]", "a\n[1, 2]", []),
        ("print('a')\n[1, 2]", "a", []),  # a page need not show it
        ("x = 1", "1", ["FP202"]),
        ("None", "None", ["FP202"]),
        ("[1, 2]", "[1, 3]", ["FP202"]),
        ("import asyncio\nawait asyncio.sleep(0, result='done')", "'done'", []),
        ("for n in [1]:\n    n", "1", ["FP202"]),
        ("class A:\n    def __repr__(self):\n        return 'one\\ntwo'\nA()", "one\ntwo", []),
    ],
)
def test_the_last_expression_may_be_shown(code: str, shown: str, codes: list[str], tmp_path: Path) -> None:
    assert run_page(page(code, shown), tmp_path).codes == codes


@pytest.mark.parametrize(
    ("code", "codes"),
    [
        ("1 + 1\n#> 2", []),
        ("1 + 1\n#> 3", ["FP202"]),
        ("x = 1\n#> 1", ["FP202"]),
        ("print(1)\n#> 1", []),
        ("None\n#> None", ["FP202"]),
        ("def f():\n    print(1)\n    return 2\nf()\n#> 1", []),
        ("x = [1]\nx\n#> [1]\nx.append(2)\nx\n#> [1, 2]", []),
        ("if True:\n    1 + 1\n    #> 2", ["FP202"]),
    ],
)
def test_arrows_may_show_a_value(code: str, codes: list[str], tmp_path: Path) -> None:
    assert run_page(f"```python\n{code}\n```\n", tmp_path).codes == codes


def test_a_value_is_written_like_an_output(tmp_path: Path) -> None:
    assert fixed(page("[1, 2]", "[1]"), tmp_path) == page("[1, 2]", "[1, 2]")
    assert fixed("```python\n1 + 1\n#> 3\n```\n", tmp_path) == "```python\n1 + 1\n#> 2\n```\n"


PATTERNS = {"timestamp": r"\d{4}-\d\d-\d\d", "hex": r"0x[0-9a-f]+", "num": r"\d+"}


@pytest.mark.parametrize(
    ("shown", "printed", "difference"),
    [
        ("on <timestamp>\n", "on 2026-07-30\n", None),
        ("on <timestamp>\n", "on Monday\n", 0),
        ("<hex> <hex>\n", "0x1f 0x20\n", None),
        ("<other>\n", "<other>\n", None),
        ("<other>\n", "x\n", 0),
        ("<num>...5\n", "125\n", None),
        ("...\n<num>\n...\n<hex>\n", "a\n12\nb\nc\n0x1\n", None),
        ("...\n<num>\n", "a\nb\n", 1),
        ("a\n...\nc\n", "a\nb\n", 2),
        ("a\n...\n", "a\n", None),
        ("a...b...c\n", "a-b-b-c\n", None),
        ("a...b\n", "a-b-\n", 0),
        ("a...b\n", "abab\n", None),
        ("a...\n", "a\n", None),
        ("...\n", "", None),
    ],
)
def test_names_and_dots_stand_for_text(shown: str, printed: str, difference: int | None) -> None:
    assert first_difference(shown, printed, OutputOptions(patterns=PATTERNS)) == difference


def test_exact_takes_everything_as_text() -> None:
    options = OutputOptions(exact=True, patterns=PATTERNS)
    assert first_difference("<num> ...\n", "12 ...\n", options) == 0
    assert first_difference("<num> ...\n", "<num> ...\n", options) is None


@pytest.mark.parametrize(
    ("shown", "printed", "difference"),
    [
        ("b\na\n", "a\nb\n", None),
        ("<num>\na\n", "a\n12\n", None),
        ("<num>\na\n", "a\nb\n", 0),
        ("...\na\n", "b\na\nc\n", None),
        ("a\n", "a\nb\n", 1),
    ],
)
def test_order_may_not_matter(shown: str, printed: str, difference: int | None) -> None:
    assert first_difference(shown, printed, OutputOptions(unordered=True, patterns=PATTERNS)) == difference


def test_a_hopeless_comparison_ends_soon() -> None:
    shown = "...\nx\n" * 20 + "never\n"
    assert first_difference(shown, "x\n" * 5_000, OutputOptions()) == 40
    assert first_difference("a...a...a...a...a...a...a...a...b\n", "a" * 5_000 + "\n", OutputOptions()) == 0


def test_a_session_is_rewritten_with_its_blank_lines(tmp_path: Path) -> None:
    wrong = "```pycon\n>>> print('a\\n\\nb')\nx\n>>> 1\n1\n>>> 2\n3\n```\n"
    right = "```pycon\n>>> print('a\\n\\nb')\na\n<BLANKLINE>\nb\n>>> 1\n1\n>>> 2\n2\n```\n"
    assert fixed(wrong, tmp_path) == right
    assert run_page(right, tmp_path).findings == []
