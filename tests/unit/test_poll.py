from __future__ import annotations

import threading
from pathlib import Path

from fencepost import poll


def test_what_is_new_gone_or_different_is_changed() -> None:
    before = {"a": (1, 1), "b": (1, 1), "c": (1, 1)}
    now = {"a": (1, 1), "b": (2, 1), "d": (1, 1)}
    assert poll.changed(before, now) == ["b", "c", "d"]


def test_a_change_is_seen_and_then_no_longer(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("one")
    known = poll.stamps(tmp_path)
    found = poll.changes(tmp_path, known)
    page.write_text("two!")
    assert next(found) == ["a.md"]
    threading.Timer(0.4, (tmp_path / "b.md").write_text, ["x"]).start()
    assert next(found) == ["b.md"]


def test_a_file_that_goes_away_while_it_is_looked_at_is_gone(tmp_path: Path) -> None:
    (tmp_path / "dangling.md").symlink_to(tmp_path / "nowhere")
    assert poll.stamps(tmp_path) == {}
