"""By which rules a page is read, where the settings do not say it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fencepost.model import Dialect, Page
from fencepost.reach import Reach

_MATERIAL = re.compile(
    r'^(?:=== "[^"\n]+"|!!! [a-z]+(?: inline(?: end)?)?(?: ".*")?|\?\?\?\+? [a-z]+(?: ".*")?)[ \t]*\r?$', re.MULTILINE
)
"""A tab, an admonition, or details, which begin at the margin."""
NOTE = (
    "no site is known: pages with tabs or admonitions are read as Material for MkDocs shows them; "
    "`dialect` in the settings decides"
)


@dataclass(frozen=True, slots=True)
class Dialects:
    """The dialects of a project's pages."""

    given: Dialect | None = None
    """That of the settings."""
    reach: Reach | None = None
    components: frozenset[str] = frozenset()
    """Folders whose pages hold components, since Hugging Face's generator reads them."""

    def of(self, path: str, text: str) -> Dialect:
        """That of the settings, else by the suffix, by the reach of a site, or by what stands on the page."""
        if self.given is not None:
            return self.given
        if path.endswith(".mdx") or (self.components and not self.components.isdisjoint(_above(path))):
            return "mdx"
        if self.reach is not None:
            return "mkdocs" if self.reach.reads(path) else "gfm"
        return "mkdocs" if _shows_material(path, text) else "gfm"

    def is_guessed(self, page: Page) -> bool:
        """Whether a page is read as a site's of which nothing is known, not even which words its fences take."""
        return self.given is None and self.reach is None and page.dialect == "mkdocs"


def _shows_material(path: str, text: str) -> bool:
    if not ('=== "' in text or "!!! " in text or "??? " in text or "???+ " in text):
        return False
    return _MATERIAL.search(text) is not None and not path.rpartition("/")[2].lower().startswith("readme.")


def _above(path: str) -> set[str]:
    """The folders above a page, without the root."""
    parts = path.split("/")
    return {"/".join(parts[:depth]) for depth in range(1, len(parts))}


def with_components(root: Path, paths: Iterable[str]) -> frozenset[str]:
    """The folders above these pages in which the table of contents of Hugging Face's generator lies."""
    lowest = {path.rpartition("/")[0] for path in paths}
    folders = {folder for one in lowest for folder in _above(f"{one}/")}
    return frozenset(folder for folder in folders if folder and (root / folder / "_toctree.yml").is_file())
