"""Edits to texts and files: overlap refused, line ends kept, never half written."""

from __future__ import annotations

import difflib
import errno
import itertools
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from fencepost import tree
from fencepost.model import Edit


class OverlapError(ValueError):
    """Two edits want to change the same characters."""


def apply(text: str, edits: Sequence[Edit]) -> str:
    """The text after all edits; offsets are those of the text before them.

    The line ends of a replacement become those of the place where it goes. The same edit given twice is done
    once. Raises `OverlapError`, with both places, where two edits meet.
    """
    ordered = sorted(set(edits), key=lambda edit: (edit.start, edit.end))
    for earlier, later in itertools.pairwise(ordered):
        if overlap(earlier, later):
            raise OverlapError(
                f"two fixes want to change the same text: {_place(text, earlier)} and {_place(text, later)}"
            )
    for edit in reversed(ordered):
        text = text[: edit.start] + _ended(edit.replacement, newline_at(text, edit.start)) + text[edit.end :]
    return text


def overlap(one: Edit, other: Edit) -> bool:
    """Whether two edits of one file, other than the same one twice, want to change the same text."""
    earlier, later = sorted((one, other), key=lambda edit: (edit.start, edit.end))
    return one != other and (later.start < earlier.end or later.start == earlier.start)


def newline_at(text: str, offset: int) -> str:
    """The line end in use around an offset: the one before it, else the one behind it."""
    position = text.rfind("\n", 0, offset)
    if position < 0:
        position = text.find("\n", offset)
    return "\r\n" if position > 0 and text[position - 1] == "\r" else "\n"


def unified(path: str, old: str, new: str) -> str:
    """The change as a patch that `git apply` takes; empty when there is none."""
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(_lines(old), _lines(new), f"a/{path}", f"b/{path}")
    )


def write_atomic(path: Path, text: str, root: Path) -> None:
    """Replace a file's text: the old bytes or the new ones are there, never a part.

    Nothing is folded or added: a byte order mark and CRLF are written as they stand in `text`. The mode is kept,
    and a symbolic link goes on pointing to the file. Raises `OSError`, also for a path below `root` that is a link
    out of it.
    """
    if tree.leads_out(path, root):
        raise PermissionError(errno.EPERM, "it is a link out of the project", str(path))
    target = path.resolve()
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _ended(replacement: str, newline: str) -> str:
    return re.sub(r"\r?\n", "\r\n", replacement) if newline == "\r\n" else replacement


def _place(text: str, edit: Edit) -> str:
    line = text.count("\n", 0, edit.start) + 1
    return f"{edit.path}:{line}:{edit.start - text.rfind(chr(10), 0, edit.start)}"


def _lines(text: str) -> list[str]:
    """Lines with their ends; a form feed or U+2028 ends none."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
