"""Which language a page is written in, and which pages say the same in another one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from fencepost.globs import matches, matches_any

_CODES = frozenset(
    "ar az bg bn ca cs da de el en es et fa fi fr he hi hr hu hy id it ja ka ko lt lv mn ms nb nl no pl pt ro ru sk sl "
    "sr sv ta th tr uk ur uz vi zh".split()
)
_TAG = re.compile(r"([a-z]{2})(?:[-_](?:[A-Z]{2}|[a-z]{2}|[A-Z][a-z]{3}|[a-z]{4}))?")


def is_tag(word: str) -> bool:
    """Whether a word is a language tag such as `en`, `zh-CN` or `pt_br`."""
    match = _TAG.fullmatch(word)
    return match is not None and match[1] in _CODES


def guess(paths: Iterable[str]) -> dict[str, list[str]]:
    """Languages by their folders (`docs/en`, `docs/zh`), as far as two or more stand side by side."""
    siblings: dict[str, dict[str, str]] = defaultdict(dict)
    for path in paths:
        folders = PurePosixPath(path).parent.parts
        for depth, folder in enumerate(folders):
            if is_tag(folder):
                siblings["/".join(folders[:depth])][folder] = "/".join(folders[: depth + 1])
                break
    found: dict[str, list[str]] = defaultdict(list)
    for folders_by_tag in siblings.values():
        if len(folders_by_tag) > 1:
            for tag, folder in sorted(folders_by_tag.items()):
                found[tag].append(folder)
    return dict(found)


def language_of(path: str, languages: Mapping[str, list[str]]) -> str | None:
    """The language whose folders or globs name the page; a tag in the file's name decides first."""
    tag = _tag_in_name(path)
    for language in languages:
        if tag is not None and _same_language(tag, language) and matches_any(path, languages[language]):
            return language
    return next((language for language, patterns in languages.items() if matches_any(path, patterns)), None)


def pair_key(path: str, patterns: Iterable[str]) -> str:
    """What a page and its translations have in common: its path without the language's folder or tag."""
    pattern = next((pattern for pattern in patterns if matches(path, pattern)), "")
    folder = re.split(r"[^/]*[*?\[]", pattern.removeprefix("./"))[0].rstrip("/")
    if path != folder:
        path = path.removeprefix(folder + "/")
    tag = _tag_in_name(path)
    return path if tag is None else re.sub(rf"\.{re.escape(tag)}(?=\.[^.]+$)", "", path)


def twins(languages: Mapping[str, list[str]], pages: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """The other languages' pages for each page, in the order of the languages.

    Args:
        languages: each language's folders and globs.
        pages: each page's path and language.
    """
    groups: dict[str, dict[str, str]] = defaultdict(dict)
    for path, language in pages.items():
        if language is not None:
            groups[pair_key(path, languages[language])][language] = path
    order = list(languages)
    return {
        path: tuple(group[other] for other in order if other in group and group[other] != path)
        for group in groups.values()
        for path in group.values()
    }


def _tag_in_name(path: str) -> str | None:
    parts = PurePosixPath(path).name.split(".")
    return parts[-2] if len(parts) > 2 and is_tag(parts[-2]) else None


def _same_language(tag: str, language: str) -> bool:
    return tag == language or tag.replace("_", "-").split("-")[0] == language.replace("_", "-").split("-")[0]
