"""Globs over paths with forward slashes: `**` crosses folders, `*` and `?` do not, a folder stands for all in it."""

from __future__ import annotations

import re
from functools import lru_cache


def matches(path: str, pattern: str) -> bool:
    """Whether `path` is named by `pattern`, which is a glob, a path, or a folder that holds it."""
    return _compiled(pattern.strip("/").removeprefix("./")).fullmatch(path) is not None


def matches_any(path: str, patterns: list[str] | tuple[str, ...]) -> bool:
    """Whether one of the patterns names `path`."""
    return any(matches(path, pattern) for pattern in patterns)


def is_valid(pattern: str) -> bool:
    """Whether it can be read as a glob: `[z-a]` cannot."""
    try:
        _compiled(pattern)
    except re.error:
        return False
    return True


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    parts: list[str] = []
    for token in re.findall(r"\*\*/?|\*|\?|\[[^\]]+\]|[^*?\[]+|\[", pattern):
        match token:
            case "**/":
                parts.append("(?:[^/]+/)*")
            case "**":
                parts.append(".*")
            case "*":
                parts.append("[^/]*")
            case "?":
                parts.append("[^/]")
            case _ if token.startswith("[") and token.endswith("]"):
                parts.append(token.replace("[!", "[^"))
            case _:
                parts.append(re.escape(token))
    # A pattern without wildcard names a file or a folder with all that is in it.
    return re.compile("".join(parts) + "(?:/.*)?")


def fixed_part(pattern: str) -> str:
    """The folders of a pattern in front of its first wildcard."""
    return re.split(r"[^/]*[*?\[]", pattern.removeprefix("./"))[0].rstrip("/")
