"""Findings for people: in full with the lines they point at, or one line each."""

from __future__ import annotations

from fencepost.model import Finding
from fencepost.report.frames import Lines, frame
from fencepost.report.repeats import in_words
from fencepost.report.text import Paint
from fencepost.rules import rule_of


def concise(finding: Finding, paint: Paint) -> str:
    """One line: the place, the rule, the message, the other places."""
    also = "".join(f" [{place}]" for place in finding.related)
    return f"{finding.place}: {_label(finding, paint)} {finding.message}{also}\n"


def full(finding: Finding, repeated: tuple[int, ...], paint: Paint, lines: Lines, width: int) -> str:
    """The finding with its detail, or else with the lines that it points at, and how to go on.

    `repeated` are further lines of its page of which the same is to be said.
    """
    text = [f"{paint(str(finding.place), 'bold')}: {_label(finding, paint)} {finding.message}"]
    if not finding.detail:
        text += frame(finding.place, lines, width=width, paint=paint)
    for place in finding.related:
        text.append(f"  see {place}")
        if not finding.detail:
            text += frame(place, lines, width=width, paint=paint)
    text += [f"  | {_painted(line, paint)}".rstrip() for line in finding.detail]
    if repeated:
        text.append(f"  {in_words(repeated)}")
    if finding.help:
        text.append(f"  {paint('help:', 'green')} {finding.help}")
    return "\n".join(text) + "\n\n"


def _painted(line: str, paint: Paint) -> str:
    if line.startswith("- "):
        return paint(line, "red")
    return paint(line, "green") if line.startswith("+ ") else line


def _label(finding: Finding, paint: Paint) -> str:
    severity = finding.severity or rule_of(finding).severity
    name = f"{finding.code} {rule_of(finding).name}"
    return paint(name if severity == "error" else f"{name} ({severity})", severity if severity != "off" else "dim")
