"""What is wanted of a run that proves, and what came of it, as lines of JSON in one file.

The first line is written by the process that asks, the others by the one that runs fences, each as soon as it is
known, so that the first can tell how far it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fencepost.model import Place
from fencepost.proving.fault import Fault


@dataclass(frozen=True, slots=True)
class Wish:
    """Which faults are to be made."""

    groups: tuple[str, ...]
    """Kinds of contracts and `run`; all when empty."""
    sample: int | None
    """At most this many for each contract."""
    seconds: float | None
    """After this time no further fault is made."""

    def wants(self, group: str) -> bool:
        """Whether faults of this group are wanted."""
        return not self.groups or group in self.groups


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a fault, or of a contract or fence whose faults were not made."""

    held: str
    fault: Fault | None
    """`None` where the contract or fence does not hold as it is."""
    noticed: bool


def begin(file: Path, wish: Wish) -> None:
    """Write what is wanted."""
    file.write_text(json.dumps(asdict(wish)) + "\n", "utf-8")


def wish(file: Path) -> Wish:
    """Read what is wanted."""
    entry = json.loads(file.read_text("utf-8").split("\n", 1)[0])
    return Wish(tuple(entry["groups"]), entry["sample"], entry["seconds"])


def add(file: Path, outcomes: Iterable[Outcome]) -> None:
    """Add what came of faults."""
    with file.open("a", encoding="utf-8") as stream:
        for outcome in outcomes:
            stream.write(json.dumps(asdict(outcome)) + "\n")


def end(file: Path, held: str) -> None:
    """Say that no more comes of a contract or fence: one of which this is never said has broken off."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps({"ended": held}) + "\n")


def is_ended(line: str) -> str:
    """The id that a line says the end of; empty for other lines."""
    return json.loads(line).get("ended", "")


def outcomes(lines: Sequence[str]) -> Iterator[Outcome]:
    """What whole lines behind the first one hold."""
    for line in lines:
        entry = json.loads(line)
        if "ended" not in entry:
            yield Outcome(entry["held"], _fault(entry["fault"]), entry["noticed"])


def _fault(entry: dict[str, Any] | None) -> Fault | None:
    if entry is None:
        return None
    return Fault(entry["held"], entry["group"], entry["kind"], Place(**entry["place"]), entry["what"])
