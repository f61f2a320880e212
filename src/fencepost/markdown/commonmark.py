"""The block structure of CommonMark, line by line, as far as it decides where fences, headings and comments stand.

A line is first matched against the containers that are open, then may open new ones, and what remains belongs to a
leaf: a paragraph, a fence, an indented literal, or opaque text such as HTML. What is opaque, and whether there are
indented literals, is told by a `Syntax`, so that GitHub's rules and those of MDX are two of them.

Source of the algorithm: the appendix "A parsing strategy" of the CommonMark specification, 0.31.
"""

from __future__ import annotations

import re
from typing import Literal

from fencepost.markdown import frames
from fencepost.markdown.frames import FoundFence, Syntax, Text
from fencepost.markdown.opaque import Opaque
from fencepost.markdown.stack import Stack
from fencepost.markdown.stretches import fence_body
from fencepost.model import ContainerKind

Leaf = Literal["none", "paragraph", "table", "literal", "fence", "opaque"]

_RUN = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")
_ITEM = re.compile(r"(?:[-+*]|(?P<number>\d{1,9})[.)])(?P<blanks> +|$)")
_UNDERLINE = re.compile(r"(?:=+|-+) *$")
_RULE = re.compile(r"(?:(?:- *){3,}|(?:_ *){3,}|(?:\* *){3,})$")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]: *")
_CONTAINER_MARKS = frozenset(">[-+*0123456789")


