"""Files of environment variables, as the libraries read them that load a `.env`."""

from __future__ import annotations

import re

from fencepost.checks.wrongdata import WrongDataError

_NAME = re.compile(r"(?:export\s+)?[A-Za-z_][\w.-]*[ \t]*=[ \t]*")
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
"""A quoted value may go on over several lines."""
_NOTHING = re.compile(r"#.*|\.{3,}|…|")
"""A comment, dots that stand for further lines, or nothing at all."""


def check_env(text: str) -> None:
    """Parse a text as lines of NAME=value.

    Raises:
        WrongDataError: a line is none, or a quote is not closed.
    """
    position = 0
    while position < len(text):
        end = text.find("\n", position)
        end = end if end >= 0 else len(text)
        line = text[position:end].strip()
        if not _NOTHING.fullmatch(line):
            end = _entry_end(text, text.index(line, position), end)
        position = end + 1


def _entry_end(text: str, start: int, end: int) -> int:
    """Where the last line ends of an entry whose first line has this start and end."""
    number = text.count("\n", 0, start) + 1
    name = _NAME.match(text, start, end)
    if name is None:
        raise WrongDataError("a line is NAME=value, a comment, or empty", number)
    if not text.startswith(("'", '"'), name.end()):
        return end
    value = _QUOTED.match(text, name.end())
    if value is None:
        raise WrongDataError("the quote is not closed", number)
    behind = text.find("\n", value.end())
    return behind if behind >= 0 else len(text)
