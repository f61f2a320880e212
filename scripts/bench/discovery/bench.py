"""Measure how long it takes to find every fence, heading and directive of a tree, against only reading it.

    python scripts/bench/discovery/bench.py FOLDER [--dialect mkdocs] [--config mkdocs.yml] [--rounds 7]
    python scripts/bench/discovery/bench.py --torture

Both are whole processes, run in turns; the figure is the median of the ratios of their CPU time, user and system, so
that the speed of the machine cancels out. `--torture` reads pages that are made to be slow, each at two sizes: the time
of the larger one may not grow by much more than its size.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

READ = """
import sys
from pathlib import Path
folder = Path(sys.argv[1])
size = sum(len(path.read_bytes().decode("utf-8", "replace")) for path in sorted(folder.rglob("*.md")))
"""
FIND = """
import sys
from pathlib import Path
from fencepost.markdown import parse_page
from fencepost.site import read_site
folder = Path(sys.argv[1])
site = read_site(Path(sys.argv[3])) if sys.argv[3] else None
found = 0
for path in sorted(folder.rglob("*.md")):
    text = path.read_bytes().decode("utf-8", "replace")
    found += len(parse_page(text, path.name, dialect=sys.argv[2], site=site).fences)
print(found)
"""
TORTURE: dict[str, Callable[[int], str]] = {
    "fences at the margin": lambda n: "```py\nx\n```\n\n" * n,
    "fences in one block": lambda n: "```py\nx\n```\n" * n,
    "fences in admonitions": lambda n: "!!! note\n\n    ```py\n    x\n    ```\n\n" * n,
    "fences in tabs": lambda n: '=== "A"\n\n    ```py\n    x\n    ```\n\n' * n,
    "fences in quotes": lambda n: "> ```py\n> x\n> ```\n\n" * n,
    "openings that are unmade": lambda n: "  ```py\nx\n" * n,
    "openings with words": lambda n: "```py foo\n" * n,
    "unclosed tildes": lambda n: "~~~\n" + "text\n" * n,
    "headings in one block": lambda n: "# a\n" * n,
    "headings in one indented block": lambda n: "- a\n# a\n" * n,
    "rules in one block": lambda n: "- a\n***\n" * n,
    "definitions of links": lambda n: "[a]: b\n" * n,
    "definitions of footnotes": lambda n: "[^a]: b\n    c\n" * n,
    "comments": lambda n: "<!-- fencepost: skip -->\n" * n,
    "comments in a quote": lambda n: "> <!-- fencepost: skip -->\n" * n,
    "comments that are not closed": lambda n: "> <!-- fencepost: skip\n\n" * n,
    "tags": lambda n: "<div>\n" * n,
    "tags on one line": lambda n: "<div>" * n,
    "angles": lambda n: "<a " * n,
    "quotes in tags": lambda n: '<a b="' * n,
    "slashes": lambda n: "/// note\nx\n///\n" * n,
    "open slashes": lambda n: "/// note\n\n" * n,
    "a deep quote": lambda n: ">" * n + " x\n",
    "a deep list": lambda n: "- " * n + "x\n",
    "a stair of lists": lambda n: "".join("    " * i + "- a\n" for i in range(min(n, 400))),
    "a stair of admonitions": lambda n: "".join("    " * i + "!!! note\n" for i in range(min(n, 400))),
    "code spans": lambda n: "> <!-- fencepost: skip --> " + "` `` " * n + "\n",
    "a table": lambda n: "| a | b |\n|---|---|\n" + "| c | d |\n" * n,
    "paragraphs": lambda n: "some text with words\n\n" * n,
    "one long line": lambda n: "a" * n + "\n",
    "empty lines": lambda n: "\n" * n + "- a\n",
    "elements": lambda n: "<div markdown>\n\n" * n,
    "spaces": lambda n: "#" + " " * n + "x\n",
}


def cpu(code: str, arguments: list[str]) -> float:
    """The CPU seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(folder: str, dialect: str, config: str, rounds: int) -> None:
    """Print the ratio of finding to reading."""
    arguments = [folder, dialect, config]
    pairs = [(cpu(READ, arguments), cpu(FIND, arguments)) for _ in range(rounds)]
    ratio = statistics.median(find / read for read, find in pairs)
    read, find = (statistics.median(values) for values in zip(*pairs, strict=True))
    print(f"read {read:.3f} s, find {find:.3f} s, ratio {ratio:.2f}")


def torture(dialects: list[str], size: int) -> int:
    """Read slow pages at two sizes; gives the number of those that grow too fast."""
    from fencepost.markdown import parse_page

    bad = 0
    for name, make in TORTURE.items():
        for dialect in dialects:
            times = []
            for factor in (1, 4):
                text = make(size * factor)
                begin = time.process_time()
                parse_page(text, "page.md", dialect=dialect)  # ty: ignore[invalid-argument-type]
                times.append(time.process_time() - begin)
            slow = times[1] > 0.5 and times[1] > 8 * times[0]
            bad += slow
            print(f"{name:32} {dialect:7} {times[0]:7.3f} s {times[1]:7.3f} s{'  grows too fast' if slow else ''}")
    return bad


def main() -> int:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--dialect", default="mkdocs", choices=["mkdocs", "gfm", "mdx"])
    parser.add_argument("--config", default="")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--torture", action="store_true")
    parser.add_argument("--size", type=int, default=5000)
    arguments = parser.parse_args()
    if arguments.torture:
        return min(torture(["mkdocs", "gfm", "mdx"], arguments.size), 1)
    if not arguments.folder or not Path(arguments.folder).is_dir():
        parser.error("name a folder with Markdown, or --torture")
    compare(arguments.folder, arguments.dialect, arguments.config, arguments.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
