"""Patterns as in `.gitignore`: the last one that names a file decides.

A pattern with a slash that is not its last character counts from the root, one that ends in a slash names folders,
`!` takes a file in again, `**` crosses folders. Source: the manual page gitignore(5); a file taken in again below a
folder that is left out counts as in pathspec's `GitIgnoreSpec`, which MkDocs reads `exclude_docs` with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_TOKEN = re.compile(r"\*+|\?|\[[!^]?\]?[^\]]*\]|\\.|[^*?\[\\]+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """Patterns in their order."""

    patterns: tuple[tuple[re.Pattern[str], bool], ...] = ()
    """Each as an expression for whole paths, and whether it leaves files out."""

    @classmethod
    def of_lines(cls, lines: Iterable[str]) -> IgnoreRules:
        """Read the lines of a file; comments, blank lines and patterns that name nothing are passed over."""
        return cls(tuple(rule for line in lines if (rule := _rule(line)) is not None))

    def leave_out(self, path: str) -> bool:
        """Whether they leave a file out; `path` has forward slashes and begins at the root of the patterns."""
        out, firm = False, False
        for pattern, leaves_out in self.patterns:
            match = pattern.fullmatch(path)
            if match is None:
                continue
            by_folder = match["below"] is not None
            if leaves_out or not (by_folder and firm):
                out, firm = leaves_out, not by_folder
        return out


def _rule(line: str) -> tuple[re.Pattern[str], bool] | None:
    text = re.sub(r"(?<!\\)\s+$", "", line)
    leaves_out = not text.startswith("!")
    text = text.removeprefix("!")
    parts = text.strip("/").split("/")
    if not text or line.startswith("#") or parts == [""]:
        return None
    if "/" not in text.rstrip("/"):
        parts.insert(0, "**")
    if text.endswith("/") and parts[-1] == "**":
        parts.append("*")
    below = "(?P<below>/.+)" if text.endswith("/") else "(?P<below>/.+)?"
    try:
        return re.compile("".join(_expressions(parts)) + below, re.DOTALL), leaves_out
    except re.error:  # a set of characters that is none
        return None


def _expressions(parts: list[str]) -> Iterator[str]:
    last = len(parts) - 1
    for index, part in enumerate(parts):
        if part == "**":
            yield ".+" if index == last else "(?:.+/)?"
        else:
            yield "".join(map(_expression, _TOKEN.findall(part))) + ("/" if index < last else "")


def _expression(token: str) -> str:
    if token.startswith("*"):
        return "[^/]*"
    if token == "?":
        return "[^/]"
    if len(token) > 2 and token.startswith("["):
        return token.replace("[!", "[^", 1)
    return re.escape(token[1:] if len(token) == 2 and token.startswith("\\") else token)
