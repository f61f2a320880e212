"""Words of pytest-markdown-docs: `notest`, `fixture:NAME`, `retry:N`, `runner:NAME`, `continuation`.

They are honoured so that a project can move over by switching the flag. They stand in the info string, where only bare
words count: a quoted title may say what it likes. On MDX pages they may stand in a comment above the fence as well,
`{/* pmd-metadata: notest */}`. See https://github.com/modal-labs/pytest-markdown-docs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fencepost.model import Fence, Page

METADATA = re.compile(r"\{/\*\s*pmd-metadata:(.*?)\*/\}")
"""A comment of MDX with such words."""
_ABOVE = re.compile(METADATA.pattern + r"\s*\Z")
_QUOTED = re.compile(r"""\S*=(?:"[^"]*"|'[^']*'|\S*)""")


@dataclass(frozen=True, slots=True)
class InfoWords:
    """What the words of an info string ask for."""

    notest: bool = False
    fixtures: tuple[str, ...] = ()
    retries: int = 0
    """How often a fence that fails is tried again."""
    runner: str | None = None
    """Name of the project's own runner."""


def info_words(page: Page, fence: Fence) -> InfoWords:
    """Read the words behind the language, and those of a comment above."""
    words = _QUOTED.sub(" ", fence.info.strip().strip("{}")).split()
    words = [word.removeprefix(".") for word in words]
    if page.dialect == "mdx" and (comment := _ABOVE.search(page.text, 0, fence.start)):
        words += comment[1].split()
    runners = [word.removeprefix("runner:") for word in words if word.startswith("runner:")]
    retries = [int(word.removeprefix("retry:")) for word in words if re.fullmatch(r"retry:\d+", word)]
    return InfoWords(
        notest="notest" in words,
        fixtures=tuple(word.removeprefix("fixture:") for word in words if word.startswith("fixture:")),
        retries=max(retries, default=0),
        runner=runners[0] if runners else None,
    )
