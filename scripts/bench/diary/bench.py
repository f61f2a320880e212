"""Measure the diary: appends to days of any length, several writers, search over ten years. Prints ratios.

    python scripts/bench/diary/bench.py [FOLDER]

FOLDER is where the diaries are made, a temporary folder by default. The machine's speed cancels out: every figure is
held against a bare equivalent on the same disk under the same lock.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from filelock import FileLock
from wikimem.dayfile import render, title

from wikimem import Diary, DiaryItem

CLOCKS = (time.perf_counter, time.process_time)
"""What is measured also by processor time does not depend on who else uses the machine."""
DAY = "2026-07-30"
TEXT = "Past midnight Lin was still bent over her notes; 我听得出她心里害怕, so we went through the wrist once more. "
WRITER = """
import sys
from wikimem import Diary
diary = Diary(sys.argv[1])
for i in range(int(sys.argv[3])):
    diary.append(f"{sys.argv[2]} {i}", date="2026-07-30", time="12:00")
"""


def item(number: int, of: int, day: str = DAY) -> DiaryItem:
    """The entry with this number of so many, spread from 00:00 to 22:00."""
    minute = 1320 * number // of
    clock = f"{minute // 60:02}:{minute % 60:02}"
    return DiaryItem(day, clock, f"{TEXT}{number}", "lin", "conv-7", "2026-07-30T13:15:00+00:00")


def filled(folder: Path, number: int) -> Diary:
    """A new diary whose one day has so many entries."""
    root = Path(tempfile.mkdtemp(dir=folder))
    (root / "diary").mkdir()
    entries = [render(item(i, number)) for i in range(number)]
    (root / "diary" / f"{DAY}.md").write_bytes(b"\n".join([title(DAY), *entries]))
    return Diary(root)


def median_ms(work: Callable[[int], object], rounds: int) -> float:
    """The median time of a call."""
    times = []
    for i in range(rounds):
        begin = time.perf_counter()
        work(i)
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1000


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """The time of one call."""
    begin = clock()
    work()
    return clock() - begin


def day_lengths(folder: Path) -> None:
    """How the cost of an append depends on the length of its day."""
    print("append to a day with so many entries, median of 200 (in order) or 40, in ms, and against the empty day")
    kinds: dict[str, tuple[int, dict[str, str]]] = {
        "in order": (200, {"time": "23:00"}),
        "a little late": (40, {"time": "21:58"}),
        "before all others": (40, {"time": "00:00"}),
        "with a key": (40, {"time": "23:00"}),
    }
    for kind, (rounds, when) in kinds.items():
        base = 0.0
        for number in (0, 2_000, 20_000):
            diary = filled(folder, number)
            diary.append("the latest", date=DAY, time="22:00")

            def append(i: int, diary: Diary = diary, when: dict[str, str] = when, kind: str = kind) -> None:
                diary.append(f"{TEXT}{i}", date=DAY, key=f"call-{i}" if kind == "with a key" else None, **when)

            taken = median_ms(append, rounds)
            base = base or taken
            print(f"  {kind:18} {number:6} entries  {taken:8.3f} ms  {taken / base:5.1f} x")


def late_against_bare(folder: Path) -> None:
    """What an entry earlier than the last costs beside writing the same bytes to disk and putting them in place.

    Such an entry moves what stands behind it, and readers hold no lock: the file is replaced as a whole.
    """
    for number in (0, 2_000, 20_000):
        diary = filled(folder, number)
        diary.append("the latest", date=DAY, time="22:00")
        path = diary.root / "diary" / f"{DAY}.md"
        new = path.with_suffix(".new")

        def replace(_: int, path: Path = path, new: Path = new) -> None:
            with new.open("wb") as file:
                file.write(path.read_bytes())
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)

        def append(i: int, diary: Diary = diary) -> None:
            diary.append(f"{TEXT}{i}", date=DAY, time="21:58")

        pairs = [(median_ms(append, 10), median_ms(replace, 10)) for _ in range(5)]
        ours, theirs = (min(column) for column in zip(*pairs, strict=True))
        size = path.stat().st_size / 1e6
        print(f"a little late, {number:6} entries  {ours:7.2f} ms, bare replacement of {size:.1f} MB {theirs:7.2f} ms")


def against_bare(folder: Path) -> None:
    """What an append costs beside opening, writing and closing a file under the same lock."""
    diary = filled(folder, 0)
    bare = folder / "bare.md"
    block = render(item(1, 2))

    def open_append_close() -> None:
        for _ in range(2_000):
            with FileLock(folder / "bare.lock"), bare.open("ab") as file:
                file.write(block)

    def append() -> None:
        for i in range(2_000):
            diary.append(f"{TEXT}{i}", date=DAY, time="12:00")

    for kind, clock in zip(("of time", "of processor time"), CLOCKS, strict=True):
        pairs = [(seconds(append, clock), seconds(open_append_close, clock)) for _ in range(3)]
        ours, theirs = (min(column) for column in zip(*pairs, strict=True))
        print(f"2,000 appends {ours:.2f} s {kind}, lock, open, append, close {theirs:.2f} s: {ours / theirs:.2f} x")


def writers(folder: Path) -> None:
    """Appends of several processes to one day."""
    for number in (1, 2, 8):
        root = tempfile.mkdtemp(dir=folder)
        commands = [[sys.executable, "-c", WRITER, root, str(name), str(2_000 // number)] for name in range(number)]

        def run(commands: list[list[str]] = commands) -> None:
            for process in [subprocess.Popen(command) for command in commands]:
                process.wait()

        taken = seconds(run)
        kept = len(Diary(root).day(DAY))
        print(f"{number} processes: {kept} of 2000 entries kept, {2000 / taken:.0f} appends a second with start-up")


def search(folder: Path) -> None:
    """A search over ten years beside reading the files."""
    root = Path(tempfile.mkdtemp(dir=folder))
    (root / "diary").mkdir()
    first = date(2016, 1, 1)
    for number in range(3_650):
        day = (first + timedelta(number)).isoformat()
        entries = [render(item(i, 10, day)) for i in range(10)]
        (root / "diary" / f"{day}.md").write_bytes(b"\n".join([title(day), *entries]))
    diary = Diary(root)

    def read_all() -> int:
        return sum(len(path.read_bytes()) for path in sorted((root / "diary").glob("*.md")))

    reading = [min(seconds(read_all, clock) for _ in range(5)) for clock in CLOCKS]
    print(
        f"36,500 entries on 3,650 days, {read_all() / 1e6:.1f} MB; reading the files takes {reading[0] * 1000:.0f} ms"
    )
    for text in ("nowhere", "没有写过", "wrist", "害怕 wrist", "source=conv-7"):
        taken = [min(seconds(lambda text=text: diary.search(text), clock) for _ in range(5)) for clock in CLOCKS]
        time_ratio, processor_ratio = (ours / theirs for ours, theirs in zip(taken, reading, strict=True))
        found = f"  search {text!r:14} {len(diary.search(text)):3} found"
        print(f"{found}  {taken[0] * 1000:7.1f} ms  {time_ratio:5.2f} x, of processor time {processor_ratio:5.2f} x")


def main() -> None:
    """Measure everything and print it."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        for measure in (day_lengths, late_against_bare, against_bare, writers, search):
            measure(Path(folder))


if __name__ == "__main__":
    main()
