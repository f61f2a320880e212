"""Which lines of a page may matter, told by how they begin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

_MARKS = (
    r"(#[^\n]*|///[^\n]*|[=<]|```|~~~|!!!|\?\?\?|\[\^[^\]\n]*\]: *#"
    r"|[ >*+.:0-9-]++(?:[#=<]|``|~~|//|!!!|\?\?\?|(?=\n|\Z)))"
)
_LINE = re.compile("\n" + _MARKS)
"""It need not be exact: how fast pages are read depends on it."""
_FIRST_LINE = re.compile(_MARKS)
KINDS = re.compile(
    r"(?P<html> {0,3}<)|(?P<underline>[=-]+ *(?=\n|\Z))"
    r"| *(?:(?P<fence>```|~~~)|(?P<hash>#)|(?P<slashes>///)|(?P<head>!!!|\?\?\?|===(?:\+!?|!\+?)? +\"))"
    r"|(?P<rule> +[=-]+ *(?=\n|\Z))|[ >]+(?:```|~~~|[=-]+ *(?=\n|\Z))|[ >*+.:0-9-]+(?:#|///)|\[\^[^\]\n]*\]: *#"
)
"""What such a line is; what has no name here is awkward, and the rest is text."""


def marked_lines(wide: str, begin: int) -> Iterator[re.Match[str]]:
    """The lines from an offset on that may matter: what their first group matches reaches to the end of the match."""
    found = _LINE.finditer(wide, max(begin - 1, 0))
    first = _FIRST_LINE.match(wide) if begin == 0 else None  # no line end stands before it
    return found if first is None else chain((first,), found)
