"""The words of what is found when fences run."""

from __future__ import annotations

from collections.abc import Sequence

from fencepost.checks.error import describe
from fencepost.checks.output import OutputOptions, first_difference
from fencepost.compare.lines import fold
from fencepost.model import Fence, Finding, Page, Place
from fencepost.plan import Step
from fencepost.rules import RULES
from fencepost.running.capture import Printed

_SHOWN_LINES = 20
_HIDDEN = {
    "setup": "hidden `setup`",
    "assert": "hidden `assert`",
    "output": "code of `output`",
    "error": "code of `error`",
}


def raised(
    step: Step, error: BaseException, place: Place, behind: tuple[Place, ...], frames: Sequence[str], printed: Printed
) -> Finding:
    """FP201: a step raised."""
    what = _HIDDEN.get(step.kind, "the fence")
    detail = [*frames, *_captured(printed)]
    return Finding(
        "FP201",
        f"{what} raised {describe(error)}",
        place,
        fence=step.fence.id,
        related=behind,
        help=RULES["FP201"].fix,
        detail=tuple(detail),
    )


def overdue(page: Page, step: Step, error: BaseException, place: Place) -> Finding:
    """FP206: a step did not end in time; the place is the line that was running."""
    what = _HIDDEN.get(step.kind, "the fence")
    related = (page.place(step.fence.fence.line),)
    message = f"{what} was stopped here: {error}"
    return Finding("FP206", message, place, fence=step.fence.id, related=related, help=RULES["FP206"].fix)


def did_not_raise(page: Page, step: Step) -> Finding:
    """FP203: an example that is meant to fail works."""
    fence = step.fence.fence
    message = f"the fence was expected to raise {step.raises}, and nothing was raised"
    help_ = "If it is meant to work now, remove `raises`."
    return Finding("FP203", message, page.place(fence.line, fence.column), fence=step.fence.id, help=help_)


def raised_otherwise(page: Page, step: Step, error: BaseException, place: Place) -> Finding:
    """FP203: something else was raised than declared."""
    message = f"the fence was expected to raise {step.raises}, and raised {describe(error)}"
    run = step.fence.directive("run")
    related = (page.place(run.line, run.comment.column),) if run else ()
    return Finding("FP203", message, place, fence=step.fence.id, related=related, help=RULES["FP203"].fix)


def no_error(page: Page, shown: Fence, step: Step) -> Finding:
    """FP203: a shown error was not raised."""
    message = "the page shows an error, and nothing was raised"
    return Finding(
        "FP203",
        message,
        page.place(shown.line, shown.column),
        fence=page.fence_id(shown),
        related=(page.place(step.line),),
        help=RULES["FP203"].fix,
    )


def error_differs(
    page: Page, shown: Fence, error: BaseException, wanted: str | None, related: tuple[Place, ...]
) -> Finding:
    """FP203: another error was raised than the page shows."""
    message = "the error that was raised is not the one that the page shows"
    if wanted is not None:
        message += f" (of type {wanted})"
    detail = [*_marked("- ", fold(shown.body)), *_marked("+ ", fold(describe(error)))]
    return Finding(
        "FP203",
        message,
        page.place(shown.line + 1, shown.column),
        fence=page.fence_id(shown),
        related=related,
        help=RULES["FP203"].fix,
        detail=tuple(detail),
    )


def output_differs(page: Page, shown: Fence, printed: str, options: OutputOptions, step: Step) -> list[Finding]:
    """FP202, if what was printed is not what the page shows."""
    index = first_difference(shown.body, printed, options)
    if index is None:
        return []
    expected, found = fold(shown.body), fold(printed)
    line = shown.line + 1 + index if index < len(expected) else shown.end_line
    message = f"what was printed differs from what the page shows, first in line {index + 1}"
    if len(expected) != len(found):
        message += f" ({len(expected)} shown, {len(found)} printed)"
    if not found:
        message = "nothing was printed"
    detail = [*_marked("- ", expected), *_marked("+ ", found)]
    finding = Finding(
        "FP202",
        message,
        page.place(line, shown.column),
        fence=page.fence_id(shown),
        related=(page.place(step.line),),
        help=RULES["FP202"].fix,
        detail=tuple(detail),
    )
    return [finding]


def _marked(mark: str, lines: Sequence[str]) -> list[str]:
    shown = [mark + line for line in lines[:_SHOWN_LINES]]
    more = len(lines) - _SHOWN_LINES
    return [*shown, f"{mark}… {more} more"] if more > 0 else shown


def _captured(printed: Printed) -> list[str]:
    parts: list[str] = []
    for name, text in (("standard output", printed.stdout), ("standard error", printed.stderr)):
        lines = fold(text)
        if lines:
            parts += [f"{name}:", *(f"    {line}" for line in lines[-_SHOWN_LINES:])]
    return parts
