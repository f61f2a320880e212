"""Folds the line breaks of a text that a page shows over several lines."""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """One line: a blank where Latin words meet, nothing where wide characters do."""
    folded = ""
    for line in text.split("\n"):
        words = line.strip()
        if not words:
            continue
        needs_blank = folded and not (_is_wide(folded[-1]) or _is_wide(words[0]))
        folded += (" " if needs_blank else "") + words
    return folded


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in ("W", "F")
