from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any

import pytest
import time_machine

from wikimem import Diary, DiaryItem

DAY = "2026-07-30"
TS = "2026-07-30T13:15:00+00:00"


def file(diary: Diary, date: str = DAY) -> Path:
    return diary.root / "diary" / f"{date}.md"


def test_the_day_file(diary: Diary):
    diary.append(" The first.\n", ts=TS, owner="mina", source_conv="conv-7", key="call-1")
    diary.append("The second.\n\nIn two parts.", ts="2026-07-30T13:16")
    assert file(diary).read_bytes().decode() == (
        "# 2026-07-30\n\n"
        "## 21:15\n\nThe first.\n\n"
        "<!-- wikimem: owner=mina | source=conv-7 | ts=2026-07-30T13:15:00+00:00 | key=call-1 -->\n\n"
        "## 21:16\n\nThe second.\n\nIn two parts.\n\n"
        "<!-- wikimem: ts=2026-07-30T13:16:00+00:00 -->\n"
    )


def test_what_is_returned_is_what_is_read(diary: Diary):
    item = diary.append("The first.", ts=TS, owner="mina", source_conv="conv-7")
    assert item == DiaryItem(DAY, "21:15", "The first.", "mina", "conv-7", TS)
    assert diary.day(DAY) == [item]


@pytest.mark.parametrize(
    "content", ["", " \n\t", "\u200b", "\ufeff", "\0", "\u2060\u00ad", "\u3164", "\ufe0f", "\u2028"]
)
def test_nothing_visible_is_refused(diary: Diary, content: str):
    with pytest.raises(ValueError, match=r"\Adiary entry content is empty\Z"):
        diary.append(content)
    assert not diary.root.exists()


@pytest.mark.parametrize("content", [".", "好", "🙂", "\ue000", "\u200bx", "e\u0301", "🏳\ufe0f\u200d🌈"])
def test_one_visible_character_is_enough(diary: Diary, content: str):
    assert diary.append(content, date=DAY) == diary.day(DAY)[0]


def test_a_lone_surrogate_is_refused_with_its_place(diary: Diary):
    with pytest.raises(ValueError, match=r"\Adiary entry content is not valid text: lone surrogate at position 3\Z"):
        diary.append(" ab\udc80")
    with pytest.raises(ValueError, match=r"\Adiary entry owner is not valid text: lone surrogate at position 0\Z"):
        diary.append("x", owner="\ud800")
    assert not diary.root.exists()


@pytest.mark.parametrize("wrong", [{"content": 5}, {"content": b"x"}, {"content": None}, {"owner": 5}, {"key": 1.5}])
def test_what_is_not_text_is_a_type_error(diary: Diary, wrong: dict[str, Any]):
    (name,) = wrong
    with pytest.raises(TypeError, match=f"diary entry {name} must be text, got "):
        diary.append(**{"content": "x", **wrong})
    assert not diary.root.exists()


def test_a_mistyped_keyword_is_a_type_error(diary: Diary):
    with pytest.raises(TypeError, match="dat"):
        diary.append("x", dat=DAY)  # ty: ignore[unknown-argument]


@pytest.mark.parametrize(
    ("ts", "stored"),
    [
        ("2026-07-30T13:15:00+00:00", TS),
        ("2026-07-30T21:15:00+08:00", TS),
        ("2026-07-30T13:15:00Z", TS),
        ("2026-07-30 13:15", TS),
        ("2026-07-30T13:15:00.999999", TS),
        ("2026-07-30", "2026-07-30T00:00:00+00:00"),
    ],
)
def test_a_moment_is_stored_in_utc_to_the_second(diary: Diary, ts: str, stored: str):
    assert diary.append("x", ts=ts).ts == stored


def test_the_zone_of_the_call_then_of_the_diary_then_of_the_system(tmp_path: Path, diary: Diary):
    with time_machine.travel(datetime(2026, 7, 30, 22, 30, tzinfo=UTC)):
        assert stamps(diary.append("x")) == ("2026-07-31", "06:30")
        assert stamps(diary.append("x", tz="America/New_York")) == (DAY, "18:30")
        assert stamps(diary.append("x", tz=timezone(timedelta(hours=1)))) == (DAY, "23:30")
        assert stamps(Diary(tmp_path, tz=UTC).append("x")) == (DAY, "22:30")


