"""Reading back: by age, by day, by what is said, in every script, and from within a turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikimem import Diary, DiaryToolError, handle_recall_tool

ENTRIES = {
    "2026-07-28": "We walked along the SEASIDE in Qingdao.",
    "2026-07-29": "小林说她喜欢海边，也怕考试。",
    "2026-07-30": "海辺で花火を見た。ｶﾀｶﾅも書いた。",
    "2026-07-31": "바닷가에서 불꽃놀이를 봤다.",
    "2026-08-01": "Мы гуляли у моря, и Straße is a street.",
    "2026-08-02": "Ｆｕｌｌ－ｗｉｄｔｈ text, and e\u0301tude.",
}


@pytest.fixture
def filled(diary: Diary) -> Diary:
    for date, content in ENTRIES.items():
        diary.append(content, date=date, time="21:00")
    return diary


def days(items: list) -> list[str]:
    return [item.date[-5:] for item in items]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("seaside", ["07-28"]),
        ("ASIDE qing", ["07-28"]),
        ("seaside 海边", []),
        ("海边", ["07-29"]),
        ("考试 小林", ["07-29"]),
        ("花火", ["07-30"]),
        ("カタカナ", ["07-30"]),
        ("불꽃", ["07-31"]),
        ("МОРЯ", ["08-01"]),
        ("STRASSE", ["08-01"]),
        ("full-width", ["08-02"]),
        ("étude", ["08-02"]),
        ("ｔｅｘｔ", ["08-02"]),
        ("wikimem", []),
        ("21:00", []),
        ("", ["07-28", "07-29", "07-30", "07-31", "08-01", "08-02"]),
        (" \u3000", ["07-28", "07-29", "07-30", "07-31", "08-01", "08-02"]),
    ],
)
def test_every_script_is_searched(filled: Diary, text: str, found: list[str]):
    assert days(filled.search(text)) == found


def test_a_search_between_days(filled: Diary):
    assert days(filled.search("", "2026-07-30", "2026-08-01")) == ["07-30", "07-31", "08-01"]
    assert days(filled.search("", "2026-08-01", "2026-07-30")) == ["07-30", "07-31", "08-01"]
    assert days(filled.search("", start="2026-08-01")) == ["08-01", "08-02"]
    assert days(filled.search("", end="2026-07-29")) == ["07-28", "07-29"]


def test_the_latest_are_kept_and_stand_at_the_end(filled: Diary):
    assert days(filled.search("", limit=2)) == ["08-01", "08-02"]
    assert days(filled.recent(2)) == ["08-01", "08-02"]
    assert len(filled.recent()) == 6
    filled.append("second", date="2026-08-02", time="22:00")
    filled.append("third", date="2026-08-02", time="23:00")
    assert [item.content for item in filled.recent(2)] == ["second", "third"]
    assert days(filled.recent(4)) == ["08-01", "08-02", "08-02", "08-02"]
    for none in (0, -1):
        assert filled.recent(none) == filled.search("", limit=none) == []


def test_a_window(filled: Diary):
    assert days(filled.window("2026-07-30", "2026-07-31")) == ["07-30", "07-31"]
    assert days(filled.window("2026-07-31", "2026-07-30")) == ["07-30", "07-31"]
    assert filled.window("1999-01-01", "1999-12-31") == []
    assert filled.dates() == list(ENTRIES)


def test_no_more_days_are_read_than_the_limit_takes(filled: Diary, monkeypatch: pytest.MonkeyPatch):
    read: list[str] = []
    path_read = Path.read_bytes

    def read_bytes(self: Path) -> bytes:
        read.append(self.stem)
        return path_read(self)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    filled.recent(2)
    filled.search("text", limit=1)
    assert read == ["2026-08-02", "2026-08-01", "2026-08-02"]


def test_an_entry_that_is_escaped_in_the_file_is_found(diary: Diary):
    item = diary.append("list\n## Groceries\n<!-- wikimem: milk -->", date="2026-07-30", time="09:00")
    for text in ("## groceries", "<!-- wikimem: milk", "list ##"):
        assert diary.search(text) == [item]
    assert diary.search("\\##") == []


def test_what_the_model_gets(filled: Diary):
    assert handle_recall_tool(filled, '{"query": "seaside"}') == (
        "[2026-07-28 21:00] We walked along the SEASIDE in Qingdao."
    )
    assert handle_recall_tool(filled, {"start": "2026-07-29", "end": "2026-07-30"}) == (
        f"[2026-07-29 21:00] {ENTRIES['2026-07-29']}\n\n[2026-07-30 21:00] {ENTRIES['2026-07-30']}"
    )
    assert handle_recall_tool(filled, {"query": "nowhere"}) == "No diary entry fits."
    assert handle_recall_tool(filled, {"query": None, "start": "", "end": None}).count("[2026") == 6


def test_what_the_model_gets_is_bounded(diary: Diary):
    for i in range(30):
        diary.append(f"{i} " + "x" * 100, date="2026-07-30", time="09:00")
    note = "(Earlier entries that fit are left out.)\n\n"
    by_number = handle_recall_tool(diary, {}, limit=3)
    assert by_number.startswith(note + "[2026-07-30 09:00] 27 x")
    assert by_number.count("[2026") == 3
    for most in range(60, 1000, 7):
        text = handle_recall_tool(diary, {}, max_chars=most)
        assert len(text) <= most
        assert text.startswith(note + "[2026-07-30")
        assert "] 29" in text or most < 70
    assert handle_recall_tool(diary, {}, limit=30, max_chars=100_000).count("[2026") == 30
    assert handle_recall_tool(diary, {}, limit=0) == note.strip()


def test_a_single_long_entry_is_cut(diary: Diary):
    diary.append("x" * 1000, date="2026-07-30", time="09:00")
    text = handle_recall_tool(diary, {}, max_chars=200)
    assert text.startswith("[2026-07-30 09:00] xxx")
    assert text.endswith("x…")
    assert 100 < len(text) <= 200
    assert len(handle_recall_tool(diary, {}, max_chars=0)) < 10


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("{", "recall tool arguments are not valid JSON: Expecting property name"),
        ("[]", "recall tool arguments must be a JSON object, got list"),
        (
            {"text": "x", "limit": 5},
            "recall tool call has unexpected argument(s): limit, text; only 'query', 'start' and 'end' are accepted",
        ),
        ({"query": 5}, "recall tool call needs 'query' to be a string, if it is there"),
        ({"start": ["2026-07-30"]}, "recall tool call needs 'start' to be a string, if it is there"),
        ({"end": "yesterday"}, "recall tool call needs 'end' to be a day as YYYY-MM-DD, if it is there"),
        ({"start": "2026-02-30" * 9999}, "recall tool call needs 'start' to be a day as YYYY-MM-DD, if it is there"),
    ],
)
def test_a_malformed_call(filled: Diary, args: object, message: str):
    with pytest.raises(DiaryToolError) as caught:
        handle_recall_tool(filled, args)
    assert str(caught.value).startswith(message)
