"""Which Markdown of a project is data of its tests rather than documentation, by the folders in which it lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_TESTS = frozenset({"test", "tests", "__tests__"})
_DATA = frozenset("__fixtures__ __snapshots__ fixtures test-data test_data testdata".split())
_DOCS = frozenset("content doc docs documentation guide guides manual site website".split())
"""Below these folders such names are those of chapters."""


def is_test_data(path: str) -> bool:
    """Whether a page lies among the tests; `README.md` and its like in a folder of tests say something about them."""
    folders = path.split("/")[:-1]
    for index, folder in enumerate(folders):
        if folder.lower() in _DOCS:
            return False
        if folder.lower() in _DATA:
            return True
        if folder.lower() in _TESTS:
            stem = path.rpartition("/")[2].partition(".")[0]
            return index < len(folders) - 1 or not (stem.isupper() or stem.lower() == "readme")
    return False


def note(left: Sequence[str]) -> str:
    """What is said of pages that were left out."""
    folders = sorted({_top(path) for path in left})
    shown = ", ".join(folders[:3]) + (f" and {len(folders) - 3} more" if len(folders) > 3 else "")
    count = f"{len(left)} Markdown files" if len(left) > 1 else "1 Markdown file"
    return f"{count} in {shown} left out as data of tests: name the folder, or set `pages`, to check them"


def _top(path: str) -> str:
    """The folder of tests in which a page lies."""
    folders = path.split("/")[:-1]
    depth = next(number for number, name in enumerate(folders, 1) if name.lower() in _TESTS | _DATA)
    return "/".join(folders[:depth])


def without(paths: Iterable[str], asked: Sequence[str]) -> tuple[list[str], list[str]]:
    """The pages, and those that are left out as data of tests; what lies in a folder that was asked for stays."""
    named = [one for one in asked if is_test_data(one) or is_test_data(f"{one}/a.md")]
    kept: list[str] = []
    left: list[str] = []
    for path in paths:
        asked_for = any(path == one or path.startswith(f"{one}/") for one in named)
        (left if is_test_data(path) and not asked_for else kept).append(path)
    return kept, left
