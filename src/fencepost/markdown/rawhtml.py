"""HTML that Python-Markdown takes out of a page before it reads blocks, and what `md_in_html` puts back.

A block-level tag or a comment at the margin takes everything up to its end out of the page and leaves a mark in a
block of its own. With `md_in_html` an element with a `markdown` attribute becomes a container, and its text is read
later. The parser is tolerant in the way of `html.parser`: what looks like a tag and is none stays text.

Source of the rules: `markdown.htmlparser` and `markdown.extensions.md_in_html`, read for their behaviour.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from fencepost.markdown.htmlparts import (
    BLOCK_TAGS,
    CODE_TAGS,
    COMMENT_END,
    HIDDEN_TAGS,
    MARK,
    TAG_REST,
    Element,
    Piece,
    Sink,
    State,
    classes_of,
    element_state,
)
from fencepost.markdown.lines import LineIndex
from fencepost.markdown.tree import Line

_AT_MARGIN = re.compile(r"^ {0,3}<[A-Za-z!?/]", re.MULTILINE)
_TOKEN = re.compile(r"<(?:(?P<slash>/?)(?P<name>[A-Za-z][^\t\n\r\f />`\x00]*)|(?P<comment>!--)|(?P<other>[!?]))")
_BLANK_LINE = re.compile(r"(?: *\n){2}")


@dataclass(frozen=True, slots=True)
class Lifted:
    """Lines without HTML."""

    lines: list[Line]
    """With marks where HTML stood."""
    pieces: list[Piece]
    """What the marks count."""
    complete: bool
    """Whether all that was opened is closed."""


def lift(lines: list[Line], *, markdown: bool) -> Lifted:
    """Take HTML out of lines."""
    text = "\n".join(line for line, _ in lines)
    last_comment = text.rfind("<!--")
    closed = last_comment < 0 or text.find("-->", last_comment) >= 0
    if not _AT_MARGIN.search(text):
        return Lifted(lines, [], complete=closed)
    reader = _Reader(text, [number for _, number in lines], markdown)
    reader.run()
    return Lifted(reader.out.lines(reader.numbers), reader.pieces, closed and reader.complete)


class _Reader:
    def __init__(self, text: str, numbers: list[int], markdown: bool) -> None:
        self.text = text
        self.markdown = markdown
        self.out = Sink()
        self.pieces: list[Piece] = []
        self.numbers = numbers
        self._index = LineIndex(text)
        self._raw: Piece | None = None
        self._raw_row = 0
        self._open: list[str] = []
        """Elements that are open inside raw HTML, innermost last."""
        self._counts: Counter[str] = Counter()
        self._elements: list[Element] = []
        self._element_counts: Counter[str] = Counter()
        self._in_tail = False
        """Whether the rest of a line follows the end of a piece."""
        self._code_tag = ""
        self.complete = True
        self._last_angle = text.rfind(">")
        self._last_comment_end = max(text.rfind("-->"), text.rfind("--!>"))

    def run(self) -> None:
        """Read all of the text."""
        position = 0
        while (match := self._next(position)) is not None:
            self._data(position, match.start())
            position = self._token(match)
        self._data(position, len(self.text))
        self.complete = self._raw is None and not self._elements
        if self._raw is not None:
            self.out.add(self._raw_row, self._mark(self._raw))
        if self._elements:
            self._end_element(self._elements[0].piece.tag, len(self.text), len(self.text))

    def _next(self, position: int) -> re.Match[str] | None:
        match = _TOKEN.search(self.text, position)
        while match and self._code_tag and not (match["slash"] and match["name"].lower() == self._code_tag):
            match = _TOKEN.search(self.text, match.start() + 1)
        return match

    def _token(self, match: re.Match[str]) -> int:
        start = match.start()
        if match["comment"]:
            return self._comment(start)
        if match["other"]:
            return self._declaration(start, match["other"])
        name = match["name"].lower()
        if match["slash"]:
            end = self.text.find(">", match.end()) + 1 if start < self._last_angle else 0
            if not end:
                return self._data(start, start + 2)
            self._code_tag = ""
            self._end_tag(name, start, end)
            return end
        rest = TAG_REST.match(self.text, match.end())
        if rest is None:
            return self._data(start, start + 1)
        self._start_tag(name, start, rest.end())
        return rest.end()

    def _comment(self, start: int) -> int:
        match = COMMENT_END.search(self.text, start + 4) if start + 4 <= self._last_comment_end else None
        if match is None:
            return self._data(start, start + 1)
        piece = Piece("", self._line(start), comments=[(self._line(start), self._column(start))])
        self._single(piece, start, match.end(), block=True)
        return match.end()

    def _declaration(self, start: int, kind: str) -> int:
        if not (self._at_margin(start) or self._in_tail or self._elements):
            return self._data(start, start + 2)
        cdata = self.text.startswith("<![CDATA[", start)
        close = "?>" if kind == "?" else "]]>" if cdata else ">"
        end = self.text.find(close, start + 2) + len(close) if start < self._last_angle else 0
        if end < len(close):
            return self._data(start, start + 2)
        block = kind == "?" or cdata or self.text[start + 2 : start + 9].lower() == "doctype"
        self._single(Piece("", self._line(start)), start, end, block=block)
        return end

    def _start_tag(self, name: str, start: int, end: int) -> None:
        tag = self.text[start:end]
        block = name in BLOCK_TAGS
        if tag.endswith("/>") or name == "hr":
            self._single(Piece("", self._line(start)), start, end, block=block)
            return
        fresh = bool(self._elements) and self._elements[-1].fresh
        if block and (self._at_margin(start) or self._in_tail or fresh):
            state = element_state(
                name, tag, self._elements[-1].piece.state if self._elements else None, markdown=self.markdown
            )
            if self._raw is None and (state != "off" or self._elements):
                self._open_element(name, start, state, tag)
                return
            if self._raw is None:
                self._raw = Piece("", self._line(start))
                self._raw_row = self._row(start)
                self.out.add(self._raw_row, "\n")
        if self._raw is not None:
            self._open.append(name)
            self._counts[name] += 1
            self._code_tag = name if name in CODE_TAGS else ""
        else:
            self._data(start, end)

    def _end_tag(self, name: str, start: int, end: int) -> None:
        if self._raw is not None:
            self._close_raw(name, end)
        elif name in BLOCK_TAGS and self._element_counts[name]:
            self._end_element(name, start, end)
        else:
            self._data(start, end)

    def _close_raw(self, name: str, end: int) -> None:
        if self._counts[name]:
            while self._open:
                last = self._open.pop()
                self._counts[last] -= 1
                if last == name:
                    break
        if not self._open and self._raw is not None:
            piece, self._raw = self._raw, None
            self._in_tail = not _BLANK_LINE.match(self.text, end)
            self.out.add(self._raw_row, self._mark(piece), "\n\n")

    def _open_element(self, name: str, start: int, state: State, tag: str) -> None:
        if self._element_counts["p"]:
            self._end_element("p", start, start)
        self._element_counts[name] += 1
        self._elements.append(Element(Piece(name, self._line(start), state, classes_of(tag)), self._row(start)))

    def _end_element(self, name: str, start: int, end: int) -> None:
        """Close an element and those that are open inside it."""
        while self._elements:
            element = self._elements.pop()
            piece = element.piece
            self._element_counts[piece.tag] -= 1
            piece.lines = element.sink.lines(self.numbers)
            if self._elements:
                self._elements[-1].sink.add(element.row, "\n", "\n", self._mark(piece), "\n")
            else:
                self._in_tail = not _BLANK_LINE.match(self.text, end)
                self._add_block(element.row, piece)
            if piece.tag == name:
                return

    def _single(self, piece: Piece, start: int, end: int, *, block: bool) -> None:
        """Something without an end tag: a comment, a rule, a declaration."""
        if self._raw is not None:
            self._raw.comments.extend(piece.comments)
        elif self._elements:
            if block and self._at_margin(start):
                self._elements[-1].fresh = False
                self._elements[-1].sink.add(self._row(start), "\n", self._mark(piece), "\n", "\n")
            else:
                self._data(start, end)
        elif self._in_tail and self.pieces:
            self.pieces[-1].comments.extend(piece.comments)
        elif block and self._at_margin(start):
            self._in_tail = not _BLANK_LINE.match(self.text, end)
            self._add_block(self._row(start), piece)
        else:
            self._data(start, end)

    def _data(self, start: int, end: int) -> int:
        if start < end:
            text = self.text[start:end]
            if self._in_tail and "\n" in text:
                self._in_tail = False
            if self._raw is not None:
                if not any(self._counts[name] for name in HIDDEN_TAGS):
                    self._raw.fences.extend(int(match[2]) for match in MARK.finditer(text))
            elif self._elements:
                self._elements[-1].fresh = False
                self._elements[-1].sink.add(self._row(start), text)
            else:
                self.out.add(self._row(start), text)
        return end

    def _add_block(self, row: int, piece: Piece) -> None:
        """Leave a mark in a block of its own."""
        gap = ("\n",) if self.out.ends_with("\n") and not self.out.ends_with("\n\n") else ()
        self.out.add(row, *gap, self._mark(piece), "\n\n")

    def _mark(self, piece: Piece) -> str:
        self.pieces.append(piece)
        return f"\x02H{len(self.pieces) - 1}\x02"

    def _line(self, offset: int) -> int:
        return self.numbers[self._row(offset)]

    def _row(self, offset: int) -> int:
        return self._index.line(offset) - 1

    def _column(self, offset: int) -> int:
        return offset - self._index.starts[self._row(offset)]

    def _at_margin(self, start: int) -> bool:
        begin = self.text.rfind("\n", max(0, start - 4), start) + 1
        return (begin > 0 or start < 4) and not self.text[begin:start].strip()
