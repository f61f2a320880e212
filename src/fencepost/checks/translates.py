"""A rewrite in another language keeps what the program needs (FP305, FP308)."""

from __future__ import annotations

from collections.abc import Mapping

from fencepost.checks.rendering import unused
from fencepost.compare.shape import differences, shape
from fencepost.compare.template import fields, render_problem
from fencepost.model import Finding, Place
from fencepost.sources import SourceText


def check_translates(
    rewrite_text: str,
    rewrite_place: Place,
    source: SourceText,
    values: Mapping[str, str],
    *,
    fence: str | None = None,
) -> list[Finding]:
    """Hold a rewrite to its source: the same fields, braces, rules, keys, URLs and code spans; it still renders."""
    findings: list[Finding] = []
    if found := differences(shape(source.text), shape(rewrite_text)):
        findings.append(
            Finding(
                "FP305",
                f"out of step with {source.expression}: {'; '.join(found)}",
                rewrite_place,
                fence,
                (source.place,),
                "Bring the rewrite in step with the source, or the source with the rewrite.",
                tuple(f"- {difference}" for difference in found),
            )
        )
    return [*findings, *_rendering(rewrite_text, rewrite_place, source, values, fence)]


def _rendering(
    text: str, place: Place, source: SourceText, values: Mapping[str, str], fence: str | None
) -> list[Finding]:
    """FP308: the rewrite does not render although the source does; without declared values each field gets one."""
    problems = [
        f"`value.{name}` is declared, but {source.expression} has no field {{{name}}}"
        for name in unused(source.text, values)
    ]
    filled = values or dict.fromkeys(("0", "1", "2", "3", *fields(source.text)), "1")
    if why := render_problem(source.text, filled):
        problems += [f"{source.expression} does not render: {why}"] if values else []
    elif why := render_problem(text, filled):
        problems.append(f"the rewrite does not render as {source.expression} does: {why}")
    advice = "Double the literal braces of the rewrite, and use the fields of the source."
    return [Finding("FP308", problem, place, fence, (source.place,), advice) for problem in problems]
