"""Templates of `str.format`: their fields, their braces, and what they render to.

The grammar is that of "Format String Syntax" in the Python Standard Library, read more strictly: a field has the
name of a variable or a number, so that the braces of a JSON example show as what they are, stray ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Literal

_PIECE = re.compile(
    r"(?P<doubled>\{\{|\}\})"
    r"|(?P<field>\{(?P<name>(?:[^\W\d]\w*|\d*)(?:\.\w+|\[[^\]{}]+\])*)(?:!(?P<conversion>[rsa]))?"
    r"(?::(?P<spec>(?:[^{}\n]|\{\w*\})*))?\})"
    r"|(?P<stray>[{}])"
    r"|(?P<text>[^{}]+)"
)

TOO_WIDE = re.compile(r"\d{5}")
"""Finds a width in a format specification that would come to more text than anybody shows."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a template."""

    kind: Literal["text", "doubled", "field", "stray"]
    text: str
    start: int
    name: str = ""
    conversion: str = ""
    spec: str = ""

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self.start + len(self.text)


class RenderError(ValueError):
    """A template does not render; the message says why."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset
        """Where in the template."""


def pieces(template: str) -> Iterator[Piece]:
    """The parts of a template, in order, without a gap."""
    for match in _PIECE.finditer(template):
        kind = match.lastgroup if match.lastgroup in ("doubled", "stray", "text") else "field"
        name, conversion, spec = match["name"] or "", match["conversion"] or "", match["spec"] or ""
        match kind:
            case "doubled" | "stray" | "text":
                yield Piece(kind, match[0], match.start())
            case _:
                yield Piece("field", match[0], match.start(), name, conversion, spec)


def fields(template: str) -> tuple[str, ...]:
    """The names of the fields, those inside format specifications included, each once, in order."""
    found: dict[str, None] = {}
    for piece in pieces(template):
        if piece.kind == "field":
            found[piece.name] = None
            found |= dict.fromkeys(fields(piece.spec))
    return tuple(found)


def root(name: str) -> str:
    """The variable that a field begins with: `user` of `user.name[0]`."""
    return re.split(r"[.\[]", name, maxsplit=1)[0]


@dataclass(frozen=True, slots=True)
class Rendered:
    """What a part of a template rendered to."""

    text: str
    piece: Piece


def render(template: str, values: Mapping[str, object]) -> list[Rendered]:
    """Render a template part by part. Raises `RenderError`."""
    return _rendered_parts(template, values, count())


def _rendered_parts(template: str, values: Mapping[str, object], numbers: Iterator[int]) -> list[Rendered]:
    """The same; fields without a name have these numbers, in a format specification too."""
    found: list[Rendered] = []
    for piece in pieces(template):
        if piece.kind == "stray":
            raise RenderError(f"a single `{piece.text}`: a literal brace is written twice", piece.start)
        if piece.kind == "field":
            name = piece.name or str(next(numbers))
            spec = "".join(part.text for part in _rendered_parts(piece.spec, values, numbers))
            found.append(Rendered(_field(piece, name, spec, values), piece))
        else:
            found.append(Rendered(piece.text[0] if piece.kind == "doubled" else piece.text, piece))
    return found


def rendered(template: str, values: Mapping[str, object]) -> str:
    """What a template renders to. Raises `RenderError`."""
    return "".join(part.text for part in render(template, values))


def inferred(template: str, text: str) -> dict[str, str] | None:
    """The values with which a template comes to this text; `None` where there are none, or a field is no plain name.

    A value stands in one line. Where several would do, the shortest are taken, from the left.
    """
    known: dict[str, str] = {}
    lines = template.split("\n"), text.split("\n")
    if len(lines[0]) != len(lines[1]):
        return None
    for ours, theirs in zip(*lines, strict=True):
        pattern = _pattern(ours, known)
        match = re.fullmatch(pattern, theirs) if pattern is not None else None
        if match is None:
            return None
        known |= match.groupdict()
    return known


def _pattern(line: str, known: Mapping[str, str]) -> str | None:
    """What a template's line may come to, with a group for each field whose value is not known yet."""
    pattern = ""
    met: set[str] = set()
    for piece in pieces(line):
        if piece.kind == "stray" or (piece.kind == "field" and piece.text != f"{{{piece.name}}}"):
            return None
        if piece.kind != "field":
            pattern += re.escape(piece.text[0] if piece.kind == "doubled" else piece.text)
        elif piece.name in known:
            pattern += re.escape(known[piece.name])
        elif piece.name in met:
            pattern += f"(?P={piece.name})"
        elif piece.name.isascii() and piece.name.isidentifier():
            met.add(piece.name)
            pattern += f"(?P<{piece.name}>.+?)"
        else:
            return None
    return pattern


def render_problem(template: str, values: Mapping[str, object]) -> str:
    """Why a template does not render with these values; empty when it does."""
    try:
        render(template, values)
    except RenderError as error:
        return str(error)
    return ""


def _field(piece: Piece, name: str, spec: str, values: Mapping[str, object]) -> str:
    if name not in values:
        raise RenderError(f"the field {{{name}}} has no value", piece.start)
    value = values[name]
    if TOO_WIDE.search(spec):
        raise RenderError(f"the field {piece.text} is wider than 9,999 characters", piece.start)
    if piece.conversion:
        value = {"r": repr, "s": str, "a": ascii}[piece.conversion](value)
    for attempt in (value, *_numbers(value)):
        try:
            return format(attempt, spec)
        except (TypeError, ValueError):
            continue
    raise RenderError(f"the field {piece.text} cannot show {value!r}", piece.start)


def _numbers(value: object) -> Iterator[float]:
    """The numbers that a declared value may stand for; directives only hold texts."""
    for kind in (int, float):
        try:
            yield kind(str(value))
        except ValueError:
            continue
