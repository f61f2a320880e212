"""A report that was written by `fencepost check --report FILE`, read again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args

from fencepost.model import ContractResult, Fate, FenceResult, Outcome, PageResult, Report

_T = TypeVar("_T")
_FATES: frozenset[str] = frozenset(get_args(Fate))
_OUTCOMES: frozenset[str | None] = frozenset({*get_args(Outcome), None})


class ReportError(ValueError):
    """A file that is no report of fencepost; the message says what is wrong with it."""


def read_report(path: Path) -> Report:
    """The pages, fences and contracts of a JSON report, version 1; its findings are left out.

    Raises:
        ReportError: the file cannot be read, or is no such report.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ReportError(f"cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ReportError(f"is not JSON: {error}") from error
    if not isinstance(document, dict) or document.get("version") != 1:
        raise ReportError("is no report of version 1; write one with `fencepost check --report FILE`")
    return Report(
        document.get("running") is True,
        _each(document, "pages", _page),
        _each(document, "fences", _fence),
        _each(document, "contracts", _contract),
    )


def _each(document: Mapping[str, Any], key: str, read: Callable[[Mapping[str, Any]], _T]) -> tuple[_T, ...]:
    entries = document.get(key)
    if not isinstance(entries, list):
        raise ReportError(f"has no list `{key}`")
    try:
        return tuple(read(entry) for entry in entries)
    except (KeyError, TypeError, ValueError) as error:
        raise ReportError(f"has an entry of `{key}` that cannot be read: {error!r}") from error


def _page(entry: Mapping[str, Any]) -> PageResult:
    return PageResult(entry["path"], entry["language"], entry["twin"], entry["sha256"])


def _fence(entry: Mapping[str, Any]) -> FenceResult:
    if entry["fate"] not in _FATES or entry["outcome"] not in _OUTCOMES:
        raise ValueError(f"{entry['fate']}, {entry['outcome']}")
    return FenceResult(
        entry["id"],
        entry["page"],
        int(entry["line"]),
        int(entry["end_line"]),
        entry["language"],
        entry["fate"],
        entry["reason"],
        entry["outcome"],
        accepted=entry.get("accepted") is True,
    )


def _contract(entry: Mapping[str, Any]) -> ContractResult:
    if entry["outcome"] not in _OUTCOMES - {None}:
        raise ValueError(entry["outcome"])
    names = (entry["id"], entry["kind"], entry["source"], entry["page"], entry["fence"])
    return ContractResult(*names, entry["outcome"], accepted=entry.get("accepted") is True)
