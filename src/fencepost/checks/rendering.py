"""A source as a quote sees it: rendered where that was asked for, a part of it where one was chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fencepost.checks.options import QuoteOptions
from fencepost.compare.lines import fold, select
from fencepost.compare.template import RenderError, fields, render, root
from fencepost.compare.wrap import rewrap
from fencepost.model import Finding, Place
from fencepost.sources import SourceText


@dataclass(frozen=True, slots=True)
class Expected:
    """The lines that a block should show."""

    source: SourceText
    lines: list[str]
    spots: list[tuple[int, int]]
    """For each line, the line of the source's text and the column in it where it begins, from 0."""
    exact: bool = True
    """Whether the columns of a line are those of the source; not so once it is rendered."""

    def place(self, index: int, column: int = 0) -> Place:
        """The file and line from which a line came, or what stands at one of its columns; of the last if it is none."""
        if not self.spots:
            return self.source.place
        line, start = self.spots[min(index, len(self.spots) - 1)]
        return self.source.at(line, start + column if self.exact else 0)

    def places(self) -> list[Place]:
        """The place of each line."""
        return [self.place(index) for index in range(len(self.lines))]

    def wrapped(self, page: Sequence[str]) -> Expected:
        """The same with lines broken as on the page."""
        lines = rewrap(page, self.lines)
        spots = [(self.spots[line.index][0], self.spots[line.index][1] + line.column) for line in lines]
        return Expected(self.source, [line.text for line in lines], spots, self.exact)


def expected(source: SourceText, options: QuoteOptions) -> Expected:
    """What the block should show. Raises `RenderError` and `SelectionError`."""
    lines = fold(source.text)
    origins = list(range(len(lines)))
    if options.rendered:
        lines, origins = _rendered(source.text.replace("\r\n", "\n"), dict(options.values))
    chosen = select(lines, options.first, options.last)
    kept = origins[chosen.offset : chosen.offset + len(chosen.lines)]
    return Expected(source, chosen.lines, [(line, 0) for line in kept], not options.rendered)


def _rendered(template: str, values: Mapping[str, str]) -> tuple[list[str], list[int]]:
    """The rendered lines, and for each the index of the template's line in which it begins."""
    text = ""
    starts: list[int] = [0]
    for part in render(template, values):
        line = template.count("\n", 0, part.piece.start)
        for offset, character in enumerate(part.text):
            if character == "\n":
                within = part.text.count("\n", 0, offset + 1) if part.piece.kind == "text" else 0
                starts.append(line + within)
        text += part.text
    lines = fold(text)
    return lines, starts[: len(lines)]


def check_rendering(source: SourceText, options: QuoteOptions, place: Place, fence: str | None) -> list[Finding]:
    """FP308: the template does not render with the values that the page declares."""
    if not options.values and not options.rendered:
        return []
    values = dict(options.values)
    findings = [
        _finding(
            f"`value.{name}` is declared, but {source.expression} has no field {{{name}}}", place, source.place, fence
        )
        for name in unused(source.text, values)
    ]
    try:
        render(source.text, values)
    except RenderError as error:
        line = source.text.count("\n", 0, error.offset)
        findings.append(_finding(f"{source.expression} does not render: {error}", place, source.at(line), fence))
    return findings


def unused(template: str, values: Mapping[str, str]) -> list[str]:
    """The names of values that no field takes."""
    known = fields(template)
    numbered = {str(index) for index in range(sum(name == "" for name in known) and template.count("{}"))}
    return [name for name in values if name not in known and name not in numbered and name not in map(root, known)]


def _finding(message: str, place: Place, related: Place, fence: str | None) -> Finding:
    advice = "Double the literal braces in the source, and declare a `value.NAME` for each field and for nothing else."
    return Finding("FP308", message, place, fence, (related,), advice)
