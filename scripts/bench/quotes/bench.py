"""Measure the check of quotes. Prints ratios, and exits with 1 where a goal is missed.

    python scripts/bench/quotes/bench.py [QUOTES] [CONSTANTS]

500 quotes of 2,000 constants by default, fifty constants a module, each with the function that uses it. What is
compared with is the time that `ast` takes to parse the same modules, in turns. Modules that hold nothing but texts are
measured as well, for comparison: they are parsed in next to no time.
"""

from __future__ import annotations

import ast
import gc
import statistics
import sys
import tempfile
import time
from pathlib import Path

from fencepost.checks.static import StaticChecks
from fencepost.project import open_project
from fencepost.project_plan import plan
from fencepost.settings import load

CHECKED = 2.0
"""Goal: checking takes at most so many times as long as parsing."""
_MODULE = 50
_PAGE = 10
_ROUNDS = 9


def text_of(number: int) -> str:
    """The text of a constant: a dozen lines, with fields and doubled braces."""
    lines = (f"- Rule {line} of text {number}: keep the {{name}} and the {{{{braces}}}}.\n" for line in range(12))
    return f"You are {{name}}, number {number}.\n" + "".join(lines)


def function_of(number: int) -> str:
    """A function that uses a constant."""
    return f'''

def use_{number}(name, store, limit=3):
    """Ask with text {number}."""
    found = []
    for item in store.items():
        if item.count > limit and not item.done:
            found.append(TEXT_{number}.format(name=name, item=item))
    return found[:limit]
'''


def write(root: Path, quotes: int, constants: int, *, code: bool) -> list[Path]:
    """Write a project, and return its modules."""
    package = root / "src" / "pack"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('nothing of the project is imported')\n")
    modules: list[Path] = []
    for first in range(0, constants, _MODULE):
        module = package / f"m{first // _MODULE}.py"
        numbers = range(first, min(first + _MODULE, constants))
        texts = (f'TEXT_{number} = """\\\n{text_of(number)}"""\n' for number in numbers)
        functions = (function_of(number) for number in numbers if code)
        module.write_text("".join([*texts, *functions]))
        modules.append(module)
    for first in range(0, quotes, _PAGE):
        numbers = [index * constants // quotes for index in range(first, min(first + _PAGE, quotes))]
        blocks = (
            f"## {number}\n\n<!-- fencepost: quote pack.m{number // _MODULE}:TEXT_{number} -->\n"
            f"```text\n{text_of(number)}```\n"
            for number in numbers
        )
        (root / f"page{first // _PAGE}.md").write_text("# Page\n\n" + "\n".join(blocks))
    return modules


def parsed(modules: list[Path]) -> float:
    """Seconds of the processor in which `ast` reads the modules."""
    gc.collect()
    begin = time.process_time()
    kept = [ast.parse(module.read_text("utf-8")) for module in modules]
    seconds = time.process_time() - begin
    return seconds if kept else 0.0


def checked(root: Path, quotes: int) -> float:
    """Seconds of the processor in which all quotes are held to their sources."""
    planned = plan(open_project(load(root)))
    contracts = [contract for contract in planned.all_contracts if contract.kind == "quote"]
    gc.collect()
    begin = time.process_time()
    checks = StaticChecks(planned.project, planned.pages, importing=False)
    outcomes = [checks.contract(contract).outcome for contract in contracts]
    checks.close()
    seconds = time.process_time() - begin
    if outcomes != ["passed"] * quotes:
        raise SystemExit(f"{outcomes.count('passed')} of {quotes} quotes hold")
    return seconds


def measured(quotes: int, constants: int, *, code: bool) -> float:
    """How many times as long checking takes as parsing."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        modules = write(root, quotes, constants, code=code)
        turns = [(parsed(modules), checked(root, quotes)) for _ in range(_ROUNDS)]
    ratios = [checking / parsing for parsing, checking in turns]
    parsing, checking = (min(seconds) for seconds in zip(*turns, strict=True))
    what = "with code" if code else "texts alone"
    print(
        f"{quotes} quotes, {constants} constants, {what}: checked in {checking:.3f} s, parsed in {parsing:.3f} s; "
        f"{statistics.median(ratios):.2f} times, from {min(ratios):.2f} to {max(ratios):.2f}"
    )
    return statistics.median(ratios)


def main() -> int:
    """Measure, tell, and say whether the goal is met."""
    quotes, constants = (int(given) for given in (*sys.argv[1:], "500", "2000")[:2])
    alone = measured(quotes, constants, code=False)
    ratio = measured(quotes, constants, code=True)
    print(f"ratio {ratio:.2f}, goal at most {CHECKED}; {alone:.2f} for texts alone")
    return 0 if ratio <= CHECKED else 1


if __name__ == "__main__":
    sys.exit(main())
