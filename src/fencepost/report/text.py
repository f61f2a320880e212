"""What reports for people are set with: colour, counts in words, widths on a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache

Paint = Callable[[str, str], str]
"""Puts a text in the colour of this name, or leaves it as it is."""

_COLOURS = {"error": "31", "warning": "33", "info": "36", "bold": "1", "dim": "2", "green": "32", "red": "31"}
_TAB = 4


def painter(colour: bool) -> Paint:
    """A `Paint` that colours, or one that does not."""

    def paint(text: str, name: str) -> str:
        return f"\x1b[{_COLOURS[name]}m{text}\x1b[0m" if colour and text else text

    return paint


def plural(number: int, noun: str) -> str:
    """`1 fence`, `2 fences`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def encodable(text: str) -> str:
    """The text with lone surrogates, which no encoding takes, written as escapes; JSON reads them as they were."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def columns(text: str) -> int:
    """How many columns a terminal takes for the text: two for a wide character, none for a combining one."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def printable(text: str) -> str:
    """The text as a terminal may show it: tabs as blanks, control characters by their code."""
    shown = text.expandtabs(_TAB)
    if shown.isprintable():
        return shown
    return "".join(char if char.isprintable() or char == " " else ascii(char)[1:-1] for char in shown)


def beginning(text: str, room: int) -> str:
    """The text, cut behind so that it takes `room` columns at most; `…` stands for what is left out."""
    if columns(text) <= room:
        return text
    used = 0
    for end, char in enumerate(text):
        used += _columns(char)
        if used > room - 1:
            return f"{text[:end]}…"
    return text


def ending(text: str, room: int) -> str:
    """The text, cut in front so that it takes `room` columns at most."""
    if columns(text) <= room:
        return text
    start = len(text)
    used = 1
    while used + _columns(text[start - 1]) <= room:
        start -= 1
        used += _columns(text[start])
    return f"…{text[start:]}"


@lru_cache(maxsize=4096)
def _columns(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1
