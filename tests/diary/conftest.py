from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import wikimem
from wikimem import Diary


class StubLLM:
    """Answers with what it was given and keeps what it was asked."""

    def __init__(self, reply: object) -> None:
        self.reply = reply
        self.calls: list[list[dict[str, str]]] = []

    def chat(self, messages: list[dict[str, str]]) -> str:
        self.calls.append(messages)
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply  # ty: ignore[invalid-explicit-return]


@pytest.fixture
def diary(tmp_path: Path) -> Diary:
    return Diary(tmp_path / "store", tz="Asia/Shanghai")


@pytest.fixture
def stub() -> Callable[[object], StubLLM]:
    return StubLLM


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start a Python program that can import wikimem; it is killed at the end if it still runs."""
    started: list[subprocess.Popen[str]] = []

    def start_program(code: str, *arguments: object) -> subprocess.Popen[str]:
        package = str(Path(wikimem.__file__).parents[1])
        process = subprocess.Popen(
            [sys.executable, "-u", "-c", code, *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": package},
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start_program
    for process in started:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()
