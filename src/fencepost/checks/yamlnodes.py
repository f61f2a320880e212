"""Reads YAML as nodes, which know their lines and make no objects."""

from __future__ import annotations

from contextlib import suppress

import yaml

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST = 3000
"""What the parser in C is sure to bear: before PyYAML 6.0.4 it knows no limit, and crashes the process beyond it."""


def documents(text: str) -> list[yaml.Node | None]:
    """The documents of a stream; `None` for an empty one. Raises `yaml.YAMLError` and `RecursionError`.

    libyaml takes a seventh of the time. What it refuses is read again by the parser that is written in Python, which
    every installation has: it decides, in its words.
    """
    if _depth(text) <= _DEEPEST:
        with suppress(yaml.YAMLError):
            return list(yaml.compose_all(text, Loader=_LOADER))
    return list(yaml.compose_all(text, Loader=yaml.SafeLoader))


def _depth(text: str) -> int:
    """How deep a text could be at most: a bracket for each level, or a column for each two."""
    return text.count("[") + text.count("{") + 2 * max(map(len, text.splitlines()), default=0)
