"""Verdicts as JSON, for the way from the process that runs the fences to the one that reports."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from fencepost.model import Edit, Finding, Place, Rule, Verdict


@dataclass(frozen=True, slots=True)
class Results:
    """What came of running."""

    verdicts: dict[str, Verdict] = field(default_factory=dict)
    """By the id of the fence or contract."""
    names: frozenset[str] = frozenset()
    """What the project's conftest gives to every page."""
    notes: tuple[str, ...] = ()
    """What the report should say of the run, one line each."""


def dump(results: Results) -> str:
    """Results as JSON."""
    verdicts = {name: verdict_as_json(verdict) for name, verdict in results.verdicts.items()}
    return json.dumps({"verdicts": verdicts, "names": sorted(results.names), "notes": results.notes})


def load(text: str) -> Results:
    """The inverse of `dump`."""
    document = json.loads(text)
    verdicts = {name: verdict_from_json(entry) for name, entry in document["verdicts"].items()}
    return Results(verdicts, frozenset(document["names"]), tuple(document["notes"]))


def verdict_as_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain values."""
    return asdict(verdict)


def verdict_from_json(entry: dict[str, Any]) -> Verdict:
    """The inverse of `verdict_as_json`."""
    findings = tuple(_finding(item) for item in entry["findings"])
    return Verdict(entry["outcome"], findings, entry["blocked_by"], entry["reused"])


def _finding(entry: dict[str, Any]) -> Finding:
    return Finding(
        code=entry["code"],
        message=entry["message"],
        place=Place(**entry["place"]),
        fence=entry["fence"],
        related=tuple(Place(**place) for place in entry["related"]),
        help=entry["help"],
        detail=tuple(entry["detail"]),
        edits=tuple(Edit(**edit) for edit in entry["edits"]),
        severity=entry["severity"],
        rule=Rule(**entry["rule"]) if entry["rule"] else None,
    )
