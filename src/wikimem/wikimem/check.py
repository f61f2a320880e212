"""What reading would skip or misread, with the place and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wikimem.clock import is_date
from wikimem.dayfile import BOM, UNFINISHED
from wikimem.diary import Diary
from wikimem.journal import parse_line

_NEAR_HEADING = re.compile(rb"[ \t]+##[ \t]*\d\d?:\d\d|##\d\d?:\d\d|##\t")
_OPEN_COMMENT = re.compile(rb"<!-- wikimem:(?!.*-->[ \t]*\r?\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a person should look at."""

    path: Path
    line: int
    """From 1; 0 for the file as a whole."""
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}" if self.line else f"{self.path}: {self.message}"


def check(diary: Diary) -> list[Notice]:
    """Everything that reading the diary and its journal would skip or misread."""
    folder = diary.root / "diary"
    files = sorted(folder.glob("*.md"))
    days = [path for path in files if is_date(path.stem) and path.is_file()]
    ghosts = [Notice(path, 0, "not a day: not read") for path in files if path not in days]
    found = [Notice(path, line, text) for path in days for line, text in _day_notices(path.read_bytes())]
    return [*ghosts, *found, *_journal_notices(diary.journal.path)]


def _day_notices(data: bytes) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(data.removeprefix(BOM).split(b"\n"), 1):
        if line.startswith(UNFINISHED):
            yield number, "an entry that was never finished, up to the next heading: not read; delete it, or mend it"
        if _NEAR_HEADING.match(line):
            yield number, "not the heading of an entry, read as text; a heading is `## HH:MM` at the start of the line"
        if _OPEN_COMMENT.match(line):
            yield number, "a comment that its line does not close, read as text; close it with `-->`"
        if not _decodes(line):
            yield number, "not UTF-8: read with U+FFFD in place of what cannot be decoded; save the file as UTF-8"


def _journal_notices(path: Path) -> Iterator[Notice]:
    if not path.is_file():
        return
    for number, line in enumerate(path.read_bytes().removeprefix(BOM).split(b"\n"), 1):
        if line.strip() and parse_line(line) is None:
            yield Notice(path, number, "not a JSON object: skipped")


def _decodes(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
