"""What this repository publishes, in both languages."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from site_browser import PLACE

from fencepost.markdown import scan
from fencepost.schemas import SCHEMAS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"<(pre|code)\b[^>]*>.*?</\1>", re.DOTALL)


@pytest.fixture(scope="module")
def site(this_site: Path) -> Path:
    return this_site / PLACE


def address(page: str) -> str:
    """The built file of a page."""
    language, _, rest = page.removeprefix("docs/").partition("/")
    path = rest.removesuffix(".md")
    folder = "" if path == "index" else f"{path}/"
    return f"{'' if language == 'en' else f'{language}/'}{folder}index.html"


def test_no_built_page_holds_a_directive_outside_the_code_that_shows_one(site: Path) -> None:
    built = sorted(site.rglob("*.html"))
    assert len(built) > 90
    leaks = [
        path.relative_to(site).as_posix()
        for path in built
        if re.search(r"<!--\s*fencepost:", unescape(SHOWN.sub("", path.read_text("utf-8"))))
    ]
    assert leaks == []
    assert "&lt;!-- fencepost:" in (site / "zh/reference/directives/index.html").read_text("utf-8")


def test_the_search_holds_no_hidden_code_and_no_badge(site: Path) -> None:
    entries = json.loads((site / "search/search_index.json").read_text("utf-8"))["docs"]
    assert {entry["location"].startswith("zh/") for entry in entries} == {True, False}
    texts = [unescape(SHOWN.sub("", entry["text"])) for entry in entries]
    assert [text for text in texts if re.search(r"<!--\s*fencepost:|fencepost-badge", text)] == []


def test_every_fence_of_every_page_has_its_badge(site: Path, this_site: Path) -> None:
    report = json.loads((this_site / "report.json").read_text("utf-8"))
    for page in (page["path"] for page in report["pages"] if page["path"].startswith("docs/")):
        expected = sum(fence["page"] == page for fence in report["fences"])
        shown = (site / address(page)).read_text("utf-8").count('class="fencepost-badge"')
        assert shown == expected, page


def test_every_page_has_a_copy_without_directives_and_all_are_listed(site: Path) -> None:
    for language, prefix in (("en", ""), ("zh", "zh/")):
        sources = sorted((ROOT / "docs" / language).rglob("*.md"))
        listed = (site / prefix / "llms.txt").read_text("utf-8")
        for source in sources:
            name = source.relative_to(ROOT / "docs" / language).as_posix()
            copy = (site / prefix / name).read_text("utf-8")
            assert scan(copy, name, dialect="mkdocs").comments == (), name
            assert f"/{PLACE}{prefix}{name})" in listed


def test_the_schemas_are_published(site: Path) -> None:
    for name, schema in SCHEMAS.items():
        assert json.loads((site / "schema" / f"{name}.json").read_text("utf-8")) == schema()
