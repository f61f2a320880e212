"""From what the CommonMark reader found to the parts of a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from fencepost.markdown.comments import MDX_OPENING, OPENING, without_code
from fencepost.markdown.commonmark import Reader
from fencepost.markdown.frames import FoundFence, Text
from fencepost.markdown.headings import number
from fencepost.markdown.info import language_of_directive, read_words
from fencepost.markdown.lines import LineIndex, Source, drop_columns, fold
from fencepost.markdown.scan import Scan, Sections, in_sections
from fencepost.model import Comment, Fence, Finding, Place


def to_scan(reader: Reader, source: Source, path: str, comments: Literal["html", "mdx"]) -> Scan:
    """Put the parts together."""
    headings = number(sorted(reader.headings, key=lambda heading: heading[2]))
    sections = Sections(headings)
    fences = tuple(_fence(found, source, sections) for found in reader.fences)
    findings = tuple(_unclosed(found, path) for found in reader.fences if not found.closed)
    return Scan(headings, fences, in_sections(_comments(reader.texts, source, comments), sections), findings)


def _fence(found: FoundFence, source: Source, sections: Sections) -> Fence:
    header = read_words(found.info)
    section, slug, ordinal = sections.enter(found.line)
    start = source.offset(found.line, found.start)
    width = found.mark - found.start
    before = source.text[start : source.offset(found.line, found.start, width)]
    body_start = (
        source.offset(found.line + 1, found.body_start)
        if found.rows or found.closed
        else source.line_end(found.line, found.body_start)
    )
    body_end = (
        source.offset(found.end_line, found.body_end)
        if found.closed
        else source.line_end(found.end_line, found.body_end)
    )
    body = _body(found, source)
    return Fence(
        slug=slug,
        ordinal=ordinal,
        language=language_of_directive(found.info, body) or header.language,
        info=found.info,
        attributes=header.attributes,
        classes=header.classes,
        body=body,
        marker=found.marker,
        prefix="".join(char if char in " \t>" else " " for char in before),
        line=found.line,
        end_line=found.end_line,
        start=start,
        end=source.line_end(found.end_line, found.end),
        body_start=body_start,
        body_end=body_end,
        containers=found.containers,
        section=section,
    )


def _body(found: FoundFence, source: Source) -> str:
    if not found.rows:
        return ""
    begin = found.body_start
    raw = source.text[source.offset(found.rows[0][0], begin) : source.line_end(found.end_line, found.end)]
    rows = fold(raw).split("\n")
    return "".join(drop_columns(row, columns) + "\n" for row, (_, columns) in zip(rows, found.rows, strict=False))


def _unclosed(found: FoundFence, path: str) -> Finding:
    column = found.mark - found.start + 1
    return Finding(
        "FP101",
        f"this fence is never closed; it runs to line {found.end_line}",
        Place(path, found.line, column),
        help=f"close it with '{found.marker}' at column {column}",
    )


def _comments(texts: list[Text], source: Source, kind: Literal["html", "mdx"]) -> Iterator[Comment]:
    """The comments that address fencepost."""
    pattern, opening, closing = (OPENING, "<!--", "-->") if kind == "html" else (MDX_OPENING, "{/*", "*/}")
    if not pattern.search(source.wide):
        return
    index = LineIndex(source.wide)
    for text in texts:
        joined = "\n".join(row for _, _, row in text.rows)
        if opening not in joined:
            continue
        rows = LineIndex(joined)
        shown = joined if text.opaque else without_code(joined, python_markdown=False)
        starts = [match.start() for match in pattern.finditer(shown)]
        # One that is not closed ends where another begins: so many openings are not so many times the rest.
        for start, following in zip(starts, [*starts[1:], len(joined)], strict=False):
            close = joined.find(closing, start)
            end = close + len(closing) if close >= 0 else following
            line, column = _locate(text, rows, start)
            last, last_column = _locate(text, rows, end)
            yield Comment(
                text=joined[start + len(opening) : close if close >= 0 else end],
                line=line,
                column=column + 1,
                start=source.offset(line, index.start(line), column),
                end=source.offset(last, index.start(last), last_column),
                containers=text.containers,
                mark=opening,
                printed="" if close >= 0 else "it is not closed before its paragraph or container ends",
            )


def _locate(text: Text, rows: LineIndex, offset: int) -> tuple[int, int]:
    """The line and the 0-based column on the page of an offset in the joined rows."""
    row = rows.line(offset)
    line, column, _ = text.rows[row - 1]
    return line, column + offset - rows.start(row)
