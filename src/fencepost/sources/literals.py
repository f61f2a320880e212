r"""Trace a string literal: which line of the file each character of its value was written on.

The value itself comes from Python's own parser. Here the source text of the literal (triple-quoted, implicitly
concatenated, with escapes, an f-string) is walked once more to find where each character stands; should the walk
come to another text than the parser, the lines are spread over those of the literal instead.
See "String and Bytes literals" in the Python Language Reference.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Generator, Iterator, Sequence

from fencepost.sources.traced import Origin, Traced

_OPENING = re.compile(r"""([A-Za-z]{0,2})("{3}|'{3}|"|')""")
_TRIPLE = re.compile(r'''[rRuU]?(?:"""(?:\\\n)?[^\\"]*"""|\'{3}(?:\\\n)?[^\\']*\'{3})''')
_BETWEEN = re.compile(r"(?:\s|\\\n|#[^\n]*)+")
_PLAIN = re.compile(r"""[^\\"'\n]*\n|[^\\"'\n]+""")
"""What stands for itself, to the end of its line."""
_PLAIN_OF_FIELDS = re.compile(r"""[^\\"'\n{}]*\n|[^\\"'\n{}]+""")
_ESCAPE = re.compile(
    r"\\(?:[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]+\}|[^{}]|(?=[{}]))", re.DOTALL
)
_SIMPLE = {"\n": "", "\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r"}
_SIMPLE |= {"t": "\t", "v": "\v"}


def trace(segment: str, path: str, line: int, value: str, fields: Sequence[Traced] = ()) -> Traced:
    """The value of a literal with the line of each character.

    `segment` is the literal's source text, which begins on `line` of `path`; `fields` are the replacement fields
    of an f-string, already formatted, in order.
    """
    if _TRIPLE.fullmatch(segment) and (skipped := segment.count("\n") - value.count("\n")) in (0, 1):
        # What most long texts are: nothing in it but perhaps a first line end means anything else than itself.
        return Traced.of_lines(value, path, line + skipped)
    starts = [0] + [match.end() for match in re.finditer("\n", segment)]

    def origin(offset: int) -> Origin:
        return path, line + bisect_right(starts, offset) - 1

    waiting = iter(fields)
    parts: list[Traced] = []
    for text, offset in _pieces(segment):
        if text is not None:
            parts.append(Traced.whole(text, origin(offset)))
        elif (field := next(waiting, None)) is not None:
            parts.append(field)
    traced = Traced.concat(parts)
    return traced if traced.text == value else Traced.spread(value, path, line, line + segment.count("\n"))


def _pieces(segment: str) -> Iterator[tuple[str | None, int]]:
    """The literal in pieces of one line at most, with their offsets; `None` stands for a replacement field."""
    position = 0
    while match := _OPENING.match(segment, position):
        prefix, quote = match[1].lower(), match[2]
        position = yield from _body(segment, match.end(), quote, raw="r" in prefix, fields="f" in prefix)
        between = _BETWEEN.match(segment, position)
        position = between.end() if between else position


def _body(
    segment: str, position: int, quote: str, *, raw: bool, fields: bool
) -> Generator[tuple[str | None, int], None, int]:
    """The pieces of one literal; returns the offset behind its closing quote."""
    plain = _PLAIN_OF_FIELDS if fields else _PLAIN
    while position < len(segment) and not segment.startswith(quote, position):
        if match := plain.match(segment, position):
            yield match[0], position
            position = match.end()
        elif segment[position] == "\\":
            unit = _unit(segment, position, raw=raw)
            yield unit if raw else _unescaped(unit), position
            position += len(unit)
        elif fields and segment[position] in "{}":
            doubled = segment.startswith(segment[position] * 2, position)
            yield segment[position] if doubled else None, position
            position = position + 2 if doubled else _field_end(segment, position)
        else:
            yield segment[position], position
            position += 1
    return position + len(quote)


def _unit(segment: str, position: int, *, raw: bool) -> str:
    if raw:
        after = segment[position + 1 : position + 2]
        return "\\" if after in "{}" else "\\" + after
    match = _ESCAPE.match(segment, position)
    return match[0] if match else "\\"


def _unescaped(unit: str) -> str:
    name = unit[1:]
    if name in _SIMPLE:
        return _SIMPLE[name]
    if name[:1] in tuple("01234567"):
        return chr(int(name, 8))
    if len(name) > 1:
        return unicodedata.lookup(name[2:-1]) if name[0] == "N" else chr(int(name[1:], 16))
    return unit


def _field_end(segment: str, position: int) -> int:
    """The offset behind the replacement field that opens at `position`."""
    depth = 0
    while position < len(segment):
        character = segment[position]
        if character in "'\"":
            closing = segment.find(character, position + 1)
            position = closing if closing > 0 else len(segment)
        elif character in "{[(":
            depth += 1
        elif character in "}])":
            depth -= 1
            if depth == 0:
                return position + 1
        position += 1
    return position
