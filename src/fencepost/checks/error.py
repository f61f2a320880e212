"""Holds a shown error to the exception that was raised."""

from __future__ import annotations

import re

from fencepost.compare.lines import fold
from fencepost.compare.wrap import rewrap

_HEADER = "Traceback (most recent call last):"


def describe(error: BaseException) -> str:
    """An exception as the last line of a traceback shows it."""
    message = message_of(error)
    return f"{type_name(error)}: {message}" if message else type_name(error)


def message_of(error: BaseException) -> str:
    """Its own text, or what a traceback shows where an exception cannot make one.

    Of code that does not parse a traceback shows the message alone: it has said before in which file and line.
    """
    if isinstance(error, SyntaxError) and isinstance(error.msg, str):
        return error.msg
    try:
        return str(error)
    except Exception:
        return "<exception str() failed>"


def type_name(error: BaseException) -> str:
    """The type's name, as the end of a traceback shows it: built-in ones and those of the page without module."""
    kind = type(error)
    return (
        kind.__qualname__ if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}.{kind.__qualname__}"
    )


def is_of_type(error: BaseException, name: str) -> bool:
    """Whether an `except NAME` would catch it: the name of its type or of a base, with or without module."""
    return any(name in (base.__name__, f"{base.__module__}.{base.__qualname__}") for base in type(error).__mro__)


def agrees(shown: str, error: BaseException, *, wrap: bool = False) -> bool:
    """Whether a shown text is this error: its message, `Type: message`, or the end of a traceback.

    With `wrap`, line breaks of the page are folded.
    """
    text = _end_of_traceback("\n".join(fold(shown)))
    message = message_of(error)
    kind = type(error)
    names = {type_name(error), kind.__name__, f"{kind.__module__}.{kind.__qualname__}"}
    accepted = {message, *(f"{name}: {message}" for name in names)}
    if not message:
        accepted |= names
    if isinstance(error, SyntaxError):
        accepted.add(str(error))  # as `print(error)` shows it
    if wrap:
        lines = fold(text)
        return any([part.text for part in rewrap(lines, fold(one))] == lines for one in accepted)
    return text in accepted


def shown_as(lines: list[str], error: BaseException, *, wrap: bool = False) -> list[str]:
    """The error in the form in which the page shows another one: with its type or without, wrapped, as a traceback."""
    message, described = fold(message_of(error)), fold(describe(error))
    if lines and lines[0].lstrip().startswith(_HEADER):
        kept = len(lines) - len(fold(_end_of_traceback("\n".join(lines))))
        return [*lines[:kept], *described]
    typed = bool(lines) and re.match(r"[A-Za-z_][\w.]*(?:Error|Exception|Warning|Exit|Interrupt)\b:?", lines[0])
    text = described if typed else message
    return [part.text for part in rewrap(lines, text)] if wrap else text


def raises_as_declared(declared: str, error: BaseException) -> bool:
    """Whether an exception is what `raises="Type"` or `raises="Type: text"` says; the text is exact."""
    name, colon, text = declared.partition(":")
    if not is_of_type(error, name.strip()):
        return False
    texts = (message_of(error), str(error)) if isinstance(error, SyntaxError) else (message_of(error),)
    return not colon or text.strip() in (one.strip() for one in texts)


def _end_of_traceback(text: str) -> str:
    if not text.lstrip().startswith((_HEADER, 'File "<')):
        return text
    # Frames are indented; what follows the last of them is the exception, which may span lines.
    frames = list(re.finditer(r"^[ \t]+.*\n", text, re.MULTILINE))
    return text[frames[-1].end() :] if frames else text.split("\n", 1)[-1]
