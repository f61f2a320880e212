"""The baseline: findings that a project had on the day it began, which are accepted and may only become fewer.

A file of JSON lines, one for each finding or group of like ones, sorted, so that it is reviewed and merged line by
line. A finding is known again by its rule, its page, the heading above it, and a digest of its message and of its
line's text: no line number, so that an edit elsewhere on the page changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fencepost.model import Edit, Finding, Page, Place
from fencepost.report import plural
from fencepost.settings import Loaded

_PLACE = re.compile(r"(?<=\w):\d+(?::\d+)?|\blines? \d+(?:(?:, | and | to |-)\d+)*|\[\d+\]|0x[0-9a-f]+")
"""What a message says of places, which move."""
_KEYS = {"code": str, "page": str, "heading": str, "digest": str, "count": int}


class BaselineError(Exception):
    """A file cannot be read as a baseline; the message says why."""

    def __init__(self, message: str, file: str, line: int = 1) -> None:
        super().__init__(message)
        self.file = file
        self.line = line


@dataclass(frozen=True, slots=True)
class Key:
    """By what a finding is known again."""

    code: str
    page: str
    heading: str
    """The slug of the heading above it; empty outside pages."""
    digest: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the file."""

    key: Key
    count: int
    line: int
    start: int
    end: int
    """Offsets of the line in the file's text, its line end included."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """A baseline that was read."""

    path: str
    """Relative to the project's root where it lies inside."""
    text: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """What a check has looked at, so that what it did not find is known to be gone."""

    pages: Collection[str]
    unsure: Collection[str]
    """Pages with contracts that could not be held, and those that cannot be read."""
    running: bool
    everything: bool
    """Whether no page was left out."""

    def would_find(self, key: Key) -> bool:
        """Whether the check would have found what the entry accepts, had it been there."""
        if key.page in self.unsure or (key.code.startswith("FP2") and not self.running):
            return False
        if key.code == "FP110" and self.running:  # the run says it of the fences that raise a NameError
            return False
        return self.everything or key.page in self.pages


def read(file: Path, shown: str) -> Baseline:
    """Read a baseline; `shown` is its path for findings. Raises `BaselineError`."""
    try:
        text = file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        advice = f"`fencepost init --baseline {shown}` writes it"
        raise BaselineError(f"there is no such baseline; {advice}", shown) from None
    except OSError as error:
        raise BaselineError(f"the baseline cannot be read: {error.strerror}", shown) from error
    except UnicodeDecodeError as error:
        raise BaselineError(f"the baseline is not UTF-8: {error.reason}", shown) from error
    return parse(text, shown)


def of_settings(loaded: Loaded) -> Baseline | None:
    """The baseline that the settings name, if they do. Raises `BaselineError`."""
    name = loaded.settings.baseline
    if name is not None and not Path(os.path.realpath(loaded.root / name)).is_relative_to(loaded.root):
        place = loaded.place_of("baseline")
        raise BaselineError(f"the baseline `{name}` lies outside the project, and is not read", place.path, place.line)
    return None if name is None else read(loaded.root / name, name)


def parse(text: str, shown: str) -> Baseline:
    """The baseline in a text. Raises `BaselineError`."""
    entries: list[Entry] = []
    for number, line in enumerate(re.finditer(r"[^\n]*\n|[^\n]+", text), 1):
        if line[0].strip():
            try:
                key, count = _entry(line[0])
            except (ValueError, RecursionError) as error:
                raise BaselineError(f"this line is no entry of a baseline: {error}", shown, number) from error
            entries.append(Entry(key, count, number, line.start(), line.end()))
    return Baseline(shown, text, tuple(entries))


def _entry(line: str) -> tuple[Key, int]:
    entry = json.loads(line)
    fields = entry if isinstance(entry, dict) else {}
    if wrong := [key for key, kind in _KEYS.items() if not isinstance(fields.get(key), kind)]:
        raise ValueError(f"`{wrong[0]}` is missing or wrong")
    return Key(entry["code"], entry["page"], entry["heading"], entry["digest"]), max(0, entry["count"])


