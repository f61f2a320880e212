"""A text that knows the file line of each of its characters.

Literals are traced when they are read; joining, stripping, dedenting and replacing keep the trace, so that a
finding can name the line of the file in which a line of the value was written.
"""

from __future__ import annotations

import inspect
import itertools
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from fencepost.sources.limits import hold_text

Origin = tuple[str, int]
"""A file, as shown to people, and a line in it."""


@dataclass(frozen=True)
class Traced:
    """A text and the origin of each character, which is worked out when it is asked for."""

    text: str
    traces: tuple[Origin, ...] | Callable[[], tuple[Origin, ...]]

    @cached_property
    def origins(self) -> tuple[Origin, ...]:
        """The origin of each character."""
        return self.traces if isinstance(self.traces, tuple) else self.traces()

    @classmethod
    def whole(cls, text: str, origin: Origin) -> Traced:
        """A text that came from one line."""
        return cls(text, (origin,) * len(text))

    @classmethod
    def of_lines(cls, text: str, path: str, first: int) -> Traced:
        """A text whose lines were written on the line `first` of a file and those below it."""
        lines = enumerate(text.split("\n"), first)
        origins = itertools.chain.from_iterable(((path, number),) * (len(line) + 1) for number, line in lines)
        return cls(text, tuple(origins)[: len(text)])

    @classmethod
    def spread(cls, text: str, path: str, first: int, last: int) -> Traced:
        """A text whose lines are spread over the lines `first` to `last`: a guess for want of better."""
        origins: list[Origin] = []
        for index, line in enumerate(text.split("\n")):
            origins += [(path, min(first + index, last))] * (len(line) + 1)
        return cls(text, tuple(origins[: len(text)]))

    @classmethod
    def concat(cls, parts: Iterable[Traced]) -> Traced:
        """The parts, one behind the other. Raises `NotStaticError` where they come to too much."""
        parts = list(parts)
        hold_text(sum(len(part.text) for part in parts))
        origins = itertools.chain.from_iterable(part.origins for part in parts)
        return cls("".join(part.text for part in parts), tuple(origins))

    def slice(self, start: int, end: int) -> Traced:
        """The characters from `start` to `end`."""
        return Traced(self.text[start:end], self.origins[start:end])

    def lines(self) -> list[Traced]:
        """The lines, without their ends; one more than there are line ends."""
        found: list[Traced] = []
        start = 0
        for line in self.text.split("\n"):
            found.append(self.slice(start, start + len(line)))
            start += len(line) + 1
        return found

    def runs(self) -> list[tuple[int, Origin]]:
        """The offsets at which the origin changes, with the new one."""
        found: list[tuple[int, Origin]] = []
        offset = 0
        for origin, same in itertools.groupby(self.origins):
            found.append((offset, origin))
            offset += len(tuple(same))
        return found


def strip(text: Traced, characters: str | None, *, left: bool, right: bool) -> Traced:
    """As `str.strip`, `lstrip` and `rstrip`."""
    start = len(text.text) - len(text.text.lstrip(characters)) if left else 0
    end = len(text.text.rstrip(characters)) if right else len(text.text)
    return text.slice(start, max(start, end))


def replace(text: Traced, old: str, new: Traced, count: int = -1) -> Traced:
    """As `str.replace`; what comes in has the origin of what went out, where there was something."""
    hold_text(len(text.text) + text.text.count(old) * len(new.text))
    if not old:
        return _same_lines(text, text.text.replace(old, new.text, count))
    parts: list[Traced] = []
    position = 0
    while count != 0 and (found := text.text.find(old, position)) >= 0:
        parts += [text.slice(position, found), Traced.whole(new.text, text.origins[found])]
        position = found + len(old)
        count -= 1
    return Traced.concat([*parts, text.slice(position, len(text.text))])


def join(separator: Traced, parts: list[Traced]) -> Traced:
    """As `str.join`; a separator has the origin of the character before it."""
    hold_text(len(separator.text) * len(parts) + sum(len(part.text) for part in parts))
    found: list[Traced] = []
    before: Origin | None = None
    for index, part in enumerate(parts):
        if index:
            found.append(Traced.whole(separator.text, before) if before else separator)
        found.append(part)
        before = part.origins[-1] if part.origins else before
    return Traced.concat(found)


def dedent(text: Traced) -> Traced:
    """As `textwrap.dedent`."""
    return _same_lines(text, textwrap.dedent(text.text))


def indent(text: Traced, prefix: str) -> Traced:
    """As `textwrap.indent` without a predicate."""
    hold_text(len(text.text) + (text.text.count("\n") + 1) * len(prefix))
    return _same_lines(text, textwrap.indent(text.text, prefix))


def cleandoc(text: Traced) -> Traced:
    """As `inspect.cleandoc`, which drops the empty lines before and behind the text."""
    lines = text.lines()
    dropped = next((index for index, line in enumerate(lines) if line.text.strip()), 0)
    start = sum(len(line.text) + 1 for line in lines[:dropped])
    return _same_lines(text.slice(start, len(text.text)), inspect.cleandoc(text.text))


def _same_lines(old: Traced, new: str) -> Traced:
    """`new` is `old` with its lines changed, none of them split or moved; lines may be missing at the end."""
    parts: list[Traced] = []
    ends = iter(line_ends(old))
    for line, changed in zip(old.lines(), new.split("\n"), strict=False):
        end = next(ends)
        parts.append(_changed(line, changed, end))
        parts.append(Traced.whole("\n", end))
    whole = Traced.concat(parts)
    return whole.slice(0, len(new))


def line_ends(text: Traced) -> list[Origin]:
    """The origin of the end of each line of `text.lines()`."""
    found: list[Origin] = []
    position = 0
    for line in text.text.split("\n"):
        position += len(line)
        found.append(text.origins[min(position, len(text.origins) - 1)] if text.origins else ("", 0))
        position += 1
    return found


def _changed(line: Traced, new: str, end: Origin) -> Traced:
    if line.text.endswith(new):
        return line.slice(len(line.text) - len(new), len(line.text))
    if new.endswith(line.text):
        first = line.origins[0] if line.origins else end
        return Traced.concat([Traced.whole(new[: len(new) - len(line.text)], first), line])
    return Traced.whole(new, line.origins[0] if line.origins else end)
