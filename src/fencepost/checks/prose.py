"""A page without its code: what people read, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from fencepost.model import Page

_NO_END = re.compile(r"[^\n]")
_TEXT = r"(?:[^`\n]++|\n(?![ \t>]*\n))++"
_CODE = rf"`(?<![\\`]`)(?P<more>`*+){_TEXT}(?:(?!`(?P=more)(?!`))`++{_TEXT})*+`(?P=more)(?!`)"
_SPAN = re.compile(_CODE)
"""A code span, which ends with its paragraph. It begins with a plain character: it is found fast."""
_COMMENTS = (("-->", "<!--.*?-->"), ("*/}", r"\{/\*.*?\*/\}"))
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


@dataclass(frozen=True)
class Prose:
    """The lines of a page; those of fences, comments and front matter are empty."""

    page: Page
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """The text, split."""
        return self.text.split("\n")


class Readings:
    """The prose of pages, each read once; another page at the same path takes the place of the first."""

    def __init__(self) -> None:
        """Begin with no page read."""
        self._read: dict[str, Prose] = {}

    def of(self, page: Page) -> Prose:
        """The prose of a page."""
        known = self._read.get(page.path)
        if known is None or known.page is not page:
            known = self._read[page.path] = read(page)
        return known


def read(page: Page) -> Prose:
    """Take the code and the comments out of a page."""
    text = _without_fences(page)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.startswith(("---", "\ufeff---")):
        text = _FRONT_MATTER.sub(_blank, text, count=1)
    if _has_comments(text):
        text = _blanked(text, code=False)
    return Prose(page, text)


def _without_fences(page: Page) -> str:
    if not page.fences:
        return page.text
    parts: list[str] = []
    position = 0
    for fence in page.fences:
        parts += page.text[position : fence.start], "\n" * (fence.end_line - fence.line)
        position = fence.end
    return "".join([*parts, page.text[position:]])


def without_spans(text: str) -> str:
    """A text of the same length and with the same lines in which the code spans are blank."""
    if "`" not in text:
        return text
    if not _has_comments(text):
        return _SPAN.sub(_blank, text)
    return _blanked(text, code=True)


def _blanked(text: str, *, code: bool) -> str:
    """The text without its code spans, or else without its comments; of either, the one that opens first is one."""
    parts: list[str] = []
    position = 0
    for match in _code_and_comments(text):
        if (match["more"] is not None) == code:
            parts += text[position : match.start()], _blank(match)
            position = match.end()
    return "".join([*parts, text[position:]])


def _code_and_comments(text: str) -> Iterator[re.Match[str]]:
    """Code spans and comments; comments are looked for where they can end, else each would be read to the end."""
    last = tuple(text.rfind(closing) for closing, _ in _COMMENTS)
    position = 0
    while match := _pattern(tuple(position <= place for place in last)).search(text, position):
        yield match
        position = match.end()


@cache
def _pattern(closed: tuple[bool, ...]) -> re.Pattern[str]:
    comments = [comment for (_, comment), wanted in zip(_COMMENTS, closed, strict=True) if wanted]
    return re.compile("|".join([*comments, _CODE]), re.DOTALL)


def _has_comments(text: str) -> bool:
    return "<!--" in text or "{/*" in text


def _blank(match: re.Match[str]) -> str:
    text = match[0]
    return _NO_END.sub(" ", text) if "\n" in text else " " * len(text)
