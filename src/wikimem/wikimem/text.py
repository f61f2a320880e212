"""What may be written: content with something to see in it, and fields that stay inside their comment."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote, unquote

_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Me"})
# Letters and symbols by category, blank by their definition: Hangul fillers and the empty Braille cell.
_BLANK_GLYPHS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# What would end a field, its comment or its line, or be taken for an escape.
_FIELD_ESCAPES = re.compile("[%|>\x00-\x1f\x7f-\x9f\u2028\u2029]")


def clean_content(content: str) -> str:
    """The content as it is stored: stripped at both ends.

    Raises `ValueError` if it holds a lone surrogate or nothing visible, `TypeError` if it is not text.
    """
    require_text(content, "content")
    stripped = content.strip()
    if not any(map(_visible, stripped)):
        raise ValueError("diary entry content is empty")
    return stripped


def clean_field(value: str | None, name: str) -> str | None:
    """A field of the comment as it is stored: stripped, and `None` if nothing is left.

    Raises `ValueError` if it holds a lone surrogate, `TypeError` if it is not text.
    """
    if value is None:
        return None
    require_text(value, name)
    return value.strip() or None


def require_text(value: object, name: str) -> None:
    """Raise unless `value` is text that UTF-8 can hold."""
    if not isinstance(value, str):
        raise TypeError(f"diary entry {name} must be text, got {type(value).__name__}")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(f"diary entry {name} is not valid text: lone surrogate at position {error.start}") from None


def escape_field(value: str) -> str:
    """Percent-encode what would end the field, its comment or its line; `unescape_field` gives it back."""
    return _FIELD_ESCAPES.sub(lambda match: quote(match[0], safe=""), value)


def unescape_field(text: str) -> str:
    """The value of a field; a per cent sign that encodes nothing stays."""
    return unquote(text)


def _visible(char: str) -> bool:
    return char not in _BLANK_GLYPHS and unicodedata.category(char) not in _INVISIBLE_CATEGORIES
