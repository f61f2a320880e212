"""What a text and its translation have in common: fields, braces, rules, keys, URLs, code spans."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from fencepost.compare.lines import fold
from fencepost.compare.template import pieces

_PERCENT = re.compile(r"%(?:\(\w+\))?[sdr]\b")
_JINJA = re.compile(r"\{\{-?\s*([^\W\d][\w.]*)\s*-?\}\}")
_BULLET = re.compile(r"\s*[-*+•]\s+\S")
_NUMBERED = re.compile(r"\s*(?:\(|（)?\d+(?:[.)]\s+|[、）．]\s*)\S")
_KEY = re.compile(r'"([^"\\\n]+)"\s*:')
_URL = re.compile(r"https?://[^\s<>\"'`()（）\[\]【】「」，。；、！？]+")
_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_FENCE = re.compile(r"\s*(?:`{3}|~{3})")


@dataclass(frozen=True, slots=True)
class Shape:
    """What a translation keeps."""

    fields: frozenset[str]
    """Format fields as written, `{name!r:>8}`, and those of `%` and of doubled braces around a name."""
    doubled: int
    """Doubled braces."""
    stray: int
    """Single braces that belong to no field."""
    rules: tuple[tuple[str, int], ...]
    """The kind and number of list items for each block of them."""
    keys: tuple[tuple[str, int], ...]
    """The keys of JSON examples, and how often each occurs."""
    urls: frozenset[str]
    spans: frozenset[str]
    """Inline code."""


def shape(text: str) -> Shape:
    """The shape of a text."""
    found = list(pieces(text))
    fields = {piece.text for piece in found if piece.kind == "field"}
    fields |= {match[0] for match in _PERCENT.finditer(text)}
    fields |= {f"{{{{ {match[1]} }}}}" for match in _JINJA.finditer(text)}
    lines = fold(text)
    return Shape(
        frozenset(fields),
        sum(piece.kind == "doubled" for piece in found),
        sum(piece.kind == "stray" for piece in found),
        tuple(rules(lines)),
        tuple(sorted(Counter(_KEY.findall(text)).items())),
        frozenset(url.rstrip(".,;:!?") for url in _URL.findall(text)),
        frozenset(spans(lines)),
    )


def rules(lines: Iterable[str]) -> list[tuple[str, int]]:
    """Blocks of list items: their kind and how many items each has; prose between two items begins a new block."""
    found: list[tuple[str, int]] = []
    open_ = False
    for line in lines:
        kind = "- " if _BULLET.match(line) else "1. " if _NUMBERED.match(line) else ""
        if kind and open_ and found[-1][0] == kind:
            found[-1] = kind, found[-1][1] + 1
        elif kind:
            found.append((kind, 1))
        open_ = bool(kind) or (open_ and (not line.strip() or line[0].isspace()))
    return found


def spans(lines: Iterable[str]) -> set[str]:
    """Inline code outside fences."""
    found: set[str] = set()
    fenced = False
    for line in lines:
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            found |= {match[2].strip() for match in _SPAN.finditer(line)}
    return found


def differences(source: Shape, rewrite: Shape) -> list[str]:
    """What the rewrite lacks or has too much, a phrase each."""
    found = [*_sets("field", source.fields, rewrite.fields)]
    if source.doubled != rewrite.doubled:
        single = f" and {_number(rewrite.stray, 'single one')}" if rewrite.stray else ""
        found.append(f"{_number(rewrite.doubled, 'doubled brace')}{single}, the source has {source.doubled or 'none'}")
    elif rewrite.stray and not source.stray:
        found.append(f"{_number(rewrite.stray, 'single brace')} in no field, the source has none")
    found += _rules(source.rules, rewrite.rules)
    found += _sets("JSON key", {key for key, _ in source.keys}, {key for key, _ in rewrite.keys})
    for key, count in source.keys:
        if 0 < (here := dict(rewrite.keys).get(key, 0)) != count:
            found.append(f'the JSON key "{key}" {_number(here, "time")}, the source has it {_number(count, "time")}')
    found += _sets("URL", source.urls, rewrite.urls)
    found += _sets("code span", source.spans, rewrite.spans)
    return found


def _sets(what: str, source: Iterable[str], rewrite: Iterable[str]) -> list[str]:
    missing, extra = sorted(set(source) - set(rewrite)), sorted(set(rewrite) - set(source))
    found = [f"the {what} `{name}` is missing" for name in missing]
    return found + [f"the {what} `{name}` is not in the source" for name in extra]


def _rules(source: tuple[tuple[str, int], ...], rewrite: tuple[tuple[str, int], ...]) -> list[str]:
    if source == rewrite:
        return []
    if len(source) != len(rewrite) or len(source) == 1:
        return [f"{_listed(rewrite)}, the source has {_listed(source)}"]
    return [
        f"{_listed((here,))} in block {number} of them, the source has {_listed((there,))}"
        for number, (there, here) in enumerate(zip(source, rewrite, strict=True), 1)
        if there != here
    ]


def _listed(blocks: tuple[tuple[str, int], ...]) -> str:
    if not blocks:
        return "no rules"
    return " and ".join(_number(count, "numbered rule" if kind == "1. " else "rule") for kind, count in blocks)


def _number(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'s' * (count != 1)}"
