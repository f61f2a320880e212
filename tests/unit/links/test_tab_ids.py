"""Ids of tabs by their titles."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.testing import Docs

TABBED = """site_name: S
markdown_extensions:
  - pymdownx.superfences
  - pymdownx.tabbed:
      alternate_style: true
"""
SLUG = "      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}\n"
PAGE = '[a](#one-more) [b](#setup-one-more) [c](#gone)\n\n## Setup\n\n=== "One More"\n\n    x\n'


@pytest.mark.parametrize(("site", "dead"), [(TABBED + SLUG, [37]), (TABBED, [1, 16, 37])])
def test_they_are_known_where_the_site_makes_them(tmp_path: Path, site: str, dead: list[int]) -> None:
    found = Docs(tmp_path, {"mkdocs.yml": site, "docs/a.md": PAGE}).findings()
    assert [one.place.column for one in found] == dead
