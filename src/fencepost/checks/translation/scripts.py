"""Which letters a language is written with, and what it is called in file names and values."""

from __future__ import annotations

import re
from functools import lru_cache

_CJK = (
    "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003134f"
)
_CYRILLIC = "\u0400-\u052f"
_ARABIC = "\u0600-\u06ff\u0750-\u077f"
_LETTERS = {
    **dict.fromkeys(("zh", "ja", "ko"), _CJK),
    **dict.fromkeys(("ru", "uk", "bg", "mk", "sr"), _CYRILLIC),
    **dict.fromkeys(("ar", "fa"), _ARABIC),
    "el": "\u0370-\u03ff\u1f00-\u1fff",
    "he": "\u0590-\u05ff",
    "hi": "\u0900-\u097f",
    "th": "\u0e00-\u0e7f",
}
_NON_ASCII = "\u00c0-\u024f\u1e00-\u1eff"
"""Latin letters with marks."""

_NAMES = {
    "ar": "arabic",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "hi": "hindi",
    "it": "italian",
    "ja": "japanese",
    "ko": "korean",
    "nl": "dutch",
    "pl": "polish",
    "pt": "portuguese",
    "ru": "russian",
    "tr": "turkish",
    "uk": "ukrainian",
    "vi": "vietnamese",
    "zh": "chinese",
}
_REGIONS = {
    "en": "us|gb",
    "pt": "br|pt",
    "zh": "cn|tw|hk|sg|hans|hant",
}


def base(language: str) -> str:
    """The language of a tag without its region: `zh` for `zh-CN`."""
    return language.replace("_", "-").split("-")[0].lower()


def own_letters(language: str) -> str:
    """The inside of a character class with the letters that only this language's script has; empty for Latin."""
    return _LETTERS.get(base(language), "")


@lru_cache(maxsize=64)
def foreign(one: str, other: str) -> re.Pattern[str]:
    """Matches a letter by which a text in code shows that it is written in one of two languages.

    For two languages in Latin letters these are the letters with marks.
    """
    letters = own_letters(one) + own_letters(other)
    return re.compile(f"[{letters or _NON_ASCII}]")


@lru_cache(maxsize=64)
def locale(one: str, other: str) -> re.Pattern[str]:
    """Matches the locale with which a longer name begins: `en-US-`, `zh_CN_`."""
    return re.compile(rf"(?P<language>{re.escape(base(one))}|{re.escape(base(other))})[-_][A-Z]{{2}}[-_]")


@lru_cache(maxsize=64)
def markers(one: str, other: str) -> re.Pattern[str]:
    """Matches what a value or a file name says about its language, with the separator before it: `_zh`, `/en`."""
    words: list[str] = []
    for language in sorted({base(one), base(other)}):
        region = _REGIONS.get(language, "[a-z]{2}")
        words.append(rf"{re.escape(language)}(?:[-_](?:{region}))?")
        if language in _NAMES:
            words.append(_NAMES[language])
        if language == "zh":
            words.append("cn")
    return re.compile(rf"[_./-]?(?<![A-Za-z0-9])(?:{'|'.join(words)})(?![A-Za-z0-9])", re.IGNORECASE)
