"""Under `mdx` a fence is what remark-mdx makes one. For this node is needed, and `npm install` in scripts/remark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from loading import load

from tests.unit.markdown.pages import MDX_PAGES

FILE = Path(__file__).parents[3] / "scripts" / "against_remark.py"


against_remark: Any = load(FILE)


@pytest.fixture(scope="module")
def remark() -> Iterator[Any]:
    if reason := against_remark.missing():
        pytest.skip(reason)
    reader = against_remark.Remark()
    yield reader
    reader.close()


@settings(max_examples=300, deadline=None, derandomize=True)
@given(text=MDX_PAGES)
def test_nested_containers(remark: Any, text: str) -> None:
    theirs = remark.fences(text)
    assume(theirs is not None)  # a page that is no MDX has no right reading
    assert not list(against_remark.differences(text, theirs))


def test_the_comparison_sees_a_difference() -> None:
    assert list(against_remark.differences("```js\na\n```\n", {}))
    assert list(against_remark.differences("```js\na\n```\n", {1: ("js", "b")}))
    assert not list(against_remark.differences("```js\na\n```\n", {1: ("js", "a")}))
