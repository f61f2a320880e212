"""Which pages are read as those of a MkDocs site: its own, and their translations in folders beside it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fencepost.globs import fixed_part
from fencepost.leftout import LeftOut
from fencepost.site import NAMES, Site
from fencepost.tree import is_below


@dataclass(frozen=True, slots=True)
class Reach:
    """The folders of a site, relative to the project's root; empty for the root itself."""

    docs: str
    """Its `docs_dir`."""
    beside: tuple[str, ...] = ()
    """The folders of translations of which it is not known how they are published."""
    everywhere: bool = False
    """Whether its rules hold for all pages of the project."""
    left_out: LeftOut = field(default_factory=LeftOut)
    """What of its folder the site does not publish."""

    def owns(self, path: str) -> bool:
        """Whether a file stands in the site's own folder."""
        return is_below(path, self.docs)

    def holds(self, path: str) -> bool:
        """Whether a page is published by the site, or beside it in another language."""
        return self.owns(path) or any(is_below(path, folder) for folder in self.beside)

    def leaves_out(self, path: str) -> bool:
        """Whether a file stands in the site's folder, or beside it, and is not published."""
        if not self.holds(path):
            return False
        inside = path if self.owns(path) else self.counterpart(path)
        return self.left_out.holds(inside[len(self.docs) + 1 :] if self.docs else inside)

    def publishes(self, path: str) -> bool:
        """Whether a file is one of the site's, or of its translations."""
        return self.holds(path) and not self.leaves_out(path)

    def reads(self, path: str) -> bool:
        """Whether a page is read by the site's rules."""
        return self.everywhere or self.holds(path)

    def counterpart(self, path: str) -> str:
        """Where a file beside the site would stand in it; empty for any other."""
        folder = self.beside_of(path)
        return f"{self.docs}/{path[len(folder) + 1 :]}" if folder else ""

    def beside_of(self, path: str) -> str:
        """The folder beside the site in which a file stands, or empty."""
        return next((folder for folder in self.beside if is_below(path, folder)), "")


def reach_of(site: Site, root: Path, languages: Mapping[str, Sequence[str]]) -> Reach:
    """The reach of a site in a project whose languages have these folders or globs."""
    docs = os.path.relpath(site.docs_dir, root).replace(os.sep, "/")
    docs = "" if docs == "." else docs
    everywhere = site.path.parent == root and site.path.name in NAMES
    beside = () if site.languages or not docs else _beside(docs, languages)
    return Reach(docs, beside, everywhere, site.left_out)


def _beside(docs: str, languages: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The folders that stand to other languages as `docs` stands to its own."""
    folders = [fixed_part(pattern) for patterns in languages.values() for pattern in patterns]
    own = max((folder for folder in folders if folder and is_below(docs, folder)), key=len, default=None)
    if own is None:
        return ()
    below = docs[len(own) :]
    return tuple(folder + below for folder in folders if folder and not is_below(folder, own))
