"""Reads YAML as nodes, which know their lines and make no objects."""

from __future__ import annotations

import yaml

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def documents(text: str) -> list[yaml.Node | None]:
    """The documents of a stream; `None` for an empty one. Raises `yaml.YAMLError` and `RecursionError`.

    libyaml takes a seventh of the time. What it refuses is read again by the parser that is written in Python, which
    every installation has: it decides, in its words.
    """
    try:
        return list(yaml.compose_all(text, Loader=_LOADER))
    except yaml.YAMLError:
        return list(yaml.compose_all(text, Loader=yaml.SafeLoader))
