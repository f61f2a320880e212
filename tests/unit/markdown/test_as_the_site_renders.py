"""Under `mkdocs` a fence is what Python-Markdown with SuperFences renders as a code block, no more and no less."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings

from fencepost.markdown import scan
from fencepost.markdown.extensions import of_site
from fencepost.markdown.lines import read
from fencepost.markdown.mkdocs import scan as scan_site
from fencepost.site import Site, read_site
from tests.unit.markdown.pages import SITE_PAGES
from tests.unit.markdown.site_renderer import against_site

ROOT = Path(__file__).parents[3]
PROBES = sorted((ROOT / "tests" / "golden" / "discovery").glob("*.md"))
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PLAIN = "markdown_extensions: [admonition, def_list]\n"
RELAXED = """
markdown_extensions:
  - sane_lists
  - pymdownx.details
  - pymdownx.tabbed: {alternate_style: true}
  - pymdownx.superfences:
      relaxed_headers: true
      disable_indented_code_blocks: true
"""


@lru_cache(maxsize=4)
def renderer(site: Site | None = None) -> Any:
    return against_site.Renderer(site)


@lru_cache(maxsize=4)
def site_of(config: str) -> Site:
    with TemporaryDirectory() as folder:
        path = Path(folder, "mkdocs.yml")
        path.write_text(config, encoding="utf-8")
        return read_site(path)


def agree(text: str, site: Site | None = None) -> None:
    scan(text, "page.md", dialect="mkdocs", site=site)
    try:
        renderer(site).render(text)
    except RuntimeError:  # nested too deep, or a footnote in a footnote: the site cannot be built
        return
    found = list(against_site.differences(text, "page.md", renderer(site), site))
    assert not found, "\n".join([*found, text])


@pytest.mark.parametrize("page", [*PROBES, *DOCS], ids=lambda page: page.stem)
def test_pages_of_this_repository(page: Path) -> None:
    agree(page.read_bytes().decode())


@settings(max_examples=150, deadline=None, derandomize=True)
@given(SITE_PAGES)
def test_nested_containers(text: str) -> None:
    agree(text)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(SITE_PAGES)
@pytest.mark.parametrize("config", [PLAIN, RELAXED], ids=["plain", "relaxed"])
def test_other_sites(config: str, text: str) -> None:
    agree(text, site_of(config))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(SITE_PAGES)
def test_both_ways_of_reading_agree(text: str) -> None:
    source, rules = read(text), of_site(None)
    assert scan_site(source, "page.md", rules) == scan_site(source, "page.md", rules, quick=False)


def test_the_comparison_sees_a_difference() -> None:
    class Blind(against_site.Renderer):
        def render(self, text: str) -> object:
            return against_site.Rendered((), (), "")

    assert list(against_site.differences("```python\nx\n```\n", "page.md", Blind()))


def test_a_fence_in_every_container_at_once() -> None:
    text = (
        '!!! note\n\n    === "A"\n\n        - item\n\n            > quote\n            >\n'
        "            > ```python\n            > x = 1\n            > ```\n"
    )
    (fence,) = scan(text, "page.md", dialect="mkdocs").fences
    assert [container.kind for container in fence.containers] == ["admonition", "tab", "list", "quote"]
    assert fence.body == "x = 1\n"
    assert fence.prefix == "            > "
