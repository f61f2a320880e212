"""A page without its code: what people read, line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fencepost.model import Page

_NO_END = re.compile(r"[^\n]")
_CODE_OR_COMMENT = re.compile(
    r"<!--.*?-->|\{/\*.*?\*/\}|(?<![\\`])(?P<marks>`+)(?!`)(?:(?!\n[ \t>]*\n).)+?(?<!`)(?P=marks)(?!`)", re.DOTALL
)
"""Whichever opens first; a code span ends with its paragraph."""
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Prose:
    """The lines of a page; those of fences, comments and front matter are empty."""

    page: Page
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines)


def read(page: Page) -> Prose:
    """Take the code and the comments out of a page."""
    text = page.text.replace("\r\n", "\n").replace("\r", "\n")
    if text.startswith(("---", "\ufeff---")):
        text = _FRONT_MATTER.sub(_blank, text, count=1)
    lines = text.split("\n")
    for fence in page.fences:
        lines[fence.line - 1 : fence.end_line] = [""] * (fence.end_line - fence.line + 1)
    if "<!--" in text or "{/*" in text:
        lines = _without_comments("\n".join(lines)).split("\n")
    return Prose(page, tuple(lines))


def without_spans(text: str) -> str:
    """A text of the same length and with the same lines in which the code spans are blank."""
    if "`" not in text:
        return text
    return _CODE_OR_COMMENT.sub(lambda match: _blank(match) if match["marks"] else match[0], text)


def _without_comments(text: str) -> str:
    return _CODE_OR_COMMENT.sub(lambda match: match[0] if match["marks"] else _blank(match), text)


def _blank(match: re.Match[str]) -> str:
    return _NO_END.sub(" ", match[0])
