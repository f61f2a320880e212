"""What a translation may change, as a project has decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class TranslationOptions:
    """The settings `comments`, `strings` and `same`."""

    comments: Literal["free", "equal"] = "free"
    """Whether comments and docstrings may differ."""
    strings: Literal["translate", "frozen"] = "translate"
    """Whether texts in code may be translated."""
    same: tuple[tuple[str, ...], ...] = ()
    """Groups of values that mean the same in two languages: regions, mirrors, data sets."""
