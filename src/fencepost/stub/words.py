"""The nearest right word for a wrong one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known word that looks most like `word`, if any does."""
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=cutoff)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """An ending for a message about an unknown word: the nearest right one, or all of them."""
    choices = list(known)
    near = nearest(word, choices)
    return f"did you mean `{near}`?" if near else "known are " + ", ".join(f"`{choice}`" for choice in choices)
