"""The README as a package index shows it: there its links into the repository would lead nowhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\[\]\n]+)\]\((?![a-z]+:|#)([^()\s]+)\)")
_ALONE = re.compile(r"^\[[^\[\]\n]+\]\((?![a-z]+:|#)[^()\s]+\)\n\n", re.MULTILINE)
"""A link that is all of a paragraph: without its target it says nothing."""


class IndexReadme(MetadataHookInterface):
    """Gives the distribution its description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme`; links lead to the repository where `project.urls` names one as `Source`."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        source = metadata.get("urls", {}).get("Source", "")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_index(text, source)}


def for_index(text: str, source: str = "") -> str:
    """The text with its relative links absolute, or, where no repository is named, without them; code stays."""
    if not source:
        text = _ALONE.sub("", text)

    def shown(link: re.Match[str]) -> str:
        return f"[{link[1]}]({source.rstrip('/')}/blob/main/{link[2]})" if source else link[1]

    pieces, end = [], 0
    for fence in _FENCE.finditer(text):
        pieces += [_LINK.sub(shown, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*pieces, _LINK.sub(shown, text[end:])])
