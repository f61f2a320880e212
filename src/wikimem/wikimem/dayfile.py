r"""A day file as bytes: entries out of it, an entry into it.

    # 2026-07-30

    ## 21:15

    The text.

    <!-- wikimem: owner=mina | source=conv-7 | ts=2026-07-30T13:15:00+00:00 -->

A line `## …` opens an entry. Lines end at `\n` alone; CR, U+2028 and their like are characters. A line of content
that could be taken for structure gets a backslash in front, as Markdown itself would have it, and loses one when it
is read, so that every content comes back as it was. What a person wrote is never rendered anew: entries are put in
between the bytes that are there.

A line that begins with the control character CAN marks text that was never finished: an append writes its
heading as `<CAN># 21:15`, and turns that one byte into `#` when all else is written. A reader that comes between, or
a process killed between, leaves nothing that could be taken for an entry; `READY` is that last byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wikimem.model import DiaryItem
from wikimem.text import escape_field, unescape_field

BOM = b"\xef\xbb\xbf"
UNFINISHED = b"\x18"
READY = b"#"

_MARKS = ("## ", "\x18", "<!-- wikimem:")
_STRUCTURE = rf"(?:{'|'.join(_MARKS)})"
# Also behind the line ends of other readers: an editor that turns a CR into a LF must not open an entry.
_LINE_START = r"(?:\A|(?<=[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]))"
_TO_ESCAPE = re.compile(rf"{_LINE_START}(?=\\*{_STRUCTURE})")
_ESCAPED = re.compile(rf"{_LINE_START}\\(?=\\*{_STRUCTURE})")

# Led by the line end itself: a pattern with a literal beginning is many times faster than one with `^`.
_OPENING = re.compile(r"\n(?:## +(?P<heading>\S[^\n]*)|\x18[^\n]*)")
_COMMENT = re.compile(r"\n<!-- wikimem:(?P<fields>[^\n]*)-->[ \t]*\r?(?=\n|\Z)")
_TIMED = re.compile(rb"## +((?:[01]\d|2[0-3]):[0-5]\d)(?![\d:])")
_TIMED_LINE = re.compile(rb"\n" + _TIMED.pattern)


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as it stands in a file."""

    item: DiaryItem
    key: str | None


def read_day(date: str, data: bytes) -> list[Stored]:
    """The entries of a day file in file order. Bytes that are no UTF-8 come out as U+FFFD."""
    text = _lines(data)
    openings = list(_OPENING.finditer(text))
    ends = [*(opening.start() for opening in openings[1:]), len(text)]
    return [
        _entry(date, opening, text[opening.end() : end])
        for opening, end in zip(openings, ends, strict=False)
        if opening["heading"]
    ]


def spoken(data: bytes) -> str:
    """The text of a day file without headings and comments: no word of a content is missing from it."""
    text = _lines(data)
    first = _OPENING.search(text)
    return _OPENING.sub("", _COMMENT.sub("", text[first.start() :])) if first else ""


def render(item: DiaryItem, key: str | None = None) -> bytes:
    """The entry as it is written, from its heading to the end of its last line."""
    fields = {"owner": item.owner, "source": item.source_conv, "ts": item.ts, "key": key}
    comment = " | ".join(f"{name}={escape_field(value)}" for name, value in fields.items() if value)
    parts = [f"## {item.time}", escape(item.content), *([f"<!-- wikimem: {comment} -->"] if comment else [])]
    return ("\n\n".join(parts) + "\n").encode("utf-8")


def title(date: str) -> bytes:
    """How a new day file begins."""
    return f"# {date}\n".encode()


def escape(content: str) -> str:
    """The content with a backslash before every line that could be taken for structure."""
    return _TO_ESCAPE.sub(r"\\", content) if any(mark in content for mark in _MARKS) else content


def unescape(text: str) -> str:
    """The content that `escape` was given."""
    return _ESCAPED.sub("", text) if "\\" in text else text


def gap(before: bytes) -> bytes:
    """The line ends still missing for a blank line behind `before`, the end of what stands in front of an entry."""
    if before in {b"", BOM}:
        return b""
    if not before.endswith(b"\n"):
        return b"\n\n"
    return b"" if before.replace(b"\r", b"").endswith(b"\n\n") else b"\n"


def find_place(tail: bytes, time: str, *, whole: bool) -> int | None:
    """Where an entry of `time` goes in `tail`, which begins at the start of a line and runs to the end of the file.

    It goes behind the last heading that is not later, before the later one that follows: `len(tail)` if none does.
    `None` if the tail is not the `whole` file and begins with a later heading: more of the file must be seen.
    """
    limit = time.encode()
    start = len(BOM) if whole and tail.startswith(BOM) else 0
    place = len(tail)
    for heading in reversed(list(_TIMED_LINE.finditer(tail))):
        if heading[1] <= limit:
            return place
        place = heading.start() + 1
    first = _TIMED.match(tail, start)
    if first and first[1] > limit:
        place = start
    return place if whole or (first and first[1] <= limit) else None


def insert(data: bytes, place: int, block: bytes) -> list[bytes | memoryview]:
    """`data` with `block` at `place`, a blank line on either side, all else as it was: in pieces, to be joined.

    A long day is not copied to be written.
    """
    whole = memoryview(data)
    before, after = whole[:place], whole[place:]
    return [before, gap(bytes(before[-4:])), block, b"\n" if after else b"", after]


def chronological(items: list[DiaryItem]) -> Iterator[DiaryItem]:
    """The entries of one day by time, stably; one without a time of day stays behind the one before it."""
    times: list[str] = []
    for item in items:
        timed = _TIMED.match(b"## " + item.time.encode("utf-8", errors="replace"))
        times.append(timed[1].decode() if timed else (times[-1] if times else ""))
    return (items[index] for index in sorted(range(len(items)), key=times.__getitem__))


def _lines(data: bytes) -> str:
    """The text of a day file with a line end before each line, also the first."""
    return "\n" + data.removeprefix(BOM).decode("utf-8", errors="replace")


def _entry(date: str, opening: re.Match[str], body: str) -> Stored:
    heading = opening["heading"]
    if heading.endswith("\r"):  # an editor has given the entry its own line ends
        body = body.replace("\r\n", "\n")
    fields: dict[str, str] = {}
    pieces: list[str] = []
    place = 0
    for comment in _COMMENT.finditer(body):
        fields = _fields(comment["fields"])
        pieces.append(body[place : comment.start()].strip("\n"))
        place = comment.end()
    pieces.append(body[place:].strip("\n"))
    content = unescape("\n\n".join(filter(None, pieces)).strip())
    stamps = (fields.get("owner"), fields.get("source"), fields.get("ts"))
    time = heading.removesuffix("\r").rstrip(" \t")
    return Stored(DiaryItem(date, time, content, *stamps), fields.get("key"))


def _fields(text: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in text.split("|"))
    return {name.strip(): unescape_field(value.strip()) for name, _, value in pairs if name.strip() and value.strip()}
