"""Verdicts as lines of JSON, for the way from the process that runs the fences to the one that reports.

They are written as they come: the other process sees how far the run is, and where it broke off.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
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
    running: str = ""
    """The id of what was held when the run broke off."""


class Telling:
    """Writes what comes of running, a line at a time, so that nothing is lost when the process is ended."""

    def __init__(self, file: Path) -> None:
        """Add to this file."""
        self._file = file.open("a", encoding="utf-8", buffering=1)

    def begin(self, name: str) -> None:
        """Say which fence or contract is held next."""
        self._write({"begun": name})

    def hold(self, name: str, verdict: Verdict) -> None:
        """Say what became of it."""
        self._write({"held": name, "verdict": verdict_as_json(verdict)})

    def end(self, names: Iterable[str], notes: Sequence[str]) -> None:
        """Say last what the project's conftest gives to every page, and what the report should say of the run."""
        self._write({"names": sorted(names), "notes": notes})
        self._file.close()

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line) + "\n")


def is_held(line: str) -> str:
    """The id that a line says the outcome of; empty for other lines."""
    return json.loads(line).get("held", "")


def load(text: str) -> Results:
    """The results so far, from whole lines."""
    verdicts: dict[str, Verdict] = {}
    names: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    running = ""
    for line in text.splitlines():
        document = json.loads(line)
        if "begun" in document:
            running = document["begun"]
        elif "held" in document:
            verdicts[document["held"]] = verdict_from_json(document["verdict"])
            running = ""
        else:
            names, notes = frozenset(document["names"]), tuple(document["notes"])
    return Results(verdicts, names, notes, running)


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
