"""Fences that show a session at Python's prompt: each statement runs and prints what the page shows."""

from __future__ import annotations

import builtins
import doctest
import io
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace

from fencepost.checks.error import agrees, describe, type_name
from fencepost.checks.output import OutputOptions, first_difference
from fencepost.checks.rewrite import rewrite
from fencepost.checks.session import examples
from fencepost.compare.lines import fold
from fencepost.model import Finding, Page
from fencepost.plan import Step
from fencepost.rules import RULES
from fencepost.running.module import PageModule

_BLANK = "<BLANKLINE>"
_UNPARSED = re.compile(r'[ \t]*File "<.*>", line \d+\n(?:.*\n)*((?:Syntax|Indentation|Tab)Error: .*\n)')
"""What the prompt shows of a statement that does not parse: no traceback stands above it, which doctest looks for."""


def run_prompts(module: PageModule, step: Step, page: Page, options: OutputOptions) -> list[Finding]:
    """Run the statements of a session in order; FP202 for each whose output differs from what is shown.

    A statement that shows a traceback is expected to raise; anything else that is raised is raised on.
    """
    found: list[Finding] = []
    right: dict[int, tuple[int, list[str]]] = {}
    with _last_value_kept():
        for example in examples(step.code):
            line = step.line + example.lineno
            printed, error = _typed(module, example, line)
            finding = _compare(example, printed, error, line, step, page, options)
            if finding is not None:
                found.append(finding)
                if _error_shown(example) is None and not any(map(options.stands_for_more, fold(example.want))):
                    right[example.lineno] = _shown_instead(example, printed)
    edits = (rewrite(step.fence.fence, page, _rewritten(step.code, right)),) if right else ()
    return [replace(finding, edits=edits) if finding.code == "FP202" else finding for finding in found]


def _error_shown(example: doctest.Example) -> str | None:
    """The last line of the error that is shown below a statement, if one is."""
    unparsed = _UNPARSED.fullmatch(example.want)
    return unparsed[1] if unparsed else example.exc_msg


def _typed(module: PageModule, example: doctest.Example, line: int) -> tuple[str, Exception | None]:
    printed = io.StringIO()
    error: Exception | None = None
    try:
        with redirect_stdout(printed):
            module.evaluate(example.source, line)
    except Exception as raised:
        if _error_shown(example) is None:
            example.exc_msg = _shown_without_traceback(example, raised)
        if _error_shown(example) is None:
            raise
        error = raised
    finally:
        sys.stdout.write(printed.getvalue())
    return printed.getvalue(), error


def _shown_without_traceback(example: doctest.Example, error: Exception) -> str | None:
    """The last line that is shown, where it names the exception: not every page shows the traceback above it."""
    *_, last = example.want.strip().split("\n")
    return last.strip() if last.strip().startswith((type(error).__name__, type_name(error))) else None


@contextmanager
def _last_value_kept() -> Generator[None]:
    """Let go of what the prompt leaves in `_`, which is everybody's."""
    before = builtins.__dict__.get("_", _last_value_kept)
    try:
        yield
    finally:
        if before is _last_value_kept:
            builtins.__dict__.pop("_", None)
        else:
            builtins.__dict__["_"] = before


def _compare(
    example: doctest.Example,
    printed: str,
    error: Exception | None,
    line: int,
    step: Step,
    page: Page,
    options: OutputOptions,
) -> Finding | None:
    below = line + example.source.count("\n")
    shown = _error_shown(example)
    if shown is not None:
        if error is not None and agrees(shown.removesuffix("\n"), error):
            return None
        raised = describe(error) if error else "nothing"
        message = f"the page shows {shown.strip()}, and the statement raised {raised}"
        code = "FP203"
    else:
        if first_difference(example.want.replace(_BLANK, ""), printed, options) is None:
            return None
        message = f"the page shows {example.want.strip()!r}, and the statement printed {printed.strip()!r}"
        code = "FP202"
    return Finding(code, message, page.place(below), fence=step.fence.id, help=RULES[code].fix)


def _shown_instead(example: doctest.Example, printed: str) -> tuple[int, list[str]]:
    """How many lines are shown below a statement, and those that should be."""
    indent = " " * example.indent
    return example.want.count("\n"), [f"{indent}{line or _BLANK}" for line in fold(printed)]


def _rewritten(code: str, right: dict[int, tuple[int, list[str]]]) -> list[str]:
    lines = fold(code)
    typed = {example.lineno: example for example in examples(code)}
    for number, (count, new) in sorted(right.items(), reverse=True):
        start = number + typed[number].source.count("\n")
        lines[start : start + count] = new
    return lines
