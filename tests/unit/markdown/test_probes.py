"""The pages of `tests/golden/discovery`: which blocks are fences, and which only look like it.

The first line of each page holds the answer: the letters of the fences in page order, `none`, or the code of the
finding that has to report where site and GitHub disagree.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fencepost.markdown import parse_page

PAGES = sorted((Path(__file__).parents[2] / "golden" / "discovery").glob("*.md"))
LETTER = re.compile(r'write\("(\w)\\n"\)')


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_probe(page: Path) -> None:
    text = page.read_bytes().decode()
    expected = re.search(r"expect: (?:fences that must run: )?(\w+)", text)
    assert expected is not None
    found = parse_page(text, page.name, dialect="mkdocs")
    codes = [finding.code for finding in found.findings]
    if expected[1].startswith("FP"):
        assert codes == [expected[1]]
        return
    assert not codes
    letters = "".join(
        letter
        for fence in found.fences
        if fence.language in ("python", "py", "python3", "pycon")
        for letter in LETTER.findall(fence.body)
    )
    assert letters == expected[1].replace("none", "")


def test_all_probes_are_here() -> None:
    assert len(PAGES) == 32
