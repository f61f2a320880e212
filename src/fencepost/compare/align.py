"""Align two sequences, in bearable time whatever their length."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

_LONG = 2000
"""Together this many items are aligned by what is rare in them alone: the time would grow with the square."""


def align(one: Sequence[str], other: Sequence[str]) -> difflib.SequenceMatcher[str]:
    """A matcher of the two; see `difflib.SequenceMatcher`."""
    return difflib.SequenceMatcher(None, one, other, autojunk=len(one) + len(other) > _LONG)
