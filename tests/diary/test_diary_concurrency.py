"""Real processes and threads on one diary: nothing is lost, nothing is seen half, nothing acknowledged dies."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from wikimem import Diary

DAY = "2026-07-30"

WRITE = """
import sys
from wikimem import Diary, handle_diary_tool
diary, name, number = Diary(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for i in range(number):
    minute = f"{i % 24:02}:{i % 60:02}" if i % 10 == 0 else "12:00"
    handle_diary_tool(diary, {"content": f"{name} {i}"}, date="2026-07-30", time=minute)
"""

WRITE_UNTIL_KILLED = """
import sys
from wikimem import Diary, memorize
diary = Diary(sys.argv[1])
round_ = int(sys.argv[2])

class Stub:
    def chat(self, messages):
        return self.reply

stub = Stub()
for i in range(10_000):
    name = f"{round_}-{i}"
    text = f"begin {name} " + "x\\\\n## 07:00\\\\n" * 2000 + f" end {name}"
    if i % 3 == 2:
        stub.reply = '[{"content": "%s"}, {"content": "second %s"}]' % (text, name)
        memorize(diary, "turn", llm=stub, date="2026-07-30", time=f"{12 + i % 2}:00")
    else:
        diary.append(text.replace("\\\\n", "\\n"), date="2026-07-30", time=f"{12 + i % 2}:00")
    print(name, flush=True)
"""


def contents(diary: Diary) -> list[str]:
    return [item.content for item in diary.day(DAY)]


def test_two_processes(tmp_path: Path, start: Callable):
    writers = [start(WRITE, tmp_path, name, 250) for name in ("a", "b")]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    diary = Diary(tmp_path)
    assert sorted(contents(diary)) == sorted(f"{name} {i}" for name in ("a", "b") for i in range(250))
    assert [item.time for item in diary.day(DAY)] == sorted(item.time for item in diary.day(DAY))
    assert len(diary.journal.entries()) == 500


def test_eight_threads_on_diaries_of_their_own_and_on_one(tmp_path: Path):
    shared = Diary(tmp_path)

    def write(number: int) -> None:
        diary = shared if number % 2 else Diary(tmp_path)
        for i in range(60):
            diary.append(f"{number} {i}", date=DAY, time="12:00" if i % 10 else f"{i % 24:02}:00")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    assert sorted(contents(shared)) == sorted(f"{number} {i}" for number in range(8) for i in range(60))
    assert len(shared.journal.entries()) == 480


def test_one_key_from_many_threads_stores_once(tmp_path: Path):
    diary = Diary(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        items = list(pool.map(lambda i: diary.append(f"try {i}", date=DAY, time="12:00", key="call-1"), range(16)))
    assert items == [items[0]] * 16
    assert diary.day(DAY) == items[:1]


def test_readers_see_whole_entries_only(tmp_path: Path, start: Callable):
    diary = Diary(tmp_path)
    writer = start(WRITE_UNTIL_KILLED, tmp_path, 0)
    writer.stdout.readline()
    seen = 0
    until = time.monotonic() + 0.5
    while time.monotonic() < until:
        now = contents(diary)
        assert len(now) >= seen
        seen = len(now)
        assert all(map(whole, now))
    assert seen > 10


def whole(content: str) -> bool:
    first, *_, last = content.split(" ")
    return first == "second" or (first == "begin" and content.startswith(f"begin {last} ") and " end " in content)


def test_killed_at_any_moment(tmp_path: Path, start: Callable):
    diary = Diary(tmp_path)
    chance = random.Random(7)
    acknowledged: list[str] = []
    for round_ in range(12):
        writer = start(WRITE_UNTIL_KILLED, tmp_path, round_)
        acknowledged.append(writer.stdout.readline().strip())
        time.sleep(chance.random() * 0.03)
        writer.kill()
        acknowledged += writer.communicate()[0].split("\n")[:-1]
    now = contents(diary)
    assert all(map(whole, now))
    assert len(set(now)) == len(now)
    names = {content.split(" ")[1] for content in now}
    assert set(acknowledged) <= names
    second = {content.split(" ")[1] for content in now if content.startswith("second ")}
    assert second == {name for name in names if int(name.split("-")[1]) % 3 == 2}
    item = diary.append("afterwards", date=DAY, time="23:00")
    assert diary.day(DAY)[-1] == item
