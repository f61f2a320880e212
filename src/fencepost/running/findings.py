"""The words of what is found when fences run."""

from __future__ import annotations

from collections.abc import Sequence

from fencepost.checks.difference import Side, detail
from fencepost.checks.error import describe, is_of_type, shown_as, type_name
from fencepost.checks.output import OutputOptions, first_difference
from fencepost.checks.rewrite import rewrite
from fencepost.compare.lines import fold
from fencepost.model import Fence, Finding, Page, Place
from fencepost.plan import Step
from fencepost.rules import RULES
from fencepost.running.arrows import Attribution, rewritten
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


def not_supplied(page: Page, step: Step, error: BaseException) -> Finding:
    """FP302: a name that the fence needs cannot be made."""
    fence = step.fence.fence
    help_ = "Correct it in the settings' `names`, or define the name on the page."
    return Finding("FP302", str(error), page.place(fence.line, fence.column), fence=step.fence.id, help=help_)


def overdue(page: Page, step: Step, error: BaseException, place: Place) -> Finding:
    """FP206: a step did not end in time; the place is the line that was running."""
    what = _HIDDEN.get(step.kind, "the fence")
    related = (page.place(step.fence.fence.line),)
    message = f"{what} was stopped here: {error}"
    return Finding("FP206", message, place, fence=step.fence.id, related=related, help=RULES["FP206"].fix)


def skip_not_needed(page: Page, step: Step) -> Finding:
    """FP207: a skipped fence passes; the place is the directive that skips it."""
    fence, skip = step.fence.fence, step.fence.directive("skip")
    place = page.place(skip.line, skip.comment.column) if skip else page.place(fence.line, fence.column)
    message = f"the fence passes although it is skipped ({step.fence.reason})"
    return Finding("FP207", message, place, fence=step.fence.id, help=RULES["FP207"].fix)


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
    page: Page, shown: Fence, error: BaseException, wanted: str | None, related: tuple[Place, ...], *, wrap: bool
) -> Finding:
    """FP203: another error was raised than the page shows."""
    message = "the error that was raised is not the one that the page shows"
    if wanted is not None and not is_of_type(error, wanted):
        message = f"the error that was raised is a {type_name(error)}, not a {wanted}"
    lines = fold(shown.body)
    raised = shown_as(lines, error, wrap=wrap)
    ours = Side(page.path, lines, range(shown.line + 1, shown.end_line))
    theirs = Side("raised", raised, range(1, len(raised) + 1))
    return Finding(
        "FP203",
        message,
        page.place(shown.line + 1, shown.column),
        fence=page.fence_id(shown),
        related=related,
        help=RULES["FP203"].fix,
        detail=detail(ours, theirs),
        edits=() if lines == raised else (rewrite(shown, page, raised),),
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
    # Dots were put there by somebody: which text they stand for now is not ours to guess.
    guess = not options.exact and any("..." in text for text in expected)
    return [
        Finding(
            "FP202",
            message,
            page.place(line, shown.column),
            fence=page.fence_id(shown),
            related=(page.place(step.line),),
            help=RULES["FP202"].fix,
            detail=_difference(page, shown.line + 1, expected, found),
            edits=() if guess else (rewrite(shown, page, found),),
        )
    ]


def arrows_differ(page: Page, step: Step, arrows: Attribution) -> list[Finding]:
    """FP202 for each `#>` block that its statement did not print so."""
    printed = {block: arrows.printed(block) for block in arrows.blocks}
    wrong = {
        block: lines
        for block, lines in printed.items()
        if first_difference("\n".join(block.lines) + "\n", "".join(f"{line}\n" for line in lines), OutputOptions())
        is not None
    }
    fixable = {block: lines for block, lines in wrong.items() if not any("..." in line for line in block.lines)}
    fence = step.fence.fence
    edits = (rewrite(fence, page, rewritten(step.code, fixable)),) if fixable else ()
    return [
        Finding(
            "FP202",
            "the statement above printed something else" if lines else "the statement above printed nothing",
            page.place(step.line - 1 + block.first, fence.column + block.indent),
            fence=step.fence.id,
            help=RULES["FP202"].fix,
            detail=_difference(page, step.line - 1 + block.first, list(block.lines), lines),
            edits=edits if block in fixable else (),
        )
        for block, lines in wrong.items()
    ]


def _difference(page: Page, first: int, expected: Sequence[str], found: Sequence[str]) -> tuple[str, ...]:
    ours = Side(page.path, expected, range(first, first + len(expected)))
    return detail(ours, Side("printed", found, range(1, len(found) + 1)))


def _captured(printed: Printed) -> list[str]:
    parts: list[str] = []
    for name, text in (("standard output", printed.stdout), ("standard error", printed.stderr)):
        lines = fold(text)
        if lines:
            parts += [f"{name}:", *(f"    {line}" for line in lines[-_SHOWN_LINES:])]
    return parts
