"""Puts settings into a TOML file; all that stood there stays byte for byte."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from fencepost.edits import newline_at

_HEADER = re.compile(r"^[ \t]*\[tool\.fencepost\][ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)


class CannotEditError(Exception):
    """The file is written in a way that is better changed by hand."""


def with_table(text: str, body: str) -> str:
    """A pyproject.toml with a table `[tool.fencepost]` at its end. Raises `CannotEditError`."""
    return _checked(text, _appended(text, f"[tool.fencepost]\n{body}"))


def with_entry(text: str, entry: str, *, own: bool) -> str:
    """A file of settings with a `[[quote]]` or another array's table at its end; `own` for fencepost.toml."""
    return _checked(text, _appended(text, entry if own else entry.replace("[[", "[[tool.fencepost.")))


def with_key(text: str, line: str, *, own: bool) -> str:
    """A file of settings with a further key, above those that stand there. Raises `CannotEditError`."""
    if own:
        return _checked(text, _inserted(text, 1 if text.startswith("\ufeff") else 0, line))
    header = _HEADER.search(text)
    if header is None:
        raise CannotEditError("it has no line `[tool.fencepost]`")
    end = text.find("\n", header.end())
    return _checked(text, _inserted(text, len(text) if end < 0 else end + 1, line))


def _inserted(text: str, offset: int, line: str) -> str:
    newline = newline_at(text, offset)
    before = "" if offset == 0 or text[offset - 1] in "\n\ufeff" else newline
    return f"{text[:offset]}{before}{line}{newline}{text[offset:]}"


def _appended(text: str, addition: str) -> str:
    newline = newline_at(text, len(text))
    gap = "" if not text.strip("\ufeff") else newline if text.endswith("\n") else newline * 2
    return text + gap + addition.replace("\n", newline)


def _checked(old: str, new: str) -> str:
    """The new text, if TOML reads all that stood in the old one out of it as before."""
    try:
        before, after = tomllib.loads(old.removeprefix("\ufeff")), tomllib.loads(new.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise CannotEditError(f"it would no longer be TOML: {error}") from error
    if not _holds(after, before):
        raise CannotEditError("something else in it would change")
    return new


def _holds(after: Any, before: Any) -> bool:
    """Whether all of `before` stands in `after`; a list may have become longer."""
    if isinstance(before, dict):
        return isinstance(after, dict) and all(key in after and _holds(after[key], before[key]) for key in before)
    if isinstance(before, list) and isinstance(after, list):
        return after[: len(before)] == before
    return after == before


def quoted(text: str) -> str:
    """A text as a TOML string."""
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def listed(texts: list[str]) -> str:
    """Texts as a TOML array."""
    return f"[{', '.join(map(quoted, texts))}]"
