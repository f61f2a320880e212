"""The fix of a quote: the body of its fence, taken over from the source."""

from __future__ import annotations

import re

from fencepost.compare.align import align
from fencepost.compare.lines import fold
from fencepost.model import Edit, Fence, Page


def rewrite(fence: Fence, page: Page, lines: list[str]) -> Edit:
    """The edit that makes `lines` the fence's body.

    Lines that stay are kept byte for byte, and their prefixes (indentation, quote marks) are those of new lines.
    Where the body holds a fence, the marks are lengthened: the edit then spans the whole fence, else the body.
    """
    raw = re.findall(r"[^\n]*\n|[^\n]+", page.text[fence.body_start : fence.body_end])
    body = _body(fence, raw, lines)
    marker = _marker(fence.marker, lines)
    if marker == fence.marker:
        return Edit(page.path, fence.body_start, fence.body_end, body)
    opening = page.text[fence.start : fence.body_start].replace(fence.marker, marker, 1)
    closing = page.text[fence.body_end : fence.end].replace(fence.marker, marker, 1)
    return Edit(page.path, fence.start, fence.end, opening + body + closing)


def _body(fence: Fence, raw: list[str], lines: list[str]) -> str:
    """The new body, with the lines that stay as they are."""
    old = fold(fence.body)
    filled, empty = _prefixes(fence, raw, old)
    new = [f"{filled if line else empty}{line}\n" for line in lines]
    if len(old) == len(raw):
        for block in align(old, lines).get_matching_blocks():
            new[block.b : block.b + block.size] = raw[block.a : block.a + block.size]
    return "".join(new)


def _prefixes(fence: Fence, raw: list[str], old: list[str]) -> tuple[str, str]:
    """What stands before a line with text, and before an empty one."""
    prefix = _continued(fence.prefix)
    filled, empty = prefix, prefix.rstrip(" \t")
    for line, before in zip(old, raw, strict=False):
        content = before.rstrip("\r\n")
        if line and content.endswith(line):
            filled = content[: len(content) - len(line)]
        elif not line:
            empty = content
    return filled, empty


def _continued(prefix: str) -> str:
    """The prefix of the lines below the opening one: a list marker becomes blanks, a quote mark stays."""
    return re.sub(r"[^\s>]", " ", prefix)


def _marker(marker: str, lines: list[str]) -> str:
    """The marks, longer than any run of them at the beginning of a line."""
    runs = (re.match(rf"\s*({re.escape(marker[0])}*)", line) for line in lines)
    longest = max((len(match[1]) for match in runs if match), default=0)
    return marker if longest < len(marker) else marker[0] * (longest + 1)
