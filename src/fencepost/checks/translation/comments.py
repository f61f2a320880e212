"""Compares the comments of two pieces of code, for projects in which a translation may not change them."""

from __future__ import annotations

from difflib import SequenceMatcher

from fencepost.checks.translation.difference import Difference, shortened
from fencepost.checks.translation.syntax import syntax_of

_HASHED = frozenset({"bash", "pycon", "toml", "yaml"})


def compare(language: str, one: str, other: str) -> list[Difference]:
    """The first comment that is not the same on both sides."""
    ours, theirs = _comments(language, one), _comments(language, other)
    texts = [[text for _, text in side] for side in (ours, theirs)]
    for tag, start, end, begin, stop in SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        lines = (_line(ours, start, one), _line(theirs, begin, other))
        here = shortened(ours[start][1]) if start < end else ""
        there = shortened(theirs[begin][1]) if begin < stop else ""
        return [Difference("FP405", *lines, here, there, "the settings ask for equal comments")]
    return []


def _comments(language: str, body: str) -> list[tuple[int, str]]:
    pattern = syntax_of("python" if language in _HASHED else language)
    return [
        (body.count("\n", 0, match.start()) + 1, match[0].strip())
        for match in pattern.finditer(body)
        if match.lastgroup == "comment"
    ]


def _line(side: list[tuple[int, str]], index: int, body: str) -> int:
    return side[index][0] if index < len(side) else body.count("\n") + 1
