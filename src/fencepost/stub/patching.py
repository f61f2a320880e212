"""Replacing attributes of other people's classes, and putting them back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Patch:
    """An attribute and what takes its place."""

    owner: object
    name: str
    replacement: object


@dataclass(slots=True)
class Patches:
    """The patches in force."""

    _undo: list[tuple[object, str, object, bool]] = field(default_factory=list)

    @property
    def applied(self) -> bool:
        """Whether any is in force."""
        return bool(self._undo)

    def apply(self, patches: Iterable[Patch]) -> None:
        """Put patches in force."""
        for patch in patches:
            own = patch.name in vars(patch.owner)
            self._undo.append((patch.owner, patch.name, getattr(patch.owner, patch.name), own))
            setattr(patch.owner, patch.name, patch.replacement)

    def restore(self) -> None:
        """Take them out of force, the last first."""
        while self._undo:
            owner, name, original, own = self._undo.pop()
            if own:
                setattr(owner, name, original)
            else:
                delattr(owner, name)
