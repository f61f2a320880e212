"""`fencepost init`: says what it would do, asks or is told, and writes at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fencepost.adopting import accept, automate, bind, moving, propose
from fencepost.adopting.draft import ChangedError, Draft
from fencepost.adopting.step import Step
from fencepost.report import plural
from fencepost.settings import SettingsError
from fencepost.sitedata import SiteError

_SHOWN = 12
"""So many of the lines that a step changes are shown; `--diff` shows all."""

Ask = Callable[[str, bool], bool]
"""Asks a question whose usual answer is given. Raises `EOFError` where nobody answers."""
Say = Callable[[str], None]
"""Shows a line."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for; `None` leaves a step to `--yes` or to the answer."""

    yes: bool = False
    diff: bool = False
    """Nothing is written; the changes are shown as a patch."""
    settings: bool | None = None
    bind: Literal["equal", "all", "none"] | None = None
    in_settings: bool = False
    """Blocks are bound in the settings, not on the pages."""
    baseline: str | Literal[False] | None = None
    """A file's name, or `False` for none."""
    pre_commit: bool | None = None
    ci: bool | None = None
    tool: str | None = None
    """The tool from which the project comes."""

    @property
    def asked(self) -> dict[str, bool | None]:
        """What was said of each step."""
        return {
            "from": True if self.tool else None,
            "settings": self.settings,
            "bind": None if self.bind is None else self.bind != "none",
            "bind-near": None if self.bind is None else self.bind == "all",
            "baseline": None if self.baseline is None else self.baseline is not False,
            "pre-commit": self.pre_commit,
            "ci": self.ci,
        }

    @property
    def decided(self) -> bool:
        """Whether nothing need be asked."""
        return self.yes or any(self.asked.values())


def init(root: Path, wish: Wish, say: Say, ask: Ask | None = None) -> int:
    """Begin on the project at `root`; `ask` is `None` where nobody can answer.

    Returns 0 where all was done or nothing is left to do, 1 where something would be done and was not asked for, 2
    where it could not be done, 130 where it was broken off.
    """
    try:
        draft = Draft(root)
        if not _introduce(draft, say):
            return 2
        chosen, offered = _decide(draft, wish, say, None if wish.decided else ask)
    except (EOFError, KeyboardInterrupt):
        say("\nbroken off: nothing was written")
        return 130
    except SettingsError as error:
        for finding in error.findings:
            say(f"{finding.place}: {finding.code} {finding.message}")
        return 2
    except (SiteError, OSError, UnicodeDecodeError) as error:
        say(f"fencepost: {error}")
        return 2
    if offered and ask is not None and not wish.decided and chosen == draft:
        say("\nnothing was chosen, nothing was written")
        return 0
    return _finish(chosen, wish, say, offered=offered)


def _introduce(draft: Draft, say: Say) -> bool:
    project = draft.project()
    if not project.pages:
        say(f"fencepost: no Markdown was found in {draft.root}")
        return False
    fences = sum(len(page.fences) for page in project.pages)
    say(f"{draft.root}: {plural(len(project.pages), 'page')}, {plural(fences, 'fence')}")
    for note in project.notes:
        say(f"note: {note}")
    return True


_Make = Callable[[Draft], Step | None]


def _steps(wish: Wish) -> Iterator[tuple[str, _Make]]:
    """All steps by their names, in the order in which they build on each other."""
    file = wish.baseline or accept.FILE
    yield "settings", propose.step
    if tool := wish.tool:
        yield "from", lambda draft: moving.step(draft, tool)
    yield "bind", lambda draft: bind.step(draft, in_settings=wish.in_settings)
    yield "bind-near", lambda draft: bind.near_step(draft, in_settings=wish.in_settings)
    yield "baseline", lambda draft: accept.step(draft, file)
    yield "pre-commit", automate.hook
    yield "ci", automate.job


def _decide(draft: Draft, wish: Wish, say: Say, ask: Ask | None) -> tuple[Draft, bool]:
    """The draft with what was chosen, and whether there was a usual step to choose."""
    offered = False
    preview = draft
    for name, make in _steps(wish):
        asked = wish.asked[name]
        if asked is False or (wish.decided and not wish.yes and not asked):
            continue
        # Where nobody decides, each step is shown as it would be behind the usual ones.
        step = make(draft if ask or wish.decided else preview)
        if step is None:
            continue
        wanted = _offer(step, bool(asked) or (wish.yes and step.usual), wish, say, ask)
        if step.after is not None:
            offered |= wanted or step.usual
            draft = step.after if wanted else draft
            preview = step.after if step.usual else preview
    return draft, offered


def _offer(step: Step, wanted: bool, wish: Wish, say: Say, ask: Ask | None) -> bool:
    """Show a step, and find out whether it is to be done."""
    unusual = step.after is not None and not step.usual and not wanted
    if unusual and wish.yes:
        say(f"\n{_named(step)}")
    else:
        _show(step, say)
    if ask is not None and step.after is not None:
        return ask("    Do this?", step.usual)
    if unusual:
        say(f"    not a usual step: --{step.name.replace('bind-near', 'bind all')} does it")
    return wanted


def _show(step: Step, say: Say) -> None:
    say(f"\n{_named(step)}")
    for line in step.why.splitlines() if step.after else ():
        say(f"    {line}")
    for line in step.shown[:_SHOWN]:
        say(f"    | {line}")
    if len(step.shown) > _SHOWN:
        say(f"    | … and {len(step.shown) - _SHOWN} more")
    for line in step.left:
        say(f"    left: {line}")


def _named(step: Step) -> str:
    return f"{step.name.removesuffix('-near')}: {step.title}"


def _finish(draft: Draft, wish: Wish, say: Say, *, offered: bool) -> int:
    """Write, or show what would be written; `offered`: there was something to do that nobody decided about."""
    say("")
    changes = list(draft.changed())
    if wish.diff:
        say(draft.patch().removesuffix("\n") if changes else "nothing would change")
        return 1 if changes else 0
    if changes:
        return _write(draft, len(changes), say)
    if not offered:
        say("nothing to do")
        return 0
    say("nothing was written: `fencepost init --yes` does the usual steps; --settings, --bind equal, … single ones")
    return 1


def _write(draft: Draft, count: int, say: Say) -> int:
    try:
        for number, path in enumerate(draft.write()):
            if number < _SHOWN:
                say(f"wrote {path}")
    except (ChangedError, OSError) as error:
        say(f"fencepost: {error}")
        return 2
    if count > _SHOWN:
        say(f"wrote {count - _SHOWN} more files")
    say("`fencepost check` checks, `fencepost list` shows what becomes of each fence")
    return 0
