"""How a block differs from its source: in words, how much agrees, and rows that show it.

Plain text; the report adds colour. A row of the detail begins with `-` for the page and `+` for the source,
followed by the line's number in its own file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fencepost.compare.align import align
from fencepost.compare.near import near_miss
from fencepost.model import Page

_TOKEN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|\w+|\s+|.", re.DOTALL)
_CONTEXT = 2
_LONGEST = 60
"""How many rows a detail has."""
_WIDEST = 400
_SIMILAR = 0.4
"""Below this ratio two lines are not one line in two wordings."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two texts."""

    path: str
    lines: Sequence[str]
    numbers: Sequence[int]
    """The line of each in its own file; a missing one is taken from the last."""

    def number(self, index: int) -> str:
        """The number of a line, as text."""
        if not self.numbers:
            return ""
        return str(self.numbers[min(index, len(self.numbers) - 1)])


def side_of(page: Page, lines: Sequence[str], first: int) -> Side:
    """Lines of a page, the first of which stands on this line of its text."""
    places = [page.place(first + index) for index in range(len(lines))]
    paths = dict.fromkeys(place.path for place in places)
    return Side(next(iter(paths)) if len(paths) == 1 else page.path, lines, [place.line for place in places])


def agreeing(page: Sequence[str], source: Sequence[str]) -> int:
    """How many lines the two have in common, in order."""
    matcher = align(page, source)
    return sum(block.size for block in matcher.get_matching_blocks())


def words(page: Sequence[str], source: Sequence[str]) -> str:
    """The difference in words: what kind of near miss it is, and how many lines agree."""
    total = max(len(page), len(source))
    count = f"{agreeing(page, source)} of {total} lines agree"
    near = near_miss(page, source)
    return f"it differs only in {near}; {count}" if near else count


def detail(page: Side, source: Side) -> tuple[str, ...]:
    """The differing lines with some around them, the differing words marked."""
    matcher = align(page.lines, source.lines)
    rows: list[str] = [f"- {page.path} | + {source.path}"]
    width = max((len(side.number(len(side.lines))) for side in (page, source)), default=1)
    for group in matcher.get_grouped_opcodes(_CONTEXT):
        if len(rows) > 1:
            rows.append("  …")
        for tag, start, end, from_, to in group:
            rows += _rows(tag, page, range(start, end), source, range(from_, to), width)
    if len(rows) > _LONGEST:
        rows[_LONGEST:] = [f"  … and {len(rows) - _LONGEST} lines more"]
    return tuple(row if len(row) <= _WIDEST else f"{row[:_WIDEST]}…" for row in rows)


def similar(one: str, other: str) -> bool:
    """Whether two lines are one line in two wordings."""
    return align(_TOKEN.findall(one), _TOKEN.findall(other)).ratio() > _SIMILAR


def _rows(tag: str, page: Side, ours: range, source: Side, theirs: range, width: int) -> Iterator[str]:
    if tag == "equal":
        for index, other in zip(ours, theirs, strict=True):
            numbers = f"{page.number(index):>{width}} {source.number(other):>{width}}"
            yield f"  {numbers} | {shown(page.lines[index])}"
        return
    paired = len(ours) == len(theirs)
    for position, index in enumerate(ours):
        mate = source.lines[theirs[position]] if paired else None
        yield from _row("-", f"{page.number(index):>{width}} {'':{width}}", page.lines[index], mate)
        if paired:
            yield from _source_row(source, theirs[position], page.lines[index], width)
    if not paired:
        for index in theirs:
            yield from _source_row(source, index, None, width)


def _source_row(source: Side, index: int, mate: str | None, width: int) -> Iterator[str]:
    return _row("+", f"{'':{width}} {source.number(index):>{width}}", source.lines[index], mate)


def _row(sign: str, numbers: str, line: str, mate: str | None) -> Iterator[str]:
    reveal = mate is not None and near_miss([line], [mate]) != ""
    yield f"{sign} {numbers} | {shown(line, reveal=reveal)}".rstrip()
    if mate is not None and (marks := marked(line, mate, reveal=reveal)):
        yield f"  {'':{len(numbers)}} | {marks}"


def marked(line: str, mate: str, *, reveal: bool = False) -> str:
    """Carets under the words of a line that its mate does not have; empty where the two have little in common."""
    ours, theirs = _TOKEN.findall(line), _TOKEN.findall(mate)
    matcher = align(ours, theirs)
    if not reveal and matcher.ratio() <= _SIMILAR:
        return ""
    marks: list[str] = []
    for tag, start, end, _, _ in matcher.get_opcodes():
        sign = " " if tag == "equal" else "^"
        marks.append(sign * sum(_columns(shown(token, reveal=reveal)) for token in ours[start:end]))
    return "".join(marks).rstrip()


def shown(line: str, *, reveal: bool = False) -> str:
    """A line that is safe to print; with `reveal`, blanks that are easily overlooked are made visible."""
    if reveal:
        tail = len(line) - len(line.rstrip(" "))
        line = line[: len(line) - tail] + "·" * tail
        line = line.replace("\t", "→").replace("\u00a0", "⍽").replace("\u202f", "⍽")
    return "".join(_printable(character, reveal=reveal) for character in line)


def _printable(character: str, *, reveal: bool) -> str:
    category = unicodedata.category(character)
    if (category in ("Cc", "Cs", "Zl", "Zp") and character != "\t") or (reveal and category == "Cf"):
        return character.encode("unicode_escape", "surrogatepass").decode("ascii")
    return character


def _columns(text: str) -> int:
    """How wide a text is in a terminal: East Asian wide characters take two columns."""
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )
