"""`fencepost init`."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from fencepost.cli.shared import root_of


def run(options: Namespace) -> int:
    """Begin on a project. Returns the exit code."""
    from fencepost.adopting.begin import Wish, init

    wish = Wish(
        yes=options.yes,
        diff=options.diff,
        settings=options.settings,
        bind=options.bind,
        in_settings=options.bind_in_settings,
        baseline=options.baseline,
        pre_commit=options.pre_commit,
        ci=options.ci,
        tool=options.tool,
    )
    can_answer = sys.stdin.isatty() and sys.stdout.isatty()
    return init(root_of(options, Path.cwd()), wish, print, _ask if can_answer else None)


def _ask(question: str, usual: bool) -> bool:
    while True:
        answer = input(f"{question} [{'Y/n' if usual else 'y/N'}] ").strip().lower()
        if answer in ("", "y", "yes", "n", "no"):
            return usual if not answer else answer.startswith("y")
        print("    y for yes, n for no, Ctrl-C to break off; nothing is written before the last answer")
