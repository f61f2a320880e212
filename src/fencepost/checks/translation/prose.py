"""A page without its code: what people read, line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fencepost.checks.translation import scripts
from fencepost.markdown.comments import outside_code
from fencepost.model import Page

_COMMENT = re.compile(r"<!--.*?-->|\{/\*.*?\*/\}", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_LETTER = re.compile(r"[^\W\d_]")
_CODE = re.compile(r"`[^`\n]*`|\]\([^()\s]*\)|https?://\S+")
_LITTLE = 0.02
"""A smaller share of a language's own letters than this is no text in that language."""
_MUCH = 0.5
"""A larger share of foreign letters than this is a text in another language."""

_ENOUGH = 40
"""Fewer letters do not show in which language a text is written."""


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
        lines = _without_comments("\n".join(lines)).split("\n")
    return Prose(page, tuple(lines))


def is_untranslated(prose: Prose, twin: Prose) -> bool:
    """Whether a page is still written in its twin's language."""
    own, other = (scripts.own_letters(side.page.language or "") for side in (prose, twin))
    if own == other:
        return _repeats(prose, twin)
    letters = "".join(_LETTER.findall(_CODE.sub("", prose.text)))
    if len(letters) < _ENOUGH:
        return False
    return _share(letters, own) < _LITTLE if own else _share(letters, other) > _MUCH


def _without_comments(text: str) -> str:
    parts: list[str] = []
    position = 0
    for match in _COMMENT.finditer(outside_code(text)):
        # In the masked text a code span has lost its line ends.
        parts += [text[position : match.start()], "\n" * text.count("\n", *match.span())]
        position = match.end()
    return "".join(parts) + text[position:]


def _share(letters: str, script: str) -> float:
    return len(re.findall(f"[{script}]", letters)) / len(letters)


def _repeats(prose: Prose, twin: Prose) -> bool:
    lines, others = ([line for line in side.lines if " " in line.strip()] for side in (prose, twin))
    known = set(others)
    return bool(lines) and sum(line in known for line in lines) > 0.8 * len(lines)


def _emptied(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")
