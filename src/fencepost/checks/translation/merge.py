"""Brings newer code into an older fence, and keeps what was translated there."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from fencepost.checks.translation import tokens
from fencepost.checks.translation.alike import Alike

_COMMENT = re.compile(r"[ \t]*(?<!\S)(?:#|//|--)[^\n]*$")


def by_base(base: str, new: str, own: str) -> list[str] | None:
    """The new lines; those that are as in `base` stay as they are in `own`. `None` where lines cannot be matched.

    Args:
        base: what the newer side had when both sides said the same.
        new: what it has now.
        own: what the older side has, line by line the translation of `base`.
    """
    before, now, mine = base.splitlines(), new.splitlines(), own.splitlines()
    if len(before) != len(mine):
        return None
    lines: list[str] = []
    for tag, start, end, begin, stop in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if tag == "equal":
            lines += mine[start:end]
        else:
            both = min(end - start, stop - begin)
            lines += map(_with_comment, now[begin : begin + both], before[start:end], mine[start:end])
            lines += now[begin + both : stop]
    return lines


def by_line(language: str, new: str, own: str, alike: Alike) -> list[str] | None:
    """The new lines; those that `own` has in translation stay, and so do its comments. `None` without as many lines."""
    now, mine = new.splitlines(), own.splitlines()
    if len(now) != len(mine):
        return None
    return [
        old if not tokens.compare(language, line, old, alike) else _with_comment(line, line, old)
        for line, old in zip(now, mine, strict=True)
    ]


def _with_comment(line: str, before: str, own: str) -> str:
    """A new line with the translated comment of the old one, where its own comment has not changed."""
    comment, earlier, translated = _COMMENT.search(line), _COMMENT.search(before), _COMMENT.search(own)
    if comment and earlier and translated and comment[0].strip() == earlier[0].strip():
        return line[: comment.start()] + translated[0]
    return line
