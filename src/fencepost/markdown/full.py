"""The way through a page that follows the block parser of Python-Markdown."""

from __future__ import annotations

from dataclasses import dataclass

from fencepost.markdown import blocks, containers
from fencepost.markdown.collect import Collector
from fencepost.markdown.elements import html_elements
from fencepost.markdown.extensions import Extensions
from fencepost.markdown.htmlparts import Piece
from fencepost.markdown.lines import LineIndex, Source
from fencepost.markdown.outline import Draft
from fencepost.markdown.parser import Parser, Processor, paragraph
from fencepost.markdown.rawhtml import lift
from fencepost.markdown.slashes import SlashBlocks
from fencepost.markdown.superfences import Candidate
from fencepost.markdown.tree import Line, Node


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page that begins and ends where no container is open."""

    begin: int
    end: int
    first_line: int
    candidates: tuple[Candidate, ...]
    """What SuperFences takes for fences there."""


def read(draft: Draft, source: Source, index: LineIndex, rules: Extensions, section: Section, *, last: bool) -> bool:
    """Read a section into a draft, unless something is still open at its end and it is not the last."""
    lifted = lift(
        _marked_lines(source.wide, section, apart=not rules.superfences), markdown="md_in_html" in rules.names
    )
    if not (lifted.complete or last):
        return False
    collector = Collector(source, index, section.candidates, lifted.pieces)
    footnotes = containers.Footnotes()
    slashes = SlashBlocks(rules)
    processors = _processors(rules, lifted.pieces, footnotes, slashes.process)
    parser = Parser(processors, (slashes.process, paragraph), collector)
    parser.containers, parser.tab_sets = draft.containers, draft.tab_sets
    parser.parse_lines(Node("root"), lifted.lines)
    if (slashes.open or footnotes.found) and not last:
        return False
    footnotes.finish(parser)
    draft.containers, draft.tab_sets = parser.containers, parser.tab_sets
    before = len(draft.candidates)
    draft.candidates.extend(section.candidates)
    draft.shown.update({before + number: around for number, around in collector.shown.items()})
    draft.headings.extend(collector.headings)
    draft.comments.extend(sorted(collector.comments, key=lambda comment: comment.start))
    draft.text_lines.update(collector.text_lines)
    return True


def _processors(
    rules: Extensions, pieces: list[Piece], footnotes: containers.Footnotes, slashes: Processor
) -> list[Processor]:
    """The processors that a site has, in the order in which they are asked."""
    names = rules.names
    sane = "sane_lists" in names
    chosen: list[tuple[bool, Processor]] = [
        ("admonition" in names, containers.admonition),
        ("md_in_html" in names, html_elements(pieces)),
        ("pymdownx.details" in names, containers.details),
        ("pymdownx.tabbed" in names, containers.tab),
        (True, blocks.indented(("li",), ("ul", "ol"))),
        (bool(rules.blocks), slashes),
        ("def_list" in names, blocks.indented(("dd", "li"), ("dl", "ol", "ul"))),
        (rules.literals, blocks.code),
        ("tables" in names, containers.table),
        (True, blocks.hash_heading),
        (True, blocks.underlined_heading),
        (True, blocks.rule),
        (True, blocks.listing(sane=sane, numbered=True)),
        (True, blocks.listing(sane=sane, numbered=False)),
        ("def_list" in names, containers.definition),
        (True, blocks.quote),
        ("footnotes" in names, footnotes.process),
        ("abbr" in names, blocks.abbreviation),
        (True, blocks.link_reference),
        (True, paragraph),
    ]
    return [processor for wanted, processor in chosen if wanted]


def _marked_lines(wide: str, section: Section, *, apart: bool) -> list[Line]:
    """The lines of a section with a mark in the place of each fence, `apart` from what stands around it."""
    rows = wide[section.begin : section.end].split("\n")
    lines = [(text if text.strip(" ") else "", row) for row, text in enumerate(rows, section.first_line)]
    marked: list[Line] = []
    row = 0
    for index, candidate in enumerate(section.candidates):
        if candidate.closed:
            opening = candidate.opening
            marked.extend(lines[row : opening.line - section.first_line])
            mark = (f"{wide[opening.start : opening.mark]}\x02F{index}\x02", opening.line)
            marked.extend([("", opening.line), mark, ("", candidate.end_line)] if apart else [mark])
            row = candidate.end_line - section.first_line + 1
    marked.extend(lines[row:])
    return marked
