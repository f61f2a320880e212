"""What is broken on purpose, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from fencepost.model import Place

FaultKind = Literal[
    "word", "line", "swap", "blank", "field", "brace", "url", "span",
    "type", "expectation", "negation", "name", "raise", "statement", "key", "heading", "contract", "link",
]  # fmt: skip
NAMES: dict[FaultKind, str] = {
    "word": "a word changed",
    "line": "a line dropped",
    "swap": "two lines swapped",
    "blank": "a blank at the end of a line",
    "field": "a field renamed",
    "brace": "a doubled brace made single",
    "url": "a URL changed",
    "span": "inline code changed",
    "type": "the expected type changed",
    "expectation": "what is expected changed",
    "negation": "an expectation turned round",
    "name": "a used name misspelt",
    "raise": "an error raised",
    "statement": "a statement dropped on one side",
    "key": "a key renamed on one side",
    "heading": "a heading dropped on one side",
    "contract": "a contract dropped on one side",
    "link": "a link's target changed",
}
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Fault:
    """A small change that a contract, or the run of a fence, should not let through."""

    held: str
    """The id of the contract or fence that should notice it."""
    group: str
    """The kind of contract, or `run`."""
    kind: FaultKind
    place: Place
    what: str
    """What became of what."""

    def __str__(self) -> str:
        return f"{self.place}: {NAMES[self.kind]} ({self.what}), and {self.held} did not notice"


@dataclass(frozen=True, slots=True)
class Trial:
    """A fault that can be made."""

    fault: Fault
    noticed: Callable[[], bool | None]
    """Makes it and says whether it was noticed; `None` where it turned out not to be one."""


def spread(items: Sequence[_Item], count: int) -> list[_Item]:
    """At most `count` of the items, evenly from the first to the last."""
    if len(items) <= count:
        return list(items)
    if count == 1:
        return [items[len(items) // 2]]
    return [items[number * (len(items) - 1) // (count - 1)] for number in range(count)]
