"""The rule set of GitHub: CommonMark with tables, footnotes and HTML."""

from __future__ import annotations

import re

from fencepost.markdown.comments import OPENING
from fencepost.markdown.commonmark import Reader
from fencepost.markdown.found import to_scan
from fencepost.markdown.frames import Syntax
from fencepost.markdown.lines import Source, front_matter_end
from fencepost.markdown.opaque import Opaque
from fencepost.markdown.scan import Scan
from fencepost.markdown.stretches import Stretches

_BLOCK_NAMES = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt"
    "|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu"
    "|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr"
    "|track|ul"
)
_VERBATIM = re.compile(r"<(?:script|pre|style|textarea)(?=[\s>]|$)", re.IGNORECASE | re.MULTILINE)
_BLOCK = re.compile(rf"</?(?:{_BLOCK_NAMES})(?=\s|/?>|$)", re.IGNORECASE | re.MULTILINE)
_ATTRIBUTE = r"""\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^'\n]*'|"[^"\n]*"))?"""
_ANY_TAG = re.compile(rf"(?:<[A-Za-z][A-Za-z0-9-]*(?:{_ATTRIBUTE})*\s*/?>|</[A-Za-z][A-Za-z0-9-]*\s*>)[ ]*(?=\n|\Z)")
_DECLARATION = re.compile(r"<![A-Za-z]")
_ENDS = {
    "<!--": re.compile("-->"),
    "<?": re.compile(r"\?>"),
    "<![CDATA[": re.compile(r"\]\]>"),
    "</": re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    "<!": re.compile(">"),
}


def html(text: str, offset: int, in_paragraph: bool) -> Opaque | None:
    """The seven kinds of HTML block of CommonMark."""
    if text[offset] != "<":
        return None
    for opening in ("<!--", "<?", "<![CDATA["):
        if text.startswith(opening, offset):
            return Opaque(closes=_ENDS[opening])
    if _DECLARATION.match(text, offset):
        return Opaque(closes=_ENDS["<!"])
    if _VERBATIM.match(text, offset):
        return Opaque(closes=_ENDS["</"])
    if _BLOCK.match(text, offset):
        return Opaque()
    if in_paragraph:
        return None
    match = _ANY_TAG.match(text, offset)
    return Opaque() if match and "\n" not in match[0] else None


SYNTAX = Syntax(literals=True, footnotes=True, opaque=html, stretches=Stretches(r"[^\s\d`~#>+*_=<\[|:-]"))


def scan(source: Source, path: str) -> Scan:
    """Find the fences, headings and comments of a page."""
    reader = Reader(source.wide, SYNTAX, with_texts=OPENING.search(source.wide) is not None)
    reader.read(front_matter_end(source.wide))
    return to_scan(reader, source, path, "html")
