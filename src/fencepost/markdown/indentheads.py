"""The opening lines of containers whose content is indented: admonitions, details, content tabs."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

ADMONITION = re.compile(r'!!! ?[\w-]+(?: +[\w-]+)*(?: +"(.*?)")? *$')
DETAILS = re.compile(r'\?\?\?\+? ?(?:(?:[\w-]+(?: +[\w-]+)*?)? +".*?"|[\w-]+(?: +[\w-]+)*?) *$')
TAB = re.compile(r'===(\+!?|!\+?)? +"(.*?)" *$')


@dataclass(slots=True, eq=False)
class IndentHead:
    """An opening line, read."""

    is_tab: bool
    label: str = ""
    """That of a tab."""
    new: bool = False
    """Whether a tab begins another set."""


def read_head(row: str, names: Collection[str]) -> IndentHead | None:
    """Read an opening line by the extensions that are on; `None` if it is text to them."""
    if row[0] == "=":
        match = TAB.match(row) if "pymdownx.tabbed" in names else None
        return IndentHead(True, match[2], "!" in (match[1] or "")) if match else None
    pattern, extension = (ADMONITION, "admonition") if row[0] == "!" else (DETAILS, "pymdownx.details")
    return IndentHead(False) if extension in names and pattern.match(row) else None
