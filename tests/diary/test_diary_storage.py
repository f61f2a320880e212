"""Raised means not stored, returned means stored: full disks, killed processes, links and modes."""

from __future__ import annotations

import fcntl
import os
import resource
import stat
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
import wikimem.storage

from wikimem import Diary, memorize

DAY = "2026-07-30"


@contextmanager
def file_size_limit(size: int) -> Generator[None]:
    """The disk takes no file beyond this size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def files(diary: Diary) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (diary.root / "diary").iterdir()}


@pytest.mark.parametrize("time", ["08:00", "10:00"])
@pytest.mark.parametrize("room", [0, 1, 2, 30, 200])
def test_a_full_disk_leaves_all_as_it_was(diary: Diary, time: str, room: int):
    old = diary.append("old", date=DAY, time="09:00")
    before = files(diary)
    with file_size_limit(len(before[f"{DAY}.md"]) + room), pytest.raises(OSError, match="too large"):
        diary.append("x" * 500, date=DAY, time=time)
    assert files(diary) == before
    new = diary.append("x" * 500, date=DAY, time=time)
    assert sorted([old.time, new.time]) == [item.time for item in diary.day(DAY)]


def test_a_full_disk_leaves_no_new_day(diary: Diary):
    with file_size_limit(100), pytest.raises(OSError, match="too large"):
        diary.append("x" * 500, date=DAY, time="09:00")
    assert files(diary) == {".lock": b""}
    assert diary.dates() == []


def test_a_batch_is_stored_whole_or_not_at_all(diary: Diary, stub: Callable):
    diary.append("old", date=DAY, time="09:00")
    before = files(diary)
    llm = stub('[{"content": "one"}, {"content": "two"}, {"content": "%s"}]' % ("x" * 500))
    with file_size_limit(len(before[f"{DAY}.md"]) + 300), pytest.raises(OSError, match="too large"):
        memorize(diary, "turn", llm=llm, date=DAY, time="10:00")
    assert files(diary) == before
    assert len(diary.journal.entries()) == 1
    stored = memorize(diary, "turn", llm=llm, date=DAY, time="10:00")
    assert diary.day(DAY)[1:] == stored
    assert len(stored) == 3


def in_small_pieces(monkeypatch: pytest.MonkeyPatch, after_each: Callable[[], None]) -> None:
    def write(descriptor: int, data: memoryview) -> int:
        written = os_write(descriptor, data[:5])
        after_each()
        return written

    os_write = os.write
    monkeypatch.setattr(wikimem.storage.os, "write", write)


def test_a_reader_between_two_pieces_of_a_write_sees_none_of_it(diary: Diary, monkeypatch: pytest.MonkeyPatch):
    old = diary.append("old", date=DAY, time="09:00")
    seen: list[int] = []
    in_small_pieces(monkeypatch, lambda: seen.append(len(diary.day(DAY))))
    new = diary.append("new\n## 07:00\nentry", date=DAY, time="10:00")
    assert len(seen) > 10
    assert seen[-1] == 2
    assert set(seen[:-1]) == {1}
    assert diary.day(DAY) == [old, new]


def test_a_reader_sees_all_of_a_batch_or_none(diary: Diary, stub: Callable, monkeypatch: pytest.MonkeyPatch):
    diary.append("old", date=DAY, time="09:00")
    seen: list[int] = []
    in_small_pieces(monkeypatch, lambda: seen.append(len(diary.day(DAY))))
    memorize(diary, "turn", llm=stub('[{"content": "one"}, {"content": "two"}]'), date=DAY, time="10:00")
    assert set(seen) <= {1, 3}
    assert len(diary.day(DAY)) == 3


@pytest.mark.parametrize("pieces", [1, 2, 5, 9, 20])
def test_a_write_that_is_interrupted_is_taken_back(diary: Diary, monkeypatch: pytest.MonkeyPatch, pieces: int):
    diary.append("old", date=DAY, time="09:00")
    before = files(diary)
    left = iter(range(pieces))

    def interrupt() -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        in_small_pieces(patch, interrupt)
        with pytest.raises(KeyboardInterrupt):
            diary.append("new " * 30, date=DAY, time="10:00")
    assert files(diary) == before


def test_a_replacement_that_fails_leaves_the_file_and_nothing_beside_it(diary: Diary, monkeypatch: pytest.MonkeyPatch):
    diary.append("old", date=DAY, time="09:00")
    before = files(diary)

    def replace(self: Path, target: Path) -> None:
        raise PermissionError("in use")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", replace)
        with pytest.raises(PermissionError):
            diary.append("new", date=DAY, time="08:00")
    assert files(diary) == before


@pytest.mark.parametrize("by_hand", ["## 07:00\n\nby hand\n\n", "# title\n\n"])
def test_who_saves_the_file_meanwhile_is_not_overwritten(diary: Diary, monkeypatch: pytest.MonkeyPatch, by_hand: str):
    old = diary.append("old", date=DAY, time="09:00")
    path = diary.root / "diary" / f"{DAY}.md"
    saved: list[str] = []

    def fsync(descriptor: int) -> None:
        if not saved:
            saved.append(by_hand + path.read_text("utf-8"))
            path.write_text(saved[0], "utf-8")

    monkeypatch.setattr(wikimem.storage.os, "fsync", fsync)
    early = diary.append("early", date=DAY, time="08:00")
    text = path.read_text("utf-8")
    assert text.startswith(by_hand)
    assert [item for item in diary.day(DAY) if item.time != "07:00"] == [early, old]
    assert sorted(files(diary)) == [".lock", f"{DAY}.md"]


def by_rename(path: Path, text: str) -> None:
    path.with_suffix(".new").write_text(text, "utf-8")
    path.with_suffix(".new").replace(path)


def in_place(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")


def by_deleting(path: Path, text: str) -> None:
    path.unlink()


@pytest.mark.parametrize("save", [by_rename, in_place, by_deleting])
@pytest.mark.parametrize("moment", ["looked at", "text written", "heading written"])
def test_an_entry_is_not_lost_to_who_saves_the_file_in_the_same_instant(
    diary: Diary, monkeypatch: pytest.MonkeyPatch, save: Callable[[Path, str], None], moment: str
):
    diary.append("old " * 100, date=DAY, time="09:00")
    path = diary.root / "diary" / f"{DAY}.md"
    coming = ["looked at", "text written", "heading written"]
    find_place, os_write = wikimem.storage.find_place, os.write

    def pass_a_moment() -> None:
        if coming and coming.pop(0) == moment:
            save(path, "## 07:00\n\nby hand\n")
            coming.clear()

    def find(tail: bytes, time: str, *, whole: bool) -> int | None:
        pass_a_moment()
        return find_place(tail, time, whole=whole)

    def write(descriptor: int, data: memoryview) -> int:
        written = os_write(descriptor, data)
        pass_a_moment()
        return written

    monkeypatch.setattr(wikimem.storage, "find_place", find)
    monkeypatch.setattr(wikimem.storage.os, "write", write)
    item = diary.append("new", date=DAY, time="10:00")
    assert not coming, "nobody saved the file"
    by_hand = [] if save is by_deleting else ["by hand"]
    assert [entry.content for entry in diary.day(DAY)] == [*by_hand, item.content]
    assert b"\0" not in path.read_bytes()


def test_what_a_killed_process_left_is_in_nobodys_way(diary: Diary):
    old = diary.append("old", date=DAY, time="09:00")
    path = diary.root / "diary" / f"{DAY}.md"
    (path.parent / f".{DAY}.md.tmp").write_bytes(b"half a file")
    path.write_bytes(path.read_bytes() + b"\n\x18# 09:30\n\nhalf an ent")
    assert diary.day(DAY) == [old]
    late = diary.append("late", date=DAY, time="10:00")
    early = diary.append("early", date=DAY, time="08:00")
    assert diary.day(DAY) == [early, old, late]
    assert b"half an ent\n\n## 10:00" in path.read_bytes()
    assert sorted(files(diary)) == [".lock", f"{DAY}.md"]


def test_a_linked_day_stays_a_link_and_keeps_its_mode(diary: Diary, tmp_path: Path):
    vault = tmp_path / "vault"
    vault.mkdir()
    target = vault / "sunday.md"
    target.write_bytes(b"# Sunday\n\n## 09:00\n\nold\n")
    target.chmod(0o664)
    path = diary.root / "diary" / f"{DAY}.md"
    path.parent.mkdir(parents=True)
    path.symlink_to(target)
    diary.append("late", date=DAY, time="10:00")
    diary.append("early", date=DAY, time="08:00")
    assert path.is_symlink()
    assert [item.content for item in diary.day(DAY)] == ["early", "old", "late"]
    assert target.read_bytes().startswith(b"# Sunday\n\n## 08:00")
    assert stat.S_IMODE(target.stat().st_mode) == 0o664
    assert [path.name for path in vault.iterdir()] == ["sunday.md"]


def test_a_link_to_nothing_begins_the_file_that_it_names(diary: Diary, tmp_path: Path):
    path = diary.root / "diary" / f"{DAY}.md"
    path.parent.mkdir(parents=True)
    path.symlink_to(tmp_path / "later.md")
    assert diary.day(DAY) == []
    item = diary.append("x", date=DAY, time="09:00")
    assert path.is_symlink()
    assert diary.day(DAY) == [item]


@pytest.mark.parametrize("allowed", [True, False])
def test_a_file_of_somebody_else_stays_theirs_where_it_can(
    diary: Diary, monkeypatch: pytest.MonkeyPatch, allowed: bool
):
    diary.append("old", date=DAY, time="09:00")
    path = diary.root / "diary" / f"{DAY}.md"
    given: list[tuple[str, int, int]] = []
    path_stat = Path.stat

    def stat_of(self: Path, **options: bool) -> os.stat_result:
        values = list(path_stat(self, **options))
        values[4] = 12345 if self == path else 0
        return os.stat_result(values)

    def chown(place: Path, user: int, group: int) -> None:
        given.append((place.name, user, group))
        if not allowed:
            raise PermissionError

    monkeypatch.setattr(Path, "stat", stat_of)
    monkeypatch.setattr(wikimem.storage.os, "chown", chown)
    diary.append("early", date=DAY, time="08:00")
    assert given == [(f".{DAY}.md.tmp", 12345, os.getgid())]
    assert [item.content for item in diary.day(DAY)] == ["early", "old"]


def test_ghosts_are_skipped(diary: Diary):
    item = diary.append("x", date=DAY, time="09:00")
    folder = diary.root / "diary"
    (folder / "2026-07-29.md").mkdir()
    (folder / "2026-13-45.md").write_text("## 09:00\n\nx\n")
    (folder / "notes.md").write_text("## 09:00\n\nx\n")
    (folder / "2026-07-28.txt").write_text("## 09:00\n\nx\n")
    (folder / "2026-07-27.md").symlink_to("nowhere.md")
    (folder / "2026-07-26.md").symlink_to("2026-07-26.md")
    assert diary.dates() == [DAY]
    assert diary.day("2026-07-29") == diary.day("2026-07-27") == diary.day("2026-07-26") == []
    assert diary.window("2026-01-01", "2026-12-31") == [item]
    assert diary.recent(5) == diary.search("x") == [item]


@pytest.mark.parametrize(
    "call", [Diary.day, lambda diary, date: diary.window(date, DAY), lambda diary, date: diary.search("x", date)]
)
def test_a_malformed_date_is_refused(diary: Diary, call: Callable[[Diary, str], object]):
    for date in ("2026-7-3", "2026-02-30", "today", "2026-07-30\n", "../x"):
        with pytest.raises(ValueError, match="date must be a real day"):
            call(diary, date)


def test_disk_trouble_is_an_os_error(diary: Diary):
    diary.root.write_text("a file where the folder should be")
    with pytest.raises(NotADirectoryError):
        diary.append("x")
    diary.root.unlink()
    (diary.root / "diary" / f"{DAY}.md").mkdir(parents=True)
    with pytest.raises(IsADirectoryError):
        diary.append("x", date=DAY)


def test_a_writer_that_never_ends_is_not_waited_for_for_ever(diary: Diary, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(wikimem.storage, "_PATIENCE", 0.02)
    folder = diary.root / "diary"
    folder.mkdir(parents=True)
    with open_lock(folder), pytest.raises(TimeoutError, match="lock"):
        diary.append("x")
    assert diary.dates() == []


@contextmanager
def open_lock(folder: Path) -> Generator[None]:
    descriptor = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def test_an_entry_longer_than_the_first_look(diary: Diary):
    first = diary.append("a" * 10_000, date=DAY, time="09:00")
    second = diary.append("b\n" * 30_000, date=DAY, time="09:01")
    third = diary.append("c", date=DAY, time="09:02")
    early = diary.append("d", date=DAY, time="08:00")
    assert diary.day(DAY) == [early, first, second, third]
