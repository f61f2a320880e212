"""Measure the comparison of languages and the check of links. Prints ratios, and exits with 1 where a goal is missed.

    python scripts/bench/translation/bench.py [PAIRS]

PAIRS is the number of page pairs, 1000 by default. They are made from this repository's guides: each pair is a guide in
two languages, and in every other pair one fence was changed. What is compared with is the processor time of reading
the pages: finding their fences, headings and directives. The time of reading only their bytes is printed as well.

A whole check of such a tree by two processes is compared with one by a single process, in turns. Run this when the
machine is quiet: what other programs do on the second processor is counted as well.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from unittest import mock

from fencepost import engine, processes
from fencepost.checks.links.check import check_links
from fencepost.checks.links.targets import Targets
from fencepost.checks.translation import compare_pages
from fencepost.markdown import parse_page
from fencepost.plan import PagePlan, plan_page
from fencepost.project import open_project
from fencepost.settings import load

ROOT = Path(__file__).parents[3]
COMPARED = 6.0
"""Goal: comparing takes at most so many times as long as reading both pages."""
ALIGNED = 1.0
"""Goal: seconds in which a page of 400 fences is aligned with one that lacks one of them."""
SHARED = 0.75
"""Goal: the time of two processes, for one of a single process, where they are used at all."""
TURNS = 5


def read(text: str, path: str, language: str) -> PagePlan:
    """A page, read and planned."""
    return plan_page(replace(parse_page(text, path, dialect="mkdocs"), language=language))


def texts(number: int) -> list[tuple[str, str]]:
    """Texts of page pairs; in every other pair a number in the Chinese code differs."""
    english = sorted((ROOT / "docs/en").rglob("*.md"))
    guides = [(path, ROOT / "docs/zh" / path.relative_to(ROOT / "docs/en")) for path in english]
    both = [(one.read_text("utf-8"), other.read_text("utf-8")) for one, other in guides if other.is_file()]
    found = [both[index % len(both)] for index in range(number)]
    return [(one, other + "\n" if i % 2 else other.replace("1", "2", 3)) for i, (one, other) in enumerate(found)]


def compared(number: int) -> float:
    """How many times as long comparing takes as reading."""
    given = texts(number)
    with tempfile.TemporaryDirectory() as name:
        file = Path(name, "page.md")
        file.write_text("".join(one + other for one, other in given), "utf-8")
        begin = time.process_time()
        file.read_bytes().decode("utf-8")
        print(f"the bytes of {number} pairs: read in {time.process_time() - begin:.2f} s")
    begin = time.process_time()
    pages = [
        (read(one, f"docs/en/{i}.md", "en"), read(other, f"docs/zh/{i}.md", "zh"))
        for i, (one, other) in enumerate(given)
    ]
    middle = time.process_time()
    found = sum(len(compare_pages(one, other)) for one, other in pages)
    end = time.process_time()
    print(f"{number} pairs: read in {middle - begin:.2f} s, compared in {end - middle:.2f} s, {found} findings")
    return (end - middle) / (middle - begin)


def aligned() -> float:
    """Seconds for 400 fences of which one is missing."""
    fences = [f"```python\nn{i} = load_n{i}({i})\nstore(n{i})\n```\n\n" for i in range(400)]
    one = read("".join(fences), "docs/en/a.md", "en")
    other = read("".join(f"{text}一\n\n" for i, text in enumerate(fences) if i != 200), "docs/zh/a.md", "zh")
    begin = time.perf_counter()
    found = compare_pages(one, other)
    seconds = time.perf_counter() - begin
    print(f"400 fences and 399: {seconds:.2f} s, {[finding.code for finding in found]}")
    return seconds


def linked(number: int) -> None:
    """The time for links between pages, each of which has ten."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "docs").mkdir()
        (folder / "mkdocs.yml").write_text("site_name: x\n", "utf-8")
        for i in range(number):
            links = "\n".join(f"[x](p{(i + step) % number}.md#one)" for step in range(10))
            (folder / f"docs/p{i}.md").write_text(f"# One\n\n{links}\n", "utf-8")
        project = open_project(load(folder))
        begin = time.perf_counter()
        targets = Targets(project)
        found = sum(len(check_links(page, targets)) for page in project.pages)
        print(f"{number * 10} links on {number} pages: {time.perf_counter() - begin:.2f} s, {found} findings")


def shared(number: int) -> float | None:
    """The time of two processes for one of a single process; `None` where the tree is too small for two."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for i, both in enumerate(texts(number)):
            for language, text in zip(("en", "zh"), both, strict=True):
                page = folder / "docs" / language / f"p{i}.md"
                page.parent.mkdir(parents=True, exist_ok=True)
                page.write_text(text, "utf-8")
        size = sum(path.stat().st_size for path in folder.rglob("*.md"))
        used = processes.wanted(size)
        print(f"{number} pairs of {size / 1e6:.1f} MB are checked by {used} process{'es' if used > 1 else ''}")
        if used < 2:
            return None
        ratios = [_in_turn(folder) for _ in range(TURNS)]
    return statistics.median(ratios)


def _in_turn(folder: Path) -> float:
    """One check with a single process and one with two; they have to find the same."""
    took, busy, found = [], [], []
    for number in (1, 2):
        with mock.patch.object(processes, "wanted", return_value=number):
            begin, own = time.perf_counter(), time.process_time()
            found.append(engine.check(folder, run=False))
            took.append(time.perf_counter() - begin)
            busy.append(time.process_time() - own)
    assert found[0] == found[1], "two processes find something else than one"
    share = f"this process worked {busy[1] / busy[0]:.2f} of the time"
    print(f"  {took[0]:.2f} s by one, {took[1]:.2f} s by two, {share} (load {os.getloadavg()[0]:.1f})")
    return took[1] / took[0]


def main(arguments: list[str]) -> int:
    """Measure, and say whether the goals are met."""
    number = int(arguments[0]) if arguments else 1000
    ratio, seconds = compared(number), aligned()
    linked(number)
    small, large = shared(20), shared(number)
    print(f"comparing takes {ratio:.2f} times as long as reading (goal: at most {COMPARED:g})")
    if large is not None:
        print(f"two processes take {large:.2f} of the time of one (goal: at most {SHARED:g})")
    met = ratio <= COMPARED and seconds <= ALIGNED and small is None and (large is None or large <= SHARED)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
