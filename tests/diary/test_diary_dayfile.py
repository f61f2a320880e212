"""Files that people edit: every byte of theirs survives, and what can be read is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from wikimem.dayfile import READY, UNFINISHED, find_place, gap, insert, read_day, render, title

from wikimem import Diary, DiaryItem

DAY = "2026-07-30"
BY_HAND = {
    "prose": b"# 2026-07-30\n\nA note above all entries.\n\n## 09:00\n\nmorning\n\nA line of mine.\n",
    "front matter": b"---\ntags: [sea]\nmood: 5\n---\n\n# Our day\n\n## 09:00\n\nmorning\n",
    "unknown keys": b"# 2026-07-30\n\n## 09:00\n\nmorning\n\n<!-- wikimem: mood=happy | owner=mina | x -->\n",
    "two comments": b"## 09:00\n\nmorning\n\n<!-- wikimem: owner=a -->\n\nmore\n\n<!-- wikimem: owner=b -->\n",
    "crlf": b"# 2026-07-30\r\n\r\n## 09:00\r\n\r\nmorning\r\nand on\r\n\r\n<!-- wikimem: owner=a -->\r\n",
    "bom": b"\xef\xbb\xbf## 09:00\n\nmorning\n",
    "bom and title": b"\xef\xbb\xbf# 2026-07-30\r\n\r\n## 09:00\r\n\r\nmorning\r\n",
    "gbk": "# 日记\n\n## 09:00\n\n早上好\n".encode("gbk"),
    "utf-16": "# 2026-07-30\n\n## 09:00\n\nmorning\n".encode("utf-16"),
    "no end": b"# 2026-07-30\n\n## 09:00\n\nmorning",
    "many ends": b"# 2026-07-30\n\n## 09:00\n\nmorning\n\n\n\n",
    "near headings": b"##09:00\n\n ## 09:00\n\n### 09:00\n\n## \n\n##\n\n## 09:00  \n\nmorning\n",
    "other headings": b"## Notes\n\nn\n\n## 09:00 Breakfast\n\nb\n\n## 9 o'clock\n\nc\n\n## 12:00:30\n\nd\n",
    "out of order": b"## 23:30\n\nlate\n\n## 09:00\n\nmorning\n\n## 25:99\n\nnever\n",
    "a title alone": b"# Sunday\n",
    "a mark alone": b"\xef\xbb\xbf",
    "blank": b"\n\n",
    "binary": bytes(range(256)),
}


def write(diary: Diary, data: bytes) -> Path:
    path = diary.root / "diary" / f"{DAY}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("time", ["00:00", "09:00", "12:00", "23:59"])
@pytest.mark.parametrize("name", BY_HAND)
def test_every_byte_survives_an_append(diary: Diary, name: str, time: str):
    path = write(diary, BY_HAND[name])
    before = diary.day(DAY)
    item = diary.append("new", date=DAY, time=time)
    data = path.read_bytes()
    block = render(item)
    assert data.count(block) == 1
    head, tail = data.split(block)
    old = BY_HAND[name]
    assert any(
        head == old[:place] + b"\n" * above and tail == b"\n" * below + old[place:]
        for place in range(len(old) + 1)
        for above in range(3)
        for below in range(2)
    )
    after = diary.day(DAY)
    assert [each for each in after if each.content != "new"] == before
    assert after.count(item) == 1


def only(diary: Diary, name: str) -> DiaryItem:
    write(diary, BY_HAND[name])
    (item,) = diary.day(DAY)
    return item


@pytest.mark.parametrize("name", ["front matter", "bom", "bom and title", "no end", "many ends"])
def test_a_plain_entry_is_read_in_every_dress(diary: Diary, name: str):
    assert only(diary, name) == DiaryItem(DAY, "09:00", "morning")


def test_lines_of_a_person_belong_to_the_entry_above_them(diary: Diary):
    assert only(diary, "prose").content == "morning\n\nA line of mine."


def test_line_ends_of_an_editor_are_not_content(diary: Diary):
    assert only(diary, "crlf") == DiaryItem(DAY, "09:00", "morning\nand on", "a")


def test_unknown_keys_are_ignored_and_the_last_comment_counts(diary: Diary):
    assert only(diary, "unknown keys") == DiaryItem(DAY, "09:00", "morning", "mina")
    assert only(diary, "two comments") == DiaryItem(DAY, "09:00", "morning\n\nmore", "b")


def test_another_encoding_is_read_as_far_as_it_goes(diary: Diary):
    item = only(diary, "gbk")
    assert item.time == "09:00"
    assert "\ufffd" in item.content


def test_what_only_looks_like_a_heading_opens_nothing(diary: Diary):
    assert only(diary, "near headings") == DiaryItem(DAY, "09:00", "morning")


def test_any_second_level_heading_opens_an_entry_and_keeps_its_text(diary: Diary):
    write(diary, BY_HAND["other headings"])
    assert [item.time for item in diary.day(DAY)] == ["Notes", "09:00 Breakfast", "9 o'clock", "12:00:30"]
    diary.append("new", date=DAY, time="08:00")
    assert [item.time for item in diary.day(DAY)] == ["Notes", "08:00", "09:00 Breakfast", "9 o'clock", "12:00:30"]


@pytest.mark.parametrize("line", ["## a{}b", "\x18{}b", "## {}", "<!-- wikimem: -->{}x"])
def test_a_line_of_many_blanks_is_read_as_fast_as_any_other(line: str):
    # 16 times as many: read blank by blank from each blank on, this takes minutes.
    text = "## 09:00\n\nx\n" + line.format(" " * 400_000) + "\n"
    assert read_day(DAY, text.encode())[0].item.content.startswith("x")


def test_the_text_of_a_heading_is_kept_but_for_blanks_at_its_end(diary: Diary):
    write(diary, b"##  Notes \t \n\na\n\n## b \r\r\n\nb\n\n##   \n## \r\n")
    assert [(item.time, item.content) for item in diary.day(DAY)] == [("Notes", "a"), ("b \r", "b\n\n##   \n##")]


def test_a_file_out_of_order_is_read_as_it_stands_and_told_in_order(diary: Diary):
    write(diary, BY_HAND["out of order"])
    assert [item.content for item in diary.day(DAY)] == ["late", "morning", "never"]
    assert [item.content for item in diary.window(DAY, DAY)] == ["morning", "never", "late"]
    assert [item.content for item in diary.recent(2)] == ["never", "late"]


def test_a_time_of_day_is_put_before_the_later_one_that_follows(diary: Diary):
    write(diary, b"## 08:00\n\na\n\n## Notes\n\nn\n\n## 10:00\n\nb\n")
    diary.append("new", date=DAY, time="09:00")
    assert [item.content for item in diary.day(DAY)] == ["a", "n", "new", "b"]


def test_an_empty_file_gets_its_title(diary: Diary):
    path = write(diary, b"")
    item = diary.append("new", date=DAY, time="09:00")
    assert path.read_bytes() == title(DAY) + b"\n" + render(item)


def test_comments_without_sense_are_no_trouble():
    (stored,) = read_day(DAY, b"## 09:00\n\nx\n\n<!-- wikimem:-->\n<!-- wikimem: | = | a= | =b | owner= -->\n")
    assert stored.item == DiaryItem(DAY, "09:00", "x")


@pytest.mark.parametrize(
    ("before", "missing"),
    [
        (b"", b""),
        (b"a", b"\n\n"),
        (b"a\n", b"\n"),
        (b"a\n\n", b""),
        (b"a\r\n", b"\n"),
        (b"a\r\n\r\n", b""),
        (b"a\n\n\r", b"\n\n"),
        (b"\xef\xbb\xbf", b""),
    ],
)
def test_a_blank_line_stands_before_an_entry(before: bytes, missing: bytes):
    assert gap(before) == missing


def test_a_part_of_the_file_may_not_be_enough():
    tail = b"## 10:00\n\nb\n\n## 11:00\n\nc\n"
    assert find_place(tail, "09:00", whole=False) is None
    assert find_place(tail, "09:00", whole=True) == 0
    assert find_place(tail, "10:30", whole=False) == tail.index(b"## 11:00")
    assert find_place(tail, "12:00", whole=False) == len(tail)
    assert find_place(b"no heading", "12:00", whole=False) is None
    assert find_place(b"no heading", "12:00", whole=True) == len(b"no heading")


def test_a_beginning_of_a_write_is_never_an_entry():
    """Whatever part of a write has reached the disk: the entries before it are as they were, and stay so."""
    old = b"".join(insert(title(DAY), len(title(DAY)), render(DiaryItem(DAY, "09:00", "old", "mina"))))
    new = render(DiaryItem(DAY, "10:00", "first line\n## 11:00\nlast line", "lin"))
    written = gap(old[-4:]) + UNFINISHED + new[len(READY) :]
    next_one = render(DiaryItem(DAY, "11:00", "next"))
    for length in range(len(written) + 1):
        torn = old + written[:length]
        assert [stored.item.content for stored in read_day(DAY, torn)] == ["old"]
        repaired = b"".join(insert(torn, len(torn), next_one))
        assert repaired.startswith(torn)
        assert [stored.item.content for stored in read_day(DAY, repaired)] == ["old", "next"]
