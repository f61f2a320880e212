"""Which pages are kept copies of older versions of the documentation, by the folders in which they lie."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from fencepost.tree import is_below

_VERSION = re.compile(
    r"(?:v|version-)?(\d+(?:\.\d+)*\.x|\d+(?:\.\d+)+|(?<=version-)\d+)(?:[-.]?(?:a|alpha|b|beta|rc|post)[-.]?\d*)?"
)
_NOW = frozenset("current dev develop edge latest main master next stable trunk unreleased".split())
"""What the folder of the newest version is called beside those of older ones."""
_KEPT = re.compile(r"(?:\w+_)?versioned_docs")
"""Where Docusaurus keeps older versions: the newest has a folder of its own."""
SAID = "{count} of older versions in {folders} left out"
"""What is said of pages that were left out."""


def without(paths: Iterable[str], asked: Sequence[str]) -> tuple[list[str], list[str]]:
    """The pages, and those of older versions; what lies in a folder that was asked for stays."""
    paths = list(paths)
    versions = _versions(paths)
    older = {f"{parent}/{name}" for parent, names in versions.items() for name in _older(parent, names)}
    kept: list[str] = []
    left: list[str] = []
    for path in paths:
        folders = path.split("/")[:-1]
        of = [folder for depth in range(len(folders)) if (folder := "/".join(folders[: depth + 1])) in older]
        stays = not of or any(path == one or (is_below(path, one) and is_below(one, of[0])) for one in asked)
        (kept if stays else left).append(path)
    return kept, left


def _versions(paths: Iterable[str]) -> Mapping[str, set[str]]:
    """For each folder that holds folders of versions the names of all folders in it."""
    inside: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        folders = path.split("/")[:-1]
        for depth in range(1, len(folders)):
            inside["/".join(folders[:depth])].add(folders[depth])
    return {parent: names for parent, names in inside.items() if any(map(_VERSION.fullmatch, names))}


def _older(parent: str, names: set[str]) -> set[str]:
    """The versions of which another folder beside them holds a newer one."""
    versions = {name for name in names if _VERSION.fullmatch(name)}
    if _KEPT.fullmatch(parent.rpartition("/")[2]) or any(name.lower() in _NOW for name in names):
        return versions
    return versions - {max(versions, key=_order)}


def _order(name: str) -> tuple[list[int], bool, str]:
    """A version by its numbers; one that is only on the way comes before it."""
    match = _VERSION.fullmatch(name)
    assert match is not None
    return [int(number) for number in re.findall(r"\d+", match[1])], match.end(1) == len(name), name


def top(path: str) -> str:
    """The folder in which the versions lie."""
    folders = path.split("/")[:-1]
    return "/".join(folders[: next(depth for depth, name in enumerate(folders) if _VERSION.fullmatch(name))])
