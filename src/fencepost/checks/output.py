"""Holds a shown output to what was printed, line by line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from fencepost.compare.lines import fold
from fencepost.model import Directive

_NO_PATTERNS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """How printed lines are compared with shown ones."""

    exact: bool = False
    """Dots and the names of patterns are text."""
    unordered: bool = False
    """The order of the lines does not matter."""
    patterns: Mapping[str, str] = field(default_factory=lambda: _NO_PATTERNS)
    """Regular expressions by the name that stands for them, as `<name>`."""

    @classmethod
    def of(cls, directive: Directive, patterns: Mapping[str, str] = _NO_PATTERNS) -> OutputOptions:
        """The options of an `output` directive."""
        return cls("exact" in directive.flags, "unordered" in directive.flags, patterns)

    def stands_for_more(self, line: str) -> bool:
        """Whether a shown line holds something that stands for other text."""
        if self.exact:
            return False
        return "..." in line or any(f"<{name}>" in line for name in self.patterns)


def first_difference(shown: str, printed: str, options: OutputOptions) -> int | None:
    """The index of the first shown line that was not printed so; the number of shown lines when more was printed.

    `None` if the two agree. Without `exact`, a lone `...` stands for any lines, `...` in a line for any text, and
    `<name>` for what the pattern of that name matches.
    """
    expected, found = fold(shown), fold(printed)
    lines = [_Line.of(text, options) for text in expected]
    if options.unordered:
        return _unordered(lines, found)
    if not any(line.gap for line in lines):
        return _paired(lines, found)
    return _with_gaps(lines, found)


@dataclass(frozen=True, slots=True)
class _Line:
    """A shown line."""

    text: str
    gap: bool = False
    """Whether it stands for any lines."""
    pattern: re.Pattern[str] | None = None
    """Where it does not simply stand for itself."""

    @classmethod
    def of(cls, text: str, options: OutputOptions) -> _Line:
        if not options.stands_for_more(text):
            return cls(text)
        if text.strip() == "...":
            return cls(text, gap=True)
        return cls(text, pattern=re.compile(_expression(text, options.patterns)))

    def fits(self, found: str) -> bool:
        return self.text == found or (self.pattern is not None and self.pattern.fullmatch(found) is not None)


def _expression(line: str, patterns: Mapping[str, str]) -> str:
    first, *others = line.split("...")
    return _piece(first, patterns) + "".join(_after_gap(piece, patterns) for piece in others)


def _after_gap(piece: str, patterns: Mapping[str, str]) -> str:
    expression = _piece(piece, patterns)
    # The first place of a plain text will do, and not to look back keeps the time in bounds.
    plain = piece and expression == re.escape(piece)
    return f"(?:(?>.*?{expression})|.*{expression}$)" if plain else f".*?{expression}"


def _piece(text: str, patterns: Mapping[str, str]) -> str:
    names = "|".join(re.escape(name) for name in patterns)
    parts = re.split(f"<({names})>", text) if names else [text]
    return "".join(f"(?:{patterns[part]})" if number % 2 else re.escape(part) for number, part in enumerate(parts))


def _paired(lines: Sequence[_Line], found: Sequence[str]) -> int | None:
    agreeing = _run(lines, found, 0)
    return None if agreeing == len(lines) == len(found) else agreeing


def _run(lines: Sequence[_Line], found: Sequence[str], start: int) -> int:
    """How many of the lines, from the first, are found one after the other from `start` on."""
    behind = found[start : start + len(lines)]
    pairs = enumerate(zip(lines, behind, strict=False))
    return next((index for index, (line, text) in pairs if not line.fits(text)), min(len(lines), len(behind)))


def _with_gaps(lines: Sequence[_Line], found: Sequence[str]) -> int | None:
    first, *others = _segments(lines)
    agreeing = _run(first, found, 0)
    if agreeing < len(first):
        return agreeing
    ahead, position = len(first), len(first)
    for segment in others[:-1]:
        place, longest = _find(segment, found, position)
        if place is None:
            return ahead + 1 + longest
        ahead, position = ahead + 1 + len(segment), place + len(segment)
    last = others[-1]
    if len(found) - len(last) >= position and _run(last, found, len(found) - len(last)) == len(last):
        return None
    return ahead + 1 + _find(last, found, position)[1]


def _segments(lines: Sequence[_Line]) -> list[list[_Line]]:
    """The lines between gaps."""
    segments: list[list[_Line]] = [[]]
    for line in lines:
        if line.gap:
            segments.append([])
        else:
            segments[-1].append(line)
    return segments


def _find(segment: Sequence[_Line], found: Sequence[str], start: int) -> tuple[int | None, int]:
    """The first place from `start` on where all the lines are found, or how many of them are at most."""
    longest = 0
    for place in range(start, len(found) + 1):
        agreeing = _run(segment, found, place)
        if agreeing == len(segment):
            return place, agreeing
        longest = max(longest, agreeing)
    return None, longest


def _unordered(lines: Sequence[_Line], found: Sequence[str]) -> int | None:
    left = Counter(found)
    later: list[tuple[int, _Line]] = []
    for index, line in enumerate(lines):
        if left[line.text] > 0 and not line.gap:
            left[line.text] -= 1
        elif line.gap or line.pattern is not None:
            later.append((index, line))
        else:
            return index
    for index, line in sorted(later, key=lambda item: item[1].gap):
        if line.gap:
            return None
        match = next((text for text in left if left[text] > 0 and line.fits(text)), None)
        if match is None:
            return index
        left[match] -= 1
    return len(lines) if +left else None
