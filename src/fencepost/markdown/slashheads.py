"""The opening lines of blocks between slashes, with the options below them.

Source of the rules: `pymdownx.blocks`, read for its behaviour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from fencepost import yamlsafe
from fencepost.markdown.extensions import BlockKind

OPENING_LINE = re.compile(r" {0,3}(/{3,}) *([\w-]+) *(?:\| *(.*?) *)?$")
OPTION_LINE = re.compile(r" {4,}(?!\s)")
_OPTIONS: Mapping[BlockKind, frozenset[str]] = {
    "admonition": frozenset({"attrs", "type"}),
    "details": frozenset({"attrs", "type", "open"}),
    "tab": frozenset({"attrs", "new", "select"}),
    "html": frozenset({"attrs", "markdown"}),
    "define": frozenset({"attrs"}),
    "caption": frozenset({"attrs", "type"}),
}
_SWITCHES = ("open", "new", "select")
_NEEDS_ARGUMENT = ("tab", "html")
_GENERIC = ("admonition", "details")
"""Names that take a `type`; those with a type of their own do not."""


@dataclass(frozen=True, slots=True)
class Header:
    """The opening line of a block, with the options below it."""

    kind: BlockKind
    length: int
    argument: str
    typed: bool
    """Whether it has a type, which gives it a title."""
    options: Mapping[str, object]
    option_lines: int
    """How many lines the options take."""


@lru_cache(maxsize=1024)
def read_header(names: frozenset[tuple[str, BlockKind]], rows: tuple[str, ...]) -> Header | None:
    """Read an opening line and the indented lines below it; `None` if the site does not take it for one."""
    match = OPENING_LINE.match(rows[0])
    kind = dict(names).get(match[2].lower()) if match else None
    if match is None or kind is None:
        return None
    options = _read_options("\n".join(rows[1:]))
    typed = match[2].lower() != kind or bool((options or {}).get("type"))
    header = Header(kind, len(match[1]), match[3] or "", typed, options or {}, len(rows) - 1)
    return header if options is not None and _valid(header, match[2].lower()) else None


def _read_options(text: str) -> Mapping[str, object] | None:
    if not text.strip():
        return {}
    import textwrap  # few pages have options

    import yaml

    try:
        options = yaml.load(textwrap.dedent(text), yamlsafe.loader())  # a SafeLoader
    except (yaml.YAMLError, RecursionError):
        return None
    return {} if options is None else options if isinstance(options, dict) else None


def _valid(header: Header, name: str) -> bool:
    allowed = _OPTIONS[header.kind] if name in _GENERIC else _OPTIONS[header.kind] - {"type"}
    if not header.argument and header.kind in _NEEDS_ARGUMENT:
        return False
    if header.argument and header.kind == "define":
        return False
    switches = all(isinstance(header.options.get(key, False), bool) for key in _SWITCHES)
    return set(header.options) <= allowed and switches and isinstance(header.options.get("attrs", {}), dict)
