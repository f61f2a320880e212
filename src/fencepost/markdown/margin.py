"""The quick way through pages on which everything that matters stands at the margin.

Most pages need no block parser: their fences, headings and comments begin in the first column, and the only containers
around them are `///` blocks and raw HTML. One regular expression leads from one line that can matter to the next. At
whatever this way does not know for sure it stops, and the section is read in full; both ways give the same result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from fencepost.markdown.comments import OPENING, make
from fencepost.markdown.extensions import Extensions
from fencepost.markdown.headings import read_hash
from fencepost.markdown.htmlparts import BLOCK_TAGS, COMMENT_END
from fencepost.markdown.lines import LineIndex, Source
from fencepost.markdown.openslashes import OpenSlashes
from fencepost.markdown.outline import Draft
from fencepost.markdown.rawelement import MAY_HOLD_FENCE, element_end
from fencepost.markdown.slashheads import OPTION_LINE, read_header
from fencepost.markdown.superfences import ReadHeader, close, line_end, open_at

_MARKS = r"(#[^\n]*|///[^\n]*|[=<]|```|~~~|!!!|\?\?\?|\[\^[^\]\n]*\]: *#|[ >*+.:0-9-]++(?:[#=<]|``|~~|//|(?=\n|\Z)))"
_LINE = re.compile("\n" + _MARKS)
"""Finds lines that may matter by how they begin, and need not be exact: how fast pages are read depends on it."""
_FIRST_LINE = re.compile(_MARKS)
_KINDS = re.compile(
    r"(?P<html> {0,3}<)|(?P<underline>[=-]+ *(?=\n|\Z))|(?P<admonition>!!!|\?\?\?)"
    r"|===(?:\+!?|!\+?)? +\"|[ >]+(?:```|~~~|[=-]+ *(?=\n|\Z))|[ >*+.:0-9-]+(?:#|///)|\[\^[^\]\n]*\]: *#"
)
"""What such a line is, if it is neither a heading, a fence nor one of slashes; what has no name here is awkward."""
_OPENS = re.compile(r"/+ *[\w-]")
_TAG = re.compile(r" {0,3}<(?:(?P<comment>!--)|(?P<other>[!?])|(?P<name>[A-Za-z][^\t\n\r\f />`\x00]*))?")
_SPECIAL = re.compile(r"    | {0,3}(?:[*+-] |\d+\. |[>:|#/]|!!!|\?\?\?|===|\[[^\]]*\]:|[-:|][-:| ]*$)|\*\[")


class Reader:
    """Reads a page from section to section, and stops where it does not know how to go on."""

    def __init__(
        self, draft: Draft, source: Source, index: LineIndex, rules: Extensions, read_header: ReadHeader, begin: int
    ) -> None:
        self.position = begin
        """The beginning of the section that is being read; everything before it is known."""
        self.failed_at = begin
        """Where the line begins at which reading stopped."""
        self._draft = draft
        self._source = source
        self._index = index
        self._wide = source.wide
        self._names = rules.blocks
        self._parses_html = "md_in_html" in rules.names
        self._read_header = read_header
        self._begin = begin
        self._slashes = OpenSlashes(draft, source.wide, self.line_of)
        self._edge = begin - 1
        """Where the last line ends that was understood: what follows it begins anew."""
        self._behind_fence = False
        self._line, self._counted = (self._wide.count("\n", 0, begin) + 1 if begin else 1), begin
        self._next_comment = self._wide.find("<!--", begin)

    def go_on(self, position: int) -> None:
        """Begin anew at a heading of the page, behind a section that was read in another way."""
        self.position = self._begin = position
        self._slashes.clear()
        self._edge, self._behind_fence = position - 1, False
        self._next_comment = self._wide.find("<!--", position) if self._next_comment >= 0 else -1

    def line_of(self, offset: int) -> int:
        """The number of the line that begins at an offset, counted from the last one that was asked for."""
        if offset >= self._counted:
            self._line += self._wide.count("\n", self._counted, offset)
        else:
            self._line -= self._wide.count("\n", offset, self._counted)
        self._counted = offset
        return self._line

    def read(self) -> bool:
        """Read on to the end of the page; `False` if something stands there that has to be read in full."""
        end = self._begin - 1
        for match in self._lines():
            start = match.start(1)
            if start <= end:  # it stands in what was read together with an earlier line
                continue
            self.failed_at = start
            if 0 <= self._next_comment < start and not self._pass_comments(start):
                return False
            reached = self._read_line(match[1], start)
            if reached < 0:
                return False
            end = reached
        self.failed_at = len(self._wide)
        return self._next_comment < 0 or self._pass_comments(len(self._wide))

    def _lines(self) -> Iterator[re.Match[str]]:
        """The lines that may matter; the first line of a page has no line end before it."""
        found = _LINE.finditer(self._wide, max(self._begin - 1, 0))
        first = _FIRST_LINE.match(self._wide) if self._begin == 0 else None
        return found if first is None else chain((first,), found)

    def _read_line(self, mark: str, start: int) -> int:
        """Read what begins on a line, and give the place up to which it reaches; -1 for what has to be read in full."""
        first = mark[0]
        if first == "#":
            return self._hash(mark, start)
        if first == "/":
            return self._slash(mark, start)
        if mark == "```" or mark == "~~~":
            return self._fence(start)
        match = _KINDS.match(self._wide, start)
        if match is None:
            return start
        kind = match.lastgroup
        if kind == "html":
            return self._html(start)
        if kind == "underline":
            return self._underline(start, match.end())
        return match.end() if kind == "admonition" and not self._slashes else -1

    def _pass_comments(self, limit: int) -> bool:
        """Pass over comments in running text, which are no matter as long as they end on their line."""
        while 0 <= self._next_comment < limit:
            start = self._next_comment
            close_ = self._wide.find("-->", start, line_end(self._wide, start))
            if close_ < 0 or OPENING.match(self._wide, start):
                self.failed_at = start
                return False
            self._next_comment = self._wide.find("<!--", close_)
        return True

    def _fence(self, start: int) -> int:
        if not self._begins_plainly(start):
            return -1
        end = self._take_fence(start)
        if end >= 0:
            self._edge, self._behind_fence = end, True
        return end

    def _take_fence(self, start: int) -> int:
        opening = open_at(self._wide, start, start, self.line_of(start), self._read_header)
        if opening is None:
            return line_end(self._wide, start)
        if opening.header.fault:
            return -1
        candidate = close(self._wide, opening)
        if not candidate.closed:
            return -1
        self._draft.add_fence(candidate, self._slashes.around())
        end = candidate.end
        if 0 <= self._next_comment < end:
            self._next_comment = self._wide.find("<!--", end)
        return end

    def _hash(self, row: str, start: int) -> int:
        end = start + len(row)
        if "\\" in row and read_hash(row) is None:
            return end
        if not self._begins_plainly(start):
            return -1
        self._draft.rows.append((row, start))
        if not self._slashes:
            self.position = start
        self._edge, self._behind_fence = end, False
        return end

    def _underline(self, start: int, end: int) -> int:
        if start - 1 == self._edge:
            return -1 if self._behind_fence else end
        if not self._begins_plainly(start):
            return -1
        title_start = self._wide.rfind("\n", 0, max(start - 1, 0)) + 1
        title = self._wide[title_start : start - 1].strip(" ")
        if start > self._begin and title and self._stands_first(title_start):
            level = 1 if self._wide[start] == "=" else 2
            self._draft.headings.append((level, title, self.line_of(title_start)))
        self._edge, self._behind_fence = end, False
        return end

    def _html(self, start: int) -> int:
        match = _TAG.match(self._wide, start)
        if match is None or match["other"]:
            return -1
        if match["comment"]:
            end: int | None = self._comment(match.start("comment") - 1)
        elif not match["name"] or match["name"].lower() not in BLOCK_TAGS:
            return match.end()
        else:
            end = element_end(
                self._wide,
                match["name"].lower(),
                match.end(),
                parses_html=self._parses_html,
                take_fence=self._take_fence,
                take_comment=self._comment,
            )
        if end is None:
            return match.end()
        behind = line_end(self._wide, end)
        if end < 0 or self._wide[end:behind].strip(" "):
            return -1
        self._next_comment = self._wide.find("<!--", end) if 0 <= self._next_comment < end else self._next_comment
        self._edge, self._behind_fence = behind, False
        return behind

    def _comment(self, start: int) -> int:
        match = COMMENT_END.search(self._wide, start + 4)
        if match is None or match[0] != "-->" or MAY_HOLD_FENCE.search(self._wide, start, match.start()):
            return -1
        if OPENING.match(self._wide, start):
            text = self._wide[start + 4 : match.start()]
            span = (start, match.end())
            self._draft.comments.append(make(self._source, self._index, text, span, self._slashes.around()))
        self._next_comment = self._wide.find("<!--", match.end())
        return match.end()

    def _slash(self, row: str, start: int) -> int:
        end = start + len(row)
        bare = row.rstrip(" ")
        if not bare.strip("/"):
            if self._slashes.leave(len(bare), end):
                self._edge, self._behind_fence = end, False
            return end
        if not _OPENS.match(row):
            return start
        if not self._begins_plainly(start):
            return -1
        rows = (row,)
        while self._wide.startswith("    ", end + 1) and OPTION_LINE.match(self._wide, end + 1):
            behind = line_end(self._wide, end + 1)
            rows = (*rows, self._wide[end + 1 : behind])
            end = behind
        header = read_header(self._names, rows)
        if header is None or not self._slashes.enter(header, start):
            return -1
        self._edge, self._behind_fence = end, False
        return end

    def _begins_plainly(self, start: int) -> bool:
        """Whether what stands directly above a line, up to an empty line or the edge, is running text."""
        wide = self._wide
        if start > 1 and wide[start - 2] == "\n":
            return True
        while start - 1 > self._edge and start > self._begin:
            above = wide.rfind("\n", 0, start - 1) + 1
            row = wide[above : start - 1]
            if not row.strip(" "):
                return True
            if _SPECIAL.match(row):
                return False
            start = above
        return True

    def _stands_first(self, start: int) -> bool:
        """Whether no running text stands directly above a line."""
        if start - 1 <= self._edge:
            return not self._behind_fence
        above = self._wide.rfind("\n", 0, start - 1) + 1
        return not self._wide[above : start - 1].strip(" ")
