"""Verdicts as JSON, for the way from the process that runs the fences to the one that reports."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from fencepost.model import Edit, Finding, Place, Verdict


def dump(verdicts: Mapping[str, Verdict]) -> str:
    """Verdicts by the id of their fence or contract, as JSON."""
    return json.dumps({name: asdict(verdict) for name, verdict in verdicts.items()})


def load(text: str) -> dict[str, Verdict]:
    """The inverse of `dump`."""
    return {
        name: Verdict(entry["outcome"], tuple(_finding(item) for item in entry["findings"]), entry["blocked_by"])
        for name, entry in json.loads(text).items()
    }


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
    )
