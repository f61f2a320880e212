"""The rule set of MkDocs: what Python-Markdown with SuperFences renders as a code block."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from fencepost.markdown import disagreements, fencedcode, margin, superfences
from fencepost.markdown.extensions import Extensions
from fencepost.markdown.fences import build
from fencepost.markdown.headings import number, read_hash
from fencepost.markdown.info import superfences_reader
from fencepost.markdown.lines import LineIndex, Source, front_matter_end
from fencepost.markdown.outline import Draft, renumber
from fencepost.markdown.scan import Scan, Sections, in_sections
from fencepost.markdown.superfences import Candidate, line_end


def scan(source: Source, path: str, rules: Extensions, *, exact: bool = False, quick: bool = True) -> Scan:
    """Find the fences, headings and comments of a page.

    A fence whose info string the site refuses is kept, with a finding, since the author meant one; `exact` leaves it
    out, and with it what follows is what the site makes of the page. Without `quick` all of the page is read in full,
    with the same result.
    """

    outline = renumber(find(source, rules, exact=exact, quick=quick).outline(source.wide))
    headings = number(outline.headings)
    sections = Sections(headings)
    fences = tuple(
        build(source, candidate, outline.shown[index], sections)
        for index, candidate in enumerate(outline.candidates)
        if index in outline.shown
    )
    findings = tuple(disagreements.of_page(path, source.wide, outline))
    return Scan(headings, fences, in_sections(outline.comments, sections), findings)


def find(source: Source, rules: Extensions, *, exact: bool = False, quick: bool = True) -> Draft:
    """Read a page, section by section where it can be read quickly, and in full where not.

    That is all that finding the fences takes; their names and what is wrong with them are made out by `scan`.
    """
    quick = quick and rules.superfences
    read_header = superfences_reader(rules.header) if rules.superfences else fencedcode.read_info
    find_fences = superfences.find if rules.superfences else fencedcode.find
    draft, index = Draft(), LineIndex(source.wide)
    reader = margin.Reader(draft, source, index, rules, read_header, front_matter_end(source.wide, multimarkdown=True))
    while not (quick and reader.read()):
        from fencepost.markdown import full  # many a page can do without it

        begin = reader.position
        first_line = reader.line_of(begin)
        draft.drop_from(first_line, begin)
        behind = max(reader.failed_at, begin)
        fences = _Fences(source.wide, find_fences(source.wide, begin, read_header, skip_refused=exact))
        while True:
            end = fences.next_heading(behind) if quick else len(source.wide)
            last = end == len(source.wide)
            section = full.Section(begin, end, first_line, fences.before(end))
            if full.read(draft, source, index, rules, section, last=last):
                break
            behind = end + (end - begin)
        if last:
            break
        reader.go_on(end)
    return draft


class _Fences:
    """The fences of a page from a section on, found as far as they are needed."""

    def __init__(self, wide: str, candidates: Iterator[Candidate]) -> None:
        self._wide = wide
        self._candidates = candidates
        self._found: list[Candidate] = []
        self._starts: list[int] = []

    def before(self, end: int) -> tuple[Candidate, ...]:
        """Those that open before an offset."""
        return tuple(self._found[: self._count(end)])

    def next_heading(self, behind: int) -> int:
        """Where the next heading at the margin begins, below an empty line and in no fence, or the page's end."""
        position = behind
        while (start := self._wide.find("\n\n#", position) + 2) >= 2:
            count = self._count(start)
            read_to = self._found[count - 1].end if count else start
            if read_to <= start and read_hash(self._wide[start : line_end(self._wide, start)]):
                return start
            position = max(read_to, start)
        return len(self._wide)

    def _count(self, end: int) -> int:
        while not self._starts or self._starts[-1] < end:
            candidate = next(self._candidates, None)
            if candidate is None:
                break
            self._found.append(candidate)
            self._starts.append(candidate.opening.start)
        return bisect_left(self._starts, end)
