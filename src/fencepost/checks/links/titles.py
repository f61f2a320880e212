"""The text of a heading after its inline marks have been rendered and its tags taken off."""

from __future__ import annotations

import html
import re
from collections.abc import Collection

_PLAIN = re.compile(r"[^\\`<>\[\]{}&*_:!\-\ue000-\uf8ff]*")
"""A title in which nothing is rendered."""
_CODE = re.compile(r"(?<!\\)(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()>#+\-.!|~<&:\"'/=?@^%$,;])")
_LANGUAGE = re.compile(r"^(?:#!|:::)[\w#.+-]+ +")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]*:[^<>\s]*|[^<> !]+@[^@<> ]+)>")
_COMMENT = re.compile(r"<!--.*?-->")
_TAG = re.compile(r"""</?[a-zA-Z][^\s"'<>@]*(?:\s+[^\s"'=<>]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>]+))?)*\s*/?>""")
_BRACKETS = r"((?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*)"
_TARGET = r"""\(\s*(?:<[^<>]*>|(?:[^\s()]|\([^()\s]*\))*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)"""
_IMAGE = re.compile(rf"!\[{_BRACKETS}\]{_TARGET}")
_LINK = re.compile(rf"(?<!!)\[{_BRACKETS}\]{_TARGET}")
_REFERENCE = re.compile(rf"(?<!!)\[{_BRACKETS}\]\s?\[([^\[\]]*)\]")
_SHORT = re.compile(r"\[([^\[\]]+)\]")
_IMAGE_REFERENCE = re.compile(rf"!\[{_BRACKETS}\](?:\s?\[([^\[\]]*)\])?")
_FOOTNOTE = re.compile(r"\[\^[^\]]+\]")
_ATTRIBUTES = re.compile("(?<=[)\\]*_>\ue000-\uefff])\\{:?[ ]*[^}\n ][^}\n]*\\}|[ ]+\\{:?[ ]*[^}\n ][^}\n]*\\}[ ]*$")
"""Attribute lists: behind an element, such as held code, and at the end of the heading."""
_UNDERSCORES = re.compile(r"(?<!\w)(_{1,3})(?=[^\s_])(.+?)(?<=[^\s_])\1(?!\w)")
_STARS = re.compile(r"(\*{1,3})(?=[^\s*])(.+?)(?<=[^\s*])\1")
_EMOJI = re.compile(r":[+\-\w]+:")
_EDGE = "\uf8ff"
"""Stands where an element begins or ends, since a letter beyond it does not keep an underscore from being a mark."""
_CODE_AREA, _TEXT_AREA = 0xE000, 0xF000
"""Private characters that stand for held code and for other held text."""


def text_of(title: str, labels: Collection[str], extensions: Collection[str] = ()) -> str:
    """What a reader sees of a heading.

    Args:
        title: as written, without the marks of the heading and without an attribute list at its end.
        labels: the labels of the page's link references, in lower case.
        extensions: those of a MkDocs site that change what is seen.
    """
    if _PLAIN.fullmatch(title):
        return " ".join(title.split())
    held: dict[str, str] = {}

    def hold(text: str, area: int) -> str:
        sign = chr(area + len(held))
        held[sign] = text
        return sign

    def code(match: re.Match[str]) -> str:
        inside = match[2].strip()
        plain = _LANGUAGE.sub("", inside) if "pymdownx.inlinehilite" in extensions else inside
        return hold(plain, _CODE_AREA)

    text = _ESCAPE.sub(lambda match: hold(match[1], _TEXT_AREA), _CODE.sub(code, title))
    if "attr_list" in extensions:
        text = _ATTRIBUTES.sub("", text)
    text = _AUTOLINK.sub(lambda match: hold(match[1], _TEXT_AREA), _COMMENT.sub("", text))
    text = html.unescape(_TAG.sub(_EDGE, _without_links(text, labels, footnotes="footnotes" in extensions)))
    if "pymdownx.emoji" in extensions:
        text = _EMOJI.sub("", text)
    if "smarty" in extensions:
        text = re.sub(r"(?<!-)---?(?!-)", "", text)
    for pattern in (_STARS, _UNDERSCORES):
        while (shorter := pattern.sub(rf"{_EDGE}\2{_EDGE}", text)) != text:
            text = shorter
    for sign in reversed(held):
        text = text.replace(sign, held[sign])
    return " ".join(text.replace(_EDGE, "").split())


def _without_links(text: str, labels: Collection[str], *, footnotes: bool) -> str:
    """A text with links replaced by their words, and without images."""

    def reference(match: re.Match[str]) -> str:
        label = (match[2] or match[1]).strip().lower()
        return f"{_EDGE}{match[1]}{_EDGE}" if label in labels else match[0]

    def image(match: re.Match[str]) -> str:
        return _EDGE if (match[2] or match[1]).strip().lower() in labels else match[0]

    def short(match: re.Match[str]) -> str:
        return f"{_EDGE}{match[1]}{_EDGE}" if match[1].strip().lower() in labels else match[0]

    if footnotes:
        text = _FOOTNOTE.sub(_EDGE, text)
    text = _IMAGE_REFERENCE.sub(image, _IMAGE.sub(_EDGE, text))
    while (shorter := _LINK.sub(rf"{_EDGE}\1{_EDGE}", text)) != text:
        text = shorter
    return _SHORT.sub(short, _REFERENCE.sub(reference, text))
