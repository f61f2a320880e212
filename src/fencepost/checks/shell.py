"""Parses shell fences, and looks at the programs of those that are to be run."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Collection

from fencepost import kinds
from fencepost.model import Fence, Finding, Page
from fencepost.rules import RULES
from fencepost.shelltext import UnclearError, commands_of, neutral, programs

_WORD = r"""(?:[\w./:=@%+,~^-]|'[^'\n]*'|"[^"\\$`!\n]*")++"""
_RESERVED = "if|then|elif|else|fi|for|while|until|do|done|case|esac|select|function|coproc|time|in"
_PLAIN = re.compile(rf"[ \t]*+(?:(?!(?:{_RESERVED})(?![^ \t])){_WORD}(?:[ \t]++{_WORD})*+)?+[ \t]*+")
_SAID = re.compile(r"[^:\n]*: line (?P<line>\d+): (?P<message>.*)")


def check_shell(page: Page, fence: Fence) -> list[Finding]:
    """FP115 for each command of a shell fence that `bash -n` cannot parse; prompts and placeholders are neutral."""
    bash = shutil.which("bash")
    if bash is None:
        message = "shell fences cannot be parsed: there is no `bash`"
        return [Finding("FP903", message, page.place(fence.line, fence.column), help=RULES["FP903"].fix)]
    found: list[Finding] = []
    for command in commands_of(fence.body, session=fence.language in kinds.SESSIONS):
        script = neutral(command.text)
        # Starting `bash` for each of the many commands that are as plain as this costs more than all other checks.
        if is_plain(script):
            continue
        answer = subprocess.run(
            [bash, "-n"], input=script.encode(), capture_output=True, env={"LC_ALL": "C"}, check=False
        )
        if answer.returncode != 0:
            said = _SAID.search(answer.stderr.decode("utf-8", "replace"))
            reason, line = (said["message"], int(said["line"])) if said else ("bash refuses it", 1)
            place = page.place(min(fence.line + command.line - 1 + line, fence.end_line - 1), fence.column)
            message = f"the shell does not parse: {reason}"
            found.append(Finding("FP115", message, place, page.fence_id(fence), help=RULES["FP115"].fix))
    return found


def is_plain(script: str) -> bool:
    """Whether there is nothing in a script to parse wrongly: only commands with arguments, one a line."""
    return all(_PLAIN.fullmatch(line) for line in script.split("\n"))


def check_programs(page: Page, fence: Fence, allowed: Collection[str]) -> list[Finding]:
    """FP212 for each program of a fence that is not in `allowed`, and for what cannot be told."""
    found: list[Finding] = []
    for command in commands_of(fence.body, session=fence.language in kinds.SESSIONS):
        try:
            for program, line in programs(command.text):
                if program not in allowed:
                    message = f"`{program}` is not among the commands that the settings' `shell` allows"
                    found.append(_refused(page, fence, command.line - 1 + line, message))
        except UnclearError as error:
            message = f"it cannot be told which programs this starts: {error}"
            found.append(_refused(page, fence, command.line - 1 + error.line, message))
    return list(dict.fromkeys(found))


def _refused(page: Page, fence: Fence, line: int, message: str) -> Finding:
    place = page.place(fence.line + line, fence.column)
    return Finding("FP212", message, place, page.fence_id(fence), help=RULES["FP212"].fix)
