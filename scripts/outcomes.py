"""Runs this repository's documentation in every order and distribution, and holds the outcomes to those of a plain run.

`python scripts/outcomes.py [--single N] [--seeds 1,2,3] [--only WORD] [PATH…]`, in the project's environment.
`--single 1` also chooses each fence alone, in as many processes as there are fences; `--single 10` each tenth.
What is installed decides what is tried: pytest-xdist, pytest-randomly, pytest-random-order; what is missing is named,
and with `--all` it is an error. The outcome of an item must never depend on who else runs, where, or when.
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
_SPREADS = ("load", "loadscope", "loadfile", "loadgroup", "worksteal", "each")
_PLUGINS = {"xdist": "pytest-xdist", "pytest_randomly": "pytest-randomly", "random_order": "pytest-random-order"}


def run(options: list[str], paths: list[str]) -> Outcomes:
    """The outcomes of one run of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "junit.xml")
        plain = ["-q", "-p", "no:cacheprovider", "-o", "addopts=", "--fencepost", f"--junitxml={file}"]
        command = [sys.executable, "-m", "pytest", *plain, *options, *paths]
        answer = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
        if answer.returncode not in (0, 1) or not file.exists():
            sys.exit(f"{' '.join(command)}\nended with exit code {answer.returncode}:\n{answer.stdout[-4000:]}")
        found: Outcomes = {}
        for case in ET.parse(file).iter("testcase"):
            name, became = f"{case.get('classname')}::{case.get('name')}", outcome(case)
            # With `--dist=each` every item runs in each process: all of them must say the same.
            found[name] = became if found.get(name, became) == became else f"{found[name]}; elsewhere {became}"
        return found


def outcome(case: ET.Element) -> str:
    """What a case of a JUnit report says: `passed`, or the failure's or the skip's own words."""
    found = [f"{part.tag}: {part.get('message')}" for part in case if part.tag in ("failure", "error", "skipped")]
    return "; ".join(found) or "passed"


def variants(seeds: list[str]) -> list[list[str]]:
    """The options of the runs that are compared with a plain one."""
    made: list[list[str]] = []
    if _is_there("xdist"):
        made += [[*_IN_ORDER, "-n", count, f"--dist={spread}"] for count in ("2", "4") for spread in _SPREADS]
    if _is_there("pytest_randomly"):
        made += [[f"--randomly-seed={seed}"] for seed in seeds]
    if _is_there("random_order"):
        shuffled = ["--random-order-bucket=global"]
        made += [[*_IN_ORDER, *shuffled, f"--random-order-seed={seed}"] for seed in seeds]
    if _is_there("xdist") and _is_there("random_order"):
        made += [[*_IN_ORDER, *shuffled, f"--random-order-seed={seeds[0]}", "-n", "2", "--dist=load"]]
    return made


def _is_there(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


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
    parser.add_argument("--single", type=int, metavar="N", help="choose each Nth fence and contract alone as well")
    parser.add_argument("--only", default="", metavar="WORD", help="leave out runs in whose options it is not found")
    parser.add_argument("--seeds", default="1,2,3", help="for random orders, with commas between")
    parser.add_argument("--all", action="store_true", help="fail where a plugin is missing")
    parser.add_argument("paths", nargs="*", help="pages; the documentation by default")
    options = parser.parse_args()
    # Named, since tests of the project are none of it.
    options.paths = options.paths or ["docs", *sorted(str(page) for page in Path().glob("*.md"))]
    missing = [name for module, name in _PLUGINS.items() if not _is_there(module)]
    for name in missing:
        print(f"not tried, since it is not installed: {name}", flush=True)
    if missing and options.all:
        return 2
    expected = run(_IN_ORDER, options.paths)
    print(f"{len(expected)} items in a plain run", flush=True)
    wrong = 0
    for variant in variants(options.seeds.split(",")):
        if options.only not in " ".join(variant):
            continue
        lines = differences(expected, run(variant, options.paths))
        wrong += len(lines)
        said = "the same" if not lines else f"{len(lines)} differ"
        print(f"{' '.join(variant)}: {said}", *lines, sep="\n", flush=True)
    if options.single:
        wrong += _alone(expected, ids(options.paths)[:: options.single])
    return 1 if wrong else 0


def _alone(expected: Outcomes, names: list[str]) -> int:
    """Choose each of these fences and contracts alone; how many of them come out differently."""
    wrong = 0
    for one in names:
        found = run(_IN_ORDER, [one])
        if lines := differences({name: expected[name] for name in found}, found):
            wrong += 1
            print(one, *lines, sep="\n", flush=True)
    print(f"each alone: {len(names) - wrong} of {len(names)} the same", flush=True)
    return wrong


if __name__ == "__main__":
    raise SystemExit(main())
