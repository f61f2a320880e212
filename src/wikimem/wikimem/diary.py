"""The diary: entries go in at the end of a moment, and come back by day, by age or by what they say."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from datetime import tzinfo
from pathlib import Path
from typing import Unpack

from wikimem.clock import checked_date, checked_moment, checked_time, checked_zone, local
from wikimem.dayfile import chronological, read_day, render, spoken
from wikimem.journal import Journal
from wikimem.log import log
from wikimem.model import DiaryItem, When
from wikimem.storage import add, day_path, list_days, read_file, writing
from wikimem.text import clean_content, clean_field, escape_field


class Diary:
    """The diary under `root`: `root/diary/YYYY-MM-DD.md`, one file a day. Constructing it touches nothing.

    Entries are only ever added. Any number of threads and processes may write at once. `journal` is
    `root/journal.jsonl` unless another is given; `tz`, a `tzinfo` or an IANA name, says which day and minute
    a moment belongs to, the system's zone by default.
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        *,
        journal: Journal | None = None,
        tz: tzinfo | str | None = None,
    ) -> None:
        self.root = Path(root).absolute()
        self.journal = Journal(self.root / "journal.jsonl") if journal is None else journal
        self._zone = checked_zone(tz)
        self._folder = self.root / "diary"

    def append(
        self,
        content: str,
        *,
        ts: str | None = None,
        date: str | None = None,
        time: str | None = None,
        owner: str | None = None,
        source_conv: str | None = None,
        tz: tzinfo | str | None = None,
        key: str | None = None,
    ) -> DiaryItem:
        """Store one entry and return it as it will be read back.

        Whatever the content, it comes back as it was, but for blanks at both ends. `ts` is ISO 8601, naive means UTC,
        now by default; `date` and `time` follow from it in `tz` unless they are given. The same `key`, such as
        the id of a tool call, stores once on a day and returns the entry that is there.

        Raises `ValueError` for empty content, a lone surrogate, a bad moment, date, time or zone, `TypeError` for what
        is not text, and `OSError` if the disk fails. If it raises, nothing was stored; if it returns, the entry is.
        """
        cleaned = clean_content(content)
        stamps = stamp(self, owner=owner, source_conv=source_conv, ts=ts, date=date, time=time, tz=tz)
        (stored,) = store(self, [replace(stamps, content=cleaned)], clean_field(key, "key"))
        return stored

    def dates(self) -> list[str]:
        """The days that have a file, ascending."""
        return list_days(self._folder)

    def day(self, date: str) -> list[DiaryItem]:
        """The entries of a day in the order of its file; `[]` if there are none. A malformed date is a `ValueError`."""
        return [stored.item for stored in read_day(date, self._bytes(checked_date(date)))]

    def window(self, start: str, end: str) -> list[DiaryItem]:
        """The entries from one day to another, both included, by day and time. Reversed bounds are swapped."""
        return [item for date in self._between(start, end) for item in chronological(self.day(date))]

    def recent(self, n: int = 10) -> list[DiaryItem]:
        """The last `n` entries of the diary, the latest at the end."""
        return self._latest((self.day(date) for date in reversed(self.dates())), n)

    def search(
        self,
        text: str,
        start: str | None = None,
        end: str | None = None,
        limit: int = 20,
    ) -> list[DiaryItem]:
        """The last `limit` entries that hold every word of `text`, the latest at the end.

        Words are separated by blanks and found anywhere, also inside other words, so that scripts that write without
        blanks are searched too. Case and width do not matter (NFKC, case-folded). Without a word every entry fits.
        `start` and `end` bound the days, both included.
        """
        words = folded(text).split()
        days = (self._matching(date, words) for date in reversed(self._between(start, end)))
        return self._latest(days, limit)

    def _bytes(self, date: str) -> bytes:
        return read_file(day_path(self._folder, date))

    def _between(self, start: str | None, end: str | None) -> list[str]:
        low = "" if start is None else checked_date(start)
        high = "9999-12-31" if end is None else checked_date(end)
        low, high = min(low, high), max(low, high)
        return [date for date in self.dates() if low <= date <= high]

    def _matching(self, date: str, words: list[str]) -> list[DiaryItem]:
        data = self._bytes(date)
        if not _holds(spoken(data), words):  # most files end here, unparsed
            return []
        return [stored.item for stored in read_day(date, data) if _holds(stored.item.content, words)]

    @staticmethod
    def _latest(days: Iterator[list[DiaryItem]], n: int) -> list[DiaryItem]:
        """The last `n` entries of days that come latest first; no more days are read than that takes."""
        kept: list[DiaryItem] = []
        while len(kept) < n and (day := next(days, None)) is not None:
            kept[:0] = list(chronological(day))[len(kept) - n :]
        return kept


def stamp(diary: Diary, *, owner: str | None = None, source_conv: str | None = None, **when: Unpack[When]) -> DiaryItem:
    """An entry without content: everything that the host knows of it, checked and filled in."""
    zone = diary._zone if when.get("tz") is None else checked_zone(when.get("tz"))
    moment = checked_moment(when.get("ts"))
    date, time = when.get("date"), when.get("time")
    return DiaryItem(
        date=local(moment, zone).date().isoformat() if date is None else checked_date(date),
        time=local(moment, zone).time().isoformat("minutes") if time is None else checked_time(time),
        content="",
        owner=clean_field(owner, "owner"),
        source_conv=clean_field(source_conv, "source_conv"),
        ts=moment.isoformat(),
    )


def store(diary: Diary, items: list[DiaryItem], key: str | None = None) -> list[DiaryItem]:
    """Write entries of one minute, all or none, and journal them; with a known `key` return what is there instead."""
    first = items[0]
    path = day_path(diary._folder, first.date)
    with writing(diary._folder):
        known = _with_key(first.date, path, key)
        if known is not None:
            return [known]
        add(path, first.date, first.time, [render(item, key) for item in items])
        for item in items:
            _journal(diary.journal, item)
    return items


def folded(text: str) -> str:
    """The text as it is compared: full-width forms narrowed, case folded."""
    return unicodedata.normalize("NFKC", text).casefold()


def _holds(text: str, words: list[str]) -> bool:
    if not words:
        return True
    haystack = folded(text)
    return all(word in haystack for word in words)


def _with_key(date: str, path: Path, key: str | None) -> DiaryItem | None:
    if key is None:
        return None
    data = read_file(path)
    # From the end, where a retry finds it soon; it also takes half the time on a long day where it is not.
    if data.rfind(f"key={escape_field(key)}".encode()) < 0:
        return None
    return next((stored.item for stored in read_day(date, data) if stored.key == key), None)


def _journal(journal: Journal, item: DiaryItem) -> None:
    """Record what is stored. Its failure must not be taken for the entry's: a retry would store it twice."""
    try:
        journal.record("diary", date=item.date, time=item.time, owner=item.owner, source_conv=item.source_conv)
    except Exception:
        log().exception("diary entry of %s %s is stored, but not in the journal", item.date, item.time)
