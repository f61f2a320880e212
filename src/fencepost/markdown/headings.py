"""Headings: what their titles say, and the slugs that ids of fences are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable

from fencepost.model import Heading

TOP = "top"
"""The slug of what stands above the first heading."""
UNTITLED = "section"
"""The slug of a heading without a letter or digit."""

_HASH = re.compile(r"(#{1,6})((?:\\.|[^\\#]|#+(?=[^#]))*?)#*$")
_ID = re.compile(r"\{ *:? *#([^\s{}]+) *\}\Z")
"""An attribute list that gives an id and nothing else."""
_COMMENT = re.compile(r"<!--.*?-->|\{/\*.*?\*/\}")
_IMAGE_OR_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_EMPHASIS = re.compile(r"(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)")
_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_MARKUP = re.compile(r"[`_<\[{]")
_DROPPED = re.compile(r"[^\w\s-]")
_BLANKS = re.compile(r"\s+")


def read_hash(row: str) -> tuple[int, str] | None:
    """The level and the title of a heading with number signs at the margin, as Python-Markdown reads it."""
    if not row.startswith("#"):
        return None
    if "\\" in row:
        match = _HASH.match(row)
        return (len(match[1]), match[2].strip()) if match else None
    bare = row.strip("#")
    level = len(row) - len(row.lstrip("#"))
    return (level, bare.strip()) if level < 7 else (6, row[6:].rstrip("#").strip())


def split_attributes(title: str) -> tuple[str, str]:
    """A title without its trailing attribute list, and the id that stands in it, if any."""
    if not title.endswith("}"):
        return title, ""
    begin = title.rfind("{")
    if begin >= 0 and (match := _ID.match(title, begin)):
        return title[:begin].rstrip(), match[1]
    words = title[begin + 1 : -1].removeprefix(":").split()
    names = [word[1:] for word in words if word.startswith("#") and len(word) > 1]
    if begin < 0 or not (names or any(word.startswith(".") or "=" in word for word in words)):
        return title, ""
    return title[:begin].rstrip(), names[-1] if names else ""


def slugify(title: str) -> str:
    """The text of a title in lower case, letters and digits of every script kept, blanks as hyphens."""
    if _MARKUP.search(title):
        parts = _CODE.split(_COMMENT.sub("", title))
        title = "".join(part if index % 3 == 2 else _plain(part) for index, part in enumerate(parts) if index % 3 != 1)
    return _BLANKS.sub("-", _DROPPED.sub("", title.lower()).strip()) or UNTITLED


def _plain(text: str) -> str:
    """Text outside code spans without links, tags and emphasis."""
    return _EMPHASIS.sub("", _TAG.sub("", _IMAGE_OR_LINK.sub(r"\1", text)))


def number(found: Iterable[tuple[int, str, int]]) -> tuple[Heading, ...]:
    """Headings from levels, titles as written and lines; a slug that repeats gets `-1`, `-2`, …"""
    headings: list[Heading] = []
    used: dict[str, int] = {TOP: 0}
    for level, written, line in found:
        title, explicit = split_attributes(written) if written.endswith("}") else (written, "")
        slug = explicit or _unused(slugify(title), used)
        used.setdefault(slug, 0)
        headings.append(Heading(level, title.strip(), slug, line, explicit != ""))
    return tuple(headings)


def _unused(slug: str, used: dict[str, int]) -> str:
    if slug not in used:
        return slug
    count = used[slug] + 1
    while f"{slug}-{count}" in used:
        count += 1
    used[slug] = count
    return f"{slug}-{count}"
