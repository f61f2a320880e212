"""The rule set of MkDocs: what Python-Markdown with SuperFences renders as a code block."""

from __future__ import annotations

from fencepost.markdown import blocks, containers, disagreements
from fencepost.markdown.collect import Collector
from fencepost.markdown.elements import html_elements
from fencepost.markdown.extensions import Extensions
from fencepost.markdown.fences import build
from fencepost.markdown.headings import number
from fencepost.markdown.info import read_superfences
from fencepost.markdown.lines import Source, front_matter_end, line_starts
from fencepost.markdown.rawhtml import Piece, lift
from fencepost.markdown.scan import Scan, Sections, in_sections
from fencepost.markdown.slashes import SlashBlocks
from fencepost.markdown.superfences import Candidate, find
from fencepost.markdown.tree import Line, Node


def scan(source: Source, path: str, rules: Extensions, *, exact: bool = False) -> Scan:
    """Find the fences, headings and comments of a page.

    A fence whose info string the site refuses is kept, with a finding, since the author meant one; `exact` leaves it
    out, and with it what follows is what the site makes of the page.
    """
    wide = source.wide
    begin = front_matter_end(wide)
    starts = line_starts(wide)
    candidates = list(find(wide, begin, lambda info: read_superfences(info, rules.header), skip_refused=exact))
    lines, pieces = lift(_marked_lines(wide, begin, candidates), markdown="md_in_html" in rules.names)
    collector = Collector(source, starts, candidates, pieces)
    footnotes = containers.Footnotes()
    parser = blocks.Parser(_processors(rules, pieces, footnotes), collector)
    parser.parse_lines(Node("root"), lines)
    footnotes.finish(parser)
    headings = number(sorted(collector.headings, key=lambda heading: heading[2]))
    sections = Sections(headings)
    fences = [
        build(source, candidate, collector.shown[index], sections)
        for index, candidate in enumerate(candidates)
        if index in collector.shown
    ]
    findings = disagreements.of_page(path, wide, candidates, frozenset(collector.shown), collector.text_lines)
    return Scan(headings, tuple(fences), in_sections(collector.comments, sections), tuple(findings))


def _processors(rules: Extensions, pieces: list[Piece], footnotes: containers.Footnotes) -> list[blocks.Processor]:
    """The processors that a site has, in the order in which they are asked."""
    names = rules.names
    sane = "sane_lists" in names
    chosen: list[tuple[bool, blocks.Processor]] = [
        ("admonition" in names, containers.admonition),
        ("md_in_html" in names, html_elements(pieces)),
        ("pymdownx.details" in names, containers.details),
        ("pymdownx.tabbed" in names, containers.tab),
        (True, blocks.indented(("li",), ("ul", "ol"))),
        (bool(rules.blocks), SlashBlocks(rules).process),
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
        (True, blocks.paragraph),
    ]
    return [processor for wanted, processor in chosen if wanted]


def _marked_lines(wide: str, begin: int, candidates: list[Candidate]) -> list[Line]:
    """The lines of a page with a mark in the place of each fence."""
    rows = wide.split("\n")
    lines: list[Line] = []
    row = wide.count("\n", 0, begin) + 1
    for index, candidate in enumerate(candidates):
        if not candidate.closed:
            continue
        lines.extend(_plain_lines(rows, row, candidate.opening.line))
        prefix = wide[candidate.opening.start : candidate.opening.mark]
        lines.append((f"{prefix}\x02F{index}\x02", candidate.opening.line))
        row = candidate.end_line + 1
    lines.extend(_plain_lines(rows, row, len(rows) + 1))
    return lines


def _plain_lines(rows: list[str], first: int, behind: int) -> list[Line]:
    return [(rows[row - 1] if rows[row - 1].strip(" ") else "", row) for row in range(first, behind)]
