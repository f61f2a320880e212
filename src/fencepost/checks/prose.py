"""A page without its code: what people read, line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from fencepost.model import Page

_NO_END = re.compile(r"[^\n]")
_TEXT = r"(?:[^`\n]++|\n(?![ \t>]*\n))++"
_CODE = rf"`(?<![\\`]`)(?P<more>`*+){_TEXT}(?:(?!`(?P=more)(?!`))`++{_TEXT})*+`(?P=more)(?!`)"
_SPAN = re.compile(_CODE)
"""A code span, which ends with its paragraph. It begins with a plain character: it is found fast."""
_SPAN_OR_COMMENT = re.compile(rf"<!--.*?-->|\{{/\*.*?\*/\}}|{_CODE}", re.DOTALL)
"""Whichever opens first."""
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
        text = _SPAN_OR_COMMENT.sub(lambda match: _blank(match) if match["more"] is None else match[0], text)
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
    return _SPAN_OR_COMMENT.sub(lambda match: match[0] if match["more"] is None else _blank(match), text)


def _has_comments(text: str) -> bool:
    return "<!--" in text or "{/*" in text


def _blank(match: re.Match[str]) -> str:
    text = match[0]
    return _NO_END.sub(" ", text) if "\n" in text else " " * len(text)
