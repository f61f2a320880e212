"""What the running of pages takes from the settings and the shell."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from fencepost.running.asserts import Explain


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The same for all pages of a run."""

    roots: tuple[str, ...] = ()
    """Folders of the project's own modules."""
    names: Mapping[str, object] = field(default_factory=dict)
    """What pages may use without defining it."""
    patterns: Mapping[str, str] = field(default_factory=dict)
    """Regular expressions for which `<name>` stands in an expected output."""
    commands: Collection[str] = ()
    """Programs that shell fences may start."""
    insert: bool = False
    """Whether `#>` lines are wanted where a statement prints and none stand below it."""
    explain: Explain | None = None
    """Shows how two values differ that an assert compared."""
