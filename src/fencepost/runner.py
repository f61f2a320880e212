"""Runs fences through pytest in a process of its own, with the project's conftest and fixtures, without its addopts."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Generator, Sequence
from pathlib import Path

from fencepost import exchange
from fencepost.exchange import Results

_NEEDED = {"pytest": "pytest", "jsonschema": "jsonschema", "time_machine": "time-machine"}
_GRACE = 5.0
"""Seconds in which a run that was broken off may clear up after itself."""
INSTALL = 'python -m pip install "fencepost[pytest]"'


class CannotRunError(Exception):
    """Fences could not be run at all: a package is missing, or pytest did not get as far as running them."""


def run_fences(
    root: Path, targets: Sequence[str], expected: Collection[str], *, audit_skips: bool = False, reuse: bool = False
) -> Results:
    """Run the fences and running contracts of `targets`, pages or ids relative to `root`.

    The results hold a verdict for each id in `expected`; with `reuse` it may be an earlier run's.

    Raises:
        CannotRunError: the extra is not installed, or pytest ended without a verdict for each; the message holds
            its output.
    """
    _require()
    with tempfile.TemporaryDirectory(prefix="fencepost-") as folder:
        results = Path(folder, "results.json")
        asked = [*(["--fencepost-audit-skips"] if audit_skips else ()), *(["--fencepost-reuse"] if reuse else ())]
        command = [*_command(), *asked, f"--fencepost-results={results}", *targets]
        answer = subprocess.run(
            command, cwd=root, env=_environment(), capture_output=True, text=True, errors="replace", check=False
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


def watch(root: Path, targets: Sequence[str], option: str, file: Path, *, pause: float = 0.1) -> Generator[list[str]]:
    """Run the fences of `targets` with `option=file`, and give the lines that are added to the file meanwhile.

    No compiled modules are left in the project.

    Raises:
        CannotRunError: the extra is not installed, or pytest did not get as far as running fences.
    """
    _require()
    with tempfile.TemporaryFile() as said, file.open(encoding="utf-8") as results:
        results.seek(0, os.SEEK_END)
        command = [*_command(), f"{option}={file}", *targets]
        environment = _environment() | {"PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(command, cwd=root, env=environment, stdout=said, stderr=subprocess.STDOUT)
        rest = ""
        try:
            while True:
                ended = process.poll() is not None
                *lines, rest = (rest + results.read()).split("\n")
                yield lines
                if ended:
                    break
                time.sleep(pause)
        except KeyboardInterrupt:
            # A Ctrl-C reaches the other process as well, which has folders to clear away.
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=_GRACE)
            raise
        finally:
            process.kill()
            process.wait()
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    if process.returncode == 2 and "KeyboardInterrupt" in text:
        raise KeyboardInterrupt
    # 0 and 1 say that all items ran, whether they passed or not.
    if process.returncode not in (0, 1):
        last = "\n".join(text.strip().splitlines()[-40:])
        raise CannotRunError(f"pytest ended with exit code {process.returncode}:\n{last}")


def _require() -> None:
    missing = [name for module, name in _NEEDED.items() if importlib.util.find_spec(module) is None]
    if missing:
        raise CannotRunError(f"running fences needs {', '.join(missing)}; install it with: {INSTALL}")


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}


def _command() -> list[str]:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-o",
        "addopts=",
        "-o",
        "verbosity_assertions=2",
        "-p",
        "no:cacheprovider",
        "--fencepost",
    ]
    from importlib.metadata import entry_points  # only who runs fences waits for it

    registered = any(entry.name == "fencepost" for entry in entry_points(group="pytest11"))
    return command if registered else [*command, "-p", "fencepost.pytest_plugin"]
