"""Findings that say the same of several lines of a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.testing import Docs

PAGE = "```python\nlen(gone)\n```\n\n```python\nx = 1\ngone\n```\n\n```python\ngone + 1\n```\n"
NAME = "the name `gone` is defined nowhere"


def test_they_are_told_once_with_the_lines_of_the_others(tmp_path: Path) -> None:
    out = Docs(tmp_path, {"a.md": PAGE, "b.md": "```python\ngone\n```\n"}).command("check").out
    assert out.count(NAME) == 2
    assert "a.md:2:5: FP110" in out
    assert "  the same at lines 7 and 11\n  help: " in out
    assert "4 errors" in out


def test_one_more_line(tmp_path: Path) -> None:
    out = Docs(tmp_path, {"a.md": "[a](x.md)\n\n[b](y.md) [a](x.md)\n"}).command("check").out
    assert (out.count("leads nowhere"), "the same at line 3\n" in out) == (2, True)


def test_of_many_lines_the_first_are_listed(tmp_path: Path) -> None:
    out = Docs(tmp_path, {"a.md": "[a](x.md)\n\n" * 20}).command("check").out
    assert "  the same at lines 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25 and 7 more\n" in out


def test_what_shows_two_places_stands_alone(tmp_path: Path) -> None:
    pages = {"en/a.md": "# A\n\n- a\n- b\n\nx\n\n- a\n- b\n", "zh/a.md": "# 甲\n\n- 一\n\n文\n\n- 一\n"}
    out = Docs(tmp_path, pages).command("check").out
    assert "the same at" not in out


@pytest.mark.parametrize("style", ["concise", "github", "json", "sarif"])
def test_other_formats_have_each(tmp_path: Path, style: str) -> None:
    assert Docs(tmp_path, {"a.md": PAGE}).command("check", "--output-format", style).out.count(NAME) == 3


def test_of_a_rule_with_many_those_that_are_not_shown_are_counted(tmp_path: Path) -> None:
    pages = {f"{name}.md": PAGE for name in "abcdefg"}
    out = Docs(tmp_path, pages).command("check").out
    assert (out.count(NAME), "21  FP110  undefined-name  (6 more: " in out) == (5, True)
