"""FP401: pages that another language does not have, or has not translated yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fencepost.checks.translation.findings import finding
from fencepost.checks.translation.prose import Prose, is_untranslated
from fencepost.model import Finding, Page
from fencepost.rules import RULES


def missing_pages(
    pages: Iterable[Page], twins: Mapping[str, Sequence[str]], languages: Mapping[str, str | None]
) -> list[Finding]:
    """FP401 once for each page that has no counterpart in one of the languages.

    Args:
        pages: the pages that are looked at.
        twins: the other languages' pages for each page.
        languages: the language of every page of the project, by its path.
    """
    spoken = list(dict.fromkeys(language for language in languages.values() if language))
    found: list[Finding] = []
    for page in pages:
        if page.language is None:
            continue
        present = {page.language, *(languages.get(twin) for twin in twins.get(page.path, ()))}
        absent = [language for language in spoken if language not in present]
        if absent:
            message = f"this page has no counterpart in {_joined(absent)}"
            found.append(Finding("FP401", message, page.place(1), help=RULES["FP401"].fix))
    return found


def untranslated(one: Prose, other: Prose) -> Finding | None:
    """FP401 for the one of two pages that is still written in the language of the other."""
    for prose, twin in ((other, one), (one, other)):
        if is_untranslated(prose, twin):
            page = prose.page
            message = f"this page is not translated yet: it is not written in {page.language}"
            return finding("FP401", message, page.place(1), twin.page.place(1))
    return None


def _joined(languages: Sequence[str]) -> str:
    return ", ".join(f"`{language}`" for language in languages)
