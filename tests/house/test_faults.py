"""The table of faults names what `fencepost prove` makes, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fencepost.proving.fault import NAMES
from fencepost.proving.proof import GROUPS

DOCS = Path(__file__).parents[2] / "docs"
SHOWN = ("word", "line", "swap", "blank")
MADE = {
    "quote": (*SHOWN, "field", "brace"),
    "translates": ("field", "brace", "url", "span", "line"),
    "agree": (*SHOWN, "field", "brace"),
    "pair": ("statement", "key", "heading", "contract"),
    "links": ("link",),
    "output": SHOWN,
    "error": (*SHOWN, "type"),
    "assert": ("expectation", "negation"),
    "run": ("name", "raise", "expectation"),
}
"""What tests/unit/proving see made; nothing else is."""


def rows(language: str) -> dict[str, str]:
    text = (DOCS / language / "reference" / "sources.md").read_text("utf-8")
    table = text[text.index("{ #faults }") if "{ #faults }" in text else text.index("## Faults") :]
    return {match[1]: match[0] for match in re.finditer(r"^\| `(\w+)`.*$", table, re.MULTILINE)}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_kind_of_contract_has_its_row(language: str) -> None:
    assert tuple(rows(language)) == GROUPS == tuple(MADE)


@pytest.mark.parametrize("group", GROUPS)
def test_a_row_names_every_fault_and_no_other(group: str) -> None:
    row = rows("en")[group]
    assert {kind for kind, name in NAMES.items() if name in row} == set(MADE[group])
