"""Compares JSON, YAML and TOML by value: the order of keys, quotes and comments do not count."""

from __future__ import annotations

import json
from collections.abc import Sequence
from difflib import SequenceMatcher

from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.difference import Difference, ordered, shortened
from fencepost.checks.translation.fields import lost_fields
from fencepost.checks.translation.keys import match_keys, stand_in, unmatched
from fencepost.checks.translation.values import Entry, Value, plain


def compare(one: Value, other: Value, alike: Alike) -> list[Difference]:
    """What differs in more than a translation may change."""
    comparison = _Comparison(alike)
    comparison.value(one, other)
    return ordered(comparison.found)


class _Comparison:
    def __init__(self, alike: Alike) -> None:
        self.alike = alike
        self.found: list[Difference] = []
        self._seen: set[tuple[int, int]] = set()

    def value(self, one: Value, other: Value) -> None:
        # A value that an alias repeats is compared once.
        if (id(one), id(other)) in self._seen:
            return
        self._seen.add((id(one), id(other)))
        if one.kind != other.kind:
            self._note(one.line, other.line, _text(one), _text(other))
        elif one.kind == "mapping":
            self._mapping(one, other)
        elif one.kind == "list":
            self._list(one, other)
        elif one.kind == "text":
            self._texts(one, other)
        elif not self._same(one.scalar, other.scalar):
            self._note(one.line, other.line, _text(one), _text(other))

    def _mapping(self, one: Value, other: Value) -> None:
        ours, theirs = one.entries, other.entries
        matched = match_keys([entry.key for entry in ours], [entry.key for entry in theirs], self.alike)
        for own, twin in matched.items():
            self.value(ours[own].value, theirs[twin].value)
        lost, gained = unmatched(len(ours), len(theirs), matched)
        for own, twin in zip(lost, gained, strict=False):
            self._note(ours[own].line, theirs[twin].line, _entry(ours[own]), _entry(theirs[twin]))
        for own in lost[len(gained) :]:
            place = stand_in(own, matched.items(), [entry.line for entry in theirs], other.end)
            self._note(ours[own].line, place, _entry(ours[own]), "")
        for twin in gained[len(lost) :]:
            place = stand_in(twin, ((j, i) for i, j in matched.items()), [entry.line for entry in ours], one.end)
            self._note(place, theirs[twin].line, "", _entry(theirs[twin]))

    def _list(self, one: Value, other: Value) -> None:
        ours, theirs = one.entries, other.entries
        steps = [(0, len(ours), 0, len(theirs))]
        if len(ours) != len(theirs):
            shapes = [[_shape(entry.value) for entry in entries] for entries in (ours, theirs)]
            steps = [step[1:] for step in SequenceMatcher(None, *shapes, autojunk=False).get_opcodes()]
        for start, end, begin, stop in steps:
            if end - start == stop - begin:
                for i, j in zip(range(start, end), range(begin, stop), strict=True):
                    self.value(ours[i].value, theirs[j].value)
            else:
                lines = _line(ours, start, one.end), _line(theirs, begin, other.end)
                self._note(*lines, _listed(ours[start:end]), _listed(theirs[begin:stop]))

    def _texts(self, one: Value, other: Value) -> None:
        text, twin = str(one.scalar), str(other.scalar)
        likeness = self.alike.texts(text, twin)
        if likeness == "different":
            self._note(one.line, other.line, _text(one), _text(other))
        elif likeness == "typography":
            self.found.append(Difference("FP405", one.line, other.line, _text(one), _text(other), minor=True))
        elif likeness == "translated" and (lost := lost_fields(text, twin, self.alike)):
            self.found.append(Difference("FP406", one.line, other.line, _text(one), _text(other), lost))

    def _same(self, one: object, other: object) -> bool:
        if type(one) is type(other) and (one == other or (one != one and other != other)):  # nan
            return True
        return isinstance(one, (int, float)) and isinstance(other, (int, float)) and self.alike.grouped(one, other)

    def _note(self, line: int, twin_line: int, text: str, twin_text: str) -> None:
        self.found.append(Difference("FP405", line, twin_line, text, twin_text))


def _line(entries: Sequence[Entry], index: int, end: int) -> int:
    return entries[index].line if index < len(entries) else end


def _shape(value: Value) -> str:
    """A value as one text, to find those that both lists have."""
    if value.entries:
        return " ".join(f"{entry.key}:{_shape(entry.value)}" for entry in value.entries)
    return repr(value.scalar)


def _listed(entries: Sequence[Entry]) -> str:
    return _text(entries[0].value) if entries else ""


def _entry(entry: Entry) -> str:
    return shortened(f"{entry.key}: {_text(entry.value)}")


def _text(value: Value) -> str:
    return shortened(json.dumps(plain(value), ensure_ascii=False, default=str))
