"""The command `wikimem`: look into a diary, add to it, check it, take it elsewhere."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path

from wikimem.check import check
from wikimem.dayfile import render, title
from wikimem.diary import Diary
from wikimem.model import DiaryItem

_DESCRIPTION = "Read and write a diary of plain Markdown files."
_CODES = "Exit status: 0 done, 1 nothing found or something to report, 2 the command could not do its work."


def run() -> None:
    """The entry point of the console script."""
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
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    command = commands.add_parser("days", help="list the days and how many entries each has")
    command.set_defaults(command=_days)

    command = commands.add_parser("show", help="print a day, or all from one day to another")
    command.add_argument("start", metavar="DATE")
    command.add_argument("end", metavar="DATE", nargs="?")
    command.set_defaults(command=_show)

    command = commands.add_parser("search", help="print the latest entries that hold every word")
    command.add_argument("words", metavar="WORD", nargs="+")
    _add_window(command)
    command.add_argument("-n", "--limit", type=int, default=20, help="at most so many (default: 20)")
    command.set_defaults(command=_search)

    command = commands.add_parser("add", help="write an entry")
    command.add_argument("text", metavar="TEXT", help="`-` reads it from standard input")
    for name in ("ts", "date", "time", "tz", "owner", "source", "key"):
        command.add_argument(f"--{name}")
    command.set_defaults(command=_add)

    command = commands.add_parser("check", help="find what reading would skip or misread")
    command.set_defaults(command=_check)

    command = commands.add_parser("export", help="print the diary as one document")
    form = command.add_mutually_exclusive_group(required=True)
    form.add_argument("--json", dest="form", action="store_const", const=_as_json, help="an array of objects")
    form.add_argument("--md", dest="form", action="store_const", const=_as_markdown, help="the day files in a row")
    _add_window(command)
    command.set_defaults(command=_export)
    return parser


def _add_window(command: argparse.ArgumentParser) -> None:
    command.add_argument("--start", metavar="DATE", help="the first day")
    command.add_argument("--end", metavar="DATE", help="the last day")


def _days(diary: Diary, _options: argparse.Namespace) -> int:
    for date in diary.dates():
        sys.stdout.write(f"{date}\t{len(diary.day(date))}\n")
    return 0


def _show(diary: Diary, options: argparse.Namespace) -> int:
    return _print(diary.window(options.start, options.end or options.start))


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
