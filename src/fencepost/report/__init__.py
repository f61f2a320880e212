"""A report as text: full and concise for people, JSON, SARIF and annotations for machines.

Pure strings: the lines of files come in through a function, and neither colour nor width is ever guessed.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Literal

from fencepost.model import Finding, Report
from fencepost.report.document import as_json, counts
from fencepost.report.frames import Lines
from fencepost.report.glance import Glance, glance
from fencepost.report.people import concise, full
from fencepost.report.repeats import told_apart, told_once
from fencepost.report.summary import not_run, statistics, summary
from fencepost.report.text import Paint, encodable, painter, plural

__all__ = ["STYLES", "Style", "as_json", "counts", "encodable", "exit_code", "plural", "render"]

Style = Literal["full", "concise", "json", "github", "sarif"]
STYLES: tuple[Style, ...] = ("full", "concise", "json", "github", "sarif")
_WIDTH = 100
_AT_FIRST = (
    "note: without settings a few findings of each rule are shown; --select RULE or -v shows all of them, "
    "`fencepost init` writes settings"
)


def _no_lines(_path: str) -> tuple[str, ...]:
    return ()


def render(
    report: Report,
    style: Style,
    *,
    lines: Lines = _no_lines,
    width: int = _WIDTH,
    colour: bool = False,
    quiet: bool = False,
    verbose: bool = False,
    count: bool = False,
    brief: bool = False,
) -> str:
    """The whole report in one of the styles, with a final newline.

    `lines` gives the lines of a file, for the full style; `width` is that of the terminal in columns. `quiet` leaves
    all but the findings out, `verbose` adds infos and what was not run, `count` adds how often each rule was broken.
    `brief` leaves most of many findings of one rule out of the full style, and says so.
    """
    if style in ("json", "sarif"):
        document = as_json(report) if style == "json" else _sarif(report)
        return encodable(json.dumps(document, indent=2, ensure_ascii=False)) + "\n"
    paint = painter(colour)
    findings = [finding for finding in report.findings if finding.severity != "info" or verbose]
    told = told_once(findings) if style == "full" else told_apart(findings)
    look = glance(report, told) if brief and style == "full" else Glance(told, {})
    blocks = [_block(finding, also, style, paint, lines, width) for finding, also in look.findings.items()]
    if not quiet:
        text = [*(f"note: {note}" for note in report.notes)]
        text += not_run(report) if verbose else []
        text += [_AT_FIRST] if look.more else []
        counted = report if count else replace(report, findings=tuple(findings))
        text += statistics(counted, paint, look.more) if count or look.more else []
        blocks += [f"{line}\n" for line in (*text, *summary(report, paint))]
    return encodable("".join(blocks))


def _block(finding: Finding, also: tuple[int, ...], style: Style, paint: Paint, lines: Lines, width: int) -> str:
    if style == "github":
        from fencepost.report.github import annotation

        return annotation(finding)
    return concise(finding, paint) if style == "concise" else full(finding, also, paint, lines, width)


def _sarif(report: Report) -> dict[str, Any]:
    from fencepost.report.sarif import as_sarif

    return as_sarif(report)


def exit_code(report: Report) -> int:
    """0 without errors, 1 with errors, 2 where the job could not be done."""
    errors = [finding for finding in report.findings if finding.severity == "error"]
    if any(finding.code.startswith("FP9") or finding.code == "FP114" for finding in errors):
        return 2
    return 1 if errors else 0
