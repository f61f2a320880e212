"""What went wrong while fences ran: values for the page runner to make findings of."""

from __future__ import annotations

from dataclasses import dataclass

from fencepost.model import Severity


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that the stub or the network guard recorded.

    It holds although the fence may have swallowed the exception that its request got.
    """

    code: str
    """A rule of the catalogue: FP204, FP205, FP208, FP209, FP210 or FP211."""
    message: str
    help: str = ""
    """How to go on, where more is known than the rule's own advice."""
    scope: str | None = None
    """The name of the scope whose script is concerned, as given to `Stub.open_scope`."""
    script_line: int | None = None
    """The line of the script's reply, counted as `parse_script` was told to."""
    caller: tuple[str, int] | None = None
    """File and line of the code that sent the request, where it is known."""
    severity: Severity = "error"


@dataclass(frozen=True, slots=True)
class Improvised:
    """A reply that was made up."""

    caller: tuple[str, int] | None
    exhausted: bool
    """Whether a script was in force that had no reply left for the request."""
