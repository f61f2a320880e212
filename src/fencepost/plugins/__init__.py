"""What a package may add to fencepost: rules, checks, kinds of sources, comparers, wire formats of models.

A package offers an object of `Plugin` as an entry point of the group `fencepost`; a project uses it by naming it in
the settings' `plugins`. What is installed and not named is never imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fencepost.model import Finding, Page, Place, Rule

if TYPE_CHECKING:
    from fencepost.stub.dialects.dialect import Dialect

__all__ = ["Check", "Comparer", "Difference", "Excerpt", "Finding", "Page", "Place", "Plugin", "Rule", "SourceKind"]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A text that blocks are held to, and where it is written."""

    text: str
    path: str
    """From the project's root, with forward slashes."""
    line: int = 1
    """The line of the file on which the text begins; the text's further lines follow it there."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What a translation may not change, in two fences."""

    line: int
    """The line of the first fence's code, from 1."""
    twin_line: int
    """The line of the second one's; where one of them lacks something, the line that stands in its place."""
    text: str = ""
    """What the first one has there; empty where it has nothing."""
    twin_text: str = ""
    why: str = ""
    """What happened, where more is known than that the two differ."""


Check = Callable[[Page], Iterable[Finding]]
"""Looks at a page and gives what it finds, with codes of the plugin's own rules."""
SourceKind = Callable[[Path, str], Excerpt]
"""Takes the project's root and what stands behind the prefix. Raises `LookupError`, with the reason, where there is
no such text."""
Comparer = Callable[[str, str], Iterable[Difference]]
"""Takes the code of a fence and of its counterpart in the other language; they are not equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    """What a package adds."""

    rules: tuple[Rule, ...] = ()
    """Rules of its own. A code is capital letters and three digits, such as `ACME001`, and does not begin with FP."""
    checks: tuple[Check, ...] = ()
    """Each is called once for each page."""
    sources: Mapping[str, SourceKind] = field(default_factory=dict)
    """Kinds of sources by their prefix: `env` for `quote env:NAME`."""
    comparers: Mapping[str, Comparer] = field(default_factory=dict)
    """By the language of fences: how their code is held to that of the other page."""
    formats: tuple[Dialect, ...] = ()
    """Wire formats that the stubbed model speaks, asked before those that fencepost brings along."""
