"""The rule set of MkDocs: what Python-Markdown with SuperFences renders as a code block."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fencepost.markdown import blocks, containers
from fencepost.markdown.comments import OPENING, outside_code
from fencepost.markdown.headings import number
from fencepost.markdown.info import HeaderRules, read_superfences
from fencepost.markdown.lines import Source, drop_columns, fold, front_matter_end, line_at, line_starts
from fencepost.markdown.scan import Scan, Sections
from fencepost.markdown.superfences import Candidate, find
from fencepost.markdown.tree import Line, Node
from fencepost.model import Comment, Container, Fence, Finding, Place

_MARK = "\x02"
_COMMENT_LINE = re.compile(r" {0,3}<!--")
_CLOSER_LIKE = re.compile(r"^( {0,3})(`{3,}|~{3,}) *$", re.MULTILINE)


class _Page:
    """Collects what the lines of a page turn out to be."""

    def __init__(self, source: Source, starts: list[int]) -> None:
        self.source = source
        self.starts = starts
        self.alive: dict[int, tuple[Container, ...]] = {}
        self.headings: list[tuple[int, str, int]] = []
        self.comments: list[Comment] = []
        self.text_lines: set[int] = set()

    def prose(self, lines: Sequence[Line], node: Node) -> None:
        """See `Listener`."""
        self.text_lines.update(number for _, number in lines)
        for text, _ in lines:
            if _MARK in text:
                self.alive[int(text.strip(" >").strip(_MARK))] = node.containers()
        joined = "\n".join(text for text, _ in lines)
        if "<!--" in joined and OPENING.search(joined):
            self._inline_comments(lines, joined, node)

    def _inline_comments(self, lines: Sequence[Line], joined: str, node: Node) -> None:
        for match in OPENING.finditer(outside_code(joined)):
            end = joined.find("-->", match.start())
            index = joined.count("\n", 0, match.start())
            number = lines[index][1]
            raw_line = self.source.wide[self.starts[number - 1] :].split("\n", 1)[0]
            column = len(raw_line) - len(lines[index][0]) + match.start() - (joined.rfind("\n", 0, match.start()) + 1)
            start = self.starts[number - 1] + column
            stop = self.source.wide.find("-->", start)
            printed = ""
            if end < 0:
                printed = (
                    "an empty line ends its paragraph before the comment is closed"
                    if stop >= 0
                    else "it is never closed"
                )
                body = self.source.wide[start + 4 : stop if stop >= 0 else len(self.source.wide)]
                body = "\n".join([body.split("\n")[0], *(drop_columns(line, column) for line in body.split("\n")[1:])])
            else:
                body = joined[match.start() + 4 : end]
            self.add_comment(body, start, stop + 3 if stop >= 0 else len(self.source.wide), node.containers(), printed)

    def add_comment(
        self, text: str, start: int, end: int, containers: tuple[Container, ...], printed: str = ""
    ) -> None:
        line = line_at(self.starts, start)
        last = line_at(self.starts, end)
        column = start - self.starts[line - 1]
        self.comments.append(
            Comment(
                text,
                line,
                column + 1,
                self.source.offset(line, self.starts[line - 1], column),
                self.source.offset(last, self.starts[last - 1], end - self.starts[last - 1]),
                containers,
                0,
                printed,
            )
        )

    def heading(self, level: int, title: str, line: Line, node: Node) -> None:
        """See `Listener`."""
        self.headings.append((level, title, line[1]))
        self.prose([line], node)


def scan(source: Source, path: str) -> Scan:
    """Find the fences, headings and comments of a page."""
    wide = source.wide
    begin = front_matter_end(wide)
    starts = line_starts(wide)
    candidates = list(find(wide, begin, lambda info: read_superfences(info, HeaderRules())))
    page = _Page(source, starts)
    lines = _logical_lines(wide, starts, begin, candidates, page)
    parser = blocks.Parser(_processors(), page)
    parser.parse_lines(Node("root"), lines)
    headings = number(sorted(page.headings, key=lambda heading: heading[2]))
    sections = Sections(headings)
    fences: list[Fence] = []
    findings: list[Finding] = []
    for index, candidate in enumerate(candidates):
        finding = _finding(path, source, starts, candidate, candidates, page)
        if finding is not None:
            findings.append(finding)
        if candidate.close is None or candidate.opening.header.fault or index not in page.alive:
            continue
        fences.append(_fence(source, starts, candidate, page.alive[index], sections))
    comments = [
        Comment(c.text, c.line, c.column, c.start, c.end, c.containers, sections.section(c.line), c.printed)
        for c in sorted(page.comments, key=lambda c: c.start)
    ]
    return Scan(headings, tuple(fences), tuple(comments), tuple(findings))


def _processors() -> list[blocks.Processor]:
    return [
        containers.admonition,
        containers.details,
        containers.tab,
        blocks.indented(("li",), ("ul", "ol")),
        blocks.indented(("dd", "li"), ("dl", "ol", "ul")),
        blocks.code,
        containers.table,
        blocks.hash_heading,
        blocks.underlined_heading,
        blocks.rule,
        blocks.listing(sane=False, numbered=True),
        blocks.listing(sane=False, numbered=False),
        containers.definition,
        blocks.quote,
        blocks.link_reference,
        blocks.abbreviation,
        blocks.paragraph,
    ]


def _logical_lines(wide: str, starts: list[int], begin: int, candidates: list[Candidate], page: _Page) -> list[Line]:
    """The lines of a page with one mark for each fence, and without comments and tags at the margin."""
    opens = {
        line_at(starts, c.opening.start): index
        for index, c in enumerate(candidates)
        if c.close is not None and not c.opening.header.fault
    }
    texts = wide.split("\n")
    lines: list[Line] = []
    row = line_at(starts, begin)
    while row <= len(texts):
        text = texts[row - 1] if texts[row - 1].strip(" ") else ""
        if row in opens:
            candidate = candidates[opens[row]]
            lines.append((wide[candidate.opening.start : candidate.opening.mark] + f"{_MARK}{opens[row]}{_MARK}", row))
            row = line_at(starts, candidate.end) + 1
            continue
        if _COMMENT_LINE.match(text):
            start = starts[row - 1] + text.index("<!--")
            end = wide.find("-->", start)
            if end >= 0:
                if OPENING.match(wide, start):
                    page.add_comment(wide[start + 4 : end], start, end + 3, ())
                lines.append(("", row))
                row = line_at(starts, end) + 1
                continue
        if text.startswith("<"):
            text = ""
        lines.append((text, row))
        row += 1
    return lines


def _fence(
    source: Source, starts: list[int], candidate: Candidate, around: tuple[Container, ...], sections: Sections
) -> Fence:
    opening = candidate.opening
    close = candidate.close or 0
    line, end_line = line_at(starts, opening.start), line_at(starts, close)
    start = source.offset(line, opening.start)
    body_start = source.offset(line + 1, opening.end + 1)
    body_end = source.offset(end_line, close)
    body = fold(source.text[body_start:body_end])
    if opening.width:
        body = "".join(drop_columns(row, opening.width) for row in body.splitlines(keepends=True))
    mark = source.offset(line, opening.start, opening.width)
    slug, ordinal = sections.name(line)
    header = opening.header
    return Fence(
        slug=slug,
        ordinal=ordinal,
        language=header.language,
        info=opening.info,
        attributes=header.attributes,
        classes=header.classes,
        body=body,
        marker=opening.marker,
        prefix=source.text[start:mark],
        line=line,
        end_line=end_line,
        start=start,
        end=source.line_end(end_line, candidate.end),
        body_start=body_start,
        body_end=body_end,
        containers=around,
        section=sections.section(line),
    )


def _finding(
    path: str, source: Source, starts: list[int], candidate: Candidate, candidates: list[Candidate], page: _Page
) -> Finding | None:
    opening = candidate.opening
    line = line_at(starts, opening.start)
    if opening.header.fault and candidate.close is not None and line in page.text_lines:
        return Finding(
            "FP103",
            f"the site prints this fence as inline code: it does not know `{opening.header.fault}`",
            Place(path, line, opening.width + 1),
        )
    limit = candidate.close if candidate.close is not None else candidate.end
    for match in _CLOSER_LIKE.finditer(source.wide, opening.end, limit):
        if match[2][0] == opening.marker[0] and len(match[2]) >= len(opening.marker):
            where = line_at(starts, match.start())
            return Finding(
                "FP102",
                f"looks like the end of the fence that opens on line {line}, but the site does not take it for one",
                Place(path, where, len(match[1]) + 1),
            )
    if candidate.close is None and line in page.text_lines:
        return Finding("FP101", "this fence is never closed", Place(path, line, opening.width + 1))
    return None
