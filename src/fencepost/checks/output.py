"""Holds a shown output to what was printed, line by line."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from fencepost.compare.lines import fold
from fencepost.model import Directive


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """How printed lines are compared with shown ones."""

    exact: bool = False
    """Dots are dots."""
    unordered: bool = False
    """The order of the lines does not matter."""

    @classmethod
    def of(cls, directive: Directive) -> OutputOptions:
        """The options of an `output` directive."""
        return cls("exact" in directive.flags, "unordered" in directive.flags)


def first_difference(shown: str, printed: str, options: OutputOptions) -> int | None:
    """The index of the first shown line that was not printed so; the number of shown lines when more was printed.

    `None` if the two agree. Without `exact`, a lone `...` stands for any lines and `...` in a line for any text.
    """
    expected, found = fold(shown), fold(printed)
    if options.unordered:
        return _unordered(expected, found, options.exact)
    if options.exact or not any("..." in line for line in expected):
        return _ordered(expected, found)
    if _matches(expected, found, whole=True):
        return None
    return max(count for count in range(len(expected) + 1) if _matches(expected[:count], found, whole=False))


def _ordered(expected: list[str], found: list[str]) -> int | None:
    if expected == found:
        return None
    pairs = zip(expected, found, strict=False)
    return next((index for index, (one, other) in enumerate(pairs) if one != other), min(len(expected), len(found)))


def _matches(expected: list[str], found: list[str], *, whole: bool) -> bool:
    pattern = "".join(r"(?:[^\n]*\n)*?" if line.strip() == "..." else _line_pattern(line) + r"\n" for line in expected)
    text = "".join(line + "\n" for line in found)
    compiled = re.compile(pattern)
    return (compiled.fullmatch(text) if whole else compiled.match(text)) is not None


def _line_pattern(line: str) -> str:
    return r"[^\n]*?".join(re.escape(part) for part in line.split("..."))


def _unordered(expected: list[str], found: list[str], exact: bool) -> int | None:
    left = Counter(found)
    patterns: list[tuple[int, str]] = []
    for index, line in enumerate(expected):
        if left[line] > 0:
            left[line] -= 1
        elif not exact and "..." in line:
            patterns.append((index, line))
        else:
            return index
    for index, line in patterns:
        if line.strip() == "...":
            left.clear()
            continue
        match = next((text for text in left if left[text] > 0 and re.fullmatch(_line_pattern(line), text)), None)
        if match is None:
            return index
        left[match] -= 1
    return len(expected) if +left else None
