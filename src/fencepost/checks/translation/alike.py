"""When two words of code, one from each language, count as the same."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from fencepost.checks.translation import scripts
from fencepost.checks.translation.options import TranslationOptions

Likeness = Literal["same", "typography", "translated", "different"]

_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "。": ".", "、": ","})
_PROSE = re.compile(r"[A-Za-z]+[,.:;!?]? +(?:[A-Za-z]+|\{)")
"""Two words, or one in front of a field."""
_ALONE = "\0"
"""Stands for a value that is nothing but the name of a language."""


class Alike:
    """Compares words of one language's page with words of the other's.

    The rules were measured on pages of thirty projects: a text may differ when one side is written in letters that
    English does not have; what else differs is a difference of the code.
    """

    def __init__(self, one: str, other: str, options: TranslationOptions) -> None:
        """Prepare the comparison for two languages."""
        self.options = options
        self._foreign = scripts.foreign(one, other)
        self._latin = not (scripts.own_letters(one) or scripts.own_letters(other))
        self._markers = scripts.markers(one, other)
        self._locale = scripts.locale(one, other)
        self._groups = _groups(options.same)

    def is_foreign(self, text: str) -> bool:
        """Whether a text is written in the letters of one of the languages."""
        return not text.isascii() and self._foreign.search(text) is not None

    def names(self, one: str, other: str) -> bool:
        """Whether two identifiers are the same; one in the language's own letters is a placeholder for any."""
        return (
            one == other or self.is_foreign(one) or self.is_foreign(other) or self.neutral(one) == self.neutral(other)
        )

    def texts(self, one: str, other: str) -> Likeness:
        """How two texts in code relate: only a translated one may differ in its words."""
        if one == other:
            return "same"
        if self.options.strings == "frozen":
            return "same" if self._regrouped(one) == self._regrouped(other) else "different"
        if self.is_foreign(one) or self.is_foreign(other):
            return "translated"
        if self.neutral(one) == self.neutral(other) or self._are_localised(one, other):
            return "same"
        if folded(one) == folded(other):
            return "typography"
        if self._latin and _PROSE.search(one) and _PROSE.search(other):
            return "translated"
        return "different"

    def _are_localised(self, one: str, other: str) -> bool:
        """Whether each is a name of its own locale, as those of voices are: `en-US-Aria`, `zh-CN-Xiaoxiao`."""
        ours, theirs = self._locale.match(one), self._locale.match(other)
        return ours is not None and theirs is not None and ours["language"] != theirs["language"]

    def neutral(self, text: str) -> str:
        """A word without what names its language, and with one name for values that mean the same."""
        return self._markers.sub("", self._regrouped(text)) or (_ALONE if text else "")

    def grouped(self, one: float, other: float) -> bool:
        """Whether the settings call two numbers the same."""
        return bool(self._groups) and self._regrouped(str(one)) == self._regrouped(str(other))

    def _regrouped(self, text: str) -> str:
        for pattern, number in self._groups:
            text = pattern.sub(f"\0{number}", text)
        return text


def folded(text: str) -> str:
    """A text without what is only typography: runs of blanks, curly quotes, full-width forms."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_QUOTES))
    return " ".join(text.split())


def _groups(same: tuple[tuple[str, ...], ...]) -> tuple[tuple[re.Pattern[str], int], ...]:
    found: list[tuple[re.Pattern[str], int]] = []
    for number, values in enumerate(same):
        longest_first = sorted((value for value in values if value), key=len, reverse=True)
        if longest_first:
            words = "|".join(re.escape(value) for value in longest_first)
            found.append((re.compile(rf"(?<![A-Za-z0-9])(?:{words})(?![A-Za-z0-9])"), number))
    return tuple(found)
