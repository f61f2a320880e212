"""Words for near misses: in what, and in nothing else, do two texts differ?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″'‘’‚‛′`", '"'))
_BLANKS = str.maketrans(dict.fromkeys("\u00a0\u2007\u202f", " "))
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))


def _visible(text: str) -> str:
    return "".join(character for character in text if unicodedata.category(character) != "Cf")


def _dashes(text: str) -> str:
    return re.sub(r"-{2,}", "-", text.translate(_DASHES))


def _blanks_at_the_end(text: str) -> str:
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


def _indentation(text: str) -> str:
    return re.sub(r"^[ \t]+", "", text, flags=re.MULTILINE)


_FOLDS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("quotes", lambda text: text.translate(_QUOTES)),
    ("blanks at the end of a line", _blanks_at_the_end),
    ("a no-break space", lambda text: text.translate(_BLANKS)),
    ("dashes", _dashes),
    ("tabs and runs of blanks", lambda text: re.sub(r"\t| {2,}", " ", text)),
    ("an ellipsis", lambda text: text.replace("…", "...")),
    ("invisible characters", _visible),
    ("indentation", _indentation),
    ("full-width forms", lambda text: unicodedata.normalize("NFKC", text)),
    ("upper and lower case", str.casefold),
)


def near_miss(page: Sequence[str], source: Sequence[str]) -> str:
    """In what the lines of a page differ from those of the source, if in nothing that matters; else empty."""
    one, other = "\n".join(page), "\n".join(source)
    if one == other:
        return ""
    if braces := _braces(one, other):
        return braces
    for name, fold in _FOLDS:
        if fold(one) == fold(other):
            return name
    return _several(one, other) or _empty_lines(page, source)


def _braces(page: str, source: str) -> str:
    if page == _single(source):
        return "raw against rendered braces: the page has them single, the source doubled"
    if _single(page) == source:
        return "raw against rendered braces: the page has them doubled, the source single"
    return ""


def _single(text: str) -> str:
    return text.replace("{{", "{").replace("}}", "}")


def _several(page: str, source: str) -> str:
    """Several near misses at once, each of which is needed."""
    needed = list(_FOLDS)
    if _folded(page, needed) != _folded(source, needed):
        return ""
    for fold in _FOLDS:
        fewer = [other for other in needed if other is not fold]
        if _folded(page, fewer) == _folded(source, fewer):
            needed = fewer
    return " and ".join(name for name, _ in needed)


def _folded(text: str, folds: Sequence[tuple[str, Callable[[str], str]]]) -> str:
    for _, fold in folds:
        text = fold(text)
    return text


def _empty_lines(page: Sequence[str], source: Sequence[str]) -> str:
    if [line for line in page if line.strip()] != [line for line in source if line.strip()]:
        return ""
    if source[:1] == [""] and page[:1] != [""]:
        return "empty lines: the source begins with one"
    if source[-1:] == [""] and page[-1:] != [""]:
        return "empty lines: the source ends with one"
    return "empty lines"
