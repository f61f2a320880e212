"""Try to lose an entry: writers side by side, processes killed at any moment, a disk that fills up.

    python scripts/bench/diary/torture.py [KILLS]

Exits with 1 if anything that was acknowledged is missing, anything is seen half, or a batch is stored in part.
"""

from __future__ import annotations

import logging
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from wikimem import Diary, memorize

DAY = "2026-07-30"
WRITER = """
import sys
from wikimem import Diary, handle_diary_tool
diary = Diary(sys.argv[1])
for i in range(int(sys.argv[3])):
    minute = f"{i % 24:02}:{i % 60:02}" if i % 5 == 0 else "12:00"
    handle_diary_tool(diary, {"content": f"{sys.argv[2]} {i}"}, date="2026-07-30", time=minute)
"""
VICTIM = r"""
import sys
from wikimem import Diary, memorize
diary, round_ = Diary(sys.argv[1]), sys.argv[2]

class Stub:
    def chat(self, messages):
        return self.reply

stub = Stub()
for i in range(10_000):
    name = f"{round_}-{i}"
    text = f"begin {name} " + "x\n## 07:00\n" * (i * 37 % 500) + f" end {name}"
    minute = f"{12 + i % 3}:00"
    if i % 4 == 3:
        row = text.replace("\n", "\\n")
        stub.reply = '[{"content": "%s"}, {"content": "second %s"}]' % (row, name)
        memorize(diary, "turn", llm=stub, date="2026-07-30", time=minute)
    else:
        diary.append(text, date="2026-07-30", time=minute, key=name if i % 5 == 0 else None)
    print(name, flush=True)
"""


def report(what: str, good: bool, details: str) -> bool:
    """Print one line and pass the verdict on."""
    print(f"{'kept' if good else 'LOST'}  {what}: {details}")
    return good


def processes(folder: Path, number: int, each: int) -> bool:
    """Processes that append to one day at once lose nothing, in the day file and in the journal."""
    running = [subprocess.Popen([sys.executable, "-c", WRITER, folder, str(n), str(each)]) for n in range(number)]
    codes = [process.wait() for process in running]
    diary = Diary(folder)
    contents = {item.content for item in diary.day(DAY)}
    wanted = {f"{n} {i}" for n in range(number) for i in range(each)}
    lines = len(diary.journal.entries())
    good = contents == wanted and len(diary.day(DAY)) == len(wanted) == lines and not any(codes)
    return report(f"{number} processes x {each}", good, f"{len(contents)} of {len(wanted)}, {lines} journal lines")


def threads(folder: Path, number: int, each: int) -> bool:
    """Threads that share a diary lose nothing."""
    diary = Diary(folder)

    def write(name: int) -> None:
        for i in range(each):
            diary.append(f"{name} {i}", date=DAY, time="12:00" if i % 5 else f"{i % 24:02}:00")

    running = [threading.Thread(target=write, args=(name,)) for name in range(number)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    kept = len({item.content for item in diary.day(DAY)})
    return report(f"{number} threads x {each}", kept == number * each, f"{kept} of {number * each}")


def whole(content: str) -> bool:
    """Whether an entry of a victim has its beginning and its end."""
    words = content.split(" ")
    return words[0] == "second" or (words[0] == "begin" and words[-2] == "end" and words[1] == words[-1])


def kills(folder: Path, number: int) -> bool:
    """What a process acknowledged before it was killed is there, whole and once; batches are all or none."""
    chance = random.Random(number)
    acknowledged = missing = torn = partial = 0
    for round_ in range(number):
        root = folder / str(round_ // 20)
        victim = subprocess.Popen([sys.executable, "-c", VICTIM, root, str(round_)], stdout=subprocess.PIPE, text=True)
        first = victim.stdout.readline() if victim.stdout else ""
        time.sleep(chance.random() * 0.05)
        victim.kill()
        names = [first.strip(), *victim.communicate()[0].split("\n")[:-1]]
        contents = [item.content for item in Diary(root).day(DAY)]
        begun = {content.split(" ")[1] for content in contents if content.startswith("begin ")}
        second = {content.split(" ")[1] for content in contents if content.startswith("second ")}
        acknowledged += len(names)
        missing += len(set(names) - begun)
        torn += sum(not whole(content) for content in contents) + len(contents) - len(set(contents))
        partial += len(second ^ {name for name in begun if int(name.split("-")[1]) % 4 == 3})
    details = f"{acknowledged} acknowledged, {missing} missing, {torn} torn or double, {partial} batches in part"
    return report(f"{number} kills", not (missing or torn or partial), details)


class TwoEntries:
    """A model that always finds two things worth keeping."""

    def chat(self, messages: list[dict[str, str]]) -> str:
        """Answer with two entries."""
        assert messages
        return '[{"content": "batch one"}, {"content": "batch two"}]'


def full_disk(folder: Path) -> bool:
    """What raised is not stored and what returned is, at every size at which the disk may be full."""
    diary = Diary(folder)
    stored = [diary.append("the first", date=DAY, time="12:00")]
    refused = 0
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for limit in range(100, 20_000, 37):
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        try:
            if limit % 3:
                stored.append(diary.append(f"{limit} " + "x" * 300, date=DAY, time="12:00" if limit % 2 else "11:00"))
            else:
                stored += memorize(diary, "turn", llm=TwoEntries(), date=DAY, time="13:00")
        except OSError:
            refused += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        if diary.day(DAY) != sorted(stored, key=lambda item: item.time):
            return report("a full disk", False, f"differs at {limit} bytes")
    return report("a full disk", refused > 10, f"{len(stored)} stored, {refused} refused, each as reported")


def main() -> int:
    """Run everything; 0 if nothing was lost."""
    logging.disable()  # a full disk costs journal lines, which is logged
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        results = [
            *(processes(folder / f"two-{run}", 2, 500) for run in range(5)),
            *(threads(folder / f"threads-{run}", 8, 125) for run in range(5)),
            processes(folder / "eight", 8, 250),
            full_disk(folder / "full"),
            kills(folder / "kills", number),
        ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
