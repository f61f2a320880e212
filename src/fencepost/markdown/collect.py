"""Collects what the lines of a page turned out to be."""

from __future__ import annotations

from collections.abc import Sequence

from fencepost.markdown.comments import OPENING, outside_code
from fencepost.markdown.lines import Source, drop_columns, line_at
from fencepost.markdown.rawhtml import MARK, Piece
from fencepost.markdown.superfences import Candidate
from fencepost.markdown.tree import Line, Node
from fencepost.model import Comment, Container


class Collector:
    """Listens to the block parser: which fences are shown and in what, where headings and comments stand."""

    def __init__(self, source: Source, starts: list[int], candidates: Sequence[Candidate], pieces: list[Piece]) -> None:
        self.shown: dict[int, tuple[Container, ...]] = {}
        """Fences that are not taken back as literals, by index, with their containers."""
        self.text_lines: set[int] = set()
        """Lines that are shown as text."""
        self.headings: list[tuple[int, str, int]] = []
        """Levels, titles as written, lines."""
        self.comments: list[Comment] = []
        self._source = source
        self._starts = starts
        self._candidates = candidates
        self._pieces = pieces

    def heading(self, level: int, title: str, line: Line, node: Node) -> None:
        """See `Listener`."""
        self.headings.append((level, title, line[1]))
        self.prose([line], node)

    def prose(self, lines: Sequence[Line], node: Node) -> None:
        """See `Listener`."""
        self.text_lines.update(number for _, number in lines)
        text = "\n".join(line for line, _ in lines)
        hidden = _comment_spans(text) if "<!--" in text else []
        if "\x02" in text:
            for match in MARK.finditer(text):
                if any(start <= match.start() < end for start, end in hidden):
                    continue
                if match[1] == "F":
                    self.shown[int(match[2])] = node.containers()
                else:
                    self._raw(self._pieces[int(match[2])], node)
        if "<!--" in text and OPENING.search(text):
            self._comments(lines, text, node)

    def without_marks(self, lines: list[Line]) -> list[Line]:
        """See `Listener`."""
        if not any("\x02" in text for text, _ in lines):
            return lines
        found: list[Line] = []
        for text, number in lines:
            match = MARK.fullmatch(text.lstrip(" >"))
            if match is None or match[1] != "F":
                found.append((text, number))
                continue
            candidate = self._candidates[int(match[2])]
            taken = candidate.opening.width - (len(text) - len(match[0]))
            rows = self._source.wide[candidate.opening.start : candidate.end].split("\n")
            found.extend((row[taken:] if row.strip(" ") else "", number + step) for step, row in enumerate(rows))
        return found

    def _raw(self, piece: Piece, node: Node) -> None:
        """HTML that is shown as it is."""
        for fence in piece.fences:
            self.shown[fence] = node.containers()
        for line, column in piece.comments:
            self._margin_comment(line, column, node)
        for text, _ in piece.lines:
            for match in MARK.finditer(text):
                if match[1] == "F":
                    self.shown[int(match[2])] = node.containers()
                else:
                    self._raw(self._pieces[int(match[2])], node)

    def _margin_comment(self, line: int, column: int, node: Node) -> None:
        start = self._starts[line - 1] + column
        if OPENING.match(self._source.wide, start):
            end = self._source.wide.find("-->", start)
            self._add(self._source.wide[start + 4 : end], start, end + 3, node)

    def _comments(self, lines: Sequence[Line], text: str, node: Node) -> None:
        """Comments in a paragraph: the site hides them only when they end in it."""
        for match in OPENING.finditer(outside_code(text)):
            index = text.count("\n", 0, match.start())
            number = lines[index][1]
            begin = self._starts[number - 1]
            row = self._source.wide[begin:].split("\n", 1)[0]
            column = len(row) - len(lines[index][0]) + match.start() - (text.rfind("\n", 0, match.start()) + 1)
            start = begin + column
            end = self._source.wide.find("-->", start)
            inner_end = text.find("-->", match.start())
            if inner_end >= 0:
                self._add(text[match.start() + 4 : inner_end], start, end + 3, node)
                continue
            printed = (
                "it is never closed" if end < 0 else "an empty line stands inside it, where only one paragraph may be"
            )
            end = len(self._source.wide) if end < 0 else end
            first, *others = self._source.wide[start + 4 : end].split("\n")
            body = "\n".join([first, *(drop_columns(other, column) for other in others)])
            self._add(body, start, min(end + 3, len(self._source.wide)), node, printed)

    def _add(self, text: str, start: int, end: int, node: Node, printed: str = "") -> None:
        line, last = line_at(self._starts, start), line_at(self._starts, end)
        begin, last_begin = self._starts[line - 1], self._starts[last - 1]
        self.comments.append(
            Comment(
                text=text,
                line=line,
                column=start - begin + 1,
                start=self._source.offset(line, begin, start - begin),
                end=self._source.offset(last, last_begin, end - last_begin),
                containers=node.containers(),
                printed=printed,
            )
        )


def _comment_spans(text: str) -> list[tuple[int, int]]:
    """Where comments stand in a paragraph, code spans left out."""
    spans: list[tuple[int, int]] = []
    visible = outside_code(text)
    start = visible.find("<!--")
    while start >= 0:
        end = visible.find("-->", start)
        if end < 0:
            break
        spans.append((start, end + 3))
        start = visible.find("<!--", end)
    return spans
