"""Runs fences through pytest in a process of its own, with the project's conftest and fixtures, without its addopts."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fencepost import exchange
from fencepost.exchange import Results

_NEEDED = {"pytest": "pytest", "jsonschema": "jsonschema", "time_machine": "time-machine"}
_INNER = "INTERNALERROR> "
_GRACE = 5.0
"""Seconds in which a run that was broken off may clear up after itself."""
INSTALL = 'python -m pip install "fencepost[pytest]"'


class CannotRunError(Exception):
    """Fences could not be run at all: a package is missing, or pytest did not get as far as running them."""

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.advice = advice
        """How to go on, where that is not what the message names."""


def run_fences(
    root: Path,
    targets: Sequence[str],
    expected: Collection[str],
    *,
    audit_skips: bool = False,
    reuse: bool = False,
    tell: Callable[[str], None] | None = None,
) -> Results:
    """Run the fences and running contracts of `targets`, pages or ids relative to `root`.

    The results hold a verdict for each id in `expected`; with `reuse` it may be an earlier run's. `tell` is told how
    far the run is.

    Raises:
        CannotRunError: the extra is not installed, or pytest ended without a verdict for each; the message holds
            its output.
    """
    _require()
    with tempfile.TemporaryDirectory(prefix="fencepost-") as folder:
        results = Path(folder, "results.jsonl")
        results.touch()
        asked = [*(["--fencepost-audit-skips"] if audit_skips else ()), *(["--fencepost-reuse"] if reuse else ())]
        run = _Run(root, [*_command(), *asked, f"--fencepost-results={results}", *targets], _environment(), results)
        done: set[str] = set()
        for lines in run.watched():
            done.update(name for line in lines if (name := exchange.is_held(line)))
            if tell is not None:
                tell(f"{len(done)} of {len(expected)} fences and contracts have run")
        found = exchange.load(results.read_text("utf-8"))
    if run.interrupted:
        raise KeyboardInterrupt
    without = [name for name in expected if name not in found.verdicts]
    if without and found.running:
        crash = run.end(40) if "Fatal Python error" in run.said else ""
        message = f"pytest ended with exit code {run.code} while {found.running} was running{crash}"
        raise CannotRunError(
            message, "That fence ends the process in which pages run: mend it, or skip it with a reason."
        )
    if without:
        count = f"{len(without)} of {len(expected)} fences and contracts have no result, first {without[0]}"
        raise CannotRunError(f"pytest ended with exit code {run.code}, and {count}{run.end(40)}")
    return found


def watch(root: Path, targets: Sequence[str], option: str, file: Path, *, pause: float = 0.1) -> Generator[list[str]]:
    """Run the fences of `targets` with `option=file`, and give the lines that are added to the file meanwhile.

    No compiled modules are left in the project.

    Raises:
        CannotRunError: the extra is not installed, or pytest did not get as far as running fences.
    """
    _require()
    environment = _environment() | {"PYTHONDONTWRITEBYTECODE": "1"}
    run = _Run(root, [*_command(), f"{option}={file}", *targets], environment, file)
    yield from run.watched(pause)
    if run.interrupted:
        raise KeyboardInterrupt
    # 0 and 1 say that all items ran, whether they passed or not.
    if run.code not in (0, 1):
        raise CannotRunError(f"pytest ended with exit code {run.code}{run.end(40)}")


@dataclass
class _Run:
    """A process of pytest that adds lines to a file."""

    root: Path
    command: Sequence[str]
    environment: Mapping[str, str]
    file: Path
    code: int = 0
    said: str = ""

    @property
    def interrupted(self) -> bool:
        """Whether a Ctrl-C has ended it."""
        return self.code == 2 and "KeyboardInterrupt" in self.said

    def end(self, lines: int) -> str:
        """The last lines of what it printed, to stand behind a message."""
        printed = self.said.strip().splitlines()
        # Of an error in pytest itself the last line says what it was; above it stands the inside of pytest.
        inner = [line.removeprefix(_INNER) for line in printed if line.startswith(_INNER)]
        last = inner[-1:] or printed[-lines:]
        return ":\n" + "\n".join(last) if last else ", and printed nothing"

    def watched(self, pause: float = 0.1) -> Generator[list[str]]:
        """Run it, and give the lines that are added to the file meanwhile, each `pause` seconds."""
        with tempfile.TemporaryFile() as said, self.file.open(encoding="utf-8") as results:
            results.seek(0, os.SEEK_END)
            process = subprocess.Popen(
                self.command, cwd=self.root, env=self.environment, stdout=said, stderr=subprocess.STDOUT
            )
            rest = ""
            try:
                while True:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(timeout=pause)
                    ended = process.returncode is not None
                    *lines, rest = (rest + results.read()).split("\n")
                    yield lines
                    if ended:
                        break
            except KeyboardInterrupt:
                # A Ctrl-C reaches the other process as well, which has folders to clear away.
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=_GRACE)
                raise
            finally:
                process.kill()
                process.wait()
            said.seek(0)
            self.said = said.read().decode("utf-8", "replace")
            self.code = process.returncode


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
        # Fences can run where a plugin of the project's tests is not installed, be all its warnings errors.
        "-W",
        "ignore:Unknown config option:pytest.PytestConfigWarning",
        "--fencepost",
    ]
    from importlib.metadata import entry_points  # only who runs fences waits for it

    registered = any(entry.name == "fencepost" for entry in entry_points(group="pytest11"))
    return command if registered else [*command, "-p", "fencepost.pytest_plugin"]
