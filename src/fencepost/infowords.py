"""Words in an info string that pytest-markdown-docs understands: `notest`, `fixture:NAME`, `retry:N`, `continuation`.

They are honoured so that a project can move over by switching the flag. Only bare words count; a quoted title may
say what it likes. See https://github.com/modal-labs/pytest-markdown-docs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fencepost.model import Fence

_QUOTED = re.compile(r"""\S*=(?:"[^"]*"|'[^']*'|\S*)""")


@dataclass(frozen=True, slots=True)
class InfoWords:
    """What the words of an info string ask for."""

    notest: bool = False
    fixtures: tuple[str, ...] = ()
    retries: int = 0
    """How often a fence that fails is tried again."""


def info_words(fence: Fence) -> InfoWords:
    """Read the words behind the language."""
    words = _QUOTED.sub(" ", fence.info.strip().strip("{}")).split()
    words = [word.removeprefix(".") for word in words]
    retries = [int(word.removeprefix("retry:")) for word in words if re.fullmatch(r"retry:\d+", word)]
    return InfoWords(
        notest="notest" in words,
        fixtures=tuple(word.removeprefix("fixture:") for word in words if word.startswith("fixture:")),
        retries=max(retries, default=0),
    )
