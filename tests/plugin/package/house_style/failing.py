"""A plugin whose every part raises, and one that takes a prefix of fencepost's."""

from __future__ import annotations

from pathlib import Path

from fencepost.plugins import Difference, Excerpt, Finding, Page, Place, Plugin


def check(page: Page) -> list[Finding]:
    """Raises."""
    raise KeyError(page.path)


def stranger(page: Page) -> list[Finding]:
    """Gives a code that the plugin does not have."""
    return [Finding("OTHER001", "x", Place(page.path, 2))]


def source(_root: Path, argument: str) -> Excerpt:
    """Raises something else than `LookupError`."""
    raise ValueError(argument)


def compare(_ours: str, _theirs: str) -> list[Difference]:
    """Raises."""
    raise ZeroDivisionError


PLUGIN = Plugin(checks=(check, stranger), sources={"nope": source}, comparers={"mermaid": compare})
RESERVED = Plugin(sources={"file": source})
