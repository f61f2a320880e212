"""The quick way through pages that are plain to read.

Most pages need no block parser: their fences, headings and comments stand at the margin or in containers that can be
told by their opening lines. One regular expression leads from one line that can matter to the next. At whatever this
way does not know for sure it stops, and the section is read in full; both ways give the same result.
"""

from __future__ import annotations

import re

from fencepost.markdown import mdelement
from fencepost.markdown.edge import Edge
from fencepost.markdown.extensions import Extensions
from fencepost.markdown.headings import read_hash
from fencepost.markdown.htmlparts import BLOCK_TAGS, TAG_REST
from fencepost.markdown.indentheads import read_head
from fencepost.markdown.lines import LineIndex, Source
from fencepost.markdown.listitems import INDENT, items_above
from fencepost.markdown.marks import KINDS, marked_lines
from fencepost.markdown.opencontainers import OpenContainers
from fencepost.markdown.outline import Draft
from fencepost.markdown.pagecomments import PageComments
from fencepost.markdown.rawelement import element_end
from fencepost.markdown.slashheads import OPTION_LINE, read_header
from fencepost.markdown.superfences import ReadHeader, close, line_end, open_at

_TAG = re.compile(r" {0,3}<(?:(?P<comment>!--)|(?P<other>[!?])|(?P<name>[A-Za-z][^\t\n\r\f />`\x00]*))?")


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
        self._wide = source.wide
        self._rules = rules
        self._read_header = read_header
        self._open = OpenContainers(draft, source.wide, self.line_of)
        self._edge = Edge(source.wide, begin)
        self._line, self._counted = (self._wide.count("\n", 0, begin) + 1 if begin else 1), begin
        self._comments = PageComments(draft, source, index, self._open.around)
        self._comments.find(begin)

    def go_on(self, position: int) -> None:
        """Begin anew at a heading of the page, behind a section that was read in another way."""
        self.position = position
        self._open.clear()
        self._edge = Edge(self._wide, position)
        self._comments.find(position)

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
        end, comments, containers = self._edge.end, self._comments, self._open
        for match in marked_lines(self._wide, self._edge.begin):
            mark = match[1]
            start = match.end() - len(mark)
            if start <= end:  # it stands in what was read together with an earlier line
                continue
            if comments.next < start and not self._pass_comments(start):
                return False
            end = self._read_line(mark, start) if containers.limit >= start or self._leave(start) else -1
            if end < 0:
                self.failed_at = start
                return False
        self.failed_at = len(self._wide)
        return self._pass_comments(len(self._wide))

    def _read_line(self, mark: str, start: int) -> int:
        """Read what begins on a line, and give the place up to which it reaches; -1 for what has to be read in full."""
        first = mark[0]
        if first == "#":
            return self._hash(mark, start, 0)
        if first == "/":
            return self._slash(mark, start, 0)
        if first == "<":
            return self._html(start)
        if first == "`" or first == "~":
            return self._fence(start, 0)
        match = KINDS.match(self._wide, start)
        if match is None:
            return start
        kind = match.lastgroup
        if kind == "html":
            return self._html(start)
        if kind == "underline":
            return self._underline(start, match.end())
        if kind == "rule":  # below an empty line it underlines nothing
            return match.end() if self._wide[start - 2] == "\n" else -1
        return self._inside(kind, start, match.start(kind) - start) if kind is not None else -1

    def _inside(self, kind: str, start: int, width: int) -> int:
        """Read what stands behind blanks, if these belong to the containers that are open."""
        if width != self._open.width and not self._find_items(start, width):
            return -1
        if kind == "fence":
            return self._fence(start, width)
        if self._open.in_item and self._wide[start - 2] != "\n":
            return -1  # it may be the text of the item
        row = self._wide[start + width : line_end(self._wide, start)]
        if kind == "hash":
            return self._hash(row, start, width)
        return self._slash(row, start, width) if kind == "slashes" else self._head(row, start, width)

    def _find_items(self, start: int, width: int) -> bool:
        """Find the items of lists that a line stands in, and open them."""
        if width % INDENT or width < self._open.width or self._open.slashes:
            return False
        items = items_above(self._wide, start, width, self._open.width, self._edge)
        return self._open.enter_items(items, start)

    def _leave(self, start: int) -> bool:
        """Close the containers that end before a line."""
        edge = self._open.leave(start)
        if edge is None:
            return False
        if edge > self._edge.end:
            self._edge.move(edge, fresh=True)
        return True

    def _begins_plainly(self, start: int, width: int) -> bool:
        """Whether what stands directly above a line is running text: mostly there is an empty line."""
        return self._wide[start - 2] == "\n" or self._edge.begins_plainly(start, width)

    def _pass_comments(self, limit: int) -> bool:
        """Pass over comments in running text, which are no matter as long as they end on their line."""
        while (start := self._comments.next) < limit:
            end = self._wide.find("-->", start, line_end(self._wide, start))
            if end < 0 or (self._comments.addresses_us(start) and not self._directive(start, end)):
                self.failed_at = start
                return False
            self._comments.find(end)
        return True

    def _directive(self, start: int, end: int) -> bool:
        """Note a comment among indented content, if it is plain to see where it belongs."""
        begin = self._wide.rfind("\n", 0, start) + 1
        if not self._comments.is_alone(start, end) or (self._open.limit < begin and not self._leave(begin)):
            return False
        if start - begin != self._open.width and not self._find_items(begin, start - begin):
            return False
        self._comments.note(start, end)
        return True

    def _fence(self, start: int, width: int) -> int:
        if not self._begins_plainly(start, width):
            return -1
        end = self._take_fence(start + width, width)
        if end >= 0:
            self._edge.move(end, fresh=False)
        return end

    def _take_fence(self, mark: int, width: int = 0) -> int:
        start = mark - width
        opening = open_at(self._wide, start, mark, self.line_of(start), self._read_header)
        if opening is None:
            return line_end(self._wide, start)
        if opening.header.fault:
            return -1
        candidate = close(self._wide, opening)
        if not candidate.closed:
            return -1
        self._draft.add_fence(candidate, self._open.around())
        self._comments.find(candidate.end)
        return candidate.end

    def _hash(self, row: str, start: int, width: int) -> int:
        end = start + width + len(row)
        if "\\" in row and read_hash(row) is None:
            return end
        if not self._begins_plainly(start, width):
            return -1
        self._draft.rows.append((row, start))
        if not self._open.stack:
            self.position = start
        self._edge.move(end, fresh=not self._open.width)
        return end

    def _underline(self, start: int, end: int) -> int:
        edge = self._edge
        if start - 1 == edge.end:
            return end if edge.fresh else -1
        if self._open.width or not self._begins_plainly(start, 0):
            return -1
        title_start = self._wide.rfind("\n", 0, max(start - 1, 0)) + 1
        title = self._wide[title_start : start - 1].strip(" ")
        if start > edge.begin and title and edge.stands_first(title_start):
            level = 1 if self._wide[start] == "=" else 2
            self._draft.headings.append((level, title, self.line_of(title_start)))
        elif self._wide[end : end + 2] not in ("\n\n", "\n", ""):
            return -1  # it may be text, even a title
        edge.move(end, fresh=True)
        return end

    def _html(self, start: int) -> int:
        match = _TAG.match(self._wide, start)
        if match is None or match["other"]:
            return -1
        if self._wide[start] == " " and not self._begins_plainly(start, 0):
            return -1  # a list above may take it in
        if match["comment"]:
            end: int | None = self._comments.read(match.start("comment") - 1)
        elif not match["name"] or match["name"].lower() not in BLOCK_TAGS:
            return match.end()
        else:
            name, parses_html = match["name"].lower(), "md_in_html" in self._rules.names
            end = element_end(
                self._wide,
                name,
                match.end(),
                parses_html=parses_html,
                take_fence=self._take_fence,
                take_comment=self._comments.read,
            )
            if end == -1 and parses_html and (rest := TAG_REST.match(self._wide, match.end())):
                if not self._open.stack:
                    return self._element(name, start, rest.end())
                end = mdelement.behind_text(self._wide, name, rest[0], rest.end()) if self._open.in_element else -1
        if end is None:
            return match.end()
        behind = line_end(self._wide, end)
        if end < 0 or self._wide[end:behind].strip(" "):
            return -1
        self._comments.find(end)
        self._edge.move(behind, fresh=True)
        return behind

    def _element(self, name: str, start: int, end: int) -> int:
        """Open an element whose content is read as Markdown."""
        at_margin = self._wide[start] == "<"
        limit = mdelement.content_end(self._wide, start, name, end, self._read_header) if at_margin else -1
        if limit < 0 or not self._open.enter_element(start, limit - 1, line_end(self._wide, limit)):
            return -1
        self._edge.move(line_end(self._wide, end), fresh=True)
        return end

    def _head(self, row: str, start: int, width: int) -> int:
        """Open a container whose content is indented."""
        head = read_head(row, self._rules.names)
        end = start + width + len(row)
        if head is None:
            return start
        if not self._begins_plainly(start, width) or not self._open.enter_indented(head, start, end):
            return -1
        self._edge.move(end, fresh=True)
        return end

    def _slash(self, row: str, start: int, width: int) -> int:
        end = start + width + len(row)
        if not row.strip("/ "):
            if self._open.leave_slashes(len(row.rstrip(" ")), end):
                self._edge.move(end, fresh=True)
            return end
        rows = (row,)
        while self._wide.startswith(" " * (width + INDENT), end + 1) and OPTION_LINE.match(self._wide, end + 1):
            if width:
                return -1
            behind = line_end(self._wide, end + 1)
            rows = (*rows, self._wide[end + 1 : behind])
            end = behind
        header = read_header(self._rules.blocks, rows)
        if header is None:
            return start
        if not self._begins_plainly(start, width) or not self._open.enter_slashes(header, start):
            return -1
        self._edge.move(end, fresh=True)
        return end
