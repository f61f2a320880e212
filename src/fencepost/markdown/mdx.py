"""The rule set of MDX: CommonMark without HTML and indented literals, with elements, expressions, imports and exports.

Source of the rules: the syntax extensions of `remark-mdx`.
"""

from __future__ import annotations

import re

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
    depth = 0
    position = offset
    limit = min(len(text), offset + _LONGEST)
    while (match := _CODE.search(text, position, limit)) is not None:
        position = match.end()
        token = match[0]
        if token == "/*":
            position = text.find("*/", position, limit) + 2
            if position < 2:
                return None
        elif token == "//":
            position = _line_end(text, position)
        elif token == "\\":
            position += 1
        elif token in "\"'`":
            position = _string_end(text, position, token, limit)
            if position < 0:
                return None
        else:
            depth += 1 if token in "{([" else -1
            if depth == 0:
                return position
    return None


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
    position = offset
    while True:
        blank = re.compile(r"\n[ \t]*(?:\n|\Z)").search(text, position)
        end = blank.start() if blank else len(text)
        if blank is None or _balanced(text[offset:end]):
            return end
        position = end + 1


def _balanced(code: str) -> bool:
    return _expression_end("{" + code + "}", 0) == len(code) + 2


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
