"""FP401: pages that another language does not have, or has not translated yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from fencepost.checks.prose import Prose
from fencepost.checks.translation import scripts
from fencepost.checks.translation.findings import finding
from fencepost.languages import language_of
from fencepost.model import Finding, Page, Severity
from fencepost.rules import RULES
from fencepost.site import Site

_PLAIN = re.compile(r"[\x00-\x7f]+")
_LETTER = re.compile(r"[^\W\d_]")
_CODE = re.compile(r"`[^`\n]*`|\]\([^()\s]*\)|https?://\S+")
_LITTLE = 0.02
"""A smaller share of a language's own letters than this is no text in that language."""
_MUCH = 0.5
"""A larger share of foreign letters than this is a text in another language."""
_ENOUGH = 40
"""Fewer letters do not show in which language a text is written."""


@dataclass(frozen=True)
class Sentences:
    """The lines of a page by which a copy of it is known: those of more than a word."""

    prose: Prose

    @cached_property
    def lines(self) -> list[str]:
        """All of them, in order."""
        return [line for line in self.prose.lines if " " in line and " " in line.strip()]

    @cached_property
    def wide(self) -> str:
        """The text without its plain letters: in most languages little is left to be looked through."""
        return "" if self.prose.text.isascii() else _PLAIN.sub("", self.prose.text)

    @cached_property
    def distinct(self) -> frozenset[str]:
        """The same, each once."""
        return frozenset(self.lines)


def missing_pages(
    pages: Iterable[Page],
    twins: Mapping[str, Sequence[str]],
    languages: Mapping[str, list[str]],
    site: Site | None = None,
) -> list[Finding]:
    """FP401 once for each page that has no counterpart in one of the languages, at the first language that has it.

    It is an information only where the site shows the page itself in the place of a missing translation.

    Args:
        pages: the pages that are looked at.
        twins: the other languages' pages for each page.
        languages: each language's folders and globs.
        site: the MkDocs site, if there is one.
    """
    shown_instead = _shown_instead(site)
    found: list[Finding] = []
    pages = list(pages)
    known = {page.path: page.language for page in pages}
    order = list(languages)
    for page in pages:
        others = twins.get(page.path, ())
        if page.language is None or any(_is_before(known.get(other), page.language, order) for other in others):
            continue
        present = {page.language, *(known.get(twin) or language_of(twin, languages) for twin in others)}
        absent = [language for language in languages if language not in present]
        if absent:
            severity: Severity | None = "info" if page.language == shown_instead else None
            message = f"this page has no counterpart in {_joined(absent)}"
            found.append(Finding("FP401", message, page.place(1), help=RULES["FP401"].fix, severity=severity))
    return found


def _is_before(other: str | None, language: str, order: Sequence[str]) -> bool:
    """Whether a page of another language is looked at, and says what is missing."""
    return other is not None and order.index(other) < order.index(language)


def _shown_instead(site: Site | None) -> str:
    """The language whose pages a site shows where translations are missing; empty if it shows none."""
    if site is None or site.plugins.get("i18n", {}).get("fallback_to_default", True) is False:
        return ""
    return next((language.locale for language in site.languages if language.default), "")


def untranslated(one: Sentences, other: Sentences) -> Finding | None:
    """FP401 for the one of two pages that is still written in the language of the other."""
    for own, twin in ((other, one), (one, other)):
        if _is_untranslated(own, twin):
            page = own.prose.page
            message = f"this page is not translated yet: it is not written in {page.language}"
            return finding("FP401", message, page.place(1), twin.prose.page.place(1))
    return None


def _joined(languages: Sequence[str]) -> str:
    return ", ".join(f"`{language}`" for language in languages)


def _is_untranslated(sentences: Sentences, twin: Sentences) -> bool:
    """Whether a page is still written in its twin's language."""
    own, other = (scripts.own_letters(side.prose.page.language or "") for side in (sentences, twin))
    if own == other:
        return _repeats(sentences, twin)
    text = sentences.prose.text
    # Most pages are clear without a look at each letter.
    enough = int(_LITTLE * len(text)) + 1 if own else int(_ENOUGH * _MUCH)
    telling = sum(1 for _ in islice(re.finditer(f"[{own or other}]", text if own else sentences.wide), enough))
    if (telling == enough) == bool(own):
        return False
    letters = "".join(_LETTER.findall(_CODE.sub("", text)))
    if len(letters) < _ENOUGH:
        return False
    share = len(re.findall(f"[{own or other}]", letters)) / len(letters)
    return share < _LITTLE if own else share > _MUCH


def _repeats(own: Sentences, twin: Sentences) -> bool:
    if own.distinct.isdisjoint(twin.distinct):
        return False
    return sum(line in twin.distinct for line in own.lines) > 0.8 * len(own.lines)
