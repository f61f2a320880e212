"""What a translation may change, as a project has decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from fencepost.plugins import Comparer


@dataclass(frozen=True, slots=True)
class TranslationOptions:
    """The settings `comments`, `strings` and `same`, and what plugins add."""

    comments: Literal["free", "equal"] = "free"
    """Whether comments and docstrings may differ."""
    strings: Literal["translate", "frozen"] = "translate"
    """Whether texts in code may be translated."""
    same: tuple[tuple[str, ...], ...] = ()
    """Groups of values that mean the same in two languages: regions, mirrors, data sets."""
    comparers: Mapping[str, Comparer] = field(default_factory=dict)
    """How plugins compare code, by its language."""
