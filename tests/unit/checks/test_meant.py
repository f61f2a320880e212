"""What a page announces as an error is no fault of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.engine import check


def codes(root: Path, page: str) -> list[str]:
    (root / "a.md").write_text(page)
    return [finding.code for finding in check(root).findings]


@pytest.mark.parametrize(
    ("code", "raises", "meant"),
    [
        ("boom", "NameError", True),
        ("boom", "\"NameError: name 'boom' is not defined\"", True),
        ("boom", "\"NameError: name 'bang' is not defined\"", False),
        ("boom", "Exception", True),
        ("boom", "ValueError", False),
        ("1 +", "SyntaxError", True),
        ("  x = 1\n y", "IndentationError", True),
        ("1 +", "NameError", False),
    ],
)
def test_a_directive_announces_it(code: str, raises: str, meant: bool, tmp_path: Path) -> None:
    found = codes(tmp_path, f"<!-- fencepost: run raises={raises} -->\n```python\n{code}\n```\n")
    assert (found == []) is meant


@pytest.mark.parametrize(
    ("code", "shown", "meant"),
    [
        ("boom", "NameError: name 'boom' is not defined", True),
        ("boom", "name 'boom' is not defined", True),
        ("boom", "name 'bang' is not defined", False),
        ("boom", "ValueError: x", False),
        ("1 +", "SyntaxError: invalid syntax", True),
        ("1 +", "invalid syntax", True),
    ],
)
def test_a_block_announces_it(code: str, shown: str, meant: bool, tmp_path: Path) -> None:
    page = f"```python\n{code}\n```\n\n<!-- fencepost: error -->\n```text\n{shown}\n```\n\n```python\nother\n```\n"
    found = codes(tmp_path, page)
    assert found == ["FP110"] * (1 if meant else 2)
