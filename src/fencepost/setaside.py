"""Leaves out Markdown that nobody means who does not name it: data of tests, and kept copies of older versions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fencepost import testdata, versions


def without_others(paths: list[str], asked: Sequence[str]) -> tuple[list[str], list[str]]:
    """The pages but for those, unless they lie in a folder that was asked for, and what is said of what is left out."""
    said: list[str] = []
    for others in (testdata, versions):
        paths, left = others.without(paths, asked)
        said += [_note(others.SAID, len(left), map(others.top, left))] if left else []
    return paths, said


def _note(said: str, number: int, tops: Iterable[str]) -> str:
    folders = sorted(set(tops))
    shown = ", ".join(folders[:3]) + (f" and {len(folders) - 3} more" if len(folders) > 3 else "")
    count = f"{number} Markdown files" if number > 1 else "1 Markdown file"
    return f"{said.format(count=count, folders=shown)}: name the folder, or set `pages`, to check them"
