"""Times fencepost against other runners of documentation, over the same made-up pages.

    python scripts/bench/running/bench.py [--kind trivial,chain,print,fail,unrelated] [--fences 1000,5000] [--runs 5]

The peers are installed into a throwaway environment, together with this repository. Each tool runs in a process of its
own, with no plugin but its own, and the tools take turns. Printed are medians of CPU seconds (user and system) and of
the largest memory, and the ratio to pytest-markdown-docs in the same turn: those hold on a busy machine, seconds do
not.
`floor` compiles and runs the same code without pytest.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
PEERS = ("pytest-markdown-docs", "sybil", "pytest-examples", "mktestdocs", "pytest-codeblocks")
PER_PAGE = {"chain": 50}
FLOOR = """
import re, sys
from pathlib import Path
for page in sorted(Path("docs").glob("*.md")):
    names = {"__name__": "page"}
    for code in re.findall(r"^```python[^\\n]*\\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S):
        try:
            exec(compile(code, str(page), "exec"), names)
        except AssertionError:
            pass
"""
SYBIL = """
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser
pytest_collect_file = Sybil(parsers=[PythonCodeBlockParser()], patterns=["*.md"]).pytest()
"""
EXAMPLES = """
import pytest
from pytest_examples import find_examples

@pytest.mark.parametrize("example", [*find_examples("docs")], ids=str)
def test_docs(example, eval_example):
    eval_example.run(example)
"""
MKTESTDOCS = """
from pathlib import Path
import pytest
from mktestdocs import check_md_file

@pytest.mark.parametrize("page", sorted(Path("docs").glob("*.md")), ids=str)
def test_docs(page):
    check_md_file(fpath=page, memory=True)
"""


@dataclass(frozen=True)
class Tool:
    """How a runner is called."""

    name: str
    arguments: tuple[str, ...]
    files: tuple[tuple[str, str], ...] = ()
    between: str = ""
    """What stands above a fence that goes on from the one before."""
    continued: str = ""
    """What stands behind the language of such a fence."""


PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
FENCEPOST = (*PYTEST, "-p", "fencepost.pytest_plugin", "--fencepost")
TOOLS = (
    Tool("floor", ("-c", FLOOR)),
    Tool(
        "pytest-markdown-docs",
        (*PYTEST, "-p", "pytest_markdown_docs.plugin", "--markdown-docs", "docs"),
        (),
        "",
        " continuation",
    ),
    Tool("fencepost", (*FENCEPOST, "docs"), (("fencepost.toml", ""),)),
    Tool("fencepost, lean", (*FENCEPOST, "--fencepost-lean", "docs"), (("fencepost.toml", ""),)),
    Tool("sybil", (*PYTEST, "docs"), (("conftest.py", SYBIL),)),
    Tool("pytest-examples", (*PYTEST, "-p", "pytest_examples", "test_docs.py"), (("test_docs.py", EXAMPLES),)),
    Tool("mktestdocs", (*PYTEST, "test_docs.py"), (("test_docs.py", MKTESTDOCS),)),
    Tool(
        "pytest-codeblocks",
        (*PYTEST, "-p", "pytest_codeblocks.plugin", "--codeblocks", "docs"),
        (),
        "<!--pytest-codeblocks:cont-->\n\n",
    ),
)
CODES: dict[str, Callable[[int, int], str]] = {
    "trivial": lambda number, _: f"x_{number} = {number}\nassert x_{number} + 1 == {number + 1}\n",
    "chain": lambda _, place: (
        f"v{place} = {f'v{place - 1} + 1' if place else '0'}\nassert v{place} == {place}\nsum(range(40_000))\n"
    ),
    "print": lambda number, _: f"for n in range(20):\n    print('fence {number}, line', n)\n",
    "fail": lambda number, _: f"x_{number} = {number}\nassert x_{number} + 1 == 0, 'wrong'\n",
}


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", default="trivial,chain,print,fail,unrelated")
    parser.add_argument("--fences", default="1000,5000", help="for `trivial`; the others take 1,000, `fail` 200")
    parser.add_argument("--tools", default=";".join(tool.name for tool in TOOLS), help="their names, with `;` between")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--python", help="an environment that has all of it, in the place of a throwaway one")
    options = parser.parse_args()
    tools = [tool for tool in TOOLS if tool.name in options.tools.split(";")]
    with tempfile.TemporaryDirectory(prefix="fencepost-bench-") as folder:
        work = Path(folder)
        python = options.python or environment(work / "venv")
        for kind in options.kind.split(","):
            if kind == "unrelated":
                report("unrelated", 1, unrelated(work, python, options.runs), "without")
                continue
            counts = {"trivial": options.fences, "fail": "200"}.get(kind, "1000")
            for count in map(int, counts.split(",")):
                able = [tool for tool in tools if kind != "chain" or tool.name != "pytest-examples"]
                report(kind, count, compare(work / f"{kind}-{count}", python, able, kind, count, options.runs))


def environment(folder: Path) -> str:
    """A new environment with this repository and the peers; its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", f"{ROOT}[pytest]", *PEERS], check=True)
    return python


def pages(folder: Path, tool: Tool, kind: str, count: int) -> None:
    """Write the pages of one tool."""
    (folder / "docs").mkdir(parents=True)
    for name, text in tool.files:
        (folder / name).write_text(text, "utf-8")
    size = PER_PAGE.get(kind, 20)
    for page in range(-(-count // size)):
        parts = [f"# Page {page}\n"]
        for place in range(min(size, count - page * size)):
            goes_on = kind == "chain" and place > 0
            parts.append(f"## Section {place}\n\nSome words with `code` and a [link](page{page:04}.md).\n")
            code = CODES[kind](page * size + place, place)
            parts.append(f"{tool.between * goes_on}```python{tool.continued * goes_on}\n{code}```\n")
        (folder / "docs" / f"page{page:04}.md").write_text("\n".join(parts), "utf-8")


Turns = dict[str, list[tuple[float, float]]]
"""CPU seconds and MiB of each turn, by tool."""


def compare(work: Path, python: str, tools: list[Tool], kind: str, count: int, runs: int) -> Turns:
    """Let the tools take turns; the first turn warms up and is not counted."""
    for tool in tools:
        pages(work / tool.name, tool, kind, count)
    found: Turns = {tool.name: [] for tool in tools}
    for turn in range(runs + 1):
        for tool in tools:
            measured = run([python, *tool.arguments], work / tool.name)
            if turn:
                found[tool.name].append(measured)
    return found


def unrelated(work: Path, python: str, runs: int) -> Turns:
    """A run of one ordinary test, with and without the plugin."""
    folder = work / "unrelated"
    folder.mkdir()
    (folder / "test_own.py").write_text("def test_it():\n    pass\n", "utf-8")
    ways = {"without": PYTEST, "with fencepost": (*PYTEST, "-p", "fencepost.pytest_plugin")}
    found: Turns = {name: [] for name in ways}
    for turn in range(4 * runs + 1):
        for name, arguments in ways.items():
            measured = run([python, *arguments], folder)
            if turn:
                found[name].append(measured)
    return found


def run(command: list[str], folder: Path) -> tuple[float, float]:
    """CPU seconds and the largest memory in MiB of a process."""
    variables = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen(command, cwd=folder, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def report(kind: str, count: int, turns: Turns, reference: str = "pytest-markdown-docs") -> None:
    """Print medians, and ratios to the reference in the same turn."""
    print(f"\n{kind}, {count} {time.strftime('%H:%M')}")
    print(f"{'':22}{'CPU s':>8}{'ratio':>8}{'MiB':>8}{'ratio':>8}")
    against = turns.get(reference, next(iter(turns.values())))
    for name, measured in turns.items():
        seconds, memory = (statistics.median(one[index] for one in measured) for index in (0, 1))
        ratios = [
            statistics.median(one[index] / other[index] for one, other in zip(measured, against, strict=True))
            for index in (0, 1)
        ]
        print(f"{name:22}{seconds:8.2f}{ratios[0]:8.2f}{memory:8.0f}{ratios[1]:8.2f}", flush=True)


if __name__ == "__main__":
    main()
