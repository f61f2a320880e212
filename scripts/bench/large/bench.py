"""Measure the static check of a large documentation. Prints time and memory, and exits with 1 where a goal is missed.

    python scripts/bench/large/bench.py [PAGES] [PROCESSES]

PAGES is 10,000 by default, half of them in each of two languages, with fences, headings and links; PROCESSES is 1, so
that CPU time and memory are those of one process. The tree is checked at a quarter of its size first: four times the
pages may take little more than four times the time and memory. Each check is a process of its own, as a user starts it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

GROWTH = 1.2
"""Goal: a page of the large tree takes at most so many times the time of a page of the small one."""
MEMORY = 40.0
"""Goal: KiB of memory for each page."""
SETTINGS = 'pages = ["docs/**/*.md"]\nsource-language = "en"\n[languages]\nen = ["docs/en"]\nzh = ["docs/zh"]\n'
CHECK = """
import os, sys
from fencepost import cli
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[1])])
raise SystemExit(cli.main(["check", "--quiet"]))
"""
WORDS = {
    "en": ("Step", "Install it first, then read on in", "The value of", "is kept until the end of the run."),
    "zh": ("步骤", "请先安装，再阅读", "变量", "的值会一直保留到运行结束。"),
}


def page(language: str, number: int, of: int) -> str:
    """A page of five headings, six fences and six links."""
    step, before, value, behind = WORDS[language]
    parts = [f"# {step} {number} {{ #top }}\n"]
    for part in range(5):
        other = (number * 7 + part * 13) % of
        link = f"[{step} {other}](page-{other}.md#part-{part})"
        code = f"value_{part} = {number} + {part}\nprint(value_{part})\n"
        prose = f"{before} {link}. {value} `value_{part}` {behind}\n\n" * 3
        parts.append(f"## {step} {number}.{part} {{ #part-{part} }}\n\n{prose}```python\n{code}```\n")
    return "\n".join([*parts, f'```json\n{{"number": {number}}}\n```\n'])


def make(root: Path, pages: int) -> int:
    """Write a tree with its settings; the bytes of its pages."""
    half = pages // 2
    size = 0
    for language in WORDS:
        folder = root / "docs" / language
        folder.mkdir(parents=True)
        for number in range(half):
            data = page(language, number, half).encode()
            (folder / f"page-{number}.md").write_bytes(data)
            size += len(data)
    (root / "fencepost.toml").write_text(SETTINGS, "utf-8")
    return size


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process used: CPU seconds, user and system, and KiB at its largest."""

    seconds: float
    memory: int


def check(root: Path, processes: int) -> Cost:
    """Check a tree, which has to hold. Raises `CalledProcessError`."""
    process = subprocess.Popen([sys.executable, "-c", CHECK, str(processes)], cwd=root)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, "fencepost check")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss)


def main(pages: int = 10_000, processes: int = 1) -> int:
    """Both sizes; 1 where the larger one costs too much."""
    costs = []
    for number in (pages // 4, pages):
        with tempfile.TemporaryDirectory(prefix="fencepost-large-") as folder:
            size = make(Path(folder), number)
            cost = check(Path(folder), processes)
        costs.append(cost)
        print(
            f"{number:6} pages, {size / 1e6:5.1f} MB: {cost.seconds:6.2f} s, "
            f"{cost.seconds / number * 1000:.2f} ms a page, {cost.memory / 1024:.0f} MiB at most",
            flush=True,
        )
    small, large = costs
    growth = large.seconds / small.seconds / (pages / (pages // 4))
    memory = (large.memory - small.memory) / (pages - pages // 4)
    print(f"a page of the larger tree takes {growth:.2f}x the time of the smaller one (goal: at most {GROWTH:g}x)")
    print(f"each page takes {memory:.1f} KiB (goal: at most {MEMORY:g} KiB)")
    return 1 if growth > GROWTH or memory > MEMORY else 0


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    raise SystemExit(main(*given[:2]))
