"""`fencepost list --languages`: every page with its translations and how they stand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, get_args

from fencepost.model import Report, TranslationResult, TranslationState
from fencepost.report import as_json

_STATES: tuple[TranslationState, ...] = get_args(TranslationState)


def render(report: Report, style: str, *, quiet: bool = False) -> str:
    """The translations as a table with counts, as lines, or as the JSON report with `translations` added."""
    results = report.translations
    if style == "json":
        document = {**as_json(report), "translations": _as_json(results)}
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    if style == "concise":
        return "".join(f"{item.page}: {item.language}: {_said(item)}\n" for item in results)
    notes = "".join(f"note: {note}\n" for note in report.notes)
    return _table(results) + ("" if quiet else f"\n{notes}{_total(results)}")


def _said(item: TranslationResult) -> str:
    counts = [
        f"{number} {word}{'' if number == 1 else 's'}"
        for number, word in ((item.errors, "error"), (item.warnings, "warning"))
        if number
    ]
    return f"{item.state} ({', '.join(counts)})" if counts else item.state


def _languages(results: Iterable[TranslationResult]) -> list[str]:
    return list(dict.fromkeys(item.language for item in results))


def _table(results: Sequence[TranslationResult]) -> str:
    languages = _languages(results)
    rows = {page: ["-"] * len(languages) for page in dict.fromkeys(item.page for item in results)}
    for item in results:
        rows[item.page][languages.index(item.language)] = _said(item)
    lines = [["page", *languages], *([page, *cells] for page, cells in rows.items())]
    widths = [max(len(line[column]) for line in lines) for column in range(len(languages) + 1)]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() + "\n" for line in lines
    )


def _counts(results: Iterable[TranslationResult], language: str) -> dict[TranslationState, int]:
    counted = Counter(item.state for item in results if item.language == language)
    return {state: counted[state] for state in _STATES}


def _total(results: Sequence[TranslationResult]) -> str:
    lines: list[str] = []
    for language in _languages(results):
        shown = ", ".join(f"{number} {state}" for state, number in _counts(results, language).items() if number)
        lines.append(f"{language}: {shown}\n")
    return "".join(lines)


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
