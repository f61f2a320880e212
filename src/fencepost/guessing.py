"""The languages of a project that has no settings, guessed from the names of its pages."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import PurePosixPath

from fencepost import languages
from fencepost.tree import is_below

_PAIRS = 2
"""So many pages have to stand in two languages before suffixes are taken for languages."""


ALL = "**/*.*"
"""The pages of a default language at the root: those of other languages have longer folders."""
_SAMPLE = 12
"""So many pages, spread over all, show in which language they are written."""
_OWN_LETTERS = {
    "ko": ("\uac00", "\ud7af"),
    "ja": ("\u3040", "\u30ff"),
    "zh": ("\u4e00", "\u9fff"),
    "ru": ("\u0400", "\u04ff"),
}
"""Letters of which the languages before it have none, or hardly any."""
_SHARE = 0.05

Reader = Callable[[str], str]
"""Gives the text of a page; empty where it cannot be read."""


def guess(paths: Iterable[str], read: Reader = lambda path: "") -> dict[str, list[str]]:
    """Languages by folders, or else by suffixes, with the READMEs that stand beside each other.

    What has no name of a language is taken for English, where most of the translations have a counterpart there. Where
    one of them is English, `read` shows in which letters the counterparts are written.
    """
    known = set(paths)
    by_folder = _with_default(languages.guess(known) or _lone(known), known, read)
    found = by_folder if len(by_folder) > 1 else _by_suffix(known)
    return languages.readmes(known, found)


def _lone(paths: Collection[str]) -> dict[str, list[str]]:
    """A folder that is named after a language and stands beside no other, as `docs/zh` in `docs` does."""
    found: dict[str, list[str]] = {}
    for path in sorted(paths):
        folders = PurePosixPath(path).parts[:-1]
        depth = next((number for number, name in enumerate(folders, 1) if languages.is_tag(name)), 0)
        if depth:
            found.setdefault(folders[depth - 1], ["/".join(folders[:depth])])
    return found if len(found) == 1 else {}


def _with_default(named: Mapping[str, list[str]], paths: Collection[str], read: Reader) -> dict[str, list[str]]:
    """The languages, and before them the default in the folder that holds theirs, if the counterparts stand there."""
    folders = [folder for group in named.values() for folder in group]
    parents = {posixpath.dirname(folder) for folder in folders}
    if len(parents) != 1:
        return dict(named)
    (parent,) = parents
    own = [(path, folder) for folder in folders for path in paths if path.startswith(f"{folder}/")]
    there = {posixpath.join(parent, path[len(folder) + 1 :]): folder for path, folder in own}.keys() & paths
    found = sum(posixpath.join(parent, path[len(folder) + 1 :]) in there for path, folder in own)
    if not found or found * 2 < len(own):
        return dict(named)
    sample = sorted(there)[:: -(-len(there) // _SAMPLE)]
    default = _language(map(read, sample)) if any(map(_is_english, named)) else "en"
    return {default: [_all_in(parent)], **named} if default and default not in named else dict(named)


def _language(texts: Iterable[str]) -> str:
    """The language of texts by letters that are its own; empty where there are too few."""
    letters = [char for text in texts for char in text if char.isalpha()]
    shares = {tag: sum(first <= char <= last for char in letters) for tag, (first, last) in _OWN_LETTERS.items()}
    return next((tag for tag, count in shares.items() if count > _SHARE * len(letters)), "")


def _by_suffix(paths: Collection[str]) -> dict[str, list[str]]:
    """Languages by the names of files: `guide.md` and `guide.zh.md`, `index.en-US.md` and `index.zh-CN.md`."""
    groups: dict[str, dict[str, str]] = defaultdict(dict)
    for path in sorted(paths):
        if not PurePosixPath(path).name.lower().startswith("readme"):
            tag = languages.tag_in_name(path) or ""
            groups[re.sub(rf"\.{re.escape(tag)}(?=\.[^.]+$)", "", path) if tag else path][tag] = path
    pairs = [group for group in groups.values() if len(group) > 1]
    if len(pairs) < _PAIRS:
        return {}
    folder = posixpath.commonpath([posixpath.dirname(path) for group in pairs for path in group.values()])
    pages = Counter(tag for group in pairs for tag in group)
    bare = sum("" in group for group in groups.values() if is_below(next(iter(group.values())), folder))
    if pages.pop("", 0) and (any(map(_is_english, pages)) or sum("" in group for group in pairs) * 2 < bare):
        return {}
    order = sorted(pages, key=lambda tag: (-pages[tag], not _is_english(tag), tag))
    default = {"en": [_all_in(folder)]} if any("" in group for group in pairs) else {}
    return {**default, **{tag: [posixpath.join(folder, "**", f"*.{tag}.*")] for tag in order}}


def _all_in(folder: str) -> str:
    return folder or ALL


def _is_english(tag: str) -> bool:
    return re.split("[-_]", tag)[0] == "en"
