"""Where a raw HTML element at the margin ends."""

from __future__ import annotations

import re
from collections.abc import Callable

from fencepost.markdown.htmlparts import CODE_TAGS, HIDDEN_TAGS, TAG_REST

MAY_HOLD_FENCE = re.compile(r"\n[ >]*(?:```|~~~)")
"""What begins a line that could open a fence, whatever it stands in."""

_RAW = re.compile(
    r"\n(?P<blanks>[ >]*)(?P<fence>```|~~~)"
    r"|<(?:(?P<slash>/?)(?P<name>[A-Za-z][^\t\n\r\f />`\x00]*)|(?P<other>!--|[!?]))"
)

Take = Callable[[int], int]
"""Reads what begins at an offset, and gives the offset behind it; -1 to give up."""


def element_end(
    wide: str, name: str, behind_name: int, *, parses_html: bool, take_fence: Take, take_comment: Take
) -> int | None:
    """The offset behind an element whose start tag holds its name up to an offset.

    Gives `None` if that is no tag, and -1 if the element has to be read in full: it is read as Markdown, its text is
    not shown, or it does not end.
    """
    rest = TAG_REST.match(wide, behind_name)
    if rest is None:
        return None
    if name in CODE_TAGS:
        return _code_end(wide, name, rest.end())
    if name in HIDDEN_TAGS or (parses_html and "markdown" in rest[0].lower()):
        return -1
    position = rest.end()
    names = [] if name == "hr" or rest[0].endswith("/>") else [name]
    while names:
        match = _RAW.search(wide, position)
        if match is None or (match["fence"] and match["blanks"]):
            return -1
        if match["fence"]:
            step = take_fence(match.start("fence"))
        elif match["other"]:
            step = take_comment(match.start()) if match["other"] == "!--" else -1
        else:
            step = _tag(wide, match, names)
        if step < 0:
            return -1
        position = step
    return position


def _code_end(wide: str, name: str, position: int) -> int:
    """Behind a style sheet or a script, in which nothing is read."""
    match = re.compile(f"</{name}[^>]*>", re.IGNORECASE).search(wide, position)
    if match is None or MAY_HOLD_FENCE.search(wide, position, match.start()):
        return -1
    return match.end()


def _tag(wide: str, match: re.Match[str], names: list[str]) -> int:
    """Read a tag inside an element, and open or close what it names."""
    name = match["name"].lower()
    if match["slash"]:
        end = wide.find(">", match.end()) + 1
        while end and name in names and names.pop() != name:
            pass
        return end or -1
    if name in HIDDEN_TAGS:
        return -1
    rest = TAG_REST.match(wide, match.end())
    if rest is None:
        return match.end()
    if name != "hr" and not rest[0].endswith("/>"):
        names.append(name)
    return rest.end()
