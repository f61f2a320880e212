"""The words of what is found when fences run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from fencepost.checks.difference import Side, detail, side_of
from fencepost.checks.error import describe, is_of_type, message_of, shown_as, type_name
from fencepost.checks.output import OutputOptions, first_difference
from fencepost.checks.rewrite import rewrite
from fencepost.compare.lines import fold
from fencepost.model import Edit, Fence, Finding, Page, Place
from fencepost.plan import Step
from fencepost.rules import RULES
from fencepost.running.arrows import Attribution, Block, rewritten
from fencepost.running.capture import Printed
from fencepost.running.interrupts import OverdueError
from fencepost.shelltext import Command

_INCLUDE = re.compile(r"^ *-+8<-+", re.MULTILINE)
_SHOWN_LINES = 20
_COMPARED = 200
"""So many printed lines more than there are shown are compared in the detail."""
_HIDDEN = {
    "setup": "hidden `setup`",
    "assert": "hidden `assert`",
    "output": "code of `output`",
    "error": "code of `error`",
}


def raised(
    page: Page,
    step: Step,
    error: BaseException,
    place: Place,
    behind: tuple[Place, ...],
    printed: Printed,
    explained: Sequence[str] = (),
) -> Finding:
    """FP201: a step raised; `explained` is what a failed assert compared."""
    what = _HIDDEN.get(step.kind, "the fence")
    said, *more = describe(error).split("\n")
    if explained and not message_of(error):
        said, explained = f"{said}: {explained[0]}", explained[1:]
    return Finding(
        "FP201",
        f"{what} raised {said}",
        place,
        fence=step.fence.id,
        related=behind,
        help=_advice(page, step, error),
        detail=(*(f"    {line}" for line in (*more, *explained)[:_SHOWN_LINES]), *_captured(printed)),
    )


def _advice(page: Page, step: Step, error: BaseException) -> str:
    """How to go on when a fence has raised."""
    if _INCLUDE.search(step.code):
        return 'The fence includes a file, as sites with the snippet extension do: set `dialect = "mkdocs"`.'
    if isinstance(error, NameError) and not isinstance(error, UnboundLocalError):
        return RULES["FP110"].fix
    if isinstance(error, EOFError):
        return (
            'Standard input is empty: fill it in a hidden `setup`, `sys.stdin = io.StringIO("…")`, or skip the fence.'
        )
    if isinstance(error, FileNotFoundError) and (missing := _relative(error.filename)):
        return (
            f"The page runs in a folder of its own, which is empty at first: say `file {missing}` above a fence that "
            f'shows the file, or bring it along with `page files="{missing}"`, relative to the page.'
        )
    if not isinstance(error, ModuleNotFoundError) or not error.name:
        hidden = "Mend the hidden code, or the fence that it belongs to."
        return hidden if step.kind in _HIDDEN else RULES["FP201"].fix
    path = error.name.replace(".", "/")
    titles = (fence.attribute("title") or "" for fence in page.fences)
    if (title := next((one for one in titles if one == f"{path}.py" or one.startswith(f"{path}/")), None)) is not None:
        return f'The page shows `{title}`: say `file` above that fence, or `titles = "files"` in the settings.'
    return f"Install `{error.name.partition('.')[0]}` where the pages run, or skip the fence with a reason."


def _relative(filename: object) -> str:
    """A missing file's path, if it begins in the page's folder and stays there."""
    path = PurePath(filename) if isinstance(filename, str | PurePath) else PurePath()
    return "" if path.is_absolute() or ".." in path.parts or path == PurePath() else path.as_posix()


def command_failed(page: Page, step: Step, error: Exception, line: int, printed: Printed) -> Finding:
    """FP201: a command of a shell fence failed; `line` is that of the fence."""
    place = page.place(step.line - 1 + line, step.fence.fence.column)
    help_ = "Mend the command, or say `run raises=CommandError` above the fence if it is meant to fail."
    return Finding("FP201", str(error), place, fence=step.fence.id, help=help_, detail=tuple(_captured(printed)))


def left_running(page: Page, step: Step, names: Sequence[str]) -> Finding:
    """FP206: threads that a step began go on when the page has ended."""
    fence = step.fence.fence
    what = f"the thread {names[0]} is" if len(names) == 1 else f"the threads {', '.join(names)} are"
    message = f"{what} still running when the page has ended: a program would not end either"
    help_ = "End it on the page, or begin it with `daemon=True`."
    return Finding("FP206", message, page.place(fence.line, fence.column), fence=step.fence.id, help=help_)


def session_differs(
    page: Page, step: Step, command: Command, printed: Sequence[str], edits: tuple[Edit, ...]
) -> Finding:
    """FP202: a command of a session at the shell's prompt printed something else than what is shown below it."""
    shown = list(command.shown or ())
    line = step.line - 1 + command.last - len(shown) + 1
    return Finding(
        "FP202",
        f"the page shows something else than what `{command.text.strip()}` printed",
        page.place(line, step.fence.fence.column),
        fence=step.fence.id,
        help=RULES["FP202"].fix,
        detail=_difference(page, line, shown, printed),
        edits=edits,
    )


