"""Runs shell fences whose programs the settings allow, in the page's folder and environment."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from fencepost import kinds
from fencepost.checks.output import OutputOptions, first_difference
from fencepost.checks.rewrite import rewrite
from fencepost.checks.shell import check_programs
from fencepost.compare.lines import fold
from fencepost.model import Finding, Page
from fencepost.plan import Step
from fencepost.running.findings import session_differs
from fencepost.running.options import RunOptions
from fencepost.running.ran import CommandError
from fencepost.shelltext import Command, commands_of

_MARK = "\x1e"
_NOT_KEPT = frozenset(("_", "SHLVL", "OLDPWD"))
# Each command is noted before it runs, the first one of the last trap as well: the line is that of the one before.
# What the shell ends with is handed over on a descriptor of its own.
_BEGIN = (
    "trap '__at=$__line __line=$LINENO __text=$BASH_COMMAND' DEBUG; "
    "trap '__code=$? __where=$__at; trap - DEBUG; "
    '{{ printf "%s\\0" "$__code" "$__where" "$__text" "$PWD"; env -0; }} >&{report}\' EXIT; '
)


def run_shell(step: Step, page: Page, options: RunOptions) -> list[Finding]:
    """Run a shell fence; where it shows prompts, hold what is shown below each to what it printed.

    What a fence exports and where it goes holds for the page's later code, as in one terminal.

    Raises:
        CommandError: a command failed, and nothing is shown below it.
    """
    fence = step.fence.fence
    if refused := check_programs(page, fence, options.commands):
        return refused
    commands = commands_of(step.code, session=fence.language in kinds.SESSIONS)
    if [command.shown for command in commands] == [None]:
        ended = _bash(f"set -e; {step.code}", printing=True)
        if ended.code != 0:
            raise CommandError(ended.command, ended.code, ended.line)
        return []
    return _session(commands, step, page, options)


def _session(commands: list[Command], step: Step, page: Page, options: RunOptions) -> list[Finding]:
    script = "".join(f"{command.text}printf '{_MARK}%d{_MARK}' \"$?\"\n" for command in commands)
    ended = _bash(script, printing=False)
    parts = ended.printed.split(_MARK)
    sys.stdout.write("".join(parts[::2]))
    outputs = OutputOptions(patterns=options.patterns)
    wrong: dict[Command, list[str]] = {}
    for command, printed, code in zip(commands, parts[::2], parts[1::2], strict=False):
        shown = "".join(f"{line}\n" for line in command.shown or ())
        if not shown and code != "0":
            raise CommandError(command.text.strip(), int(code), command.line)
        if shown and first_difference(shown, printed, outputs) is not None:
            wrong[command] = fold(printed)
    lines = fold(step.code)
    fixable = {one: new for one, new in wrong.items() if not any(map(outputs.stands_for_more, one.shown or ()))}
    for command, new in sorted(fixable.items(), key=lambda item: -item[0].line):
        lines[command.last - len(command.shown or ()) : command.last] = new
    edits = (rewrite(step.fence.fence, page, lines),) if fixable else ()
    return [
        session_differs(page, step, command, printed, edits if command in fixable else ())
        for command, printed in wrong.items()
    ]


class _Ended:
    """How a shell ended."""

    def __init__(self, report: bytes, printed: str) -> None:
        code, line, command, folder, *variables = report.decode("utf-8", "surrogateescape").split("\0")
        self.code, self.line, self.command = int(code), int(line or 1), command
        self.folder = folder
        self.variables = dict(_pairs(variables))
        self.printed = printed


def _pairs(variables: list[str]) -> Iterator[tuple[str, str]]:
    for variable in variables:
        name, equals, value = variable.partition("=")
        if equals and name not in _NOT_KEPT:
            yield name, value


def _bash(script: str, *, printing: bool) -> _Ended:
    """Run a script in bash; `printing` lets it write to our own streams, else what it writes is returned."""
    bash = shutil.which("bash")
    if bash is None:
        raise FileNotFoundError("there is no `bash` to run this with")
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as report:
        try:
            process = subprocess.Popen(
                [bash, "--noprofile", "--norc", "-c", _BEGIN.format(report=writing) + script],
                stdin=subprocess.DEVNULL,
                stdout=None if printing else subprocess.PIPE,
                stderr=None if printing else subprocess.STDOUT,
                env=_environment(),
                pass_fds=(writing,),
                start_new_session=True,
            )
        finally:
            os.close(writing)
        try:
            printed, _ = process.communicate()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        said = report.read()
    if not said:
        raise CommandError("bash", process.returncode, 1)
    ended = _Ended(said, (printed or b"").decode("utf-8", "replace").replace("\r\n", "\n"))
    os.chdir(ended.folder)
    for name in os.environ.keys() - ended.variables.keys() - _NOT_KEPT:
        del os.environ[name]
    os.environ.update(ended.variables)
    return ended


def _environment() -> dict[str, str]:
    """The page's own; programs beside this Python come first."""
    beside = str(Path(sys.executable).parent)
    path = os.environ.get("PATH", os.defpath)
    return {**os.environ, "PATH": path if path.startswith(beside) else os.pathsep.join([beside, path])}
