"""The quick way through pages on which everything that matters stands at the margin.

Most pages need no block parser: their fences, headings and comments begin in the first column, and the only containers
around them are `///` blocks and raw HTML. One regular expression leads from one line that can matter to the next. At
whatever this way does not know for sure it stops, and the section is read in full; both ways give the same result.
"""

from __future__ import annotations

import re

from fencepost.markdown.blocks import read_hash
from fencepost.markdown.comments import OPENING, make
from fencepost.markdown.extensions import Extensions
from fencepost.markdown.htmlparts import BLOCK_TAGS, COMMENT_END
from fencepost.markdown.lines import LineIndex, Source
from fencepost.markdown.outline import Draft
from fencepost.markdown.rawelement import MAY_HOLD_FENCE, element_end
from fencepost.markdown.slashes import OPTION_LINE, read_header
from fencepost.markdown.superfences import ReadHeader, close, line_end, open_at
from fencepost.model import Container

_KINDS = (
    r"(?:(?P<fence>```|~~~)|(?P<hash>#[^\n]*)|(?P<slashes_end>/{3,} *(?=\n|\Z))|(?P<slashes>/{3,} *[\w-][^\n]*)"
    r"|(?P<html> {0,3}<)|(?P<underline>[=-]+ *(?=\n|\Z))"
    r"|(?P<admonition>!!!|\?\?\?)"
    r"|(?P<other>===(?:\+!?|!\+?)? +\"|[ >]+(?:```|~~~|[=-]+ *(?=\n|\Z))|[ >*+.:0-9-]+(?:#|///)|\[\^[^\]\n]*\]: *#))"
)
_LINE = re.compile("\n" + _KINDS)
_FIRST_LINE = re.compile(_KINDS)
_TAG = re.compile(r" {0,3}<(?:(?P<comment>!--)|(?P<other>[!?])|(?P<name>[A-Za-z][^\t\n\r\f />`\x00]*))?")
_SPECIAL = re.compile(r"    | {0,3}(?:[*+-] |\d+\. |[>:|#/]|!!!|\?\?\?|===|\[[^\]]*\]:|[-:|][-:| ]*$)|\*\[")
_MAX_OPEN = 50


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
        self._open: list[tuple[int, Container]] = []
        """The `///` blocks that are open, with the number of their slashes."""
        self._last_tab = (0, 0, 0)
        """Of the last tab that ended: how many blocks were open around it, where it ended, and its set."""
        self._edge = begin - 1
        """Where the last line ends that was understood: what follows it begins anew."""
        self._behind_fence = False
        self._line, self._counted = self._wide.count("\n", 0, begin) + 1, begin
        self._next_comment = self._wide.find("<!--", begin)

    def go_on(self, position: int) -> None:
        """Begin anew at a heading of the page, behind a section that was read in another way."""
        self.position = self._begin = position
        self._open.clear()
        self._last_tab = (0, 0, 0)
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
        readers = {
            "fence": self._fence,
            "hash": self._hash,
            "html": self._html,
            "slashes": self._slashes,
            "slashes_end": self._slashes_end,
            "underline": self._underline,
            "admonition": self._admonition,
            "other": self._other,
        }
        wide, search = self._wide, _LINE.search
        match, start = _FIRST_LINE.match(wide) if self._begin == 0 else None, 0
        if match is None and (match := search(wide, max(self._begin - 1, 0))) is not None:
            start = match.start() + 1
        while match is not None:
            self.failed_at = start
            if 0 <= self._next_comment < start and not self._pass_comments(start):
                return False
            end = readers[match.lastgroup or "other"](match, start)
            if end is None:
                return False
            match = search(wide, end)
            start = match.start() + 1 if match is not None else 0
        self.failed_at = len(self._wide)
        return self._next_comment < 0 or self._pass_comments(len(self._wide))

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

    def _other(self, match: re.Match[str], start: int) -> int | None:
        """A line that only the block parser knows how to take."""

    def _admonition(self, match: re.Match[str], start: int) -> int | None:
        return match.end() if not self._open else None

    def _fence(self, match: re.Match[str], start: int) -> int | None:
        if not self._begins_plainly(start):
            return None
        end = self._take_fence(start)
        if end is not None:
            self._edge, self._behind_fence = end, True
        return end

    def _take_fence(self, start: int) -> int | None:
        opening = open_at(self._wide, start, start, self.line_of(start), self._read_header)
        if opening is None:
            return line_end(self._wide, start)
        candidate = close(self._wide, opening)
        if opening.header.fault or not candidate.closed:
            return None
        self._draft.add_fence(candidate, self._around())
        if 0 <= self._next_comment < candidate.end:
            self._next_comment = self._wide.find("<!--", candidate.end)
        return candidate.end

    def _hash(self, match: re.Match[str], start: int) -> int | None:
        if not self._begins_plainly(start):
            return None
        heading = read_hash(match["hash"])
        if heading is not None:
            level, title = heading
            self._draft.headings.append((level, title, self.line_of(start)))
            if not self._open:
                self.position = start
            self._edge, self._behind_fence = match.end(), False
        return match.end()

    def _underline(self, match: re.Match[str], start: int) -> int | None:
        end = match.end()
        if start - 1 == self._edge:
            return None if self._behind_fence else end
        if not self._begins_plainly(start):
            return None
        title_start = self._wide.rfind("\n", 0, max(start - 1, 0)) + 1
        title = self._wide[title_start : start - 1].strip(" ")
        if start > self._begin and title and self._stands_first(title_start):
            level = 1 if self._wide[start] == "=" else 2
            self._draft.headings.append((level, title, self.line_of(title_start)))
        self._edge, self._behind_fence = end, False
        return end

    def _html(self, found: re.Match[str], start: int) -> int | None:
        match = _TAG.match(self._wide, start)
        if match is None or match["other"]:
            return None
        if match["comment"]:
            end = self._comment(match.start("comment") - 1)
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
        if end is None or end < 0:
            return None if end is None else match.end()
        self._next_comment = self._wide.find("<!--", end) if 0 <= self._next_comment < end else self._next_comment
        behind = line_end(self._wide, end)
        if self._wide[end:behind].strip(" "):
            return None
        self._edge, self._behind_fence = behind, False
        return behind

    def _comment(self, start: int) -> int | None:
        match = COMMENT_END.search(self._wide, start + 4)
        if match is None or match[0] != "-->" or MAY_HOLD_FENCE.search(self._wide, start, match.start()):
            return None
        if OPENING.match(self._wide, start):
            text = self._wide[start + 4 : match.start()]
            span = (start, match.end())
            self._draft.comments.append(make(self._source, self._index, text, span, self._around()))
        self._next_comment = self._wide.find("<!--", match.end())
        return match.end()

    def _slashes_end(self, match: re.Match[str], start: int) -> int | None:
        end = match.end()
        if self._open and self._open[-1][0] == len(match["slashes_end"].rstrip(" ")):
            _, container = self._open.pop()
            self._last_tab = (len(self._open), end, container.group)
            self._edge, self._behind_fence = end, False
        return end

    def _slashes(self, match: re.Match[str], start: int) -> int | None:
        if not self._begins_plainly(start):
            return None
        end, rows = match.end(), (match["slashes"],)
        while self._wide.startswith("    ", end + 1) and OPTION_LINE.match(self._wide, end + 1):
            behind = line_end(self._wide, end + 1)
            rows = (*rows, self._wide[end + 1 : behind])
            end = behind
        header = read_header(self._names, rows)
        if header is None or header.kind not in ("admonition", "details", "tab") or len(self._open) > _MAX_OPEN:
            return None
        self._draft.containers += 1
        new = header.options.get("new") is True
        group = self._tab_group(start, new=new) if header.kind == "tab" else 0
        label = header.argument if group else ""
        kind = "tab" if group else "block"
        container = Container(kind, self._draft.containers, self.line_of(start), label, group)
        self._open.append((header.length, container))
        self._edge, self._behind_fence = end, False
        return end

    def _tab_group(self, start: int, *, new: bool) -> int:
        depth, end, group = self._last_tab
        if group and not new and depth == len(self._open) and not self._wide[end:start].strip():
            return group
        self._draft.tab_sets += 1
        return self._draft.tab_sets

    def _begins_plainly(self, start: int) -> bool:
        """Whether what stands directly above a line, up to an empty line or the edge, is running text."""
        if self._wide.startswith("\n", start - 2) and start > 1:
            return True
        while start - 1 > self._edge and start > self._begin:
            above = self._wide.rfind("\n", 0, start - 1) + 1
            row = self._wide[above : start - 1]
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

    def _around(self) -> tuple[Container, ...]:
        return tuple(container for _, container in self._open)
