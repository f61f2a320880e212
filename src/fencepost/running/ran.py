"""What a step did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fencepost.model import Finding
from fencepost.running.capture import Printed


class CommandError(Exception):
    """A command of a shell fence ended with an exit code that is not 0."""

    def __init__(self, command: str, code: int, line: int) -> None:
        super().__init__(f"`{command}` ended with exit code {code}")
        self.line = line
        """The line of the fence, from 1."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a step did."""

    printed: Printed
    error: BaseException | None = None
    explained: tuple[str, ...] = ()
    """What an assert compared, where the error is a failed one."""
    values: dict[int, str] = field(default_factory=dict)
    """What the prompt would show of expression statements, by their line in the code, from 1."""
    found: tuple[Finding, ...] = ()
    """What the stub and the guard found, and differences between prompts and what they print."""
    doubted: str = ""
    """Why what is printed need not be what a reader sees: a request on the page was refused, or a reply made up."""

    @property
    def is_uneventful(self) -> bool:
        """Whether there is nothing to judge: no error, and nothing was found."""
        return self.error is None and not self.found


def blocked_by(error: BaseException, lost: Mapping[str, str]) -> str:
    """The failed fence whose name is missing; empty where something else is wrong."""
    return lost.get(error.name, "") if isinstance(error, NameError) and error.name else ""


_DOUBTS = {
    "FP205": "A request was refused on this page, and what comes back from it is ours: see to that first.",
    "FP211": "A reply of the model was made up on this page: script it, then compare.",
}


def doubts(noticed: Sequence[Finding]) -> str:
    """Why what is printed from now on need not be what a reader sees, in view of what the stub noticed."""
    return next((_DOUBTS[one.code] for one in noticed if one.code in _DOUBTS), "")
