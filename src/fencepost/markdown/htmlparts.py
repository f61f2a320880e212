"""HTML in pieces: the names of elements, what a tag looks like, and what was taken out of a page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from fencepost.markdown.tree import Line

State = Literal["block", "span", "off"]

SPAN_TAGS = frozenset("address dd dt h1 h2 h3 h4 h5 h6 legend li p summary td th".split())
"""Elements whose content is a line of text."""
RAW_TAGS = frozenset("canvas math option pre script style textarea".split())
"""Elements whose content is never read."""
BLOCK_TAGS = (
    SPAN_TAGS
    | RAW_TAGS
    | frozenset(
        "article aside blockquote details div dl fieldset figcaption figure footer form header hgroup hr main menu nav"
        " ol section table ul colgroup body group html iframe map noscript output object progress tbody tfoot thead tr"
        " video center".split()
    )
)
"""Elements that begin a block when they stand at the margin."""
PARSED_TAGS = BLOCK_TAGS - SPAN_TAGS - RAW_TAGS - {"hr"}
"""Elements whose content is read as blocks."""
HIDDEN_TAGS = frozenset({"script", "style", "template", "textarea"})
"""Elements whose content is not shown."""
CODE_TAGS = frozenset({"script", "style"})
"""Elements in whose content there are no tags."""

MARK = re.compile("\x02([FH])([0-9]+)\x02")
"""What stands in the place of a fence or of a piece of HTML."""
TAG_REST = re.compile(r"""(?:[^"'`<>=]|=\s*(?:"[^"]*"|'[^']*'|[^\s>"'`]*))*+>""")
"""What follows the name in a start tag."""
COMMENT_END = re.compile(r"--!?>")
_MARKDOWN = re.compile(r"""\smarkdown(?:\s*=\s*["']?([\w]*)["']?)?(?=[\s/>])""", re.IGNORECASE)
_CLASS = re.compile(r"""\sclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)


@dataclass(slots=True, eq=False)
class Piece:
    """What stood where the page has a mark now."""

    tag: str
    """Empty for what is no element of the outline."""
    line: int
    state: State = "off"
    classes: str = ""
    lines: list[Line] = field(default_factory=list)
    """The text of an element, with marks."""
    fences: list[int] = field(default_factory=list)
    """Fences in raw text that can be seen."""
    comments: list[tuple[int, int]] = field(default_factory=list)
    """Lines and columns at which comments begin."""


@dataclass(slots=True)
class Sink:
    """Collects text: each part with the index of the row in which it begins."""

    parts: list[tuple[str, int]] = field(default_factory=list)

    def add(self, row: int, *texts: str) -> None:
        """Append texts, of which none but the last holds more than one row."""
        self.parts.extend((text, row) for text in texts)

    def ends_with(self, text: str) -> bool:
        """Whether the last part ends with a text."""
        return bool(self.parts) and self.parts[-1][0].endswith(text)

    def lines(self, numbers: list[int]) -> list[Line]:
        """The lines, each with the number of the row in which its text begins."""
        found: list[Line] = []
        current, row = "", 0
        for text, first in self.parts:
            head, *more = text.split("\n")
            row = row if current else first
            current += head
            for step, line in enumerate(more, 1):
                found.append((current, numbers[row]))
                current, row = line, min(first + step, len(numbers) - 1)
        found.append((current, numbers[row]))
        return found


@dataclass(slots=True, eq=False)
class Element:
    """An open element whose text is kept as text."""

    piece: Piece
    row: int
    sink: Sink = field(default_factory=Sink)
    fresh: bool = True
    """Whether nothing has come since its start tag."""


def classes_of(tag: str) -> str:
    """The classes that a tag gives its element."""
    match = _CLASS.search(tag)
    return next((group for group in match.groups() if group is not None), "") if match else ""


def element_state(name: str, tag: str, parent: State | None, *, markdown: bool) -> State:
    """How the content of an element is read, by its `markdown` attribute and what it stands in."""
    match = _MARKDOWN.search(tag) if markdown else None
    value = "0" if match is None else (match[1] or "1").lower()
    value = "1" if value == "markdown" else value
    if parent == "off" or (parent == "span" and value != "0"):
        value = parent
    if (value == "1" and name in PARSED_TAGS) or (value == "block" and name in PARSED_TAGS | SPAN_TAGS):
        return "block"
    if (value == "1" and name in SPAN_TAGS) or (value == "span" and name in PARSED_TAGS | SPAN_TAGS):
        return "span"
    return "off"
