"""References to labels that nothing on the page defines: `[text][label]` is then printed as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fencepost.checks.links.find import Link, text_with_links
from fencepost.checks.prose import Prose
from fencepost.site import Site

_REFERENCE = re.compile(
    r"(?<![\w\])\\!])!?\[((?:[^\[\]\\\n]|\\.)+)\]\[((?:[^\[\]\\\n^@{]|\\.)(?:[^\[\]\\\n]|\\.)*)\](?![\[(:])"
)
_DEFINITION = re.compile(r"^[ \t>]*\[(?!\^)([^\]\n]+)\]:", re.MULTILINE)
_TEX = re.compile(r"\$\$.*?\$\$|\$[^$\n]+\$|\\\((?:(?!\\[()]).)*+\\\)|\\\[(?:(?!\\[\[\]]).)*+\\\]", re.DOTALL)
"""Formulas; one in backslashes ends before another begins, so that none is looked for to the end of the page."""
_OBJECT = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+(?:\([^\W\d]\w*\))?")
"""The name of an object of Python, or of a parameter of it."""
_ELSEWHERE = frozenset({"autorefs", "mkdocstrings", "macros", "include-markdown", "ezlinks", "roamlinks"})
"""Plugins that resolve labels beyond the page, or add to its text."""


def undefined(prose: Prose, site: Site | None) -> Iterator[Link]:
    """The references of a page whose label has no definition; none where definitions may come from elsewhere."""
    text = prose.text
    if "][" not in text or prose.page.is_partial or (site is not None and _defines_elsewhere(site)):
        return
    text = _TEX.sub(_blanks, text_with_links(prose))
    known = {_normal(label) for label in _DEFINITION.findall(prose.text)}
    for match in _REFERENCE.finditer(text):
        # Where no site is known, it may have a plugin that links to the objects of Python.
        if _normal(match[2]) not in known and not (site is None and _OBJECT.fullmatch(match[2])):
            line = text.count("\n", 0, match.start()) + 1
            column = match.start() - text.rfind("\n", 0, match.start())
            yield Link(_as_written(prose, line, column, len(match[0])), line, column)


def _as_written(prose: Prose, line: int, column: int, length: int) -> str:
    """A reference with its code spans, which are blanks where it is looked for."""
    return prose.lines[line - 1][column - 1 : column - 1 + length]


def _defines_elsewhere(site: Site) -> bool:
    plugins = {name.rpartition("/")[2] for name in site.plugins}
    return bool(plugins & _ELSEWHERE)


def _normal(label: str) -> str:
    return " ".join(label.lower().split())


def _blanks(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])
