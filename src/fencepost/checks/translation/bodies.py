"""Finds the code of fences in older texts of a page, by their marks alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fencepost import kinds
from fencepost.checks.translation import signature

_FENCE = re.compile(
    r"^([ \t>]*)(`{3,}|~{3,})[ \t]*\{?[ \t]*\.?([\w+#-]*)[^\n]*\n(.*?)^[ \t>]*\2[`~]*[ \t]*$", re.M | re.S
)
_ALIKE = 0.5


def bodies(text: str, language: str) -> Iterator[str]:
    """The code of each fence of a language."""
    for prefix, _, tag, body in _FENCE.findall(text.replace("\r\n", "\n")):
        if language in (kinds.canonical(tag.lower()), f"{{{tag.lower()}}}"):
            yield "\n".join(line.removeprefix(prefix) for line in body.split("\n"))


def alike(one: str, other: str) -> bool:
    """Whether two pieces of code may be the same at two times."""
    return one == other or signature.overlap(signature.of_code(one), signature.of_code(other)) >= _ALIKE


def holds(text: str, language: str, body: str) -> bool:
    """Whether an older text has a fence like this one."""
    return any(alike(body, earlier) for earlier in bodies(text, language))
