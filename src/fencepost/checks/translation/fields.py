"""What a translated text has to keep: the fields of its template, its URLs, its numbers."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from decimal import Decimal

from fencepost.checks.translation.alike import Alike

_SPEC = r"(?::(?![^{}\n]*,\s*\w+:)[^{}\n]*)?"
"""How a field is formatted; where more pairs follow the colon, it is JSON whose quotes a shell took."""
_FIELD = re.compile(
    rf"\{{\{{|\}}\}}|(\{{(?:[^\W\d][\w.\[\]]*|\d*)(?:![rsa])?{_SPEC}\}})"
    r"|%%|(%\(\w+\)[#0 +-]*\d*(?:\.\d+)?[sdrfgxi]|%[sdr](?![A-Za-z])|%\.\d+f)|(\$\{[^{}\s]+\})"
)
_URL = re.compile(r"(?:https?|ftp|wss?)://[A-Za-z0-9._~:/?#@!$&*+;=%{}-]+")
_MARKS = ".,;:!?"
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.])(?<![A-Za-z]-)\d+(?:[.:]\d+)*")
"""A number that is no part of a name, such as a model's."""
_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve".split(),
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(),
    "january february march april may june july august september october november december".split(),
    "jan feb mar apr may jun jul aug sep oct nov dec".split(),
)
_OTHERS = (
    "ein zwei drei vier fünf sechs sieben acht neun zehn",
    "uno dos tres cuatro cinco seis siete ocho nueve diez",
    "un deux trois quatre cinq six sept huit neuf dix",
    "uno due tre quattro cinque sei sette otto nove dieci",
    "um dois três quatro cinco seis sete oito nove dez",
    "один два три четыре пять шесть семь восемь девять десять",
)
"""One to ten in German, Spanish, French, Italian, Portuguese and Russian."""
_WORDS: dict[str, str] = {
    **{word: str(number) for words in _OTHERS for number, word in enumerate(words.split(), 1)},
    **{word: str(number) for number, word in enumerate(_ENGLISH[0])},
    **{word: str(number) for words in _ENGLISH[1:] for number, word in enumerate(words, 1)},
    **{digit: str(number) for number, digit in enumerate("零一二三四五六七八九十")},
    "两": "2",
    "две": "2",
    "once": "1",
    "twice": "2",
}
_POWERS: dict[str, int] = {
    word: power
    for power, words in (
        (3, "thousand 千 천"),
        (4, "万 萬 만"),
        (6, "million 百万 百萬"),
        (8, "亿 億 억"),
        (9, "billion"),
        (12, "trillion 兆 조"),
    )
    for word in words.split()
}
"""The words for powers of ten, which languages count by differently."""
_LARGE = re.compile(
    rf"(?<![A-Za-z0-9_.])(\d+(?:\.\d+)?) ?({'|'.join(sorted(_POWERS, key=len, reverse=True))})(?![a-z])", re.IGNORECASE
)
_DIGIT = re.compile(r"\d")
_ESCAPE = re.compile(r"\\[nrt]")
"""A line end or tab as it is written in code: its letter is no part of the word behind it."""
_GROUPED = re.compile(r"(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])")
_WORD = re.compile(r"[^\W\d_\u2e80-\u9fff]+|[零一二三四五六七八九十两]", re.IGNORECASE)


def lost_fields(one: str, other: str, alike: Alike) -> str:
    """What only one of two translations of a text has; empty if they agree."""
    urls, twin_urls = _urls(one, other, alike)
    if urls or twin_urls:
        return _said("URL", urls, twin_urls)
    fields, twin_fields = _fields(one), _fields(other)
    if fields != twin_fields:
        return _said("field", fields - twin_fields, twin_fields - fields)
    return _numbers(_URL.sub(" ", one), _URL.sub(" ", other))


def _urls(one: str, other: str, alike: Alike) -> tuple[Counter[str], Counter[str]]:
    """The URLs that only one of the texts has; one that goes on in foreign letters stands for any that begins so."""
    ours, theirs = (
        [url.rstrip(_MARKS) for url in _URL.findall(one)],
        [url.rstrip(_MARKS) for url in _URL.findall(other)],
    )
    for url in tuple(ours):
        twin = next((twin for twin in theirs if _same_url(alike.neutral(url), alike.neutral(twin))), None)
        if twin is not None:
            ours.remove(url)
            theirs.remove(twin)
    return Counter(ours), Counter(theirs)


def _same_url(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return one == other or (shorter.endswith(("/", "=", "#")) and longer.startswith(shorter))


def _fields(text: str) -> Counter[str]:
    return Counter(name for groups in _FIELD.findall(text) for name in groups if name)


def _numbers(one: str, other: str) -> str:
    one, other = (_whole(_FIELD.sub(" ", unicodedata.normalize("NFKC", text))) for text in (one, other))
    ours, theirs = Counter(_NUMBER.findall(one)), Counter(_NUMBER.findall(other))
    # A small number may be written as a word on one side, and a month as a name.
    missing = (ours - theirs) - _spelt(other), (theirs - ours) - _spelt(one)
    return _said("number", *missing) if any(missing) else ""


def _whole(text: str) -> str:
    """A text whose large numbers are written in digits alone."""
    text = text if text.isascii() else _DIGIT.sub(lambda match: str(unicodedata.digit(match[0])), text)
    text = _GROUPED.sub(lambda match: match[0].replace(",", ""), _ESCAPE.sub(" ", text))
    return _LARGE.sub(lambda match: f"{Decimal(match[1]).scaleb(_POWERS[match[2].lower()]):f} ", text)


def _spelt(text: str) -> Counter[str]:
    words = (word.lower() for word in _WORD.findall(text))
    return Counter(_WORDS[word] for word in words if word in _WORDS)


def _said(kind: str, lost: Counter[str], gained: Counter[str]) -> str:
    less, more = ", ".join(lost.elements()), ", ".join(gained.elements())
    if less and more:
        return f"the {kind} `{more}` stands in the place of `{less}`"
    return f"the {kind} `{less}` is missing" if less else f"the {kind} `{more}` is added"