def key_of(finding: Finding, page: Page | None) -> Key:
    """By what a finding is known again; `page` is the page that it stands on."""
    place = finding.place
    if page is None:
        return Key(finding.code, place.path, "", _digest(_without_places(finding.message)))
    lines = page.text.split("\n")
    line = lines[place.line - 1].strip() if 0 < place.line <= len(lines) else ""
    above = [heading.slug for heading in page.headings if heading.line <= place.line]
    # What a run says differs from run to run: addresses, temporary folders, times.
    said = "" if finding.code.startswith("FP2") else _without_places(finding.message)
    return Key(finding.code, place.path, above[-1] if above else "top", _digest(f"{said}\0{line}"))


def _without_places(message: str) -> str:
    return _PLACE.sub("", message)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def acceptable(finding: Finding) -> bool:
    """Whether a baseline may hold a finding: an error or a warning that the project's files can be cured of."""
    return finding.severity in ("error", "warning") and not finding.code.startswith("FP9") and finding.code != "FP114"


class Acceptance:
    """Accepts findings one by one, each as often as the baseline has it; a finding that is met again counts once."""

    def __init__(self, baseline: Baseline) -> None:
        """Begin with all that a baseline accepts."""
        self.spare = Counter({entry.key: 0 for entry in baseline.entries})
        """How many findings of each kind could still be accepted."""
        for entry in baseline.entries:
            self.spare[entry.key] += entry.count
        self._decided: dict[Finding, bool] = {}

    def accepts(self, finding: Finding, page: Page | None) -> bool:
        """Whether the baseline accepts a finding; `page` is the page that it stands on."""
        if finding not in self._decided:
            key = key_of(finding, page)
            self._decided[finding] = acceptable(finding) and self.spare[key] > 0
            self.spare[key] -= self._decided[finding]
        return self._decided[finding]


def accept(
    baseline: Baseline, findings: Sequence[Finding], pages: Mapping[str, Page], looked: Looked
) -> tuple[list[Finding], list[Finding]]:
    """The findings that the baseline does not accept, and FP113 for each entry that accepts more than there is."""
    acceptance = Acceptance(baseline)
    left = [finding for finding in findings if not acceptance.accepts(finding, pages.get(finding.place.path))]
    return left, list(_unneeded(baseline, acceptance.spare, looked))


def _unneeded(baseline: Baseline, spare: Counter[Key], looked: Looked) -> Iterator[Finding]:
    for entry in reversed(baseline.entries):
        over = min(spare[entry.key], entry.count)
        if not looked.would_find(entry.key) or (over == 0 and entry.count > 0):
            continue
        spare[entry.key] -= over
        key, gone = entry.key, over == entry.count
        what = f"{key.code} in {key.page}{f' below `{key.heading}`' if key.heading else ''}"
        message = (
            f"the baseline accepts {plural(over, 'finding')} of {what} that no longer stand{'s' * (over == 1)} there"
        )
        new = (
            ""
            if gone
            else baseline.text[entry.start : entry.end].replace(
                f'"count": {entry.count}', f'"count": {entry.count - over}'
            )
        )
        edit = Edit(baseline.path, entry.start, entry.end, new)
        advice = f"`fencepost check --baseline {baseline.path} --fix` removes it."
        yield Finding("FP113", message, Place(baseline.path, entry.line), help=advice, edits=(edit,))


def written(findings: Iterable[Finding], pages: Mapping[str, Page]) -> str:
    """The text of a baseline that accepts these findings; empty where there is none."""
    counts: Counter[Key] = Counter()
    messages: dict[Key, str] = {}
    for finding in filter(acceptable, findings):
        key = key_of(finding, pages.get(finding.place.path))
        counts[key] += 1
        messages.setdefault(key, finding.message)
    ordered = sorted(counts, key=lambda key: (key.page, key.heading, key.code, key.digest))
    return "".join(_line(key, counts[key], messages[key]) for key in ordered)


def _line(key: Key, count: int, message: str) -> str:
    entry = {
        "code": key.code,
        "page": key.page,
        "heading": key.heading,
        "digest": key.digest,
        "count": count,
        "message": message,
    }
    return json.dumps(entry, ensure_ascii=False) + "\n"
