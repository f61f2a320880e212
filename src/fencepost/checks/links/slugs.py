"""The functions by which sites make ids of headings.

Sources: `markdown.extensions.toc` and `pymdownx.slugs`, read for their behaviour; the rules of GitHub, VitePress and
Mintlify as their readers see them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Literal, cast
from urllib.parse import quote

from fencepost.site import Site
from fencepost.sitedata import PythonName, python_name

Slugify = Callable[[str], str]

_COUNTED = re.compile(r"(.*)_([0-9]+)")
_TAG = re.compile(r"</?[^>]*>")
_SEPARATOR = "-"
_FORMS: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")
_LEGACY: Mapping[str, tuple[str, bool]] = MappingProxyType(
    {
        "uslugify": ("lower", False),
        "uslugify_encoded": ("lower", True),
        "uslugify_cased": ("none", False),
        "uslugify_cased_encoded": ("none", True),
        "gfm": ("lower-ascii", False),
        "gfm_encoded": ("lower-ascii", True),
    }
)
"""Names that pymdownx had before `slugify`: how they treat case, and whether they encode."""


def of_site(site: Site | None) -> Slugify | None:
    """The function of a MkDocs site; `None` if it is one that is not known here."""
    options = site.options("toc") if site else {}
    separator = options.get("separator")
    separator = separator if isinstance(separator, str) else _SEPARATOR
    name = site.slugify if site else None
    return partial(toc, separator=separator) if name is None else _named(name, separator)


def of_tabs(site: Site | None) -> Slugify | None:
    """The function by which a site makes ids of the titles of its tabs; `None` where they have none that is known."""
    name = python_name(site.options("pymdownx.tabbed").get("slugify")) if site else None
    return _named(name, _SEPARATOR) if name else None


def _named(name: PythonName, separator: str) -> Slugify | None:
    module, _, function = name.target.rpartition(".")
    if module == "markdown.extensions.toc" and function in ("slugify", "slugify_unicode"):
        return partial(toc, separator=separator, keep=function == "slugify_unicode")
    if module == "pymdownx.slugs" and function == "slugify" and name.value is not None:
        return _configured(name, separator)
    if module == "pymdownx.slugs" and function in _LEGACY:
        case, percent = _LEGACY[function]
        return partial(pymdownx, separator=separator, case=case, percent=percent)
    return None


def off_site(root: Path, *, site: bool) -> tuple[Slugify, ...]:
    """How pages outside of a MkDocs site get their ids: as on GitHub, and as on a site whose settings are not read."""
    if any((root / folder / ".vitepress").is_dir() for folder in (".", "docs")):
        return (vitepress,)
    if any((root / name).is_file() for name in ("docs.json", "mint.json", "docs/docs.json", "docs/mint.json")):
        return (mintlify, github)
    other = next(root.glob("mkdocs?*.yml"), None) is not None
    return (github, toc) if other and not site else (github,)


def _configured(name: PythonName, separator: str) -> Slugify:
    value = name.value if isinstance(name.value, dict) else {}
    words = value.get("kwds")
    words = cast("dict[str, object]", words) if isinstance(words, dict) else {}
    return partial(
        pymdownx,
        separator=separator,
        case=str(words.get("case", "none")),
        percent=words.get("percent_encode") is True,
        normalize=str(words.get("normalize", "NFC")),
    )


def toc(text: str, *, separator: str = _SEPARATOR, keep: bool = False) -> str:
    """Python-Markdown's own: letters outside ASCII are lost unless `keep` is set."""
    if not keep:
        text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    text = re.sub(r"[^\w\s-]", "", text).strip().lower()
    return re.sub(rf"[{separator}\s]+", separator, text)


def pymdownx(
    text: str, *, separator: str = _SEPARATOR, case: str = "none", percent: bool = False, normalize: str = "NFC"
) -> str:
    """What `pymdownx.slugs.slugify` does with its options."""
    form = next((form for form in _FORMS if form == normalize), _FORMS[0])
    slug = _TAG.sub("", unicodedata.normalize(form, text)).strip()
    match case:
        case "lower":
            slug = slug.lower()
        case "lower-ascii":
            slug = re.sub("[A-Z]", lambda match: match[0].lower(), slug)
        case "fold":
            slug = slug.casefold()
    slug = re.sub(r"[^\w\- ]", "", slug).replace(" ", separator)
    return quote(slug) if percent else slug


def github(text: str) -> str:
    """What GitHub does."""
    kept = (char for char in text.strip().lower() if char in "-_ " or char.isalnum() or _is_mark(char))
    return "".join(kept).replace(" ", "-")


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def vitepress(text: str) -> str:
    """What VitePress does: punctuation becomes a hyphen, marks are taken off letters."""
    plain = re.sub(r"[\u0300-\u036f]", "", unicodedata.normalize("NFKD", text))
    plain = re.sub(r"[\u0000-\u001f]", "", plain)
    hyphenated = re.sub(r"[\s~`!@#$%^&*()\-_+=[\]{}|\\;:\"'“”‘’<>,.?/]+", "-", plain)
    return re.sub(r"^(\d)", r"_\1", hyphenated.strip("-")).lower()


def mintlify(text: str) -> str:
    """What Mintlify says it does: much of the punctuation stays, parentheses go, apostrophes are turned."""
    kept = re.sub(r"[()]", "", text.strip().lower()).replace("'", "’")
    return re.sub(r"[\s.]+", "-", kept).strip("-")


def unique_in_site(slug: str, used: set[str]) -> str:
    """The id that Python-Markdown gives, and notes, when others are taken: `a`, `a_1`, `a_2`; never an empty one."""
    if slug in used or not slug:
        match = _COUNTED.fullmatch(slug)
        stem, count = (match[1], int(match[2])) if match else (slug, 0)
        count += 1
        while f"{stem}_{count}" in used:
            count += 1
        slug = f"{stem}_{count}"
    used.add(slug)
    return slug


def unique_on_github(slug: str, used: dict[str, int]) -> str:
    """The id that GitHub gives, and notes, when others are taken: `a`, `a-1`, `a-2`."""
    name = slug
    while name in used:
        used[slug] += 1
        name = f"{slug}-{used[slug]}"
    used[name] = 0
    return name
