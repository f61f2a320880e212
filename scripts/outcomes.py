"""Runs this repository's documentation in every order and distribution, and holds the outcomes to those of a plain run.

`python scripts/outcomes.py [--single] [PATH…]`, in the project's environment. `--single` also chooses each fence alone,
which takes a process for each. What is installed decides what is tried: pytest-xdist, pytest-randomly,
pytest-random-order. The outcome of an item must never depend on who else runs, where, or when.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

Outcomes = dict[str, str]
"""What became of each item, by its name in the JUnit report."""

_IN_ORDER = ["-p", "no:randomly"]
_SPREADS = ("load", "loadscope", "loadfile", "loadgroup", "worksteal")


def run(options: list[str], paths: list[str]) -> Outcomes:
    """The outcomes of one run of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "junit.xml")
        plain = ["-q", "-p", "no:cacheprovider", "-o", "addopts=", "--fencepost", f"--junitxml={file}"]
        command = [sys.executable, "-m", "pytest", *plain, *options, *paths]
        answer = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
        if answer.returncode not in (0, 1) or not file.exists():
            sys.exit(f"{' '.join(command)}\nended with exit code {answer.returncode}:\n{answer.stdout[-4000:]}")
        return {
            f"{case.get('classname')}::{case.get('name')}": outcome(case) for case in ET.parse(file).iter("testcase")
        }


def outcome(case: ET.Element) -> str:
    """What a case of a JUnit report says: `passed`, or the failure's or the skip's own words."""
    found = [f"{part.tag}: {part.get('message')}" for part in case if part.tag in ("failure", "error", "skipped")]
    return "; ".join(found) or "passed"


def variants() -> list[list[str]]:
    """The options of the runs that are compared with a plain one."""
    made: list[list[str]] = []
    if importlib.util.find_spec("xdist"):
        made += [[*_IN_ORDER, "-n", "2", f"--dist={spread}"] for spread in _SPREADS]
        made += [[*_IN_ORDER, "-n", "4", "--dist=load"]]
    if importlib.util.find_spec("pytest_randomly"):
        made += [[f"--randomly-seed={seed}"] for seed in (1, 2, 3)]
    if importlib.util.find_spec("random_order"):
        made += [["--random-order-bucket=global", f"--random-order-seed={seed}"] for seed in (1, 2, 3)]
    return made


def ids(paths: list[str]) -> list[str]:
    """The ids of all fences and contracts, as pytest takes them."""
    command = [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", *_IN_ORDER, "--fencepost", "--co", *paths]
    lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    return [line for line in lines if "[" in line and "::" in line]


def differences(expected: Outcomes, found: Outcomes) -> list[str]:
    """A line for each item of a run whose outcome is another one, or that is missing."""
    names = [name for name in expected if expected[name] != found.get(name)]
    return [f"  {name}\n    {expected[name]}\n    {found.get(name, 'is missing')}" for name in names]


def main() -> int:
    """Compare; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--single", action="store_true", help="choose each fence and contract alone as well")
    parser.add_argument("paths", nargs="*", help="pages; the documentation by default")
    options = parser.parse_args()
    # Named, since tests of the project are none of it.
    options.paths = options.paths or ["docs", *sorted(str(page) for page in Path().glob("*.md"))]
    expected = run(_IN_ORDER, options.paths)
    print(f"{len(expected)} items in a plain run")
    wrong = 0
    for variant in variants():
        lines = differences(expected, run(variant, options.paths))
        wrong += len(lines)
        print(f"{' '.join(variant)}: {'the same' if not lines else f'{len(lines)} differ'}", *lines, sep="\n")
    for one in ids(options.paths) if options.single else ():
        found = run(_IN_ORDER, [one])
        if lines := differences({name: expected[name] for name in found}, found):
            wrong += 1
            print(one, *lines, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