class Reader:
    """Reads one page."""

    def __init__(self, text: str, syntax: Syntax, *, with_texts: bool) -> None:
        """Take a page; its `texts` need not be complete where nobody looks for comments."""
        self.fences: list[FoundFence] = []
        self.headings: list[tuple[int, str, int]] = []
        self.texts: list[Text] = []
        self._text = text
        self._syntax = syntax
        self._with_texts = with_texts
        self._stack = Stack()
        self._leaf: Leaf = "none"
        self._fence: FoundFence | None = None
        self._opaque: Opaque | None = None
        self._current: Text | None = None
        self._line = 0
        self._start = 0

    def read(self, begin: int) -> None:
        """Read the text from an offset on."""
        self._line = self._text.count("\n", 0, begin)
        self._start = begin
        while self._start < len(self._text):
            self._pass()
            end = self._text.find("\n", self._start)
            end = len(self._text) if end < 0 else end
            self._line += 1
            self._read_line(self._text[self._start : end])
            self._start = end + 1
        self._line += 1
        self._close_leaf()

    def _pass(self) -> None:
        """Pass over lines in which nothing can begin or end."""
        behind = self._start
        if self._fence is None and self._opaque is None and not self._with_texts:
            behind = self._behind_text()
        elif self._fence is not None and not self._stack.frames and not self._fence.indent:
            behind = fence_body(self._text, self._start, self._fence.marker)
        if behind == self._start:
            return
        passed = self._text.count("\n", self._start, behind)
        if self._fence is not None:
            self._fence.rows += [(self._line + step, 0) for step in range(1, passed + 1)]
        self._line += passed
        self._start = behind

    def _behind_text(self) -> int:
        """Pass over text and over items that hold no more than that; gives where they end."""
        start = self._start
        if self._text[start] in "-*+" and self._stack.ends_at_margin and not self._stack.is_full:
            behind = self._syntax.stretches.items(self._text, start)
            self._stack.count += self._text.count("\n", start, behind)
            return behind
        if self._leaf != "none" or (self._stack.frames and self._text[start] == "\n"):
            return start  # an empty line may end a container
        behind = self._syntax.stretches.paragraphs(self._text, start)
        if self._stack.frames and behind > start:
            self._begin(frames.match_containers(self._stack.frames, "text", self._syntax)[1])
        return behind

    def _read_line(self, line: str) -> None:
        if line.startswith("#") and self._margin_heading(line):
            return
        at, matched = 0, len(self._stack.frames)
        if not self._stack.only_elements:
            at, matched = frames.match_containers(self._stack.frames, line, self._syntax)
        if matched == len(self._stack.frames):
            if self._fence is not None:
                self._fence_line(self._fence, line, at)
                return
            if self._opaque is not None and self._opaque_line(self._opaque, line, at):
                return
        elif self._fence is not None or self._opaque is not None:
            self._leave(matched)
        self._open_blocks(line, at, matched)

    def _margin_heading(self, line: str) -> bool:
        """Whether a line is a heading in no container: there are many, and this is a short way."""
        if self._fence is not None or self._opaque is not None or not self._stack.ends_at_margin:
            return False
        heading = frames.hash_heading(line)
        if heading is not None:
            self._heading(heading, line, 0, 0)
        return heading is not None

    def _open_blocks(self, line: str, at: int, matched: int) -> None:
        """Open the containers that begin on a line, and give its rest to a leaf."""
        while True:
            rest = line[at:].lstrip(" ")
            indent = len(line) - at - len(rest)
            if not rest:
                self._leave(matched)
                if self._leaf in ("paragraph", "table"):
                    self._close_leaf()
                return
            if indent >= 4 and self._syntax.literals:
                self._indented_line(line, at, matched)
                return
            inside = matched == len(self._stack.frames)
            opened = self._open_container(rest, indent, at, matched, interrupts=inside and self._leaf == "paragraph")
            if opened is None:
                self._open_leaf(line, rest, at, indent, matched)
                return
            at = opened
            matched = len(self._stack.frames)

    def _indented_line(self, line: str, at: int, matched: int) -> None:
        if self._leaf == "paragraph":
            self._text_line(line, at, matched)
            return
        self._begin(matched)
        self._leaf = "literal"

    def _open_container(self, rest: str, indent: int, at: int, matched: int, *, interrupts: bool) -> int | None:
        """Open the container that begins with a text, and give the place behind its mark."""
        if rest[0] not in _CONTAINER_MARKS or self._stack.is_full:
            return None
        if rest[0] == ">":
            self._push(matched, "quote", 0)
            return at + indent + 1 + rest.startswith(" ", 1)
        if rest[0] == "[" and self._syntax.footnotes and (note := _FOOTNOTE.match(rest)) is not None:
            self._push(matched, "footnote", 4)
            return at + indent + note.end()
        item = _ITEM.match(rest)
        if item is None or _RULE.match(rest):
            return None
        empty = item.end() == len(rest)
        if interrupts and (empty or item["number"] not in (None, "1")):
            return None
        if interrupts and self._leaf == "paragraph" and _UNDERLINE.match(rest):
            return None
        marker = item.end() - len(item["blanks"])
        blanks = len(item["blanks"])
        padding = 1 if empty or (blanks > 4 and self._syntax.literals) else blanks
        self._push(matched, "list", indent + marker + padding, empty=empty)
        return at + indent + marker + (blanks if empty else padding)

    def _open_leaf(self, line: str, rest: str, at: int, indent: int, matched: int) -> None:
        """Begin a leaf with a line, or go on with a paragraph."""
        goes_on = matched == len(self._stack.frames) and self._leaf == "paragraph"
        first = rest[0]
        if first == "#" and (heading := frames.hash_heading(rest)) is not None:
            self._heading(heading, rest, at + indent, matched)
        elif first in "`~" and (run := _RUN.match(rest)) is not None:
            self._begin(matched)
            self._open_fence(rest, run[0], at, indent)
        elif goes_on and _UNDERLINE.match(rest) and (title := frames.underlined(self._current)):
            self.headings.append((1 if rest[0] == "=" else 2, title[1], title[0]))
            self._close_leaf()
        elif first in "-_*" and _RULE.match(rest):
            self._begin(matched)
        else:
            offset = self._start + at + indent
            if (opaque := self._syntax.opaque(self._text, offset, goes_on)) is None:
                self._text_line(line, at, matched)
                return
            self._begin(matched)
            self._leaf, self._opaque = "opaque", opaque
            self._current = self._new_text(opaque=True)
            self._opaque_line(opaque, line, at)

    def _heading(self, heading: tuple[int, str], row: str, column: int, matched: int) -> None:
        self._begin(matched)
        self.headings.append((*heading, self._line))
        if self._with_texts:
            self.texts.append(Text(False, self._stack.around(), [(self._line, column, row)]))

    def _open_fence(self, rest: str, marker: str, at: int, indent: int) -> None:
        mark = self._start + at + indent
        self._leaf = "fence"
        self._fence = FoundFence(
            line=self._line,
            start=self._start,
            mark=mark,
            body_start=min(mark + len(rest) + 1, len(self._text)),
            marker=marker,
            info=rest[len(marker) :].strip(),
            indent=indent,
            containers=self._stack.around(),
        )

    def _fence_line(self, fence: FoundFence, line: str, at: int) -> None:
        rest = line[at:].lstrip(" ")
        indent = len(line) - at - len(rest)
        run = rest.rstrip(" ")
        may_close = indent < 4 or not self._syntax.literals
        if may_close and len(run) >= len(fence.marker) and not run.strip(fence.marker[0]):
            fence.closed = True
            fence.end_line, fence.body_end, fence.end = self._line, self._start, self._start + len(line)
            self.fences.append(fence)
            self._fence, self._leaf = None, "none"
        else:
            fence.rows.append((self._line, at + min(indent, fence.indent)))

    def _opaque_line(self, opaque: Opaque, line: str, at: int) -> bool:
        """Whether a line belongs to the opaque text."""
        if opaque.ends_at_blank and not line[at:].strip(" "):
            self._close_leaf()
            return False
        if self._current is not None:
            self._current.rows.append((self._line, at, line[at:]))
        if opaque.ends_on(line[at:], self._start + len(line)):
            self._close_leaf()
            for tag in opaque.tags:
                self._stack.element(tag, self._line)
        return True

    def _text_line(self, line: str, at: int, matched: int) -> None:
        """A line of a paragraph; one that lacks the marks of its containers may still go on with it."""
        if self._leaf != "paragraph" and not (self._leaf == "table" and matched == len(self._stack.frames)):
            self._begin(matched)
            self._leaf = "paragraph"
            self._current = self._new_text(opaque=False)
        if self._current is not None:
            self._current.rows.append((self._line, at, line[at:]))
            if self._leaf == "paragraph" and frames.is_table(self._current):
                self._leaf = "table"

    def _new_text(self, *, opaque: bool) -> Text:
        return Text(opaque, self._stack.around() if self._with_texts else ())

    def _push(self, matched: int, kind: ContainerKind, width: int, *, empty: bool = False) -> None:
        self._begin(matched)
        self._stack.push(kind, self._line, width, empty=empty)

    def _begin(self, matched: int) -> None:
        """Make place for a new block."""
        self._close_leaf()
        self._leave(matched)
        self._stack.fill()

    def _leave(self, matched: int) -> None:
        if matched < len(self._stack.frames):
            self._close_leaf()
            self._stack.cut(matched)

    def _close_leaf(self) -> None:
        if self._fence is not None:
            fence = self._fence
            fence.end_line = self._line - 1
            fence.end = fence.body_end = max(min(self._start - 1, len(self._text)), fence.body_start - 1)
            self.fences.append(fence)
        if self._current is not None and self._with_texts:
            self.texts.append(self._current)
        self._fence = self._opaque = self._current = None
        self._leaf = "none"
