"""The table of ids on the page about links shows what the site's own functions make of the headings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown import Markdown
from pymdownx.slugs import slugify

from fencepost.checks.links import slugs

DOCS = Path(__file__).parents[2] / "docs"
ROW = re.compile(r"^\| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$", re.MULTILINE)


def rows(language: str) -> list[tuple[str, str, str, str]]:
    return ROW.findall((DOCS / language / "how-to" / "links.md").read_text("utf-8"))


def on_site(title: str, **options: object) -> str:
    html = Markdown(extensions=["toc"], extension_configs={"toc": options}).convert(f"# {title}\n")
    match = re.search(r'id="([^"]*)"', html)
    assert match is not None
    return match[1]


@pytest.mark.parametrize(("title", "default", "pymdownx", "github"), rows("en"))
def test_the_ids_are_those_of_the_site(title: str, default: str, pymdownx: str, github: str) -> None:
    assert on_site(title) == default
    assert on_site(title, slugify=slugify(case="lower")) == pymdownx
    assert slugs.github(title) == github


def test_both_languages_show_the_same_table() -> None:
    assert rows("en") == rows("zh")
    assert len(rows("en")) == 5
