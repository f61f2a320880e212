"""How each page stands in each other language: a summary of what the comparison found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fencepost.languages import language_of
from fencepost.model import Finding, Page, TranslationResult
from fencepost.project import Project

_DIFFERENCES = frozenset({f"FP{number}" for number in (402, 403, 404, 405, 406, 407, 409, 410)})


def states(project: Project, found: Iterable[Finding], weighed: Iterable[Finding]) -> Iterator[TranslationResult]:
    """A result for each page of the source language and each other language, and for each page that it lacks.

    Args:
        project: the pages and their twins.
        found: all that was found, also what no severity reports: it tells pages that are older or not translated.
        weighed: the findings with the severities of the settings, which are counted.
    """
    source = project.loaded.settings.source_language or next(iter(project.languages), None)
    told, counted = _by_pair(found), _by_pair(weighed)
    known = {page.path: page.language for page in project.pages}
    for page in project.pages:
        others = project.twins.get(page.path, ())
        twins = {known.get(path) or language_of(path, project.languages): path for path in others}
        if page.language == source and source is not None:
            for language in project.languages:
                if language != source:
                    yield _result(page, language, twins.get(language), told, counted)
        elif page.language is not None and source is not None and source not in twins:
            yield TranslationResult(page.path, source, None, "missing")


_ByPair = dict[frozenset[str], list[Finding]]


def _by_pair(found: Iterable[Finding]) -> _ByPair:
    """The findings that name a place on each of two pages, by the two paths."""
    pairs: _ByPair = {}
    for finding in found:
        if finding.code.startswith("FP4") and finding.related:
            pairs.setdefault(frozenset({finding.place.path, finding.related[0].path}), []).append(finding)
    return pairs


def _result(page: Page, language: str, twin: str | None, told: _ByPair, counted: _ByPair) -> TranslationResult:
    if twin is None:
        return TranslationResult(page.path, language, None, "missing")
    pair = frozenset({page.path, twin})
    own = told.get(pair, [])
    if any(finding.code == "FP401" for finding in own):
        return TranslationResult(page.path, language, twin, "not translated")
    severities = [finding.severity for finding in counted.get(pair, []) if finding.code in _DIFFERENCES]
    errors, warnings = severities.count("error"), severities.count("warning")
    if errors or warnings:
        return TranslationResult(page.path, language, twin, "differing", errors, warnings)
    behind = any(finding.code == "FP408" and finding.place.path == twin for finding in own)
    return TranslationResult(page.path, language, twin, "behind" if behind else "in step")
