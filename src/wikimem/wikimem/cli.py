"""The command `wikimem`: look into a diary, add to it, check it, take it elsewhere."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from io import TextIOWrapper
from itertools import groupby
from pathlib import Path

from wikimem import __version__
from wikimem.check import check
from wikimem.dayfile import render, title
from wikimem.diary import Diary
from wikimem.model import DiaryItem

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
    root = Path(options.root)
    try:
        if options.command is not _add and not (root / "diary").is_dir():
            raise FileNotFoundError(f"no diary under {root}; name its folder with -C, or begin one with `wikimem add`")
        return options.command(Diary(root), options)
    except BrokenPipeError:
        raise
    except (ValueError, OSError) as error:
        sys.stderr.write(f"wikimem: {error}\n")
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="wikimem", description=_DESCRIPTION, epilog=_CODES)
    parser.add_argument("-C", dest="root", metavar="ROOT", default=".", help="the folder of the diary (default: .)")
    parser.add_argument("--version", action="version", version=f"wikimem {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, does: Callable[[Diary, argparse.Namespace], int], what: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
        added.set_defaults(command=does)
        return added

    command("days", _days, "list the days and how many entries each has")
    _take_days(command("show", _show, "print a day, or all from one day to another"))
    _take_words(command("search", _search, "print the latest entries that hold every word"))
    _take_entry(command("add", _add, "write an entry"))
    command("check", _check, "find what reading would skip or misread")
    _take_form(command("export", _export, "print the diary as one document"))
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
    form.add_argument("--json", dest="form", action="store_const", const=_as_json, help="an array of objects")
    form.add_argument("--md", dest="form", action="store_const", const=_as_markdown, help="the day files in a row")
    _take_window(command)


def _take_window(command: argparse.ArgumentParser) -> None:
    command.add_argument("--start", metavar="DATE", help="the first day")
    command.add_argument("--end", metavar="DATE", help="the last day")


def _days(diary: Diary, _options: argparse.Namespace) -> int:
    for date in diary.dates():
        sys.stdout.write(f"{date}\t{len(diary.day(date))}\n")
    return 0


def _show(diary: Diary, options: argparse.Namespace) -> int:
    start = options.start or next(reversed(diary.dates()), None)
    return _print(diary.window(start, options.end or start) if start else [])


def _search(diary: Diary, options: argparse.Namespace) -> int:
    return _print(diary.search(" ".join(options.words), options.start, options.end, options.limit))


def _add(diary: Diary, options: argparse.Namespace) -> int:
    item = diary.append(
        sys.stdin.read() if options.text == "-" else options.text,
        ts=options.ts,
        date=options.date,
        time=options.time,
        tz=options.tz,
        owner=options.owner,
        source_conv=options.source,
        key=options.key,
    )
    sys.stdout.write(f"{item.date} {item.time}\n")
    return 0


def _check(diary: Diary, options: argparse.Namespace) -> int:
    # Places as the user wrote them: short, and the shell's to complete.
    here = Path(options.root)
    notices = [replace(notice, path=here / notice.path.relative_to(diary.root)) for notice in check(diary)]
    sys.stdout.writelines(f"{notice}\n" for notice in notices)
    return 1 if notices else 0


def _export(diary: Diary, options: argparse.Namespace) -> int:
    everything = diary.search("", options.start, options.end, limit=sys.maxsize)
    sys.stdout.write(options.form(everything))
    return 0


def _print(items: list[DiaryItem]) -> int:
    sys.stdout.write("\n".join(map(_shown, items)))
    return 0 if items else 1


def _shown(item: DiaryItem) -> str:
    origin = ", ".join(filter(None, (item.owner, item.source_conv)))
    return f"{item.date} {item.time}{f' ({origin})' if origin else ''}\n{item.content}\n"


def _as_json(items: list[DiaryItem]) -> str:
    return json.dumps([asdict(item) for item in items], ensure_ascii=False, indent=2) + "\n"


def _as_markdown(items: list[DiaryItem]) -> str:
    days = groupby(items, key=lambda item: item.date)
    texts = (b"\n".join([title(date), *map(render, entries)]) for date, entries in days)
    return b"\n".join(texts).decode("utf-8")
