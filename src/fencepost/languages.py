"""Which language a page is written in, and which pages say the same in another one."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from types import MappingProxyType

from fencepost.globs import matches

_CODES = frozenset(
    "ar az bg bn ca cs da de el en es et fa fi fr he hi hr hu hy id it ja ka ko lt lv mn ms nb nl no pl pt ro ru sk sl "
    "sr sv ta th tr uk ur uz vi zh".split()
)
_TAG = re.compile(r"([a-z]{2})(?:[-_](?:[A-Z]{2}|[a-z]{2}|[A-Z][a-z]{3}|[a-z]{4}))?")

_SUFFIX = re.compile(r"[_-]([A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?)(?=\.[^./]+$)")
_REGION = MappingProxyType({"cn": "zh", "jp": "ja", "kr": "ko"})
"""Countries whose codes are written for their languages."""


def is_tag(word: str) -> bool:
    """Whether a word is a language tag such as `en`, `zh-CN` or `pt_br`."""
    match = _TAG.fullmatch(word)
    return match is not None and match[1] in _CODES


def guess(paths: Iterable[str]) -> dict[str, list[str]]:
    """Languages by their folders (`docs/en`, `docs/zh`), as far as two or more stand side by side.

    The one with most pages comes first, and English among equals: findings speak in its terms.
    """
    pages: Counter[str] = Counter()
    siblings: dict[str, dict[str, str]] = defaultdict(dict)
    for path in paths:
        folders = path.split("/")[:-1]
        for depth, folder in enumerate(folders):
            if is_tag(folder):
                siblings["/".join(folders[:depth])][folder] = "/".join(folders[: depth + 1])
                pages[folder] += 1
                break
    found: dict[str, list[str]] = defaultdict(list)
    for folders_by_tag in siblings.values():
        if len(folders_by_tag) > 1:
            for tag, folder in sorted(folders_by_tag.items()):
                found[tag].append(folder)
    order = sorted(found, key=lambda tag: (-pages[tag], not tag.startswith("en"), tag))
    return {tag: found[tag] for tag in order}


def readmes(paths: Iterable[str], known: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The languages with the READMEs that stand beside each other: `README.md`, `README.zh-CN.md`, `README_CN.md`.

    The one without a tag is taken for English, unless another one says that it is that. Where more than two languages
    are known nothing is added: a README is seldom in all of them.
    """
    if len(known) > 2:
        return dict(known)
    found = {language: list(patterns) for language, patterns in known.items()}
    everything = set(paths)
    for path in sorted(everything):
        tag = _readme_tag(path)
        plain = pair_key(path, [], tag) if tag else path
        if tag is None or plain == path or plain not in everything or tag.startswith("en"):
            continue
        for language, page in (("en", plain), (tag, path)):
            name = next((name for name in found if _same_language(language, name)), language)
            patterns = found.setdefault(name, [])
            if not any(matches(page, pattern) for pattern in patterns):
                patterns.append(page)
    return found


def _readme_tag(path: str) -> str | None:
    """The language that the name of a README tells."""
    name = PurePosixPath(path).name
    if not name.lower().startswith("readme"):
        return None
    match = _SUFFIX.search(name)
    word = match and _REGION.get(match[1].lower(), match[1])
    return tag_in_name(path) or (word.lower() if word and is_tag(word.lower()) else None)


def of_site(
    docs: str, structure: str, locales: Sequence[tuple[str, bool]], paths: Iterable[str]
) -> dict[str, list[str]]:
    """Languages as `mkdocs-static-i18n` tells them apart.

    Args:
        docs: the folder of the site's pages, relative to the project's root.
        structure: `folder` or `suffix`.
        locales: each language's name and whether it is the default.
        paths: the pages: the default language may stand in `docs` itself.
    """
    if structure != "folder":
        return {locale: [docs] if default else [f"{docs}/**/*.{locale}.md"] for locale, default in locales}
    known = list(paths)
    inhabited = {locale for locale, _ in locales for path in known if path.startswith(f"{docs}/{locale}/")}
    return {
        locale: [docs] if default and locale not in inhabited else [f"{docs}/{locale}"] for locale, default in locales
    }


def language_of(path: str, languages: Mapping[str, list[str]]) -> str | None:
    """The language whose folders or globs name the page: a tag in its name decides, then the longest folder."""
    naming = [
        (language, pattern) for language in languages for pattern in languages[language] if matches(path, pattern)
    ]
    tag = tag_in_name(path)
    tagged = [language for language, _ in naming if tag is not None and _same_language(tag, language)]
    if tagged or not naming:
        return tagged[0] if tagged else None
    return max(naming, key=lambda item: len(_folder(item[1])))[0]


def pair_key(path: str, patterns: Iterable[str], language: str) -> str:
    """What a page and its translations have in common: its path without the language's folder and tag."""
    folders = sorted((_folder(pattern) for pattern in patterns if matches(path, pattern)), key=len)
    folder = folders[-1] if folders else ""
    if path != folder:
        path = path.removeprefix(folder + "/")
    tag = tag_in_name(path)
    if tag is not None:
        return re.sub(rf"\.{re.escape(tag)}(?=\.[^.]+$)", "", path)
    # `README_zh.md` and `README_CN.md` stand beside `README.md`; `guide-to-it.md` is no Italian page.
    match = _SUFFIX.search(path)
    own = match is not None and _same_language(_REGION.get(match[1].lower(), match[1]), language)
    return _SUFFIX.sub("", path) if own else path


def twins(languages: Mapping[str, list[str]], pages: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """The other languages' pages for each page, in the order of the languages.

    Args:
        languages: each language's folders and globs.
        pages: each page's path and language.
    """
    groups: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path, language in pages.items():
        if language is not None:
            groups[pair_key(path, languages[language], language)][language].append(path)
    found: dict[str, tuple[str, ...]] = {}
    for group in groups.values():
        for language, paths in group.items():
            for path in paths:
                others = (_nearest(path, paths, group.get(other, [])) for other in languages if other != language)
                found[path] = tuple(other for other in others if other is not None)
    return found


def _nearest(path: str, siblings: Sequence[str], others: Sequence[str]) -> str | None:
    """The page among others that stands as deep as this one; `README.md` goes with no `docs/zh/README.md`."""
    if len(siblings) == len(others) == 1:
        return others[0]
    depth = path.count("/")
    return next((other for other in others if other.count("/") == depth), None)


def _folder(pattern: str) -> str:
    """The fixed part of a pattern."""
    return re.split(r"[^/]*[*?\[]", pattern.removeprefix("./"))[0].rstrip("/")


def tag_in_name(path: str) -> str | None:
    """The language that the name of a file tells: `zh` for `guide.zh.md`."""
    parts = path.rpartition("/")[2].split(".")
    return parts[-2] if len(parts) > 2 and is_tag(parts[-2]) else None


def _same_language(tag: str, language: str) -> bool:
    return tag == language or tag.replace("_", "-").split("-")[0] == language.replace("_", "-").split("-")[0]
