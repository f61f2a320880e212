from __future__ import annotations

import logging
from pathlib import Path

import pytest

from wikimem import Diary, Journal

DAY = "2026-07-30"


def test_a_line_is_added_to_what_is_there(tmp_path: Path):
    journal = Journal(tmp_path / "new" / "journal.jsonl")
    assert journal.entries() == []
    assert not journal.path.parent.exists()
    journal.record("update", file="人", item=None)
    (line,) = journal.entries()
    assert (line["action"], line["file"], list(line)) == ("update", "人", ["ts", "action", "file"])
    assert journal.path.read_bytes().endswith('人"}\n'.encode())


def test_a_torn_line_costs_only_itself(tmp_path: Path):
    journal = Journal(tmp_path / "journal.jsonl")
    journal.record("one")
    with journal.path.open("ab") as file:
        file.write(b'{"ts": "2026-07-30T13:')
    assert [line["action"] for line in journal.entries()] == ["one"]
    journal.record("two")
    assert [line["action"] for line in journal.entries()] == ["one", "two"]


def test_foreign_lines_are_skipped(tmp_path: Path):
    journal = Journal(tmp_path / "journal.jsonl")
    foreign = [
        b"",
        b"  ",
        b"junk",
        b"[1]",
        b"5",
        b"\xff\xfe",
        b"[" * 100_000,
        '{"a": "\u2028\x85"}'.encode(),
        b"9" * 5000,
    ]
    journal.path.write_bytes(b'\xef\xbb\xbf{"first": 1}\n' + b"\n".join(foreign) + b'\r\n{"last": 2}\r\n')
    assert journal.entries() == [{"first": 1}, {"a": "\u2028\x85"}, {"last": 2}]


def test_an_owner_with_line_ends_stays_on_one_line(diary: Diary):
    diary.append("x", date=DAY, owner="a\nb\u2028c\x85d")
    assert diary.journal.entries()[0]["owner"] == "a\nb\u2028c\x85d"
    assert (diary.root / "journal.jsonl").read_bytes().count(b"\n") == 1


def test_trouble_with_the_journal_costs_no_entry(diary: Diary, caplog: pytest.LogCaptureFixture):
    diary.journal.path.mkdir(parents=True)
    item = diary.append("x", date=DAY, time="09:00")
    assert diary.day(DAY) == [item]
    (record,) = caplog.records
    assert (record.name, record.levelno) == ("wikimem", logging.ERROR)
    assert "2026-07-30 09:00 is stored, but not in the journal" in record.getMessage()


def test_another_journal_may_be_shared(tmp_path: Path):
    journal = Journal(tmp_path / "shared.jsonl")
    for name in ("a", "b"):
        Diary(tmp_path / name, journal=journal).append("x", date=DAY, time="09:00", owner=name)
    assert [line["owner"] for line in journal.entries()] == ["a", "b"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "shared.jsonl"]
