"""A page without its code: what people read, line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fencepost.markdown.comments import without_code
from fencepost.model import Dialect, Page

_COMMENT = re.compile(r"<!--.*?-->|\{/\*.*?\*/\}", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_EMPTY_LINES = re.compile(r"(\n[ \t>]*(?=\n))")


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
        text = _FRONT_MATTER.sub(_emptied, text, count=1)
    lines = text.split("\n")
    for fence in page.fences:
        lines[fence.line - 1 : fence.end_line] = [""] * (fence.end_line - fence.line + 1)
    if "<!--" in text or "{/*" in text:
        lines = _without_comments("\n".join(lines), page.dialect).split("\n")
    return Prose(page, tuple(lines))


def outside_code(text: str, dialect: Dialect) -> str:
    """A text of the same length in which the code spans are blank; no span goes on behind an empty line."""
    parts = _EMPTY_LINES.split(text)
    return "".join(
        part if index % 2 else without_code(part, python_markdown=dialect == "mkdocs")
        for index, part in enumerate(parts)
    )


def _without_comments(text: str, dialect: Dialect) -> str:
    parts: list[str] = []
    position = 0
    for match in _COMMENT.finditer(outside_code(text, dialect)):
        # In the masked text a code span has lost its line ends.
        parts += [text[position : match.start()], "\n" * text.count("\n", *match.span())]
        position = match.end()
    return "".join(parts) + text[position:]


def _emptied(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")
