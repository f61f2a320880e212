"""The command `wikimem`: look into a diary, add to it, check it, take it elsewhere.

Here are its arguments; what they do, and what that takes to import, is in `commands`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from wikimem import __version__

_DESCRIPTION = "Read and write a diary of plain Markdown files."
_CODES = "Exit status: 0 done, 1 nothing found or something to report, 2 the command could not do its work."


def run() -> None:
    """The entry point of the console script. What it reads and prints is UTF-8 as in the files, whatever the locale."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments say and return the exit status; a wrong usage exits with 2."""
    options = _parser().parse_args(argv)
    from wikimem.commands import perform  # `--help` needs none of it

    try:
        return perform(options)
    except BrokenPipeError:
        raise
    except (ValueError, OSError) as error:
        sys.stderr.write(f"wikimem: {error}\n")
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="wikimem", description=_DESCRIPTION, epilog=_CODES)
    parser.add_argument("-C", dest="root", metavar="ROOT", default=".", help="the folder of the diary (default: .)")
    parser.add_argument("--version", action="version", version=f"wikimem {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)

    def command(name: str, what: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")

    command("days", "list the days and how many entries each has")
    _take_days(command("show", "print a day, or all from one day to another"))
    _take_words(command("search", "print the latest entries that hold every word"))
    _take_entry(command("add", "write an entry"))
    command("check", "find what reading would skip or misread")
    _take_form(command("export", "print the diary as one document"))
    return parser


def _take_days(command: argparse.ArgumentParser) -> None:
    command.add_argument("start", metavar="DATE", nargs="?", help="the day, or the first one (default: the latest)")
    command.add_argument("end", metavar="DATE", nargs="?", help="the last day")


def _take_words(command: argparse.ArgumentParser) -> None:
    command.add_argument("words", metavar="WORD", nargs="+", help="found anywhere in an entry, in any case")
    _take_window(command)
    # One spelling: how `--help` shows two differs between versions of Python, and the reference prints it.
    command.add_argument("-n", dest="limit", metavar="N", type=int, default=20, help="at most so many (default: 20)")


def _take_entry(command: argparse.ArgumentParser) -> None:
    command.add_argument("text", metavar="TEXT", help="`-` reads it from standard input")
    for name, kind, what in (
        ("--ts", "MOMENT", "ISO 8601, UTC unless it says otherwise (default: now)"),
        ("--date", "DATE", "the day it is filed under (default: that of the moment)"),
        ("--time", "HH:MM", "the minute (default: that of the moment)"),
        ("--tz", "ZONE", "whose day and minute, such as Asia/Shanghai (default: the system's)"),
        ("--owner", "NAME", "whom it is about"),
        ("--source", "ID", "the conversation it comes from"),
        ("--key", "KEY", "store it once, however often this is repeated on the day"),
    ):
        command.add_argument(name, metavar=kind, help=what)


def _take_form(command: argparse.ArgumentParser) -> None:
    form = command.add_mutually_exclusive_group(required=True)
    form.add_argument("--json", dest="form", action="store_const", const="json", help="an array of objects")
    form.add_argument("--md", dest="form", action="store_const", const="md", help="the day files in a row")
    _take_window(command)


def _take_window(command: argparse.ArgumentParser) -> None:
    command.add_argument("--start", metavar="DATE", help="the first day")
    command.add_argument("--end", metavar="DATE", help="the last day")
