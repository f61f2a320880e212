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
    insert: bool = False,
    reuse: bool = False,
    tell: Callable[[str], None] | None = None,
) -> Results:
    """Run the fences and running contracts of `targets`, pages or ids relative to `root`.

    The results hold a verdict for each id in `expected`; with `reuse` it may be an earlier run's, with `insert` it has
    statements that print and have no `#>` lines. `tell` is told how far the run is.

    Raises:
        CannotRunError: the extra is not installed, or pytest ended without a verdict for each; the message holds
            its output.
    """
    _require()
    with tempfile.TemporaryDirectory(prefix="fencepost-") as folder:
        results = Path(folder, "results.jsonl")
        results.touch()
        wanted = {"--fencepost-audit-skips": audit_skips, "--fencepost-insert": insert, "--fencepost-reuse": reuse}
        asked = [option for option, is_asked in wanted.items() if is_asked]
        run = _Run(root, [*_command(root), *asked, f"--fencepost-results={results}", *targets], _environment(), results)
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


def watch(
    root: Path,
    targets: Sequence[str],
    option: str,
    file: Path,
    *,
    expected: Collection[str],
    ended: Callable[[str], str],
    pause: float = 0.1,
) -> Generator[list[str]]:
    """Run the fences of `targets` with `option=file`, and give the lines that are added to the file meanwhile.

    No compiled modules are left in the project. `ended` tells which of the ids in `expected` a line says the end of.

    Raises:
        CannotRunError: the extra is not installed, pytest did not get as far as running fences, or what it ran
            broke off.
    """
    _require()
    environment = _environment() | {"PYTHONDONTWRITEBYTECODE": "1"}
    run = _Run(root, [*_command(root), f"{option}={file}", *targets], environment, file)
    without = dict.fromkeys(expected)

    def tick_off(lines: list[str]) -> None:
        for line in lines:
            without.pop(ended(line), None)

    yield from run.watched(pause, tick_off)
    if run.interrupted:
        raise KeyboardInterrupt
    if without:
        count = f"{len(without)} of {len(expected)} fences and contracts have no result, first {next(iter(without))}"
        raise CannotRunError(f"pytest ended with exit code {run.code}, and {count}{run.end(40)}")


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

    def watched(self, pause: float = 0.1, tell: Callable[[list[str]], None] = lambda _: None) -> Generator[list[str]]:
        """Run it, and give what is added to the file meanwhile, each `pause` seconds; `tell` has the lines first."""
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
                    tell(lines)
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


def _command(root: Path) -> list[str]:
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
        # Else pytest looks for it where its settings stand, which may be another part of the repository.
        f"--rootdir={root}",
        # Fences can run where a plugin of the project's tests is not installed, be all its warnings errors.
        "-W",
        "ignore:Unknown config option:pytest.PytestConfigWarning",
        "--fencepost",
    ]
    from importlib.metadata import entry_points  # only who runs fences waits for it

    registered = any(entry.name == "fencepost" for entry in entry_points(group="pytest11"))
    return command if registered else [*command, "-p", "fencepost.pytest_plugin"]
