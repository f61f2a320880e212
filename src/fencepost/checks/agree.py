"""Lines that several sources share stand in all of them, word for word and in order (FP303, FP304)."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fencepost.checks.difference import Side, detail, shown, similar
from fencepost.compare.align import align
from fencepost.compare.lines import fold
from fencepost.model import Finding, Place
from fencepost.sources import SourceText


@dataclass(frozen=True, slots=True)
class Terms:
    """What an `[[agree]]` entry of the settings says."""

    name: str
    lines: str
    """A regular expression; the lines in which it is found are shared."""
    except_: Sequence[str]
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
    """One of the sources."""

    source: SourceText
    chosen: Rules
    """The lines that the pattern chose."""
    rules: Rules
    """These less the exceptions."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The rules as plain texts."""
        return tuple(line.text for line in self.rules)


def check_agree(
    name: str, lines: str, except_: Sequence[str], sources: Mapping[str, SourceText], place: Place
) -> list[Finding]:
    """Compare the lines of all sources in which the regular expression `lines` is found.

    They are held to the wording that most sources have, the first one's where none has more: a finding points
    into the source that differs, and shows the places of the others. `except_` holds whole lines that may stand
    in some sources only; `place` is that of the entry in the settings.
    """
    terms = Terms(name, lines, except_, place)
    try:
        pattern = re.compile(lines)
    except re.error as error:
        return [_setting(terms, f"`lines` is no regular expression: {error}")]
    members = [_member(source, pattern, except_) for source in sources.values()]
    findings = list(_unmatched(terms, members))
    members = [member for member in members if member.chosen]
    if members:
        counts = Counter(member.texts for member in members)
        reference = max(members, key=lambda member: counts[member.texts])
        for member in members:
            findings += _compared(terms, reference, member) if member is not reference else []
    return findings


def _member(source: SourceText, pattern: re.Pattern[str], except_: Sequence[str]) -> Member:
    chosen = [
        Shared(line, source.at(index), source.expression)
        for index, line in enumerate(fold(source.text))
        if pattern.search(line)
    ]
    return Member(source, chosen, [line for line in chosen if line.text not in except_])


def _unmatched(terms: Terms, members: list[Member]) -> Iterator[Finding]:
    for member in members:
        if not member.chosen:
            source = member.source
            yield _setting(terms, f"`{terms.lines}` matches no line of {source.expression}", source.place)
    texts = {line.text for member in members for line in member.chosen}
    for line in terms.except_:
        if line not in texts:
            near = difflib.get_close_matches(line, sorted(texts), n=1, cutoff=0.6)
            hint = f"; the nearest is `{near[0]}`" if near else ""
            yield _setting(terms, f"the exception `{line}` is no line that `{terms.lines}` matches{hint}")


def _setting(terms: Terms, message: str, *related: Place) -> Finding:
    advice = "Correct the pattern or the exception; what matches nothing checks nothing."
    return Finding("FP303", f"agree `{terms.name}`: {message}", terms.place, related=related, help=advice)


def _compared(terms: Terms, reference: Member, member: Member) -> Iterator[Finding]:
    """The differences of two sources; a line that only moved is one of them, not two."""
    theirs, ours = reference.rules, member.rules
    moved = _moved(theirs, ours)
    yield from (_finding(terms, there, here, "stands in another order in") for there, here in moved)
    gone = {id(line) for pair in moved for line in pair}
    theirs = [line for line in theirs if id(line) not in gone]
    ours = [line for line in ours if id(line) not in gone]
    for there, here in _pairs(theirs, ours):
        if here is None and there is not None:
            yield _missing(terms, there, member.source)
        elif there is None and here is not None:
            yield _missing(terms, here, reference.source)
        elif there is not None and here is not None:
            yield _finding(terms, there, here, "is worded otherwise in")


def _moved(theirs: Rules, ours: Rules) -> list[tuple[Shared, Shared]]:
    """Lines that stand in both, out of order."""
    matcher = align([line.text for line in theirs], [line.text for line in ours])
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
    matcher = align([line.text for line in theirs], [line.text for line in ours])
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


def _finding(terms: Terms, there: Shared, here: Shared, how: str) -> Finding:
    other = "" if there.text == here.text else f": `{shown(there.text)}`"
    rows = detail(
        Side(here.place.path, [here.text], [here.place.line]), Side(there.place.path, [there.text], [there.place.line])
    )
    return Finding(
        "FP304",
        f"agree `{terms.name}`: `{shown(here.text)}` of {here.source} {how} {there.source}{other}",
        here.place,
        related=(there.place,),
        help="Use one wording in all of them, or name both lines in `except`.",
        detail=() if there.text == here.text else rows,
    )


def _missing(terms: Terms, line: Shared, source: SourceText) -> Finding:
    return Finding(
        "FP304",
        f"agree `{terms.name}`: `{shown(line.text)}` of {line.source} is missing in {source.expression}",
        line.place,
        related=(source.place,),
        help="Add the line there, or name it in `except`.",
    )