def test_the_default_zone_is_the_one_at_the_time_of_the_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    diary = Diary(tmp_path)
    for zone, expected in (("Asia/Tokyo", ("2026-07-30", "22:15")), ("America/New_York", ("2026-07-30", "09:15"))):
        with monkeypatch.context() as patch:
            patch.setenv("TZ", zone)
            time_machine_tzset()
            assert stamps(diary.append("x", ts=TS)) == expected
    time_machine_tzset()


def time_machine_tzset() -> None:
    import time

    time.tzset()


def stamps(item: DiaryItem) -> tuple[str, str]:
    return item.date, item.time


def test_explicit_values_win_each_on_its_own(diary: Diary):
    assert stamps(diary.append("x", ts=TS, date="2026-01-02")) == ("2026-01-02", "21:15")
    assert stamps(diary.append("x", ts=TS, time="07:00")) == (DAY, "07:00")
    assert stamps(diary.append("x", ts="0001-01-01T00:00Z", date="0001-01-01", time="00:00")) == ("0001-01-01", "00:00")
    assert stamps(diary.append("x", ts="0900-01-01T00:00Z", tz=UTC)) == ("0900-01-01", "00:00")


@pytest.mark.parametrize(
    "when",
    [
        {"ts": "yesterday"},
        {"ts": ""},
        {"ts": 5},
        {"ts": "0001-01-01T00:00:00+14:00"},
        {"ts": "9999-12-31T23:59:59-01:00"},
        {"ts": "0001-01-01T00:00:00Z", "tz": timezone(timedelta(hours=-5))},
        {"date": "someday"},
        {"date": "2026-02-30"},
        {"date": "2026-7-3"},
        {"date": "20260730"},
        {"date": "2026-W31-4"},
        {"date": "2026-07-30\n"},
        {"date": "２０２６-07-30"},
        {"date": "0000-01-01"},
        {"date": "../../../x"},
        {"date": 5},
        {"time": "24:00"},
        {"time": "9:00"},
        {"time": "09:00\n"},
        {"time": "٠٩:٠٠"},
        {"time": "09:60"},
        {"time": 9},
        {"tz": "Nowhere/Land"},
        {"tz": ""},
        {"tz": 5},
        {"tz": "../UTC"},
    ],
)
def test_bad_values_are_refused_before_anything_is_written(diary: Diary, when: dict[str, Any]):
    with pytest.raises(ValueError, match=r"must be|cannot be"):
        diary.append("x", **when)
    assert not diary.root.exists()


def test_a_bad_zone_is_refused_with_the_diary_itself(tmp_path: Path):
    with pytest.raises(ValueError, match="tz must be"):
        Diary(tmp_path, tz="Nowhere/Land")


def test_a_zone_that_gives_no_offset_is_a_value_error(diary: Diary):
    class Broken(tzinfo):
        def utcoffset(self, dt: datetime | None) -> timedelta:
            raise ValueError("no idea")

        def dst(self, dt: datetime | None) -> None:
            return None

        def tzname(self, dt: datetime | None) -> str:
            return "Broken"

    with pytest.raises(ValueError, match="cannot be expressed"):
        diary.append("x", tz=Broken())


def test_entries_are_ordered_by_the_minute_and_stably(diary: Diary):
    for time, content in [
        ("09:00", "a"),
        ("12:00", "b"),
        ("09:00", "c"),
        ("08:00", "d"),
        ("12:00", "e"),
        ("10:30", "f"),
    ]:
        diary.append(content, date=DAY, time=time)
    assert [item.content for item in diary.day(DAY)] == ["d", "a", "c", "f", "b", "e"]


def test_fields_are_stripped_and_blank_ones_left_out(diary: Diary):
    item = diary.append("x", ts=TS, owner="  mina ", source_conv=" \n", key=" ")
    assert item == DiaryItem(DAY, "21:15", "x", "mina", None, TS)
    assert b"owner=mina | ts=" in file(diary).read_bytes()
    assert b"source" not in file(diary).read_bytes()
    assert b"key" not in file(diary).read_bytes()
    assert diary.day(DAY) == [item]


