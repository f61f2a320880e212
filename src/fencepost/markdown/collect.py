"""Collects what the lines of a page turned out to be."""

from __future__ import annotations

from collections.abc import Sequence

from fencepost.markdown.comments import OPENING, make, spans, without_code
from fencepost.markdown.htmlparts import MARK, Piece
from fencepost.markdown.lines import LineIndex, Source, drop_columns
from fencepost.markdown.superfences import Candidate, line_end
from fencepost.markdown.tree import Line, Node
from fencepost.model import Comment, Container


class Collector:
    """Listens to the block parser: which fences are shown and in what, where headings and comments stand."""

    def __init__(
        self, source: Source, index: LineIndex, candidates: Sequence[Candidate], pieces: Sequence[Piece]
    ) -> None:
        self.shown: dict[int, tuple[Container, ...]] = {}
        """Fences that are not taken back as literals, by index, with their containers."""
        self.text_lines: set[int] = set()
        """Lines that are shown as text."""
        self.headings: list[tuple[int, str, int]] = []
        """Levels, titles as written, lines."""
        self.comments: list[Comment] = []
        self._source = source
        self._index = index
        self._candidates = candidates
        self._pieces = pieces
        self._last_close = source.wide.rfind("-->")

    def heading(self, level: int, title: str, line: Line, node: Node) -> None:
        """See `Listener`."""
        self.headings.append((level, MARK.sub("", title), line[1]))
        self.prose([line], node)

    def prose(self, lines: Sequence[Line], node: Node) -> None:
        """See `Listener`."""
        self.text_lines.update(number for _, number in lines)
        text = "\n".join(line for line, _ in lines)
        if "<!--" in text:
            text = self._comments(lines, text, node)
        if "\x02" in text:
            for match in MARK.finditer(text):
                if match[1] == "F":
                    self.shown[int(match[2])] = node.containers()
                else:
                    self._raw(self._pieces[int(match[2])], node)

    def verbatim(self, lines: Sequence[Line], node: Node) -> None:
        """See `Listener`."""
        for text, _ in lines:
            for match in MARK.finditer(text):
                if match[1] == "H":
                    self._raw(self._pieces[int(match[2])], node)

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

    def _raw(self, outer: Piece, node: Node) -> None:
        """HTML that is shown as it is."""
        waiting = [outer]
        while waiting:
            piece = waiting.pop()
            for fence in piece.fences:
                self.shown[fence] = node.containers()
            for line, column in piece.comments:
                self._margin_comment(line, column, node)
            for text, _ in piece.lines:
                for match in MARK.finditer(text):
                    if match[1] == "F":
                        self.shown[int(match[2])] = node.containers()
                    else:
                        waiting.append(self._pieces[int(match[2])])

    def _margin_comment(self, line: int, column: int, node: Node) -> None:
        start = self._index.start(line) + column
        if OPENING.match(self._source.wide, start):
            end = self._source.wide.find("-->", start)
            self._add(self._source.wide[start + 4 : end], start, end + 3, node)

    def _comments(self, lines: Sequence[Line], text: str, node: Node) -> str:
        """Note the comments in a paragraph, which the site hides only when they end there; gives the rest."""
        visible = without_code(text, python_markdown=True)
        hidden = dict(spans(visible))
        rows = LineIndex(text)
        for match in OPENING.finditer(visible):
            row = rows.line(match.start())
            begin = self._index.start(lines[row - 1][1])
            prefix = line_end(self._source.wide, begin) - begin - len(lines[row - 1][0])
            column = prefix + match.start() - rows.start(row)
            if (end := hidden.get(match.start())) is not None:
                behind = self._source.wide.find("-->", begin + column) + 3
                self._add(text[match.start() + 4 : end - 3], begin + column, behind, node)
            else:
                self._printed(begin + column, column, node)
        position, rest = 0, []
        for start, end in hidden.items():
            rest.append(text[position:start])
            position = end
        return "".join([*rest, text[position:]])

    def _printed(self, start: int, column: int, node: Node) -> None:
        """A comment that does not end in its paragraph."""
        wide = self._source.wide
        close = wide.find("-->", start) if start < self._last_close else -1
        another = wide.find("<!--", start + 4)
        if close < 0 or 0 <= another < close:
            end = line_end(wide, start) if another < 0 else min(another, line_end(wide, start))
            self._add(wide[start + 4 : end], start, end, node, "it is never closed")
            return
        first, *others = wide[start + 4 : close].split("\n")
        body = "\n".join([first, *(drop_columns(other, column) for other in others)])
        self._add(body, start, close + 3, node, _parted(others[:-1], column))

    def _add(self, text: str, start: int, end: int, node: Node, printed: str = "") -> None:
        self.comments.append(make(self._source, self._index, text, (start, end), node.containers(), printed))


def _parted(others: Sequence[str], column: int) -> str:
    """Why a comment does not end in its paragraph, from the lines between its first and its last."""
    for other in others:
        said = drop_columns(other, column)
        if not said.strip(" >"):
            return "there is an empty line in it, which ends the paragraph it stands in"
        if said.startswith("#"):
            return f"its line `{said.strip()}` is a heading to the site; put a blank before the `#`"
    return "a line in it begins another block, which ends the paragraph it stands in"
