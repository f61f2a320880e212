"""The `fencepost` command. Importing this package costs next to nothing; each command imports what it needs."""

from __future__ import annotations

import gc
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence

from fencepost.cli.parser import parser as all_commands

_ALIVE = 500_000
"""Objects that are made before Python looks for cycles among the youngest; by default they are 700."""


def run() -> None:
    """The entry point of the console script."""
    # A command makes hundreds of thousands of objects that live to its end: to look through them again and again
    # takes a tenth of its time.
    gc.set_threshold(_ALIVE, 50, 100)
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Run a command and return the exit code."""
    parser = all_commands()
    options = parser.parse_args(argv)
    try:
        command = _command(options.command)
        if command is not None:
            return command(options)
        parser.print_help()
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone, as with `| head`; say nothing more, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _command(name: str | None) -> Callable[[Namespace], int] | None:
    """What does the command of this name; only its own module is imported."""
    match name:
        case "check":
            from fencepost.cli import check

            return check.run
        case "list":
            from fencepost.cli import listing

            return listing.run
        case "prove":
            from fencepost.cli import prove

            return prove.run
        case "init":
            from fencepost.cli import init

            return init.run
        case "rule":
            from fencepost.cli import rule

            return rule.run
        case "schema":
            from fencepost.cli import schema

            return schema.run
        case "completion":
            from fencepost.cli import completion

            return completion.run
        case _:
            return None
