"""`fencepost list --languages`: every page with its translations and how they stand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from fencepost.model import Report, TranslationResult, TranslationState
from fencepost.report import as_json

_STATES: tuple[TranslationState, ...] = get_args(TranslationState)


@dataclass(frozen=True, slots=True)
class LanguageMap:
    """How the pages of a project stand in its languages."""

    languages: tuple[str, ...]
    rows: tuple[tuple[str, tuple[TranslationResult | None, ...]], ...]
    """Each page of the source language with its state in each of `languages`; `None` where it is none of theirs."""
    counts: tuple[tuple[str, tuple[tuple[TranslationState, int], ...]], ...]
    """For each language how many pages have which state; states that no page has are left out."""

    @classmethod
    def of(cls, results: Sequence[TranslationResult]) -> LanguageMap:
        """Put the results of a report in rows and columns, and count them."""
        languages = _languages(results)
        known = {(item.page, item.language): item for item in results}
        pages = dict.fromkeys(item.page for item in results)
        rows = tuple((page, tuple(known.get((page, language)) for language in languages)) for page in pages)
        counted = ((language, _counts(results, language).items()) for language in languages)
        counts = tuple((language, tuple(item for item in states if item[1])) for language, states in counted)
        return cls(tuple(languages), rows, counts)


def render(report: Report, style: str, *, quiet: bool = False) -> str:
    """The translations as a table with counts, as lines, as Markdown, or as the JSON report with them added."""
    results = report.translations
    if style == "json":
        document = {**as_json(report), "translations": _as_json(results)}
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    if style == "concise":
        return "".join(f"{item.page}: {item.language}: {_said(item)}\n" for item in results)
    found = LanguageMap.of(results)
    if style == "markdown":
        return as_markdown(found)
    notes = "".join(f"note: {note}\n" for note in report.notes)
    return _table(found) + ("" if quiet else f"\n{notes}{_lines(_totals(found))}")


def as_markdown(found: LanguageMap) -> str:
    """A table and the counts, for a page of a site."""
    lines = [("page", *found.languages), ("---", *("---" for _ in found.languages))]
    lines += [(f"`{page}`", *map(_cell, cells)) for page, cells in found.rows]
    table = "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)
    return table + "\n" + "".join(f"- {line}\n" for line in _totals(found))


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _cell(item: TranslationResult | None) -> str:
    return "-" if item is None else _said(item)


def _said(item: TranslationResult) -> str:
    counts = [
        f"{number} {word}{'' if number == 1 else 's'}"
        for number, word in ((item.errors, "error"), (item.warnings, "warning"))
        if number
    ]
    return f"{item.state} ({', '.join(counts)})" if counts else item.state


def _languages(results: Iterable[TranslationResult]) -> list[str]:
    return list(dict.fromkeys(item.language for item in results))


def _table(found: LanguageMap) -> str:
    lines = [("page", *found.languages), *((page, *map(_cell, cells)) for page, cells in found.rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(found.languages) + 1)]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() + "\n" for line in lines
    )


def _counts(results: Iterable[TranslationResult], language: str) -> dict[TranslationState, int]:
    counted = Counter(item.state for item in results if item.language == language)
    return {state: counted[state] for state in _STATES}


def _totals(found: LanguageMap) -> list[str]:
    return [
        f"{language}: {', '.join(f'{number} {state}' for state, number in counts)}" for language, counts in found.counts
    ]


def _as_json(results: Sequence[TranslationResult]) -> dict[str, Any]:
    pages = [
        {
            "page": item.page,
            "language": item.language,
            "twin": item.twin,
            "state": item.state,
            "errors": item.errors,
            "warnings": item.warnings,
        }
        for item in results
    ]
    return {"summary": {language: _counts(results, language) for language in _languages(results)}, "pages": pages}
