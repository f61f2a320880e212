"""What agents read stands where they look for it."""

from __future__ import annotations

import pytest

from fencepost.publishing.agents import Copy, copy_of, llms


@pytest.mark.parametrize(
    ("source", "built", "copy"),
    [
        ("index.md", "index.html", "index.md"),
        ("en/guide/start.md", "guide/start/index.html", "guide/start.md"),
        ("en/guide/index.md", "guide/index.html", "guide/index.md"),
        ("guide/README.md", "guide/index.html", "guide/index.md"),
        ("start.md", "start.html", "start.md"),
        ("v1.2/start.md", "v1.2/start/index.html", "v1.2/start.md"),
        ("v1.2.md", "v1.2/index.html", "v1.2.md"),
    ],
)
def test_a_copy_stands_where_links_from_other_copies_lead(source: str, built: str, copy: str) -> None:
    assert copy_of(source, built) == copy


def test_the_list_names_the_site_its_sections_and_their_pages() -> None:
    sections = [("", [Copy("Home", "index.md")]), ("Guide", [Copy("Start", "guide/start.md")]), ("Empty", [])]
    assert llms("A site", "What it is.", sections) == (
        "# A site\n\n> What it is.\n\n- [Home](index.md)\n\n## Guide\n\n- [Start](guide/start.md)\n"
    )
    assert llms("A site", "", []) == "# A site\n"
