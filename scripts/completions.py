"""Write what `fencepost completion` prints, from the parser as it is now.

    ./scripts/run python scripts/completions.py [--check]

`--check` writes nothing, and exits with 1 if a script is not what the parser gives.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import shtab

import fencepost.completions
from fencepost.cli.parser import parser as all_commands
from fencepost.completions import SHELLS
from fencepost.rules import CATALOGUE

FOLDER = Path(fencepost.completions.__file__).parent
COMPLETED = {"FILE": shtab.FILE, "PAGE": shtab.FILE, "PATH[::id]": shtab.FILE, "DIR": shtab.DIRECTORY}
"""What stands for the value of an option or an argument, and what to offer for it."""


def command() -> argparse.ArgumentParser:
    """The parser of the command, told what its values are where argparse has no way of saying so."""
    parser = all_commands()
    for action in _actions(parser):
        if action.metavar == "CODE":
            action.choices = [rule.code for rule in CATALOGUE]
        elif action.metavar in COMPLETED:
            vars(action)["complete"] = COMPLETED[action.metavar]
    return parser


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    found: list[argparse.Action] = []
    for action in parser._actions:
        found.append(action)
        if isinstance(action, argparse._SubParsersAction):
            found += [inner for child in action.choices.values() for inner in _actions(child)]
    return found


def scripts() -> dict[str, str]:
    """The name of each file in `FOLDER` and its text."""
    return {f"fencepost.{shell}": _tidy(shtab.complete(command(), shell=shell)) for shell in SHELLS}


def _tidy(text: str) -> str:
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).rstrip("\n") + "\n"


def main(arguments: list[str]) -> int:
    """Write the scripts, or with `--check` name those that are out of date."""
    wanted = scripts()
    stale = [name for name, text in wanted.items() if not _holds(FOLDER / name, text)]
    for name in stale:
        if "--check" in arguments:
            print(f"{FOLDER / name} is not what the parser gives; ./scripts/run python scripts/completions.py")
        else:
            (FOLDER / name).write_text(wanted[name], "utf-8")
            print(f"wrote {FOLDER / name}")
    return 1 if stale and "--check" in arguments else 0


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
