"""Measure start-up. Prints ratios, and exits with 1 where a goal is missed.

    python scripts/bench/startup/bench.py [TURNS]

What is compared is the CPU time, user and system, of whole processes that take turns: the commands with
`python -c pass` of the same environment, and the collection of a project of 1,000 tests that has nothing to do with
fencepost, with the plugin installed but not asked for, with the same without the plugin. A ratio is the median of the
ratios of a turn.
"""

from __future__ import annotations

import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

BIN = Path(sys.executable).parent
STARTED = {"fencepost": 6.0, "wikimem": 4.0}
"""Goals: a command that does nothing takes at most so many times as long as a Python that does nothing."""
COLLECTED = 1.05
"""Goal: a foreign project is collected in at most so many times the time that it takes without the plugin."""
COMMANDS = {
    "import fencepost": [sys.executable, "-c", "import fencepost"],
    "fencepost --version": [str(BIN / "fencepost"), "--version"],
    "fencepost --help": [str(BIN / "fencepost"), "--help"],
    "import wikimem": [sys.executable, "-c", "import wikimem"],
    "wikimem --version": [str(BIN / "wikimem"), "--version"],
    "wikimem --help": [str(BIN / "wikimem"), "--help"],
}
PYTEST = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]


def cost(command: list[str], folder: str) -> float:
    """CPU seconds of a command. Raises `CalledProcessError`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run(
        command, cwd=folder, env=environment, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def ratios(base: list[str], commands: dict[str, list[str]], turns: int, folder: str) -> dict[str, float]:
    """What each command costs, for what `base` costs in the same turn; the first turn only warms up."""
    found: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(turns + 1):
        bare = cost(base, folder)
        for name, command in commands.items():
            took = cost(command, folder) / bare
            if turn:
                found[name].append(took)
    return {name: statistics.median(values) for name, values in found.items()}


def foreign(folder: Path) -> None:
    """Twenty modules of fifty tests."""
    for number in range(20):
        tests = "".join(f"def test_{one}():\n    assert {one} == {one}\n\n\n" for one in range(50))
        (folder / f"test_{number}.py").write_text(tests, "utf-8")


def main(turns: int) -> int:
    """Measure both; 1 where a goal is missed."""
    with tempfile.TemporaryDirectory(prefix="fencepost-startup-") as folder:
        foreign(Path(folder))
        started = ratios([sys.executable, "-c", "pass"], COMMANDS, turns, folder)
        for name, ratio in started.items():
            print(f"{name:24}{ratio:6.2f}x python -c pass")
        without = [*PYTEST, "-p", "no:fencepost"]
        collected = ratios(without, {"with": PYTEST}, max(3, turns // 3), folder)["with"]
    print(f"collection with the plugin {collected:.3f}x that without (goal: at most {COLLECTED:g}x)")
    slow = [name for name, ratio in started.items() if ratio > STARTED.get(name.partition(" ")[0], math.inf)]
    print(f"slower to start than they should be: {', '.join(slow) or 'none'}")
    return 1 if slow or collected > COLLECTED else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if sys.argv[1:] else 15))
