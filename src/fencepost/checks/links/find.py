"""The links of a page: inline, by reference, images, and those written in HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fencepost.checks.prose import Prose, without_spans

_TEXT = r"(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*\])*"
_TARGET = r"(?:<(?P<angle>[^<>\n]*)>|(?P<bare>(?:[^\s()<>\\]|\\.|\([^()\s]*\))+))"
_INLINE = re.compile(rf"\[(?P<text>{_TEXT})\]\(\s*{_TARGET}(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)")
_DEFINITION = re.compile(r"^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?:<(?P<angle>[^<>\n]*)>|(?P<bare>\S+))", re.MULTILINE)
_HTML = re.compile(
    r"""<(?:a|area|link|img|source|video|audio|iframe)\b[^<>]*?\s(?:href|src)\s*=\s*(?:"(?P<angle>[^"]*)"|'(?P<bare>[^']*)')""",
    re.IGNORECASE,
)
_INDENTS = ("    ", "\t")
_OPENS = re.compile(r"\s*(?:[-*+]|\d+[.)])\s|\s*(?:!!!|\?\?\?|===|///|:\s|\[\^)")


@dataclass(frozen=True, slots=True)
class Link:
    """One link, image or definition of a reference."""

    target: str
    line: int
    column: int
    in_html: bool = False


def links(prose: Prose) -> list[Link]:
    """All links of a page, in order."""
    text = text_with_links(prose)
    found = [*_inline(text, 0, text), *_matches(_DEFINITION, text), *_matches(_HTML, text, in_html=True)]
    return sorted(set(found), key=lambda link: (link.line, link.column))


def text_with_links(prose: Prose) -> str:
    """The prose in which links are looked for: without code, each line where it was."""
    return without_spans(_without_literals(prose))


def _inline(text: str, offset: int, whole: str) -> Iterator[Link]:
    if "](" not in text:
        return
    for match in _INLINE.finditer(text):
        # A link's text ends with its paragraph.
        if "\n\n" in match[0]:
            continue
        yield _link(match, whole, offset)
        yield from _inline(match["text"], offset + match.start("text"), whole)


def _matches(pattern: re.Pattern[str], text: str, *, in_html: bool = False) -> Iterator[Link]:
    return (_link(match, text, 0, in_html=in_html) for match in pattern.finditer(text))


def _link(match: re.Match[str], whole: str, offset: int, *, in_html: bool = False) -> Link:
    start = offset + match.start()
    line = whole.count("\n", 0, start) + 1
    column = start - (whole.rfind("\n", 0, start) + 1) + 1
    target = match["angle"] if match["angle"] is not None else match["bare"]
    return Link(re.sub(r"\\(.)", r"\1", target), line, column, in_html)


def _without_literals(prose: Prose) -> str:
    """The prose without indented blocks of code."""
    if not any(line.startswith(_INDENTS) for line in prose.lines):
        return prose.text
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
