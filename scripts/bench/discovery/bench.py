"""Measure what it costs to find what stands on the pages of a tree, against only reading them.

    python scripts/bench/discovery/bench.py FOLDER [--dialect mkdocs] [--config mkdocs.yml] [--rounds 7]
    python scripts/bench/discovery/bench.py --growth
    python scripts/bench/discovery/bench.py --torture

For a folder, each line is a whole process, from the start of Python to its end, and its cost is its CPU time, user and
system. The processes take turns, and a ratio is the median of the ratios of a turn, so that the speed of the machine
cancels out. `read` walks the folder, reads every page and decodes it; each of the others does that and more:

    find    the place, the info string and the containers of every fence
    page    `parse_page`: with headings, directives, the names of fences, and where the site and GitHub disagree
    links   the same, the links of each page, and the file that each of them leads to
    check   `fencepost check --no-run` of the folder as it is, by one process
    others  the same without FP108 to FP110, the rules that parse code

`--with-check` asks for the last two, since they take long. What parsing code takes is the difference between them.

The modules are compiled before the first turn. Then every page is read in both ways, quickly and in full, and the two
have to agree. `--growth` reads single pages of doubling length and number of fences: the time per character and per
fence should stay the same. `--torture` reads pages that are made to be slow, each at two sizes: the time of the larger
one may not grow by much more than its size.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

WALK = """
import os, sys
def pages(folder):
    for top, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith((".md", ".mdx")):
                with open(os.path.join(top, name), "rb") as file:
                    yield os.path.relpath(os.path.join(top, name), folder), file.read().decode("utf-8", "replace")
folder, dialect, config = sys.argv[1:]
"""
READ = WALK + "print(sum(len(text) for _, text in pages(folder)))"
SITE = """
site = None
if config:
    from pathlib import Path
    from fencepost.site import read_site
    site = read_site(Path(config))
"""
FIND = (
    WALK
    + SITE
    + """
from fencepost.markdown.extensions import of_site
from fencepost.markdown.lines import read
from fencepost.markdown.mkdocs import find
print(sum(len(find(read(text), of_site(site), exact=True).shown) for _, text in pages(folder)))
"""
)
PAGE = (
    WALK
    + SITE
    + """
from fencepost.markdown import parse_page
print(sum(len(parse_page(text, path, dialect=dialect, site=site).fences) for path, text in pages(folder)))
"""
)
LINKS = (
    WALK
    + SITE
    + """
from pathlib import Path
from types import SimpleNamespace
from fencepost.checks import prose
from fencepost.checks.links.find import links
from fencepost.checks.links.targets import Targets
from fencepost.markdown import parse_page
from fencepost.reach import reach_of
loaded = SimpleNamespace(root=Path(folder).resolve(), settings=SimpleNamespace(dialect=dialect))
everything = [parse_page(text, path, dialect=dialect, site=site) for path, text in pages(folder)]
reach = reach_of(site, loaded.root, {}) if site else None
targets = Targets(SimpleNamespace(loaded=loaded, site=site, reach=reach, pages=everything))
found = missing = 0
for page in everything:
    for link in links(prose.read(page)):
        target = targets.find(page, link)
        found += 1
        missing += target is not None and not target.path
