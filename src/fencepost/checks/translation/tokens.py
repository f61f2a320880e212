"""Compares code of other languages token by token, comments left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.difference import Difference, shortened
from fencepost.checks.translation.fields import lost_fields
from fencepost.checks.translation.syntax import joins_neighbours, syntax_of

_CLOSING = frozenset(")]}")
_QUOTES = "\"'`"


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a mark or a text."""

    kind: Literal["text", "word", "mark"]
    text: str
    """A text without its quotes."""
    line: int


def compare(language: str, one: str, other: str, alike: Alike) -> list[Difference]:
    """The first difference in more than a translation may change, and what translated texts have lost."""
    ours, theirs = tokens(language, one), tokens(language, other)
    found: list[Difference] = []
    i = j = 0
    while i < len(ours) and j < len(theirs):
        token, twin = ours[i], theirs[j]
        if not _same(token, twin, alike):
            steps = _translated_run(ours, theirs, i, j, alike)
            if steps is None:
                break
            i, j = i + steps[0], j + steps[1]
            continue
        found += _of_texts(token, twin, alike) if token.kind == "text" else ()
        i, j = i + 1, j + 1
    if i < len(ours) or j < len(theirs):
        found.append(_difference(ours, theirs, i, j, (one, other)))
    return found


def tokens(language: str, body: str) -> list[Token]:
    """The tokens of a piece of code: comments left out, joined texts as one, no comma before a closing bracket."""
    pattern = syntax_of(language)
    found: list[Token] = []
    line = position = 0
    for match in pattern.finditer(body):
        line += body.count("\n", position, match.start())
        position = match.start()
        kind = match.lastgroup
        if kind == "text":
            _add_text(found, Token("text", _unquoted(match[0]), line + 1), neighbours=joins_neighbours(language))
        elif kind == "word" or kind == "mark":
            if match[0] in _CLOSING and found and found[-1].text == "," and found[-1].kind == "mark":
                found.pop()
            found.append(Token(kind, match[0], line + 1))
    return found


def _add_text(found: list[Token], token: Token, *, neighbours: bool) -> None:
    joined = len(found) > 1 and found[-1].kind == "mark" and found[-1].text == "+" and found[-2].kind == "text"
    if joined:
        found.pop()
    if joined or (neighbours and found and found[-1].kind == "text"):
        first = found.pop()
        token = Token("text", first.text + token.text, first.line)
    found.append(token)


def _unquoted(text: str) -> str:
    for quote in ('"""', "'''"):
        if text.startswith(quote) and text.endswith(quote) and len(text) >= 2 * len(quote):
            return text[3:-3]
    return text[1:-1] if text[0] in _QUOTES and text[-1] == text[0] and len(text) > 1 else text


def _same(one: Token, other: Token, alike: Alike) -> bool:
    if one.kind != other.kind:
        return False
    if one.kind == "text":
        return alike.texts(one.text, other.text) != "different"
    return one.text == other.text if one.kind == "mark" else alike.names(one.text, other.text)


def _of_texts(one: Token, other: Token, alike: Alike) -> list[Difference]:
    """What two texts that count as the same still have to be told about."""
    likeness = alike.texts(one.text, other.text)
    lost = lost_fields(one.text, other.text, alike) if likeness == "translated" else ""
    if not lost and likeness != "typography":
        return []
    texts = shortened(one.text), shortened(other.text)
    return [Difference("FP406" if lost else "FP405", one.line, other.line, *texts, lost, minor=not lost)]


def _translated_run(
    ours: Sequence[Token], theirs: Sequence[Token], i: int, j: int, alike: Alike
) -> tuple[int, int] | None:
    """How many tokens to pass over on each side, where words that stand without quotes were translated."""
    for swapped, (near, far, at, twin) in enumerate(((ours, theirs, i, j), (theirs, ours, j, i))):
        own = _run(near, at, alike, foreign=True)
        # What was translated stands for at least one word of the other side and ends where both go on alike.
        for length in range(1, _run(far, twin, alike, foreign=False) + 1) if own else ():
            after = near[at + own : at + own + 1], far[twin + length : twin + length + 1]
            if len(after[0]) == len(after[1]) and all(map(lambda a, b: _same(a, b, alike), *after)):
                return (length, own) if swapped else (own, length)
    return None


def _run(side: Sequence[Token], at: int, alike: Alike, *, foreign: bool) -> int:
    length = 0
    while at + length < len(side):
        token = side[at + length]
        prose = token.kind == "word" or (token.kind == "mark" and token.text in ",.:;!?-，。：；！？、（）")
        if not prose or (foreign and length == 0 and not alike.is_foreign(token.text)):
            break
        if foreign and token.kind == "word" and not alike.is_foreign(token.text):
            break
        length += 1
    return length


def _difference(ours: Sequence[Token], theirs: Sequence[Token], i: int, j: int, bodies: tuple[str, str]) -> Difference:
    lines = [
        side[index].line if index < len(side) else body.count("\n") + 1
        for side, index, body in zip((ours, theirs), (i, j), bodies, strict=True)
    ]
    texts = [_source(body, line) for body, line in zip(bodies, lines, strict=True)]
    if texts[0] == texts[1]:
        texts = [shortened(side[index].text) if index < len(side) else "" for side, index in ((ours, i), (theirs, j))]
    return Difference("FP405", lines[0], lines[1], texts[0], texts[1])


def _source(body: str, line: int) -> str:
    lines = body.split("\n")
    return shortened(lines[line - 1]) if line <= len(lines) else ""
