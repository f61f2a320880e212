"""The links of a page: inline, by reference, images, and those written in HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fencepost.checks.prose import Prose, without_spans

_TEXT = r"(?:[^\[\]\\]++|\\.|\[(?:[^\[\]\\]++|\\.)*+\])*+"
_TARGET = r"(?:<(?P<angle>[^<>\n]*)>|(?P<bare>(?:[^\s()<>\\]++|\\.|\([^()\s]*\))+))"
_INLINE = re.compile(rf"\[(?P<text>{_TEXT})\]\(\s*{_TARGET}(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)")
_DEFINITION = re.compile(r"^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?:<(?P<angle>[^<>\n]*)>|(?P<bare>\S+))", re.MULTILINE)
_HTML = re.compile(
    r"""<(?:a|area|link|img|source|video|audio|iframe)\b[^<>]*?\s(?:href|src)\s*=\s*(?:"(?P<angle>[^"]*)"|'(?P<bare>[^']*)')""",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|@|\{|<|\$|(?:[A-Z0-9]+_)*(?:URL|LINK)$|url$|$|.*\{\{")
"""Links to other hosts, to other schemes, and those that a template or a reader fills in."""
_INDENTS = ("    ", "\t")
_INDENTED = re.compile(r"\n(?:    |\t)[^\n]*(?:\][(\[:]|<)")
"""A line that could be code and could hold a link."""
_BELOW_BLANK = re.compile(r"^[^\S\n]*\n(?:    |\t)", re.MULTILINE)
"""Where code could begin."""
_OPENS = re.compile(r"\s*(?:[-*+]|\d+[.)])\s|\s*(?:!!!|\?\?\?|===|///|:\s|\[\^)")


@dataclass(slots=True)  # not frozen: projects may hold very many, and that triples the cost
class Link:
    """One link, image or definition of a reference."""

    target: str
    line: int
    column: int
    in_html: bool = False


def links(prose: Prose) -> list[Link]:
    """The links of a page that may lead within its project, in order."""
    text = _without_literals(prose)
    found = {(start, target, False) for start, target in (*_inline(text), *_definitions(text))}
    found.update((start, target, True) for start, target in _in_html(text))
    return list(_located(text, sorted(link for link in found if not _ELSEWHERE.match(link[1]))))


def text_with_links(prose: Prose) -> str:
    """The prose in which links are looked for: without code, each line where it was."""
    return without_spans(_without_literals(prose))


def _paragraphs(text: str, sign: str) -> Iterator[tuple[int, str]]:
    """The paragraphs that hold a sign, with their offsets and without code spans, which end with them."""
    hit = text.find(sign)
    while hit >= 0:
        begin, end = _paragraph(text, hit, hit)
        yield begin, without_spans(text[begin:end])
        hit = text.find(sign, end)


def _paragraph(text: str, first: int, last: int) -> tuple[int, int]:
    """Where the paragraph begins that holds an offset, and where that ends that holds another."""
    above, end = text.rfind("\n\n", 0, first), text.find("\n\n", last)
    return above + 2 if above >= 0 else 0, end if end >= 0 else len(text)


def _inline(text: str) -> Iterator[tuple[int, str]]:
    for begin, paragraph in _paragraphs(text, "]("):
        for match in _INLINE.finditer(paragraph):
            yield begin + match.start(), _target(match)
            if "](" in match["text"]:
                yield from _inside(match["text"], begin + match.start("text"))


def _inside(text: str, offset: int) -> Iterator[tuple[int, str]]:
    """The links in the text of a link."""
    for match in _INLINE.finditer(text):
        yield offset + match.start(), _target(match)
        yield from _inside(match["text"], offset + match.start("text"))


def _definitions(text: str) -> Iterator[tuple[int, str]]:
    for begin, paragraph in _paragraphs(text, "]:"):
        for match in _DEFINITION.finditer(paragraph):
            yield begin + match.start(), _target(match)


def _in_html(text: str) -> Iterator[tuple[int, str]]:
    read_to = 0
    for rough in _HTML.finditer(text):
        if rough.start() < read_to:
            continue
        begin, read_to = _paragraph(text, rough.start(), rough.end())
        for match in _HTML.finditer(without_spans(text[begin:read_to])):
            yield begin + match.start(), _target(match)


def _target(match: re.Match[str]) -> str:
    angle, bare = match["angle"], match["bare"]
    target = bare if angle is None else angle
    return re.sub(r"\\(.)", r"\1", target) if "\\" in target else target


def _located(text: str, found: Iterable[tuple[int, str, bool]]) -> Iterator[Link]:
    line, counted = 1, 0
    for start, target, in_html in found:
        line += text.count("\n", counted, start)
        counted = start
        yield Link(target, line, start - text.rfind("\n", 0, start), in_html)


def _without_literals(prose: Prose) -> str:
    """The prose without indented blocks of code."""
    text = prose.text
    if not (text.startswith(_INDENTS) or (_INDENTED.search(text) and _BELOW_BLANK.search(text))):
        return text
    lines: list[str] = []
    literal, blank, margin = False, True, ""
    for line, written in zip(prose.lines, re.split(r"\r\n?|\n", prose.page.text), strict=True):
        # Where a comment was, blanks stand now.
        if written.startswith(_INDENTS) and line.strip():
            # Below a paragraph it goes on, below a list item or an admonition it is content.
            literal = literal or (blank and not _OPENS.match(margin))
        elif line.strip():
            literal, margin = False, line
        blank = not line.strip()
        lines.append("" if literal else line)
    return "\n".join(lines)