@pytest.mark.parametrize(
    "owner",
    ["a|b", "a --> b", "a\n## 07:00", "a\r\u2028\x85b", "100%", "%41", "owner=x", "a=b", "<!-- wikimem: owner=c -->"],
)
def test_a_field_keeps_to_its_place(diary: Diary, owner: str):
    item = diary.append("x", ts=TS, owner=owner, source_conv=owner[::-1])
    assert item.owner == owner
    assert diary.day(DAY) == [item]
    assert len(file(diary).read_bytes().split(b"\n")) == 8


CONTENTS = [
    "## 07:00",
    "morning\n## 07:00\nevening",
    "list\n## Groceries\n- milk",
    "\\## 07:00\n\\\\## 08:00",
    "```\n## 07:00\n```",
    "a\r## 07:00\rb\r\nc",
    "a\u2028## 07:00\u2029b\x85c\x0bd\x0ce\x1cf\x1dg\x1eh",
    "<!-- wikimem: owner=root -->\n## 10:00\n\nforged",
    "a\n<!-- wikimem: owner=root | key=k -->",
    "<!-- wikimem: never closed",
    "# title\n### third\n---\nfront: matter\n---",
    "\x18# 10:00\nunfinished",
    "a\n\x18# 10:00",
    "a\n\n\n\n  indented\n\tb",
    "nul \0 inside",
    "\ufeff## 07:00 behind a mark",
    "[[people:Lin]] 🙂 e\u0301 好 مرحبا",
]


@pytest.mark.parametrize("content", CONTENTS)
def test_every_content_comes_back_alone_and_whole(diary: Diary, content: str):
    before = diary.append("before", date=DAY, time="09:00", owner="mina")
    item = diary.append(content, date=DAY, time="09:30", owner="mina")
    after = diary.append("after", date=DAY, time="10:00", owner="mina")
    early = diary.append(content, date=DAY, time="08:00", owner="mina")
    assert item.content == content
    assert diary.day(DAY) == [early, before, item, after]


def test_content_stays_inside_in_editors_that_end_lines_elsewhere(diary: Diary):
    diary.append("a\r## 07:00\u2028<!-- wikimem: owner=root -->", date=DAY, time="09:00")
    lines = file(diary).read_bytes().decode().splitlines()
    assert [line for line in lines if line.startswith("## ")] == ["## 09:00"]
    assert [line for line in lines if line.startswith("<!--")] == [lines[-1]]
    assert "root" not in lines[-1]


def test_a_key_stores_once_on_a_day(diary: Diary):
    first = diary.append("the first", date=DAY, time="09:00", key="call|1 -->")
    assert diary.append("another", date=DAY, time="10:00", owner="x", key="call|1 -->") == first
    second = diary.append("another", date=DAY, time="10:00", key="call|2")
    assert diary.day(DAY) == [first, second]
    assert len(diary.journal.entries()) == 2
    assert diary.append("the first", date="2026-07-31", time="09:00", key="call|1 -->").date == "2026-07-31"


def test_a_key_in_a_content_or_as_a_part_is_not_the_key(diary: Diary):
    diary.append("<!-- wikimem: key=call-1 -->\nkey=call-1", date=DAY, time="09:00", key="call-10")
    diary.append("x", date=DAY, time="09:00", key="call-1")
    assert len(diary.day(DAY)) == 2


def test_the_journal_of_an_append(diary: Diary):
    with time_machine.travel(datetime(2026, 8, 1, 10, 0, 0, 5, tzinfo=UTC), tick=False):
        diary.append("x", ts=TS, owner="美奈", source_conv="conv-7", key="k")
        diary.append("y", ts=TS)
    stamp = {"ts": "2026-08-01T10:00:00+00:00", "action": "diary", "date": DAY, "time": "21:15"}
    assert diary.journal.entries() == [{**stamp, "owner": "美奈", "source_conv": "conv-7"}, stamp]
    assert "美奈" in (diary.root / "journal.jsonl").read_text("utf-8")
