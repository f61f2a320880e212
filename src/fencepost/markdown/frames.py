"""What the CommonMark reader keeps in mind, and what it finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fencepost.markdown.opaque import Opaque
from fencepost.markdown.stretches import Stretches
from fencepost.model import Container, ContainerKind

_HASHES = re.compile(r"#{1,6}(?= |$)")
_DELIMITERS = re.compile(r"\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$")
_DEFINITION = re.compile(r"\[[^\]\[]+\]: *\S+(?: +(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?$")


@dataclass(frozen=True, slots=True)
class Syntax:
    """What differs between the renderers of this family."""

    literals: bool
    """Whether text that is indented by four columns is a literal."""
    footnotes: bool
    opaque: Callable[[str, int, bool], Opaque | None]
    """Reads the beginning of opaque text: the page, the offset, and whether a paragraph is open."""
    stretches: Stretches


@dataclass(slots=True, eq=False)
class Frame:
    """A container that is open."""

    kind: ContainerKind
    number: int
    line: int
    width: int = 0
    """The columns by which a line must be indented to stand in it; 0 for a quote."""
    empty: bool = False
    """Whether nothing has come since the marker of an item."""
    tag: str = ""
    """The name of an element, which lines need no mark to stand in."""
    tabs: int = 0
    """The set that tabs directly inside it belong to."""
    label: str = ""
    group: int = 0

    @property
    def container(self) -> Container:
        """What a fence in it is told of it."""
        return Container(self.kind, self.number, self.line, self.label, self.group)


@dataclass(slots=True, eq=False)
class FoundFence:
    """A fence; offsets are those of the text with tabs expanded."""

    line: int
    start: int
    mark: int
    body_start: int
    marker: str
    info: str
    indent: int
    containers: tuple[Container, ...]
    rows: list[tuple[int, int]] = field(default_factory=list)
    """Each line of the body, by its number, and the columns before its code."""
    end_line: int = 0
    body_end: int = 0
    end: int = 0
    closed: bool = False


@dataclass(slots=True, eq=False)
class Text:
    """Lines of a paragraph or of opaque text: each with its number, the column at which it begins, and itself."""

    opaque: bool
    containers: tuple[Container, ...]
    rows: list[tuple[int, int, str]] = field(default_factory=list)


def match_containers(stack: Sequence[Frame], line: str, syntax: Syntax) -> tuple[int, int]:
    """Where on a line the marks of the open containers end that it stands in, and how many of them these are."""
    at = 0
    for index, frame in enumerate(stack):
        if frame.tag:
            continue
        rest = line[at:].lstrip(" ")
        indent = len(line) - at - len(rest)
        if frame.width == 0:
            if not rest.startswith(">") or (indent > 3 and syntax.literals):
                return at, index
            at += indent + 1
            at += line.startswith(" ", at)
        elif indent >= frame.width:
            at += frame.width
        elif not rest and not frame.empty and (frame.kind != "footnote" or not line):
            at = len(line)
        else:
            return at, index
    return at, len(stack)


def hash_heading(row: str) -> tuple[int, str] | None:
    """The level and the title of a heading with number signs, those that close it left out."""
    match = _HASHES.match(row)
    if match is None:
        return None
    title = row[match.end() :].strip(" ")
    bare = title.rstrip("#")
    return match.end(), bare.rstrip(" ") if not bare or bare.endswith(" ") else title


def is_table(text: Text) -> bool:
    """Whether the last line of a paragraph makes it a table."""
    if len(text.rows) < 2 or not _DELIMITERS.match(text.rows[-1][2].strip(" ")):
        return False
    dashes = text.rows[-1][2].strip(" ").strip("|")
    titles = text.rows[-2][2].strip(" ").strip("|")
    if "|" not in text.rows[-1][2] and ":" not in dashes:
        return False
    return len(re.findall(r"(?<!\\)\|", titles)) == dashes.count("|")


def underlined(text: Text | None) -> tuple[int, str] | None:
    """The line and the title of a paragraph that an underline makes a heading, definitions of links left out."""
    rows = text.rows if text is not None else []
    first = 0
    while first < len(rows) and _DEFINITION.match(rows[first][2].strip(" ")):
        first += 1
    return (rows[first][0], " ".join(row.strip() for _, _, row in rows[first:])) if first < len(rows) else None
