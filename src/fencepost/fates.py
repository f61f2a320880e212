"""What becomes of each fence, and why: the fates, and what they depend on beside the page."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from fencepost import kinds
from fencepost.model import Directive, Fate, Fence, Finding, Page
from fencepost.rules import RULES

ON_A_FENCE = ("quote", "translates", "output", "error")
"""Directives whose contract holds the text of the fence below them."""
_TITLE = re.compile(r"(?:[\w.@+-]+/)*(?:[\w@+-][\w.@+-]*\.[A-Za-z]\w*|\.[A-Za-z][\w.-]*|[A-Z][a-z]+file)")
"""A title that is a path: the last part has a suffix, begins with a dot, or is such as `Dockerfile`."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What plans depend on beside the page."""

    installed: Callable[[str], bool]
    """Whether a package can be imported."""
    today: date
    audit: bool = False
    """Whether skipped fences are run all the same, to see which skips are still needed."""
    strict: bool = False
    """Whether a skip must say when it ends."""
    titles: bool = False
    """Whether a title that is a path writes the fence like `file`."""
    shell: bool = False
    """Whether shell fences are parsed."""

    @classmethod
    def here(cls, *, audit: bool = False) -> Conditions:
        """This environment, today."""
        return cls(_is_installed, date.today(), audit)


def fate_of(
    fence: Fence, directives: Sequence[Directive], page: Directive | None, file: str | None, conditions: Conditions
) -> tuple[Fate, str]:
    """The fate of a fence and the reason for it; `page` is the `page` directive, `file` the path it is written to."""
    named = {directive.name: directive for directive in directives}
    language = fence.language
    runs = "run" in named and kinds.can_run(language)
    if "skip" in named:
        return "skipped", skip_reason(named["skip"])
    if page is not None and "skip" in page.flags:
        return "skipped", f"page skip: {page.option('reason')}"
    if "parse" in named:
        return "parsed", "parse directive"
    if file is not None and not runs and kinds.runs_by_default(language):
        return "parsed", f"file {file}"
    if language in kinds.DATA:
        return "parsed", f"{kinds.DATA[language]} is parsed"
    if language in kinds.SHELL and conditions.shell and not runs:
        return "parsed", "shell is parsed"
    if runs or kinds.runs_by_default(language):
        return "run", "run directive" if runs else f"{kinds.canonical(language)} fence"
    bound = next((named[kind] for kind in ON_A_FENCE if kind in named), None)
    if bound is not None:
        return "compared", " ".join(filter(None, (bound.name, bound.argument)))
    return "shown", f"{language or 'untagged'} fence without a contract"


def is_over(skip: Directive, conditions: Conditions) -> bool:
    """Whether a skip has come to its end."""
    package, until = skip.option("unless"), skip.option("until")
    if package is not None and conditions.installed(package):
        return True
    return until is not None and conditions.today >= date.fromisoformat(until)


def skip_reason(skip: Directive) -> str:
    """The reason of a skip, with its conditions."""
    package, until = skip.option("unless"), skip.option("until")
    conditions = [f"unless {package} is installed"] if package else []
    conditions += [f"until {until}"] if until else []
    return f"skip: {skip.option('reason')}" + (f" ({', '.join(conditions)})" if conditions else "")


def file_of(fence: Fence, directives: Sequence[Directive], conditions: Conditions) -> str | None:
    """The path that a fence is written to: that of its `file` directive, else its title where titles are files."""
    given = next((directive.argument for directive in directives if directive.name == "file"), None)
    title = fence.attribute("title") if conditions.titles and given is None else None
    if title is not None and _TITLE.fullmatch(title) and ".." not in title.split("/"):
        return title
    return given


def unchecked_skips(page: Page, directives: Sequence[Directive], options: Directive | None) -> list[Finding]:
    """FP107 for each skip that does not say when it ends; `options` is the `page` directive."""
    skips = [one for one in directives if one.name == "skip" and not (one.option("unless") or one.option("until"))]
    if options is not None and "skip" in options.flags:
        skips.append(options)
    message = "nothing tells when this skip is no longer needed"
    advice = "Under `strict` a skip has a condition: `unless=PACKAGE` or `until=YYYY-MM-DD`."
    return [Finding("FP107", message, page.place(one.line, one.comment.column), help=advice) for one in skips]


def ended_skips(page: Page, directives: Sequence[Directive], conditions: Conditions) -> list[Finding]:
    """FP207, as a warning, for each skip whose day has come: its fence runs again, whatever comes of that."""
    found: list[Finding] = []
    for one in directives:
        until = one.option("until") if one.name == "skip" else None
        if until is not None and conditions.today >= date.fromisoformat(until):
            message = f"the skip ended on {until}, and its fence runs again"
            place = page.place(one.line, one.comment.column)
            advice = "Remove the `skip`, or give it a later day if it is still needed."
            found.append(Finding("FP207", message, place, help=advice, severity="warning"))
    return found


def unfit_runs(page: Page, fence: Fence, directives: Sequence[Directive]) -> list[Finding]:
    """FP105 for a `run` above a fence of a language that nothing here can run."""
    run = next((directive for directive in directives if directive.name == "run"), None)
    if run is None or kinds.can_run(fence.language):
        return []
    kind = f"a fence of `{fence.language}`" if fence.language else "a fence without a language"
    message = f"`run` is misplaced: {kind} cannot be run"
    place = page.place(run.line, run.comment.column)
    return [Finding("FP105", message, place, page.fence_id(fence), help=RULES["FP105"].fix)]


def idle_setups(page: Page, fence: Fence, fate: Fate, directives: Sequence[Directive]) -> list[Finding]:
    """FP105 for each `setup` above a fence that never runs: its code would never run either."""
    if fate in ("run", "skipped"):
        return []
    name, advice = page.fence_id(fence), RULES["FP105"].fix
    idle = [directive for directive in directives if directive.name == "setup"]
    message = f"`setup` is misplaced: the fence below it is {fate}, not run"
    return [Finding("FP105", message, page.place(one.line, one.comment.column), name, help=advice) for one in idle]


def _is_installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):
        return False
