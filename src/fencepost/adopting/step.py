"""A step of `fencepost init`."""

from __future__ import annotations

from dataclasses import dataclass

from fencepost.adopting.draft import Draft


@dataclass(frozen=True, slots=True)
class Step:
    """Something that can be done, or the reason why there is nothing to do."""

    name: str
    """As in the options: `settings`, `bind`, …"""
    title: str
    """What it does, as an order: `write the settings into pyproject.toml`."""
    why: str = ""
    """What it is good for, and how to go on from there."""
    shown: tuple[str, ...] = ()
    """The lines that will be written, or the places that will be changed."""
    left: tuple[str, ...] = ()
    """What it cannot do and has to be done by hand."""
    after: Draft | None = None
    """The project after it; `None` where there is nothing to do."""
    usual: bool = True
    """Whether `--yes` does it."""
