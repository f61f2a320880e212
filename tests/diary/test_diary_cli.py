from __future__ import annotations

import io
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from wikimem.cli import main, run

import wikimem
from wikimem import Diary, DiaryItem

DAY = "2026-07-30"


@pytest.fixture
def filled(diary: Diary) -> Diary:
    diary.append("We walked.\n## 07:00", ts="2026-07-30T13:15Z", owner="mina", source_conv="conv-7")
    diary.append("小林说了晚安。", date=DAY, time="23:00", ts="2026-07-30T15:00Z")
    diary.append("Rain.", date="2026-08-01", time="09:00", ts="2026-08-01T01:00Z")
    return diary


def call(diary: Diary, *arguments: str) -> int:
    return main(["-C", str(diary.root), *arguments])


def test_days(filled: Diary, capsys: pytest.CaptureFixture[str]):
    assert call(filled, "days") == 0
    assert capsys.readouterr().out == "2026-07-30\t2\n2026-08-01\t1\n"


def test_show(filled: Diary, capsys: pytest.CaptureFixture[str]):
    assert call(filled, "show", DAY) == 0
    assert capsys.readouterr().out == (
        "2026-07-30 21:15 (mina, conv-7)\nWe walked.\n## 07:00\n\n2026-07-30 23:00\n小林说了晚安。\n"
    )
    assert call(filled, "show", DAY, "2026-08-01") == 0
    assert capsys.readouterr().out.count("2026-0") == 3
    assert call(filled, "show") == 0
    assert capsys.readouterr().out == "2026-08-01 09:00\nRain.\n"
    assert call(filled, "show", "1999-01-01") == 1
    assert capsys.readouterr() == ("", "")


def test_show_in_a_diary_without_days(diary: Diary, capsys: pytest.CaptureFixture[str]):
    (diary.root / "diary").mkdir(parents=True)
    assert call(diary, "show") == 1
    assert capsys.readouterr() == ("", "")


def test_search(filled: Diary, capsys: pytest.CaptureFixture[str]):
    assert call(filled, "search", "晚安", "小林") == 0
    assert capsys.readouterr().out == "2026-07-30 23:00\n小林说了晚安。\n"
    assert call(filled, "search", "-n", "1", "--start", DAY, "--end", DAY, "a") == 0
    assert "We walked." in capsys.readouterr().out
    assert call(filled, "search", "nowhere") == 1


def test_add(diary: Diary, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    options = ["--ts", "2026-07-30T13:15Z", "--tz", "Asia/Shanghai", "--owner", "mina", "--source", "conv-7"]
    for _ in range(2):
        assert call(diary, "add", "A walk.", *options, "--key", "k") == 0
    assert capsys.readouterr().out == "2026-07-30 21:15\n" * 2
    monkeypatch.setattr(sys, "stdin", io.StringIO("From a pipe.\n"))
    assert call(diary, "add", "-", "--date", DAY, "--time", "09:00") == 0
    pipe, walk = diary.day(DAY)
    assert walk == DiaryItem(DAY, "21:15", "A walk.", "mina", "conv-7", "2026-07-30T13:15:00+00:00")
    assert pipe.content == "From a pipe."


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["add", " "], "diary entry content is empty"),
        (["add", "x", "--date", "someday"], "date must be a real day as YYYY-MM-DD, got 'someday'"),
        (["show", "today"], "date must be a real day as YYYY-MM-DD, got 'today'"),
        (["search", "x", "--start", "y"], "date must be a real day as YYYY-MM-DD, got 'y'"),
        (["export", "--json", "--end", "y"], "date must be a real day as YYYY-MM-DD, got 'y'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    filled: Diary, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
):
    assert call(filled, *arguments) == 2
    assert capsys.readouterr() == ("", f"wikimem: {message}\n")


def test_a_folder_without_a_diary_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["-C", str(tmp_path), "days"]) == 2
    assert capsys.readouterr().err == (
        f"wikimem: no diary under {tmp_path}; name its folder with -C, or begin one with `wikimem add`\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [[], ["read"], ["show", DAY, DAY, DAY], ["export"], ["export", "--json", "--md"], ["search", "-n", "x", "y"]],
)
def test_wrong_usage(filled: Diary, capsys: pytest.CaptureFixture[str], arguments: list[str]):
    with pytest.raises(SystemExit) as caught:
        call(filled, *arguments)
    assert caught.value.code == 2
    assert "usage: wikimem" in capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"wikimem {wikimem.__version__}\n"


def test_export_json(filled: Diary, capsys: pytest.CaptureFixture[str]):
    assert call(filled, "export", "--json") == 0
    text = capsys.readouterr().out
    assert [DiaryItem(**row) for row in json.loads(text)] == filled.window("0001-01-01", "9999-12-31")
    assert "小林" in text
    assert call(filled, "export", "--json", "--start", "2026-07-31") == 0
    assert [row["date"] for row in json.loads(capsys.readouterr().out)] == ["2026-08-01"]
    assert call(filled, "export", "--json", "--end", "1999-01-01") == 0
    assert json.loads(capsys.readouterr().out) == []


