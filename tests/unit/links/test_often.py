"""Ids that are missing on many pages."""

from __future__ import annotations

from pathlib import Path

from fencepost.testing import Docs


def notes(root: Path, count: int, **more: str) -> tuple[str, ...]:
    pages = {f"{number}.md": "[x](#python) [y](#java)\n\n[z](#java)\n" for number in range(count)}
    return Docs(root, {**pages, **more}).check().notes


def test_they_are_said_with_the_setting_that_accepts_them(tmp_path: Path) -> None:
    said = 'these ids are missing on 10 pages; if the site makes them, accept them in the settings: anchors = ["java", "python"]'
    assert notes(tmp_path, 10) == (said,)


def test_few_are_slips(tmp_path: Path) -> None:
    assert notes(tmp_path, 9) == ()


def test_what_the_settings_accept_is_not_said(tmp_path: Path) -> None:
    assert notes(tmp_path, 12, **{"fencepost.toml": 'anchors = ["python", "java"]\n'}) == ()
