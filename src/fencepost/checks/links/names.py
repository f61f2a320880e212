"""The files of a project by their names, for links on a site of which it is not known where it has its pages."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

from fencepost import tree
from fencepost.checks.links.addresses import PAGES
from fencepost.checks.links.find import Link

_STORED = frozenset((*PAGES, ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"))
"""Endings of what lies in a repository; other files may be made when a site is built."""


_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n.*?^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)


def has_id(text: str, id_: str) -> bool:
    """Whether the front matter of a page gives it an id."""
    front = _FRONT_MATTER.match(text)
    said = rf"^id:[ \t]*[\"']?{re.escape(id_)}[\"']?[ \t]*\r?$"
    return front is not None and re.search(said, front[0], re.MULTILINE) is not None


def is_readme(path: str) -> bool:
    """Whether a page is one that is read where it lies."""
    return posixpath.basename(path).lower().startswith("readme.")


class Names:
    """What the files and folders of a project are called."""

    def __init__(self, root: Path) -> None:
        """Prepare for the project below `root`."""
        self._root = root

    @cached_property
    def by_name(self) -> dict[str, list[str]]:
        """The files by their names."""
        found: dict[str, list[str]] = defaultdict(list)
        for file in tree.files(self._root):
            found[posixpath.basename(file)].append(file)
        return found

    @cached_property
    def _places(self) -> frozenset[str]:
        """The names of folders and pages, without suffixes."""
        files = [file for named in self.by_name.values() for file in named]
        folders = {part for file in files for part in file.split("/")[:-1]}
        return frozenset(folders | {posixpath.basename(file).split(".")[0] for file in files if file.endswith(PAGES)})

    def may_be_published(self, path: str) -> bool:
        """Whether some file could stand at a path from the root of a site, or only that site could tell."""
        inside = path.lstrip("/")
        if posixpath.splitext(path)[1].lower() not in _STORED:
            return True
        return any(file.endswith(f"/{inside}") for file in self.by_name.get(posixpath.basename(inside), ()))

    def may_be_route(self, path: str) -> bool:
        """Whether a path without a suffix could be an address of something that has this name."""
        name = posixpath.basename(path.rstrip("/"))
        return not posixpath.splitext(name)[1] and name in self._places


def without_suffix(links: Iterable[Link]) -> Iterable[str]:
    """The paths of links within a project that name no file."""
    paths = (unquote(link.target.partition("#")[0].partition("?")[0]).rstrip("/") for link in links)
    return (path for path in paths if path and not _is_file(path))


def _is_file(path: str) -> bool:
    return path.startswith("/") or bool(posixpath.splitext(path)[1])