print(found, missing)
"""
)
MORE = {"others": ["--ignore", "FP108,FP109,FP110"]}
"""Arguments of single steps."""
CHECK = """
import os, sys
from fencepost.cli import run
os.chdir(sys.argv[1])
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
sys.argv[1:] = ["check", "--no-run", "--exit-zero", "-q", *sys.argv[4:]]
run()
"""
GROWTH = {
    "fences at the margin": "```py\nx = 1\n```\n\n",
    "fences in sections": "## Title\n\nSome text.\n\n```py\nx = 1\n```\n\n",
    "fences in admonitions": "!!! note\n\n    ```py\n    x = 1\n    ```\n\n",
    "fences in lists": "- item\n\n    ```py\n    x = 1\n    ```\n\n",
    "text alone": "A line of text with [a link](page.md) and `code`.\nAnother line.\n\n",
}
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


def cpu(code: str, arguments: list[str], environment: dict[str, str]) -> float:
    """The CPU seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", code, *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(folder: str, dialect: str, config: str, rounds: int, *, with_check: bool) -> None:
    """Print what each step costs, in turns, and its ratio to reading."""
    arguments = [folder, dialect, config]
    steps = {"read": READ, "find": FIND, "page": PAGE, "links": LINKS}
    if dialect != "mkdocs":
        del steps["find"]  # the readers of the other dialects know no such step
    if with_check:
        steps["check"] = steps["others"] = CHECK
    with tempfile.TemporaryDirectory() as compiled:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = compiled
        for name, code in steps.items():
            cpu(code, [*arguments, *MORE.get(name, ())], environment)
        turns = [
            {name: cpu(code, [*arguments, *MORE.get(name, ())], environment) for name, code in steps.items()}
            for _ in range(rounds)
        ]
    for name in steps:
        ratio = statistics.median(turn[name] / turn["read"] for turn in turns)
        seconds = statistics.median(turn[name] for turn in turns)
        print(f"{name:8}{seconds:8.3f} s{ratio:8.2f} x read")
    if with_check:
        apart = statistics.median((turn["check"] - turn["others"]) / turn["read"] for turn in turns)
        print(f"parsing code takes {apart:.2f} x read of the check")


def same(folder: str, config: str) -> int:
    """Read each page of a folder quickly and in full; gives the number of those on which the two differ."""
    from fencepost.markdown.extensions import of_site
    from fencepost.markdown.lines import read
    from fencepost.markdown.mkdocs import scan
    from fencepost.site import read_site

    rules = of_site(read_site(Path(config)) if config else None)
    pages = sorted(Path(folder).rglob("*.md"))
    differing = 0
    for path in pages:
        source = read(path.read_bytes().decode("utf-8", "replace"))
        if scan(source, path.name, rules) != scan(source, path.name, rules, quick=False):
            differing += 1
            print(f"{path}: read quickly, it is another page than read in full")
    print(f"{len(pages)} pages read in both ways, {differing} differ")
    return differing


def growth(dialect: str) -> None:
    """Print the time that single pages take, by their number of fences."""
    from fencepost.markdown import parse_page

    for name, piece in GROWTH.items():
        for count in (12_500, 25_000, 50_000, 100_000):
            text = piece * count
            begin = time.process_time()
            parse_page(text, "page.md", dialect=dialect)  # ty: ignore[invalid-argument-type]
            seconds = time.process_time() - begin
            each = f"{seconds / count * 1e6:6.1f} us each, {seconds / len(text) * 1e9:6.0f} ns a character"
            print(f"{name:24}{count:8}{seconds:8.2f} s, {each}")


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
    parser.add_argument("--config", default="", help="the site's mkdocs.yml; without it Material's extensions hold")
    parser.add_argument("--rounds", type=int, default=7, help="how many turns the processes take")
    parser.add_argument("--with-check", action="store_true")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--torture", action="store_true")
    parser.add_argument("--size", type=int, default=5000, help="how often a slow page repeats its lines")
    arguments = parser.parse_args()
    if arguments.torture:
        return min(torture(["mkdocs", "gfm", "mdx"], arguments.size), 1)
    if arguments.growth:
        growth(arguments.dialect)
        return 0
    if not arguments.folder or not Path(arguments.folder).is_dir():
        parser.error("name a folder with Markdown, or --growth or --torture")
    compare(arguments.folder, arguments.dialect, arguments.config, arguments.rounds, with_check=arguments.with_check)
    return min(same(arguments.folder, arguments.config), 1) if arguments.dialect == "mkdocs" else 0


if __name__ == "__main__":
    sys.exit(main())
