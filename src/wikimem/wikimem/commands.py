"""What the commands do. They print, and return the exit status."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path

from wikimem.check import check
from wikimem.dayfile import render, title
from wikimem.diary import Diary
from wikimem.model import DiaryItem


def perform(options: Namespace) -> int:
    """Do what the arguments say. Raises `ValueError` and `OSError`, with a message for the user."""
    root = Path(options.root)
    if options.command != "add" and not (root / "diary").is_dir():
        raise FileNotFoundError(f"no diary under {root}; name its folder with -C, or begin one with `wikimem add`")
    return _COMMANDS[options.command](Diary(root), options)


def _days(diary: Diary, _options: Namespace) -> int:
    for date in diary.dates():
        sys.stdout.write(f"{date}\t{len(diary.day(date))}\n")
    return 0


def _show(diary: Diary, options: Namespace) -> int:
    start = options.start or next(reversed(diary.dates()), None)
    return _print(diary.window(start, options.end or start) if start else [])


def _search(diary: Diary, options: Namespace) -> int:
    return _print(diary.search(" ".join(options.words), options.start, options.end, options.limit))


def _add(diary: Diary, options: Namespace) -> int:
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


def _check(diary: Diary, options: Namespace) -> int:
    # Places as the user wrote them: short, and the shell's to complete.
    here = Path(options.root)
    notices = [replace(notice, path=here / notice.path.relative_to(diary.root)) for notice in check(diary)]
    sys.stdout.writelines(f"{notice}\n" for notice in notices)
    return 1 if notices else 0


def _export(diary: Diary, options: Namespace) -> int:
    everything = diary.search("", options.start, options.end, limit=sys.maxsize)
    sys.stdout.write(_as_json(everything) if options.form == "json" else _as_markdown(everything))
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


_COMMANDS = {"days": _days, "show": _show, "search": _search, "add": _add, "check": _check, "export": _export}
