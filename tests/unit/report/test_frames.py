from __future__ import annotations

import pytest

from fencepost.model import Place
from fencepost.report.frames import frame
from fencepost.report.text import beginning, columns, ending, painter


def framed(line: str, column: int, *, width: int = 100, end: int | None = None, colour: bool = False) -> list[str]:
    lines = {"a.md": ("first", line)}
    place = Place("a.md", 2, column, end_column=end)
    return frame(place, lambda path: lines.get(path, ()), width=width, paint=painter(colour))


def test_the_mark_stands_below_the_column() -> None:
    assert framed("call(metadata)", 6) == ["  2 | call(metadata)", "    |      ^"]


def test_the_mark_is_as_long_as_what_is_meant() -> None:
    assert framed("call(metadata)", 6, end=14) == ["  2 | call(metadata)", "    |      ^^^^^^^^"]


def test_a_finding_on_the_whole_line_has_no_mark() -> None:
    assert framed("call(metadata)", 1) == ["  2 | call(metadata)"]


def test_wide_characters_take_two_columns() -> None:
    text, mark = framed("打印(名字)", 4, end=6)
    assert text == "  2 | 打印(名字)"
    assert mark == "    |      ^^^^"


def test_combining_characters_take_none() -> None:
    assert framed("e\N{COMBINING ACUTE ACCENT}x = y", 4)[1] == "    |   ^"


def test_tabs_are_shown_as_blanks_and_control_characters_by_their_code() -> None:
    assert framed("\tx\x1b[31m = y", 2) == ["  2 |     x\\x1b[31m = y", "    |     ^"]


def test_a_long_line_is_cut_around_the_mark() -> None:
    shown, mark = framed("x" * 200 + "HERE" + "y" * 200, 201, width=60, end=205)
    assert columns(shown) <= 60
    assert shown[mark.index("^") :].startswith("HERE")
    assert mark.strip() == "| ^^^^".strip() or mark.endswith("^^^^")
    assert "…" in shown
    assert shown.endswith("…")


def test_a_long_line_of_wide_characters_is_cut_around_the_mark() -> None:
    shown, mark = framed("长" * 100 + "此处" + "短" * 100, 101, width=61, end=103)
    assert columns(shown) <= 61
    before = shown[: shown.index("此")]
    assert columns(before) == mark.index("^")


def test_a_line_that_is_not_there_shows_nothing() -> None:
    gone = Place("a.md", 9)
    assert frame(gone, lambda _path: ("one",), width=80, paint=painter(False)) == []
    assert frame(Place("b.md", 1), lambda _path: (), width=80, paint=painter(False)) == []
    assert framed("   ", 1) == []
    assert framed("> ```python", 1) == []


def test_the_mark_is_coloured_where_colour_is_wanted() -> None:
    assert framed("ab", 2, colour=True)[1].endswith(" \x1b[31m^\x1b[0m")


@pytest.mark.parametrize("room", range(1, 12))
@pytest.mark.parametrize("text", ["abcdefgh", "汉字与字母", "a汉b字c"])
def test_what_is_cut_fits(text: str, room: int) -> None:
    assert columns(beginning(text, room)) <= room
    assert columns(ending(text, room)) <= room
