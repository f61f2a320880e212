"""Lines that several sources share stand in all of them, word for word and in order (FP303, FP304)."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fencepost.checks.difference import Side, detail, shown, similar
from fencepost.compare.lines import fold
from fencepost.model import Finding, Place
from fencepost.sources import SourceText


@dataclass(frozen=True, slots=True)
class Agreement:
    """An `[[agree]]` entry of the settings."""

    name: str
    sources: tuple[str, ...]
    lines: str
    """A regular expression; the lines in which it is found are shared."""
    except_: tuple[str, ...]
    """Whole lines that only some of the sources have."""
    place: Place
    """Where the entry stands in the settings."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A line that the pattern chose."""

    text: str
    place: Place
    source: str


Rules = list[Shared]


@dataclass(frozen=True, slots=True)
class Member:
    """One of the sources, with its shared lines less the exceptions."""

    source: SourceText
    rules: Rules

    @property
    def texts(self) -> tuple[str, ...]:
        """The lines alone."""
        return tuple(line.text for line in self.rules)


def check_agree(agreement: Agreement, sources: Mapping[str, SourceText]) -> list[Finding]:
    """Compare the shared lines of the sources that are in `sources`.

    They are held to the wording that most of them have, the first one's where none has more: a finding points
    into the source that differs, and shows the places of the others.
    """
    try:
        pattern = re.compile(agreement.lines)
    except re.error as error:
        return [_setting(agreement, f"`lines` is no regular expression: {error}")]
    known = [sources[expression] for expression in agreement.sources if expression in sources]
    chosen = [_chosen(source, pattern) for source in known]
    findings = list(_unmatched(agreement, known, chosen))
    sides = [
        Member(source, [line for line in lines if line.text not in agreement.except_])
        for source, lines in zip(known, chosen, strict=True)
        if lines
    ]
    if sides:
        counts = Counter(side.texts for side in sides)
        reference = max(sides, key=lambda side: counts[side.texts])
        for side in sides:
            findings += _compared(agreement, reference, side) if side is not reference else []
    return findings


def _chosen(source: SourceText, pattern: re.Pattern[str]) -> Rules:
    return [
        Shared(line, source.at(index), source.expression)
        for index, line in enumerate(fold(source.text))
        if pattern.search(line)
    ]


def _unmatched(agreement: Agreement, known: list[SourceText], chosen: list[Rules]) -> Iterator[Finding]:
    for source, lines in zip(known, chosen, strict=True):
        if not lines:
            yield _setting(agreement, f"`{agreement.lines}` matches no line of {source.expression}", source.place)
    texts = {line.text for lines in chosen for line in lines}
    for line in agreement.except_:
        if line not in texts:
            near = difflib.get_close_matches(line, texts, n=1, cutoff=0.6)
            hint = f"; the nearest is `{near[0]}`" if near else ""
            yield _setting(agreement, f"the exception `{line}` is no line that `{agreement.lines}` matches{hint}")


def _setting(agreement: Agreement, message: str, *related: Place) -> Finding:
    advice = "Correct the pattern or the exception; what matches nothing checks nothing."
    return Finding("FP303", f"agree `{agreement.name}`: {message}", agreement.place, related=related, help=advice)


def _compared(agreement: Agreement, reference: Member, member: Member) -> Iterator[Finding]:
    """The differences of two sources; a line that only moved is one of them, not two."""
    theirs, ours = reference.rules, member.rules
    moved = _moved(theirs, ours)
    yield from (_finding(agreement, there, here, "stands in another order in") for there, here in moved)
    gone = {id(line) for pair in moved for line in pair}
    theirs = [line for line in theirs if id(line) not in gone]
    ours = [line for line in ours if id(line) not in gone]
    for there, here in _pairs(theirs, ours):
        if here is None and there is not None:
            yield _missing(agreement, there, member.source)
        elif there is None and here is not None:
            yield _missing(agreement, here, reference.source)
        elif there is not None and here is not None:
            yield _finding(agreement, there, here, "is worded otherwise in")


def _moved(theirs: Rules, ours: Rules) -> list[tuple[Shared, Shared]]:
    """Lines that stand in both, out of order."""
    matcher = difflib.SequenceMatcher(None, [r.text for r in theirs], [r.text for r in ours], autojunk=False)
    stay_there = {block.a + offset for block in matcher.get_matching_blocks() for offset in range(block.size)}
    stay_here = {block.b + offset for block in matcher.get_matching_blocks() for offset in range(block.size)}
    left = [line for index, line in enumerate(theirs) if index not in stay_there]
    found: list[tuple[Shared, Shared]] = []
    for index, line in enumerate(ours):
        if index not in stay_here and (there := next((one for one in left if one.text == line.text), None)):
            left.remove(there)
            found.append((there, line))
    return found


def _pairs(theirs: Rules, ours: Rules) -> Iterator[tuple[Shared | None, Shared | None]]:
    """Lines of the two that differ, each with its counterpart where there is one."""
    matcher = difflib.SequenceMatcher(None, [r.text for r in theirs], [r.text for r in ours], autojunk=False)
    for tag, start, end, from_, to in matcher.get_opcodes():
        if tag != "equal":
            yield from _matched(theirs[start:end], ours[from_:to])


def _matched(theirs: Rules, ours: Rules) -> Iterator[tuple[Shared | None, Shared | None]]:
    """Within one gap: the same number of lines are pairs, else lines that are alike."""
    if len(theirs) == len(ours):
        yield from zip(theirs, ours, strict=True)
        return
    waiting = list(ours)
    for there in theirs:
        here = next((line for line in waiting if similar(there.text, line.text)), None)
        if here is not None:
            for skipped in waiting[: waiting.index(here)]:
                yield None, skipped
            waiting = waiting[waiting.index(here) + 1 :]
        yield there, here
    yield from ((None, line) for line in waiting)


def _finding(agreement: Agreement, there: Shared, here: Shared, how: str) -> Finding:
    other = "" if there.text == here.text else f": `{shown(there.text)}`"
    rows = detail(
        Side(here.place.path, [here.text], [here.place.line]), Side(there.place.path, [there.text], [there.place.line])
    )
    return Finding(
        "FP304",
        f"agree `{agreement.name}`: `{shown(here.text)}` of {here.source} {how} {there.source}{other}",
        here.place,
        related=(there.place,),
        help="Use one wording in all of them, or name both lines in `except`.",
        detail=() if there.text == here.text else rows,
    )


def _missing(agreement: Agreement, line: Shared, source: SourceText) -> Finding:
    return Finding(
        "FP304",
        f"agree `{agreement.name}`: `{shown(line.text)}` of {line.source} is missing in {source.expression}",
        line.place,
        related=(source.place,),
        help="Add the line there, or name it in `except`.",
    )
