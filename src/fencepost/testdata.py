"""Which Markdown of a project is data of its tests rather than documentation, by the folders in which it lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fencepost.tree import is_below

_TESTS = frozenset({"test", "tests", "__tests__"})
_DATA = frozenset("__fixtures__ __snapshots__ fixtures test-data test_data testdata".split())
_DOCS = frozenset("content doc docs documentation guide guides manual site website".split())
"""Below these folders such names are those of chapters."""
SAID = "{count} in {folders} left out as data of tests"
"""What is said of pages that were left out."""


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


def top(path: str) -> str:
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
        asked_for = any(is_below(path, one) for one in named)
        (left if is_test_data(path) and not asked_for else kept).append(path)
    return kept, left
