"""Small fingerprints of texts, by which parts of two pages are recognised whatever their language."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

_BITS = 509
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]+|\d[\d.]*")
_SPAN = re.compile(r"`[^`\n]+`")
_MARKED = re.compile(r"(?<![\w.])(?=\w*[\d_]|[a-zA-Z]*[a-z][A-Z])[A-Za-z0-9_.]+", re.ASCII)
"""A name or a number: what a translation leaves as it is."""
_COMMENT = re.compile(r"(?:^|(?<=\s))(?:#|//|--|;).*$", re.MULTILINE)


def of_code(body: str) -> int:
    """The fingerprint of a piece of code without its comments."""
    return _of(_WORD.findall(_COMMENT.sub("", body)))


def of_prose(text: str) -> int:
    """The fingerprint of a passage: the names and numbers that a translation leaves as they are."""
    return _of([*_WORD.findall(" ".join(_SPAN.findall(text))), *_MARKED.findall(text)])


def overlap(one: int, other: int) -> float:
    """How much of two fingerprints is common, from 0 to 1; 0 where one of them is empty."""
    together = (one | other).bit_count()
    return (one & other).bit_count() / together if one and other else 0.0


def _of(words: Iterable[str]) -> int:
    # Python's own hash differs from process to process.
    mask = 0
    for word in set(words):
        mask |= 1 << (zlib.crc32(word.encode()) % _BITS)
    return mask
