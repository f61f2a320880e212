"""The rule set of MDX: CommonMark without HTML and indented literals, with elements, expressions, imports and exports.

Source of the rules: the syntax extensions of `remark-mdx`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from fencepost.markdown.comments import MDX_OPENING
from fencepost.markdown.commonmark import Reader
from fencepost.markdown.found import to_scan
from fencepost.markdown.frames import Syntax
from fencepost.markdown.lines import Source, front_matter_end
from fencepost.markdown.opaque import Opaque, Tag
from fencepost.markdown.scan import Scan
from fencepost.markdown.stretches import Stretches

_TAB_NAMES = frozenset({"Tab", "TabItem", "TabPanel", "TabsContent"})
_LABEL_KEYS = ("label", "title", "value", "name")
_NAME = re.compile(r"[A-Za-z_$][\w$.:-]*")
_MODULE = re.compile(r"(?:import|export)\b(?=[\s{*\"'])")
_ATTRIBUTE = re.compile(r"""([A-Za-z_$][\w$.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*["'`]([^"'`]*)["'`]\s*\})""")
_CODE = re.compile(r"""[{}()\[\]"'`]|/\*|//|\\""")
_IN_MODULE = re.compile(rf"{_CODE.pattern}|\n[ \t]*(?:\n|\Z)")
_LONGEST = 200_000
"""Characters after which an element or expression is taken to be text."""


def flow(text: str, offset: int, in_paragraph: bool) -> Opaque | None:
    """An element, an expression or a module line, with nothing else on its lines."""
    if text[offset] in "ie" and _MODULE.match(text, offset):
        at_margin = offset == 0 or text[offset - 1] == "\n"
        return Opaque(until=_module_end(text, offset)) if at_margin and not in_paragraph else None
    if text[offset] not in "<{":
        return None
    tags: list[Tag] = []
    position = offset
    while position < len(text) and text[position] in "<{":
        end = _expression_end(text, position) if text[position] == "{" else _read_tag(text, position, tags)
        if end is None:
            return None
        position = end
        while position < len(text) and text[position] in " \t":
            position += 1
    if position < len(text) and text[position] != "\n":
        return None
    return Opaque(until=position, tags=tuple(tags))


def _read_tag(text: str, offset: int, tags: list[Tag]) -> int | None:
    """Read a tag and note what it opens or closes; give the offset behind it."""
    position = offset + 1
    closing = text.startswith("/", position)
    position += closing
    name = _NAME.match(text, position)
    position = name.end() if name else position
    end = _tag_end(text, position)
    if end is None:
        return None
    attributes = text[position : end - 1]
    if attributes and attributes[0] not in " \t\n/{":
        return None
    if not attributes.endswith("/"):
        tag_name = name[0] if name else "<>"
        tags.append(Tag(tag_name, closing, _label(tag_name, attributes)))
    return end


def _label(name: str, attributes: str) -> str | None:
    if name not in _TAB_NAMES:
        return None
    found = {
        match[1]: next(value for value in match.groups()[1:] if value is not None)
        for match in _ATTRIBUTE.finditer(attributes)
    }
    return next((found[key] for key in _LABEL_KEYS if key in found), "")


def _tag_end(text: str, position: int) -> int | None:
    """The offset behind the angle that closes a tag; strings and expressions may hold angles."""
    limit = min(len(text), position + _LONGEST)
    while position < limit:
        char = text[position]
        if char == ">":
            return position + 1
        if char == "<":
            return None
        if char in "\"'":
            position = text.find(char, position + 1, limit)
            if position < 0:
                return None
        elif char == "{":
            end = _expression_end(text, position)
            if end is None:
                return None
            position = end - 1
        position += 1
    return None


def _expression_end(text: str, offset: int) -> int | None:
    """The offset behind the brace that closes an expression; strings, templates and comments are passed over."""
    known = _known_ends(text)
    if offset not in known:
        known |= _ends(text, offset)
    return known[offset]


@lru_cache(maxsize=1)
def _known_ends(_text: str) -> dict[int, int | None]:
    """What is known of the brackets of a page: else each that is not closed would be followed to the end anew."""
    return {}


def _ends(text: str, offset: int) -> dict[int, int | None]:
    """Where the bracket at an offset ends, and those in it; `None` for one that is not closed."""
    ends: dict[int, int | None] = {}
    opened: list[int] = []
    position = offset
    limit = min(len(text), offset + _LONGEST)
    while position >= 0 and (match := _CODE.search(text, position, limit)) is not None:
        position = _behind(text, match, limit)
        if match[0] in "{([":
            opened.append(match.start())
        elif match[0] in "})]":
            ends[opened.pop()] = position
            if not opened:
                return ends
    return ends | dict.fromkeys(opened if limit == len(text) else opened[:1])


def _behind(text: str, match: re.Match[str], limit: int) -> int:
    """The offset behind a bracket, or behind the string, the comment or the escape that begins; -1 if it has no end."""
    token, position = match[0], match.end()
    if token == "/*":
        end = text.find("*/", position, limit)
        return end + 2 if end >= 0 else -1
    if token == "//":
        return _line_end(text, position)
    if token == "\\":
        return position + 1
    return _string_end(text, position, token, limit) if token in "\"'`" else position


def _string_end(text: str, position: int, quote: str, limit: int) -> int:
    """The offset behind the end of a string, or -1; one in plain quotes ends with its line."""
    while position < limit:
        char = text[position]
        if char == quote:
            return position + 1
        if char == "\n" and quote != "`":
            return position
        position += 2 if char == "\\" else 1
    return -1


def _module_end(text: str, offset: int) -> int:
    """Imports and exports run to an empty line at which all brackets are closed."""
    depth, position = 0, offset
    while position >= 0 and depth >= 0 and (match := _IN_MODULE.search(text, position)) is not None:
        if match[0][0] != "\n":
            position = _behind(text, match, len(text))
            depth += (match[0] in "{([") - (match[0] in "})]")
        elif depth == 0:
            return match.start()
        else:
            position = match.start() + 1
    return len(text)


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


_PLAIN = Stretches(r"(?!import\b|export\b)[^\s\d`~#>+*_=<\[{|:-]")
SYNTAX = Syntax(literals=False, footnotes=True, opaque=flow, stretches=_PLAIN)


def scan(source: Source, path: str) -> Scan:
    """Find the fences, headings and comments of a page."""
    reader = Reader(source.wide, SYNTAX, with_texts=MDX_OPENING.search(source.wide) is not None)
    reader.read(front_matter_end(source.wide))
    return to_scan(reader, source, path, "mdx")
