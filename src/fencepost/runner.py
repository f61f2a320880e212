"""Runs fences through pytest in a process of its own, with the project's conftest and fixtures, without its addopts."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from importlib.metadata import entry_points
from pathlib import Path

from fencepost import exchange
from fencepost.exchange import Results

_NEEDED = {"pytest": "pytest", "jsonschema": "jsonschema", "time_machine": "time-machine"}
INSTALL = 'python -m pip install "fencepost[pytest]"'


class CannotRunError(Exception):
    """Fences could not be run at all: a package is missing, or pytest did not get as far as running them."""


def run_fences(root: Path, targets: Sequence[str], expected: Collection[str], *, audit_skips: bool = False) -> Results:
    """Run the fences and running contracts of `targets`, pages or ids relative to `root`.

    The results hold a verdict for each id in `expected`.

    Raises:
        CannotRunError: the extra is not installed, or pytest ended without a verdict for each; the message holds
            its output.
    """
    missing = [name for module, name in _NEEDED.items() if importlib.util.find_spec(module) is None]
    if missing:
        raise CannotRunError(f"running fences needs {', '.join(missing)}; install it with: {INSTALL}")
    with tempfile.TemporaryDirectory(prefix="fencepost-") as folder:
        results = Path(folder, "results.json")
        audit = ["--fencepost-audit-skips"] if audit_skips else []
        command = [*_command(), *audit, f"--fencepost-results={results}", *targets]
        environment = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
        answer = subprocess.run(
            command, cwd=root, env=environment, capture_output=True, text=True, errors="replace", check=False
        )
        if answer.returncode == 2 and "KeyboardInterrupt" in answer.stdout:
            raise KeyboardInterrupt
        found = exchange.load(results.read_text("utf-8")) if results.is_file() else Results()
    without = [name for name in expected if name not in found.verdicts]
    if without:
        said = "\n".join((answer.stdout + answer.stderr).strip().splitlines()[-40:])
        count = f"{len(without)} of {len(expected)} fences and contracts have no result, first {without[0]}"
        raise CannotRunError(f"pytest ended with exit code {answer.returncode}, and {count}:\n{said}")
    return found


def _command() -> list[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", "-p", "no:cacheprovider", "--fencepost"]
    registered = any(entry.name == "fencepost" for entry in entry_points(group="pytest11"))
    return command if registered else [*command, "-p", "fencepost.pytest_plugin"]
