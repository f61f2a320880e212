"""Findings as annotations of a GitHub workflow.

Source: GitHub Docs, "Workflow commands for GitHub Actions", setting a notice, warning or error message; what has to be
escaped stands in the `toolkit` of actions, `command.ts`.
"""

from __future__ import annotations

from fencepost.model import Finding
from fencepost.rules import rule_of

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def annotation(finding: Finding) -> str:
    """One workflow command, on one line."""
    place = finding.place
    properties = {
        "file": place.path,
        "line": str(place.line),
        "endLine": str(place.end_line or place.line),
        "col": str(place.column),
        **({"endColumn": str(place.end_column)} if place.end_column else {}),
        "title": f"{finding.code} {rule_of(finding).name}",
    }
    text = [finding.message, *(f"see {other}" for other in finding.related), *finding.detail]
    if finding.help:
        text.append(f"help: {finding.help}")
    command = _COMMANDS[finding.severity or rule_of(finding).severity]
    shown = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{command} {shown}::{_escaped(chr(10).join(text))}\n"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
