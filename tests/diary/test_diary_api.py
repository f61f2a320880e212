"""What hosts import and call; a change here is a change of the contract."""

from __future__ import annotations

import inspect
import subprocess
import sys
from importlib import metadata, resources
from pathlib import Path

import pytest

import wikimem
from wikimem import Diary, DiaryItem, DiaryToolError, Journal, MemoryStore

NAMES = {
    "Diary",
    "DiaryItem",
    "Journal",
    "MemoryStore",
    "LLM",
    "memorize",
    "parse_entries",
    "diary_tool",
    "handle_diary_tool",
    "DiaryToolError",
    "DIARY_PROMPT",
    "DIARY_PROMPT_ZH",
    "DIARY_TOOL_DESCRIPTION",
    "DIARY_TOOL_DESCRIPTION_ZH",
    "recall_tool",
    "handle_recall_tool",
    "RECALL_TOOL_DESCRIPTION",
    "RECALL_TOOL_DESCRIPTION_ZH",
}


def public(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def test_the_public_names_are_these_and_all_are_there():
    assert set(wikimem.__all__) == NAMES
    assert all(hasattr(wikimem, name) for name in NAMES)


def test_parse_entries_is_importable_from_the_module_that_the_function_hides():
    from wikimem.memorize import parse_entries

    assert parse_entries is wikimem.parse_entries
    assert callable(wikimem.memorize)


def test_a_diary_offers_nothing_that_edits_or_deletes(tmp_path: Path):
    assert public(Diary(tmp_path)) == {"root", "journal", "append", "day", "window", "dates", "recent", "search"}


@pytest.mark.parametrize(
    ("thing", "signature"),
    [
        (Diary, "(root, *, journal, tz)"),
        (Diary.append, "(self, content, *, ts, date, time, owner, source_conv, tz, key)"),
        (Diary.search, "(self, text, start, end, limit)"),
        (DiaryItem, "(date, time, content, owner, source_conv, ts)"),
        (
            wikimem.memorize,
            "(diary, turn, *, llm, character, prompt, owner, source_conv, **append_kwargs)",
        ),
        (wikimem.diary_tool, "(shape, *, description)"),
        (wikimem.handle_diary_tool, "(diary, args, **append_kwargs)"),
        (wikimem.recall_tool, "(shape, *, description)"),
        (wikimem.handle_recall_tool, "(diary, args, *, limit, max_chars)"),
    ],
)
def test_signatures(thing: object, signature: str):
    parameters = inspect.signature(thing).parameters.values()  # ty: ignore[invalid-argument-type]
    bare = [each.replace(annotation=inspect.Parameter.empty, default=inspect.Parameter.empty) for each in parameters]
    assert str(inspect.Signature(bare)) == signature


def test_the_tool_path_knows_no_model():
    for function in (wikimem.diary_tool, wikimem.handle_diary_tool, wikimem.handle_recall_tool):
        assert not {"llm", "model", "client"} & set(inspect.signature(function).parameters)
    with pytest.raises(TypeError, match="llm"):
        wikimem.handle_diary_tool(Diary("unused"), {"content": "x"}, llm=object())


def test_the_error_for_the_model_is_a_value_error_with_nothing_of_its_own():
    assert issubclass(DiaryToolError, ValueError)
    assert public(DiaryToolError("x")) == public(ValueError("x"))


def test_a_store_shares_its_journal_and_keeps_its_diary(tmp_path: Path):
    store = MemoryStore(tmp_path / "new")
    assert store.diary is store.diary
    assert store.diary.journal is store.journal
    assert isinstance(store.journal, Journal)
    assert store.diary.root == store.root == tmp_path / "new"
    assert not store.root.exists()
    item = MemoryStore(tmp_path, tz="Asia/Tokyo").diary.append("late", ts="2026-07-30T16:00Z")
    assert (item.date, item.time) == ("2026-07-31", "01:00")


def test_constructing_a_diary_touches_nothing_and_fixes_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    diary = Diary("store")
    assert list(tmp_path.iterdir()) == []
    assert (diary.dates(), diary.day("2026-07-30"), diary.recent(3), diary.search("x")) == ([], [], [], [])
    assert diary.journal.entries() == []
    monkeypatch.chdir("/")
    assert diary.root == tmp_path / "store"


def test_items_are_values():
    item = DiaryItem("2026-07-30", "21:15", "see [[people: Lin ]] and [[a:b]], not [[a]], [[:b]], [[a:b:c]], [[ : ]]")
    assert item == DiaryItem("2026-07-30", "21:15", item.content)
    assert item != DiaryItem("2026-07-30", "21:16", item.content)
    assert item.links == [("people", "Lin"), ("a", "b")]
    assert [link.file for link in item.links] == ["people", "a"]
    with pytest.raises(AttributeError):
        item.content = "rewritten"  # ty: ignore[invalid-assignment]


def output(code: str) -> str:
    environment = {"PYTHONPATH": str(Path(wikimem.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("first", ["import wikimem.memorize", "from wikimem.memorize import parse_entries", "pass"])
def test_the_function_and_its_module_share_a_name_in_every_order(first: str):
    code = f"{first}\nfrom wikimem import Diary, memorize\nimport wikimem.memorize\nprint(callable(wikimem.memorize))"
    assert output(code) == "True\n"


def test_every_name_is_there_for_who_asks_and_no_other():
    assert output("from wikimem import *\nprint(MemoryStore.__name__, handle_recall_tool.__name__)") == (
        "MemoryStore handle_recall_tool\n"
    )
    assert set(wikimem.__all__) <= set(dir(wikimem))
    with pytest.raises(AttributeError, match="module 'wikimem' has no attribute 'Dairy'"):
        _ = wikimem.Dairy  # ty: ignore[missing-attribute]


def test_the_command_s_help_imports_nothing_of_what_the_commands_do():
    # From Python 3.14 on argparse itself imports dataclasses for its help.
    code = """
import argparse, sys
argparse.ArgumentParser().format_help()
before = set(sys.modules)
from wikimem.cli import main
try:
    main(["--help"])
except SystemExit:
    print(*(set(sys.modules) & {"dataclasses", "filelock", "logging", "wikimem.diary", "zoneinfo"} - before))
"""
    assert output(code).splitlines()[-1] == ""
    assert output("import sys, wikimem.diary; print(*(set(sys.modules) & {'filelock', 'logging', 'zoneinfo'}))") == "\n"


def test_the_library_stands_alone_and_is_typed(tmp_path: Path):
    code = f"import sys, wikimem; wikimem.Diary({str(tmp_path)!r}).append('x'); print(*sys.modules)"
    loaded = {name.partition(".")[0] for name in output(code).split()} - set(sys.stdlib_module_names)
    assert {"filelock", "wikimem"} <= loaded
    assert not {"fencepost", "pydantic", "openai"} & loaded
    assert resources.files("wikimem").joinpath("py.typed").is_file()
    assert metadata.version("filelock") >= "3"
