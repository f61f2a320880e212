"""What holds for every input: only the promised errors, nothing written on refusal, all that is accepted comes back."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wikimem.dayfile import escape, find_place, insert, read_day, render, title, unescape
from wikimem.text import escape_field, unescape_field

from wikimem import Diary, DiaryItem, DiaryToolError, handle_diary_tool, handle_recall_tool, memorize, parse_entries

DAY = "2026-07-30"
few = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
many = settings(max_examples=150, deadline=None)

structure = st.sampled_from(
    [
        "## 07:00",
        "## x",
        "\\",
        "\\\\",
        "<!-- wikimem: owner=a -->",
        "<!-- wikimem:",
        "\x18",
        "\n",
        "\r",
        "\r\n",
        "\u2028",
        "\x85",
        "# t",
        "```",
    ]
)
texts = st.one_of(st.text(), st.lists(st.one_of(structure, st.text(max_size=3))).map("".join))
fields = st.one_of(
    st.none(),
    st.text(max_size=20),
    st.lists(st.sampled_from(["|", "=", "%", "-->", "\n", "a", " ", "%7C"])).map("".join),
)
times = st.times().map(lambda time: time.isoformat("minutes"))
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary())
keys = st.one_of(scalars, st.just("content"), st.tuples(scalars), st.frozensets(st.integers()))
objects = st.recursive(
    scalars, lambda inner: st.one_of(st.lists(inner), st.tuples(inner), st.dictionaries(keys, inner)), max_leaves=10
)
jsons = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.one_of(st.just("content"), st.text()), inner)),
    max_leaves=10,
)


@contextmanager
def new_diary() -> Generator[Diary]:
    with tempfile.TemporaryDirectory() as folder:
        yield Diary(Path(folder) / "store", tz="Asia/Shanghai")


@many
@given(texts)
def test_escaping_is_lossless_and_leaves_no_structure(content: str):
    escaped = escape(content)
    assert unescape(escaped) == content
    lines = escaped.replace("\r", "\n").split("\n") + escaped.splitlines()
    assert not any(line.startswith(("## ", "\x18", "<!-- wikimem:")) for line in lines)
    assert escape_field(content).isprintable() or not content.isprintable()
    assert unescape_field(escape_field(content)) == content


@few
@given(st.lists(st.tuples(texts, times, fields, fields), max_size=6))
def test_what_is_accepted_comes_back_as_it_was_returned(writes: list[tuple[str, str, str | None, str | None]]):
    with new_diary() as diary:
        stored: list[DiaryItem] = []
        refusals: list[str] = []
        for content, time, owner, source in writes:
            try:
                item = diary.append(content, date=DAY, time=time, owner=owner, source_conv=source)
            except ValueError as error:
                refusals.append(str(error))
                continue
            assert item.content == content.strip()
            stored.append(item)
        assert all("is empty" in refusal or "lone surrogate" in refusal for refusal in refusals)
        assert diary.day(DAY) == sorted(stored, key=lambda item: item.time)
        assert len(diary.journal.entries()) == len(stored)
        assert diary.root.exists() == bool(stored)
        for item in stored:
            assert item in diary.search(item.content, limit=10)
            assert len(handle_recall_tool(diary, {"query": item.content}).encode("utf-8")) > 0


def handled(diary: Diary, args: object) -> tuple[DiaryItem | None, str]:
    """The stored entry, or what the model is told."""
    try:
        return handle_diary_tool(diary, args, date=DAY), ""
    except DiaryToolError as error:
        return None, str(error)


@few
@given(st.one_of(objects, jsons.map(json.dumps), texts.map(lambda text: json.dumps({"content": text}))))
def test_every_call_is_stored_or_refused(args: object):
    with new_diary() as diary:
        item, message = handled(diary, args)
        assert len(message.encode("utf-8")) < 2000
        assert len(message.splitlines()) == (1 if item is None else 0)
        assert diary.day(DAY) == ([] if item is None else [item])
        assert diary.root.exists() == (item is not None)
        if item and isinstance(args, str):
            assert item.content == json.loads(args)["content"].strip()


@many
@given(st.one_of(objects, jsons.map(json.dumps)))
def test_a_recall_answers_or_refuses(args: object):
    try:
        answer = handle_recall_tool(Diary("/nonexistent"), args)
    except DiaryToolError as error:
        answer = str(error)
    assert answer == "No diary entry fits." or answer.startswith("recall tool ")
    assert len(answer.splitlines()) == 1


pieces = st.one_of(
    st.text(max_size=5),
    jsons.map(json.dumps),
    st.sampled_from(
        ["[", "]", "{", "}", ",", '"', '{"content": "x"}', '[{"content": "y"}]', "```", "<think>", "</think>", "\\"]
    ),
)


@many
@given(st.one_of(objects, st.lists(pieces).map("".join)))
def test_parsing_never_raises(reply: object):
    entries = parse_entries(reply)
    assert all(isinstance(entry, str) and entry == entry.strip() != "" for entry in entries)


@many
@given(
    st.lists(st.text().map(str.strip).filter(bool)),
    st.sampled_from(["{}", "```json\n{}\n```", "I keep [1]: {} .", "<think>[]</think>{}"]),
)
def test_an_array_is_parsed_in_any_wrapping(contents: list[str], wrapping: str):
    array = json.dumps([{"content": content} for content in contents])
    assert parse_entries(wrapping.replace("{}", array)) == contents


class Echo:
    def __init__(self, reply: object) -> None:
        self.reply = reply

    def chat(self, messages: list[dict[str, str]]) -> str:
        return self.reply  # ty: ignore[invalid-explicit-return]


@few
@given(st.one_of(objects, st.lists(texts).map(lambda rows: json.dumps([{"content": row} for row in rows]))), texts)
def test_a_turn_is_remembered_whatever_the_reply(reply: object, turn: str):
    with new_diary() as diary:
        stored = memorize(diary, turn, llm=Echo(reply), date=DAY, time="09:00")
        assert diary.day(DAY) == stored
        assert diary.root.exists() == bool(stored)


lines = st.one_of(
    st.binary(max_size=8),
    st.sampled_from(
        [
            b"## 09:00",
            b"## 12:30 x",
            b"## Notes",
            b"# t",
            b"\x18# 09:00",
            b"<!-- wikimem: owner=a -->",
            b"\xef\xbb\xbf## 08:00",
        ]
    ),
)
handmade = st.lists(st.tuples(lines, st.sampled_from([b"\n", b"\r\n", b"\r", b""]))).map(
    lambda parts: b"".join(part for pair in parts for part in pair)
)


@many
@given(handmade, times)
def test_a_file_of_any_bytes_keeps_them_and_its_entries(data: bytes, time: str):
    place = find_place(data, time, whole=True)
    assert place is not None
    block = render(DiaryItem(DAY, time, "new\n## 10:00", "mina"))
    after = b"".join(insert(data, place, block))
    head, tail = after[: after.index(block, place)], after[after.index(block, place) + len(block) :]
    assert head.startswith(data[:place])
    assert head[place:].strip(b"\n") == b""
    assert tail.endswith(data[place:])
    assert tail[: len(tail) - len(data) + place].strip(b"\n") == b""
    items = [stored.item for stored in read_day(DAY, after)]
    assert DiaryItem(DAY, time, "new\n## 10:00", "mina") in items
    assert len(items) == len(read_day(DAY, data)) + 1


@many
@given(handmade, times)
def test_the_end_of_a_file_shows_the_same_place_as_the_whole(data: bytes, time: str):
    whole = find_place(data, time, whole=True)
    for start in range(1, len(data)):
        if data[start - 1 : start] == b"\n":
            place = find_place(data[start:], time, whole=False)
            assert place is None or place + start == whole


@many
@given(st.lists(st.tuples(texts.map(str.strip).filter(bool), times), max_size=5))
def test_rendering_and_reading_are_inverse(entries: list[tuple[str, str]]):
    items = [DiaryItem(DAY, time, content, "mina", None, "2026-07-30T13:15:00+00:00") for content, time in entries]
    items = [
        item
        for item in items
        if item.content.isascii() or item.content.encode("utf-8", "ignore").decode() == item.content
    ]
    data = title(DAY) + b"\n" + b"\n".join(map(render, items))
    assert [stored.item for stored in read_day(DAY, data)] == items