def not_supplied(page: Page, step: Step, error: BaseException) -> Finding:
    """FP302: a name that the fence needs cannot be made."""
    fence = step.fence.fence
    help_ = "Correct it in the settings' `names`, or define the name on the page."
    return Finding("FP302", str(error), page.place(fence.line, fence.column), fence=step.fence.id, help=help_)


def overdue(page: Page, step: Step, error: OverdueError, place: Place) -> Finding:
    """FP206: a step did not end in time; the place is the line that was running."""
    what = _HIDDEN.get(step.kind, "the fence")
    related = (page.place(step.fence.fence.line),)
    message, help_ = f"{what} was stopped here: {error}", RULES["FP206"].fix
    if error.swallowed:
        message += ", and caught what was to end it"
        help_ = "Catch `Exception` in its place: an `except` for everything keeps a reader's Ctrl-C from ending it too."
    return Finding("FP206", message, place, fence=step.fence.id, related=related, help=help_)


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
    message, advice = "the error that was raised is not the one that the page shows", RULES["FP203"].fix
    if wanted is not None and not is_of_type(error, wanted):
        message = f"the error that was raised is a {type_name(error)}, not a {wanted}"
        advice = f"Correct `type={wanted}` in the directive, or the code that raises."
    lines = fold(shown.body)
    raised = shown_as(lines, error, wrap=wrap)
    ours = side_of(page, lines, shown.line + 1)
    theirs = Side("raised", raised, range(1, len(raised) + 1))
    return Finding(
        "FP203",
        message,
        page.place(shown.line + 1, shown.column),
        fence=page.fence_id(shown),
        related=related,
        help=advice,
        detail=() if lines == raised else detail(ours, theirs),
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
    guess = any(map(options.stands_for_more, expected))
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


def arrows_differ(
    page: Page, step: Step, arrows: Attribution, values: Mapping[int, str], options: OutputOptions
) -> list[Finding]:
    """FP202 for each `#>` block that its statement did not print so; one that printed nothing may show its value."""
    printed = {block: arrows.printed(block) or _value(block, values) for block in arrows.blocks}
    wrong = {
        block: lines
        for block, lines in printed.items()
        if first_difference(_text(block.lines), _text(lines), options) is not None
    }
    fixable = {block: lines for block, lines in wrong.items() if not any(map(options.stands_for_more, block.lines))}
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


def _value(block: Block, values: Mapping[int, str]) -> list[str]:
    return fold(values[block.start] + "\n") if block.start in values else []


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _difference(page: Page, first: int, expected: Sequence[str], found: Sequence[str]) -> tuple[str, ...]:
    found = found[: len(expected) + _COMPARED]
    ours = side_of(page, expected, first)
    return detail(ours, Side("printed", found, range(1, len(found) + 1)))


def _captured(printed: Printed) -> list[str]:
    parts: list[str] = []
    for name, text in (("standard output", printed.stdout), ("standard error", printed.stderr)):
        lines = fold(text)
        if lines:
            parts += [f"{name}:", *(f"    {line}" for line in lines[-_SHOWN_LINES:])]
    return parts
