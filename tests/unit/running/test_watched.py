"""Watching a run in another process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fencepost import runner


def test_a_run_that_is_broken_off_may_clear_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import pathlib, time; time.sleep(0.3); pathlib.Path('cleared').touch()"
    monkeypatch.setattr(runner, "_command", lambda _: [sys.executable, "-c", code])
    (tmp_path / "results").touch()
    watching = runner.watch(tmp_path, [], "--x", tmp_path / "results", expected=[], ended=str)
    next(watching)
    with pytest.raises(KeyboardInterrupt):
        watching.throw(KeyboardInterrupt())
    assert (tmp_path / "cleared").exists()
