"""Where an element ends that stands at the margin and whose content is read as Markdown."""

from __future__ import annotations

import re

from fencepost.markdown.edge import SPECIAL
from fencepost.markdown.htmlparts import (
    BLOCK_TAGS,
    COMMENT_END,
    HIDDEN_TAGS,
    RAW_TAGS,
    TAG_REST,
    classes_of,
    element_state,
)
from fencepost.markdown.rawelement import MAY_HOLD_FENCE
from fencepost.markdown.superfences import ReadHeader, close, line_end, open_at

_TOKEN = re.compile(
    r"\n(?P<blanks>[ >]*)(?P<fence>```|~~~)"
    r"|<(?:(?P<slash>/?)(?P<name>[A-Za-z][^\t\n\r\f />`\x00]*)|(?P<other>!--|[!?]))"
)
_MORE_THAN_TEXT = re.compile(rf"{SPECIAL.pattern}| *[#=]")
_AWKWARD = HIDDEN_TAGS | RAW_TAGS | {"p", "hr"}


def content_end(wide: str, start: int, name: str, behind: int, read_header: ReadHeader) -> int:
    """Where the end tag begins of an element whose start tag reaches from an offset to another.

    Gives -1 unless the end tag stands at the margin, and all other elements are plain: inline ones, or such as hold
    text alone.
    """
    tag = wide[start:behind]
    if element_state(name, tag, None, markdown=True) != "block" or tag.endswith("/>"):
        return -1
    if "admonition" in classes_of(tag) or "tabbed" in classes_of(tag) or not _is_alone(wide, behind):
        return -1
    position = behind
    while position >= 0 and (match := _TOKEN.search(wide, position)) is not None:
        if match["fence"]:
            position = _behind_fence(wide, match, read_header)
        elif match["other"]:
            position = _behind_comment(wide, match) if match["other"] == "!--" else -1
        elif match["slash"] and match["name"].lower() == name:
            end = wide.find(">", match.end()) + 1
            return match.start() if end and wide[match.start() - 1] == "\n" and _is_alone(wide, end) else -1
        elif not match["slash"]:
            position = _behind_tag(wide, match)
        else:
            position = match.end()
    return -1


def _is_alone(wide: str, end: int) -> bool:
    return not wide[end : line_end(wide, end)].strip(" ")


def _behind_fence(wide: str, match: re.Match[str], read_header: ReadHeader) -> int:
    opening = open_at(wide, match.start() + 1, match.start("fence"), 0, read_header)
    if opening is None:
        return match.end()
    candidate = None if opening.header.fault else close(wide, opening)
    return candidate.end if candidate is not None and candidate.closed else -1


def _behind_comment(wide: str, match: re.Match[str]) -> int:
    end = COMMENT_END.search(wide, match.end())
    if end is None or MAY_HOLD_FENCE.search(wide, match.start(), end.start()):
        return -1
    return end.end()


def _behind_tag(wide: str, match: re.Match[str]) -> int:
    """Behind a start tag, and behind its element if that begins a block."""
    name = match["name"].lower()
    rest = TAG_REST.match(wide, match.end())
    if name not in BLOCK_TAGS:
        return rest.end() if rest else match.end()
    before = wide[wide.rfind("\n", 0, match.start()) + 1 : match.start()]
    if rest is None or len(before) > 3 or before.strip(" "):
        return rest.end() if rest and name not in _AWKWARD else -1
    return behind_text(wide, name, rest[0], rest.end())


def behind_text(wide: str, name: str, rest: str, start: int) -> int:
    """Behind an element, inside another, that holds nothing but text; -1 if it holds more.

    `rest` is what follows the name in its start tag, which ends at an offset.
    """
    end = re.compile(f"</{name}[ ]*>", re.IGNORECASE).search(wide, start)
    if name in _AWKWARD or rest.endswith("/>") or end is None or not _is_alone(wide, end.end()):
        return -1
    inner = wide[start : end.start()]
    if any(not token["name"] or token["name"].lower() in BLOCK_TAGS for token in _TOKEN.finditer(inner)):
        return -1
    if "markdown" in rest.lower() and any(_MORE_THAN_TEXT.match(row) for row in inner.split("\n")):
        return -1
    return end.end()
