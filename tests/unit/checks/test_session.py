from __future__ import annotations

from pathlib import Path

import pytest

from fencepost import engine


def found(folder: Path, body: str, language: str = "pycon") -> list[tuple[str, int, int]]:
    (folder / "a.md").write_text(f"# T\n\n```{language}\n{body}\n```\n")
    return [(one.code, one.place.line, one.place.column) for one in engine.check(folder).findings]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (">>> x = 1\n>>> for\n", ("FP109", 5, 1)),
        (">>> def f():\n...     return (\n", ("FP109", 5, 1)),
        (">>>x = 1\n", ("FP109", 4, 1)),
        (">>> x = 1\n>>> gone + x\n2", ("FP110", 5, 5)),
    ],
)
def test_what_is_wrong_at_the_prompt(tmp_path: Path, body: str, where: tuple[str, int, int]) -> None:
    assert found(tmp_path, body) == [where]
    if where[0] == "FP110" or body.startswith(">>> "):
        assert found(tmp_path, body, "python") == [where]


@pytest.mark.parametrize(
    "body",
    [
        ">>> 1 +\nSyntaxError: invalid syntax\n>>> 1\n1",
        ">>> gone\nTraceback (most recent call last):\n  ...\nNameError: name 'gone' is not defined",
        ">>> await x()\n>>> def x(): ...\n...\n>>> [\n...     1,\n... ]\n[1]",
        "",
        "just text",
        ">>> 1 + 1  # doctest: +IGNORE_RESULT, +ELLIPSIS\n...",
    ],
)
def test_what_shows_an_error_is_meant(tmp_path: Path, body: str) -> None:
    codes = [code for code, *_ in found(tmp_path, body)]
    assert "FP109" not in codes
    assert "FP110" not in codes or "await x" in body
