"""The tutorial is followed step by step: its files are written, its commands called; the translation shows the same."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from fencepost.checks.output import OutputOptions, first_difference
from fencepost.cli import main

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^(?P<mark>`{3,})(?P<info>[^\n]*)\n(?P<body>.*?)^(?P=mark)$", re.MULTILINE | re.DOTALL)


def steps(page: str) -> Iterator[tuple[str, str]]:
    """What a reader does, in order: `(file, its text)` or `($, a command with what it prints)`."""
    for fence in FENCE.finditer(page):
        title = re.search(r'title="([^"]+)"', fence["info"])
        if title:
            yield title[1], fence["body"]
        elif fence["info"] == "console":
            yield from (("$", command) for command in re.split(r"^\$ ", fence["body"], flags=re.MULTILINE)[1:])


def tutorial(language: str, name: str) -> str:
    return (ROOT / "docs" / language / "tutorials" / name).read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "commands"), [("first-page.md", 6), ("agent-loop.md", 5)])
def test_the_tutorial_can_be_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, commands: int
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    called = 0
    for file, text in steps(tutorial("en", name)):
        if file != "$":
            (tmp_path / file).write_text(text, "utf-8")
            continue
        command, _, shown = text.partition("\n")
        if not command.startswith("fencepost "):
            continue
        code = main(shlex.split(command)[1:])
        printed = capsys.readouterr().out
        assert first_difference(shown, printed, OutputOptions()) is None, f"$ {command}\n{printed}"
        assert code == int("FP" in printed), command
        called += 1
    assert called == commands


@pytest.mark.parametrize("name", ["first-page.md", "agent-loop.md"])
def test_the_translation_shows_the_same_commands_and_answers(name: str):
    def shown(language: str) -> list[tuple[str, str]]:
        # The heading of the translated guide gives its fences another name.
        return [(file, text.replace("助手", "the-assistant")) for file, text in steps(tutorial(language, name))]

    assert [step for step in shown("en") if step[0] != "guide.md"] == [
        step for step in shown("zh") if step[0] != "guide.md"
    ]
