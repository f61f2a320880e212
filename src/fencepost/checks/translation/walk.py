"""Walks two syntax trees of Python side by side and notes where they part."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from fencepost.checks.translation import formatted, imports, nodes
from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.difference import Difference
from fencepost.checks.translation.fields import lost_fields
from fencepost.checks.translation.imports import Imports
from fencepost.checks.translation.keys import match_keys, stand_in, unmatched

Lines = tuple[int, int]
"""A line of the first piece of code and one of the second."""


@dataclass(frozen=True, slots=True)
class _Named:
    """An entry whose place in the order means nothing: a keyword argument, an item of a dictionary."""

    name: str
    line: int
    node: ast.AST


class Walk:
    """Compares nodes; what differs is collected in `found`."""

    def __init__(self, alike: Alike) -> None:
        """Begin a comparison with nothing found."""
        self.alike = alike
        self.found: list[Difference] = []

    def block(self, ours: Sequence[ast.stmt], theirs: Sequence[ast.stmt], ends: Lines) -> None:
        """Compare two lists of statements; `ends` are the lines that stand behind them."""
        if self.alike.options.comments == "free":
            ours, theirs = ([node for node in block if not nodes.is_docstring(node)] for block in (ours, theirs))
        self._sequence(imports.grouped(ours), imports.grouped(theirs), ends, ends)

    def node(self, one: ast.AST, other: ast.AST, at: Lines, ends: Lines) -> None:
        """Compare two nodes.

        Args:
            one: the first node.
            other: its counterpart.
            at: the lines of what holds them, for nodes without a line.
            ends: the lines that stand behind them.
        """
        at = nodes.line(one, at[0]), nodes.line(other, at[1])
        ours, theirs = formatted.parts(one), formatted.parts(other)
        if ours is not None and theirs is not None:
            self._texts(one, other, ours, theirs, at)
        elif type(one) is not type(other):
            self._report(one, other, at)
        elif isinstance(one, ast.Dict) and isinstance(other, ast.Dict):
            self._named(_items(one), _items(other), at, (nodes.end(one), nodes.end(other)))
        else:
            self._children(one, other, at, ends)

    def _children(self, one: ast.AST, other: ast.AST, at: Lines, ends: Lines) -> None:
        for name in nodes.fields(one):
            ours, theirs = getattr(one, name, None), getattr(other, name, None)
            if isinstance(ours, list) and isinstance(theirs, list):
                self._list(name, one, other, at, ends)
            elif isinstance(ours, ast.AST) and isinstance(theirs, ast.AST):
                self.node(ours, theirs, at, ends)
            elif not self._same(ours, theirs):
                self._report(one, other, at)

    def _list(self, name: str, one: ast.AST, other: ast.AST, at: Lines, ends: Lines) -> None:
        ours, theirs = getattr(one, name), getattr(other, name)
        behind = nodes.line_behind(one, name, ends[0]), nodes.line_behind(other, name, ends[1])
        if name in ("body", "orelse", "finalbody"):
            self.block(ours, theirs, behind)
        elif name == "keywords":
            self._named(_keywords(ours, at[0]), _keywords(theirs, at[1]), at, behind)
        elif any(isinstance(item, str) for item in (*ours, *theirs)):
            if len(ours) != len(theirs) or not all(map(self._same, ours, theirs)):
                self._report(one, other, at)
        else:
            self._sequence(ours, theirs, at, behind)

    def _sequence(self, ours: Sequence[nodes.Item], theirs: Sequence[nodes.Item], at: Lines, ends: Lines) -> None:
        for start, end, begin, stop in nodes.steps(ours, theirs):
            for i, j in zip(range(start, end), range(begin, stop), strict=False):
                if end - start == stop - begin:
                    behind = nodes.place(ours, i + 1, ends[0]), nodes.place(theirs, j + 1, ends[1])
                    self._pair(ours[i], theirs[j], at, behind)
            if end - start != stop - begin:
                places = nodes.place(ours, start, ends[0]), nodes.place(theirs, begin, ends[1])
                self._report(ours[start] if start < end else None, theirs[begin] if begin < stop else None, places)

    def _pair(self, one: nodes.Item, other: nodes.Item, at: Lines, ends: Lines) -> None:
        if isinstance(one, Imports) and isinstance(other, Imports):
            self.found += imports.compare(one, other, ends, self.alike)
        elif isinstance(one, ast.AST) and isinstance(other, ast.AST):
            self.node(one, other, at, ends)
        elif one is not other:
            self._report(one, other, (nodes.line(one, at[0]), nodes.line(other, at[1])))

    def _named(self, ours: Sequence[_Named], theirs: Sequence[_Named], at: Lines, ends: Lines) -> None:
        matched = match_keys([entry.name for entry in ours], [entry.name for entry in theirs], self.alike)
        for own, twin in matched.items():
            self.node(ours[own].node, theirs[twin].node, at, ends)
        lost, gained = unmatched(len(ours), len(theirs), matched)
        for own, twin in zip(lost, gained, strict=False):
            one, other = ours[own], theirs[twin]
            self._note(one.line, other.line, nodes.named(one.name, one.node), nodes.named(other.name, other.node))
        for own in lost[len(gained) :]:
            place = stand_in(own, matched.items(), [entry.line for entry in theirs], ends[1])
            self._note(ours[own].line, place, nodes.named(ours[own].name, ours[own].node), "")
        for twin in gained[len(lost) :]:
            place = stand_in(twin, ((j, i) for i, j in matched.items()), [entry.line for entry in ours], ends[0])
            self._note(place, theirs[twin].line, "", nodes.named(theirs[twin].name, theirs[twin].node))

    def _texts(self, one: ast.AST, other: ast.AST, ours: formatted.Parts, theirs: formatted.Parts, at: Lines) -> None:
        text, twin = formatted.literal(ours), formatted.literal(theirs)
        fields, twin_fields = formatted.fields(ours), formatted.fields(theirs)
        likeness = self.alike.texts(text, twin)
        translated = likeness == "translated"
        if likeness == "different" or formatted.lacks_prefix(ours, theirs):
            self._report(one, other, at)
        elif len(fields) == len(twin_fields):
            self._fields(fields, twin_fields, at, free=translated)
            if likeness == "typography":
                self.found.append(Difference("FP405", *at, nodes.text(one), nodes.text(other), minor=True))
            if translated and (lost := lost_fields(text, twin, self.alike)):
                self.found.append(Difference("FP406", *at, nodes.text(one), nodes.text(other), lost))
        elif translated:
            why = f"{formatted.listed(fields)} became {formatted.listed(twin_fields)}"
            self.found.append(Difference("FP406", *at, nodes.text(one), nodes.text(other), why))
        else:
            self._report(one, other, at)

    def _fields(
        self, ours: list[ast.FormattedValue], theirs: list[ast.FormattedValue], at: Lines, *, free: bool
    ) -> None:
        left = list(theirs)
        rest: list[ast.FormattedValue] = []
        for field in ours:
            twin = next((other for other in left if self._agree(field, other)), None) if free else None
            if twin is None:
                rest.append(field)
            else:
                left.remove(twin)
        for field, twin in zip(rest, left, strict=True):
            self.node(field, twin, at, at)

    def _agree(self, one: ast.AST, other: ast.AST) -> bool:
        trial = Walk(self.alike)
        trial.node(one, other, (1, 1), (1, 1))
        return not any(difference.code == "FP405" and not difference.minor for difference in trial.found)

    def _same(self, one: object, other: object) -> bool:
        """Whether two values of a node's field are the same: names, constants, nothing."""
        if isinstance(one, str) and isinstance(other, str):
            return self.alike.names(one, other)
        if type(one) is type(other) and one == other:
            return True
        return isinstance(one, (int, float)) and isinstance(other, (int, float)) and self.alike.grouped(one, other)

    def _report(self, one: nodes.Item, other: nodes.Item, at: Lines) -> None:
        self._note(*at, nodes.text(one), nodes.text(other))

    def _note(self, line: int, twin_line: int, text: str, twin_text: str) -> None:
        self.found.append(Difference("FP405", line, twin_line, text, twin_text))


def _items(node: ast.Dict) -> list[_Named]:
    return [
        _Named(ast.unparse(key) if key else f"**{ast.unparse(value)}", nodes.line(key or value, 1), value)
        for key, value in zip(node.keys, node.values, strict=True)
    ]


def _keywords(keywords: Sequence[ast.keyword], line: int) -> list[_Named]:
    return [
        _Named(keyword.arg or f"**{ast.unparse(keyword.value)}", nodes.line(keyword, line), keyword.value)
        for keyword in keywords
    ]
