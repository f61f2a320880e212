"""`fencepost init`: says what it would do, asks or is told, and writes at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fencepost.adopting import accept, automate, bind, moving, propose
from fencepost.adopting.draft import Draft
from fencepost.adopting.step import Step
from fencepost.report import plural
from fencepost.settings import SettingsError
from fencepost.site import SiteError

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
        return _finish(chosen, offered, wish, say)
    except SettingsError as error:
        for finding in error.findings:
            say(f"{finding.place}: {finding.code} {finding.message}")
    except (SiteError, OSError, UnicodeDecodeError) as error:
        say(f"fencepost: {error}")
    except (EOFError, KeyboardInterrupt):
        say("\nbroken off: nothing was written")
        return 130
    return 2


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


def _makers(wish: Wish) -> Iterator[Callable[[Draft], Step | None]]:
    file = wish.baseline or accept.FILE
    yield propose.step
    if wish.tool:
        yield lambda draft: moving.step(draft, wish.tool or "")
    yield lambda draft: bind.step(draft, in_settings=wish.in_settings)
    yield lambda draft: bind.near_step(draft, in_settings=wish.in_settings)
    yield lambda draft: accept.step(draft, file)
    yield automate.hook
    yield automate.job


def _decide(draft: Draft, wish: Wish, say: Say, ask: Ask | None) -> tuple[Draft, int]:
    """The draft with what was chosen, and how many steps could have been, but for unusual ones."""
    preview = draft
    offered = 0
    for make in _makers(wish):
        asked = wish.asked
        step = make(preview if ask is None and not wish.decided else draft)
        if step is None or asked[step.name] is False or (wish.decided and not wish.yes and not asked[step.name]):
            continue
        wanted = bool(asked[step.name]) or (wish.yes and step.usual)
        option = step.name.replace("bind-near", "bind all")
        if wish.yes and step.after is not None and not wanted:
            say(f"\n{_named(step)}\n    not a usual step: --{option} does it")
            continue
        _show(step, say)
        if step.after is None:
            continue
        offered += wanted or step.usual
        if ask is not None:
            wanted = ask("    Do this?", step.usual)
        elif not wanted and not step.usual:
            say(f"    not a usual step: --{option} does it")
        draft = step.after if wanted else draft
        preview = step.after if step.usual else preview
    return draft, offered


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


def _finish(draft: Draft, offered: int, wish: Wish, say: Say) -> int:
    say("")
    changes = list(draft.changed())
    if wish.diff:
        say(draft.patch().removesuffix("\n") if changes else "nothing would change")
        return 1 if changes else 0
    if changes:
        written = list(draft.write())
        for path in written[:_SHOWN]:
            say(f"wrote {path}")
        if len(written) > _SHOWN:
            say(f"wrote {len(written) - _SHOWN} more files")
        say("`fencepost check` checks, `fencepost list` shows what becomes of each fence")
        return 0
    if not offered:
        say("nothing to do")
        return 0
    say("nothing was written: `fencepost init --yes` does the usual steps; --settings, --bind equal, … single ones")
    return 1