def test_export_markdown(filled: Diary, capsys: pytest.CaptureFixture[str]):
    assert call(filled, "export", "--md") == 0
    files = [(filled.root / "diary" / f"{date}.md").read_text("utf-8") for date in filled.dates()]
    assert capsys.readouterr().out == "\n".join(files)
    assert call(filled, "export", "--md", "--end", "1999-01-01") == 0
    assert capsys.readouterr().out == ""


def test_check_finds_nothing_in_what_the_library_wrote(filled: Diary, capsys: pytest.CaptureFixture[str]):
    filled.append("  ## 09:00\n\x18# 09:00\n<!-- wikimem: open", date=DAY, time="08:00")
    assert call(filled, "check") == 0
    assert capsys.readouterr().out == ""


def test_check_finds_what_reading_would_skip_or_misread(filled: Diary, capsys: pytest.CaptureFixture[str]):
    folder = filled.root / "diary"
    (folder / "2026-13-45.md").write_text("## 09:00\n")
    (folder / "2026-07-29.md").mkdir()
    (folder / "2026-07-28.md").write_bytes(
        b"\xef\xbb\xbf##09:00\r\n\n ## 9:00\n\n## 10:00\n\n\xc4\xe3\n\n<!-- wikimem: owner=a\n\n\x18# 11:00\n\nhalf"
    )
    with filled.journal.path.open("ab") as file:
        file.write(b"torn\n")
    assert call(filled, "check") == 1
    lines = capsys.readouterr().out.split("\n")
    assert [line.removeprefix(str(filled.root)).partition(": ")[0] for line in lines] == [
        "/diary/2026-07-29.md",
        "/diary/2026-13-45.md",
        "/diary/2026-07-28.md:1",
        "/diary/2026-07-28.md:3",
        "/diary/2026-07-28.md:7",
        "/diary/2026-07-28.md:9",
        "/diary/2026-07-28.md:11",
        "/journal.jsonl:4",
        "",
    ]
    for part, words in zip(
        lines,
        ("not a day", "not a day", "heading", "heading", "UTF-8", "`-->`", "never finished", "JSON"),
        strict=False,
    ):
        assert words in part


def test_check_names_files_as_the_user_named_their_folder(
    filled: Diary, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    (filled.root / "diary" / "notes.md").touch()
    monkeypatch.chdir(filled.root)
    assert main(["check"]) == 1
    monkeypatch.chdir(filled.root.parent)
    assert main(["-C", filled.root.name, "check"]) == 1
    notice = "diary/notes.md: not a day: not read\n"
    assert capsys.readouterr().out == f"{notice}{filled.root.name}/{notice}"


def test_check_without_a_journal(filled: Diary):
    filled.journal.path.unlink()
    assert call(filled, "check") == 0


def script(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from wikimem.cli import run; run()", *arguments]


def environment() -> dict[str, str]:
    return {"PYTHONPATH": str(Path(wikimem.__file__).parents[1]), "PYTHONIOENCODING": "utf-8"}


def test_the_console_script(filled: Diary):
    done = subprocess.run(script("-C", str(filled.root), "days"), env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2026-07-30\t2\n2026-08-01\t1\n", "")
    manifest = Path(wikimem.__file__).parents[1] / "pyproject.toml"
    if manifest.is_file():
        assert tomllib.loads(manifest.read_text("utf-8"))["project"]["scripts"] == {"wikimem": "wikimem.cli:run"}


def test_as_a_module(filled: Diary):
    command = [sys.executable, "-m", "wikimem", "-C", str(filled.root), "days"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2026-07-30\t2\n2026-08-01\t1\n", "")


def test_the_console_script_speaks_utf_8_whatever_the_locale(filled: Diary):
    ascii_only = {**environment(), "PYTHONIOENCODING": "ascii"}
    text = "雨下了一夜。\n"
    done = subprocess.run(
        script("-C", str(filled.root), "add", "-", "--date", DAY), env=ascii_only, input=text.encode(), check=False
    )
    assert done.returncode == 0
    done = subprocess.run(
        script("-C", str(filled.root), "search", "下了一夜"), env=ascii_only, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert text in done.stdout.decode("utf-8")


def test_a_reader_that_has_seen_enough_is_no_error(filled: Diary):
    filled.append("x\n" * 200_000, date=DAY, time="22:00")
    with subprocess.Popen(
        script("-C", str(filled.root), "export", "--json"),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout
        assert writer.stderr
        writer.stdout.read(10)
        writer.stdout.close()
        assert (writer.stderr.read(), writer.wait(30)) == ("", 0)


@pytest.mark.parametrize(("raised", "code"), [(KeyboardInterrupt, 130), (BrokenPipeError, 0)])
def test_the_entry_point_ends_quietly(
    filled: Diary, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, raised: type[BaseException], code: int
):
    def days(diary: Diary) -> list[str]:
        raise raised

    monkeypatch.setattr(sys, "argv", ["wikimem", "-C", str(filled.root), "days"])
    monkeypatch.setattr(Diary, "dates", days)
    with (tmp_path / "out").open("w") as out, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        with pytest.raises(SystemExit) as caught:
            run()
    assert caught.value.code == code


def test_the_entry_point_passes_the_status_on(filled: Diary, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", ["wikimem", "-C", str(filled.root), "show", "1999-01-01"])
    with pytest.raises(SystemExit) as caught:
        run()
    assert caught.value.code == 1
