"""From a fence's place in a page to the fence."""

from __future__ import annotations

from fencepost.markdown.lines import Source, drop_columns, fold
from fencepost.markdown.scan import Sections
from fencepost.markdown.superfences import Candidate
from fencepost.model import Container, Fence


def build(source: Source, candidate: Candidate, containers: tuple[Container, ...], sections: Sections) -> Fence:
    """Make the fence of a candidate that has both its ends."""
    opening, header = candidate.opening, candidate.opening.header
    start, mark, end = opening.start, opening.mark, candidate.end
    body_start, body_end = opening.end + 1, candidate.last
    if source.starts:
        start, mark = source.offset(opening.line, start), source.offset(opening.line, start, opening.width)
        body_start = source.offset(opening.line + 1, body_start)
        body_end, end = source.offset(candidate.end_line, body_end), source.line_end(candidate.end_line, end)
    section, slug, ordinal = sections.enter(opening.line)
    return Fence(
        slug=slug,
        ordinal=ordinal,
        language=header.language,
        info=opening.info,
        attributes=header.attributes,
        classes=header.classes,
        body=body(source.text[body_start:body_end], opening.mark - opening.start),
        marker=opening.marker,
        prefix=source.text[start:mark],
        line=opening.line,
        end_line=candidate.end_line,
        start=start,
        end=end,
        body_start=body_start,
        body_end=body_end,
        containers=containers,
        section=section,
    )


def body(raw: str, width: int) -> str:
    """The code between the marks: the container's columns removed, line ends folded."""
    text = fold(raw)
    if not width:
        return text
    return "\n".join(drop_columns(row, width) for row in text.split("\n"))
