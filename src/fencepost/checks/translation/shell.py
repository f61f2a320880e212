"""Compares shell scripts command by command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.difference import Difference, shortened
from fencepost.checks.translation.fields import lost_fields
from fencepost.checks.translation.words import Command, Word, commands

_INSTALLERS = frozenset("pip pip3 uv pipx poetry pdm conda mamba npm pnpm yarn cnpm".split())
_INSTALLS = frozenset("install i add download sync wheel compile".split())
_MIRROR = frozenset("-i --index-url --extra-index-url --trusted-host --default-index --index --registry".split())
_OPERATORS = frozenset("> >> | && || ; < &".split())
_TREE = re.compile(r"^(.*?[├└│][\s│├└─]*\S+).*$", re.MULTILINE)
"""A line of a drawn folder: what stands behind the name is a note."""
_PLACEHOLDER = re.compile(r"<[^<>]+>|\[[^\[\]]+\]")


def compare(one: str, other: str, alike: Alike) -> list[Difference]:
    """What differs in more than a translation may change: the first difference of each command."""
    ours, theirs = (commands(_TREE.sub(r"\1", side) if "├" in side or "└" in side else side) for side in (one, other))
    ends = one.count("\n") + 1, other.count("\n") + 1
    found: list[Difference] = []
    for start, end, begin, stop in _steps(ours, theirs, alike):
        if end - start == stop - begin:
            for command, twin in zip(ours[start:end], theirs[begin:stop], strict=True):
                found += _command(command, twin, alike)
        else:
            lines = _line(ours, start, ends[0]), _line(theirs, begin, ends[1])
            here = shortened(ours[start].text) if start < end else ""
            there = shortened(theirs[begin].text) if begin < stop else ""
            found.append(Difference("FP405", *lines, here, there))
    return found


def _steps(ours: Sequence[Command], theirs: Sequence[Command], alike: Alike) -> list[tuple[int, int, int, int]]:
    if len(ours) == len(theirs):
        return [(0, len(ours), 0, len(theirs))]
    texts = [[_essence(command, alike) for command in side] for side in (ours, theirs)]
    return [step[1:] for step in SequenceMatcher(None, *texts, autojunk=False).get_opcodes()]


def _essence(command: Command, alike: Alike) -> str:
    return alike.neutral(" ".join(word.text for word in _essential(command)))


def _line(side: Sequence[Command], index: int, end: int) -> int:
    return side[index].line if index < len(side) else end


def _command(one: Command, other: Command, alike: Alike) -> list[Difference]:
    ours, theirs = _essential(one), _essential(other)
    for index in range(max(len(ours), len(theirs))):
        word = ours[index] if index < len(ours) else None
        twin = theirs[index] if index < len(theirs) else None
        if word is None or twin is None:
            longer, rest = (ours, ours[index:]) if twin is None else (theirs, theirs[index:])
            if index and _goes_on(longer[index - 1], rest, alike):
                return []
            return [_length(one, other, word, twin, alike)]
        if lost := _word(word, twin, alike):
            return [lost]
    return []


def _word(one: Word, other: Word, alike: Alike) -> Difference | None:
    text, twin = one.text, other.text
    likeness = alike.texts(text, twin)
    if likeness == "same" or (_PLACEHOLDER.sub("<>", text) == _PLACEHOLDER.sub("<>", twin)):
        return None
    if likeness != "translated":
        minor = likeness == "typography"
        return Difference("FP405", one.line, other.line, shortened(text), shortened(twin), minor=minor)
    lost = lost_fields(text, twin, alike) if one.quoted or other.quoted else ""
    return Difference("FP406", one.line, other.line, shortened(text), shortened(twin), lost) if lost else None


def _goes_on(last: Word, rest: Sequence[Word], alike: Alike) -> bool:
    """Whether the last words of a command go on with a placeholder that one language writes in several words."""
    return alike.is_foreign(last.text) and not any(word.quoted or word.text.startswith("-") for word in rest)


def _length(one: Command, other: Command, word: Word | None, twin: Word | None, alike: Alike) -> Difference:
    extra = word or twin
    why = ""
    comments = other.commented if word else one.commented
    if extra is not None and alike.is_foreign(extra.text) and not extra.quoted and comments:
        why = "words without quotes stand where the other page has a comment: the `#` was lost"
    line = word.line if word else one.words[-1].line
    twin_line = twin.line if twin else other.words[-1].line
    return Difference("FP405", line, twin_line, shortened(one.text), shortened(other.text), why)


def _essential(command: Command) -> list[Word]:
    """The words without what only says where packages come from."""
    if command.words[0].text == "echo":
        return _echoed(command.words)
    texts = {word.text for word in command.words}
    if texts.isdisjoint(_INSTALLERS) or texts.isdisjoint(_INSTALLS):
        return list(command.words)
    kept: list[Word] = []
    skipping = False
    for word in command.words:
        flag = word.text.partition("=")[0]
        if skipping:
            skipping = False
        elif flag in _MIRROR:
            skipping = flag == word.text
        else:
            kept.append(word)
    return kept


def _echoed(words: Sequence[Word]) -> list[Word]:
    """The words of `echo` as one text, up to an operator."""
    end = next((index for index, word in enumerate(words) if word.text in _OPERATORS), len(words))
    said = " ".join(word.text for word in words[1:end])
    text = [Word(said, words[0].line, quoted=True)] if said else []
    return [words[0], *text, *words[end:]]
