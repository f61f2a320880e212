"""Fences that show a session at Python's prompt: each statement runs and prints what the page shows."""

from __future__ import annotations

import doctest
import io
import sys
from contextlib import redirect_stdout

from fencepost.checks.output import OutputOptions, first_difference
from fencepost.model import Finding, Page
from fencepost.plan import Step
from fencepost.rules import RULES
from fencepost.running.module import PageModule


def run_prompts(module: PageModule, step: Step, page: Page) -> list[Finding]:
    """Run the statements of a session in order; FP202 for each whose output differs from what is shown.

    A statement that shows a traceback is expected to raise; anything else that is raised is raised on.
    """
    found: list[Finding] = []
    for example in doctest.DocTestParser().get_examples(step.code, page.path):
        line = step.line + example.lineno
        printed = io.StringIO()
        error: Exception | None = None
        try:
            with redirect_stdout(printed):
                module.evaluate(example.source, line)
        except Exception as raised:
            if example.exc_msg is None:
                raise
            error = raised
        sys.stdout.write(printed.getvalue())
        finding = _compare(example, printed.getvalue(), error, line, step, page)
        found += [finding] if finding else []
    return found


def _compare(
    example: doctest.Example, printed: str, error: Exception | None, line: int, step: Step, page: Page
) -> Finding | None:
    below = line + example.source.count("\n")
    if example.exc_msg is not None:
        raised = f"{type(error).__name__}: {error}\n" if error else "nothing\n"
        if raised == example.exc_msg:
            return None
        message = f"the page shows {example.exc_msg.strip()}, and the statement raised {raised.strip()}"
        code = "FP203"
    else:
        index = first_difference(example.want, printed, OutputOptions())
        if index is None:
            return None
        message = f"the page shows {example.want.strip()!r}, and the statement printed {printed.strip()!r}"
        code = "FP202"
    return Finding(code, message, page.place(below), fence=step.fence.id, help=RULES[code].fix)
