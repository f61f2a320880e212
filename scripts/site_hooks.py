"""What this site needs of MkDocs beside its plugins."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from fencepost import schemas

_ABROAD = re.compile(r"\[([^\]\n]+)\]\(\.\./\.\./(en|zh)/([^)#\n]+)\.md(#[^)\n]*)?\)")
"""A link from a page two folders deep into the folder of a language."""


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Lead links into the other language to its pages, which static-i18n does not know while it builds this one.

    That such a link arrives is checked by fencepost, which reads both languages at once.
    """

    def address(match: re.Match[str]) -> str:
        label, language, path, fragment = match.groups(default="")
        target = f"{'zh/' if language == 'zh' else ''}{path}/"
        return f'<a href="{get_relative_url(target, page.url)}{fragment}">{label}</a>'

    return _ABROAD.sub(address, markdown)


def on_post_page(output: str, **_: object) -> str:
    """Keep Material from looking for a sitemap below every page.

    It takes each `link[rel=alternate]` for another site's root, and static-i18n leads these links to the same page in
    the other language: each page would report files that are missing. A blank more is the same word to all
    others, and no longer what Material looks for.
    """
    return output.replace('<link rel="alternate" ', '<link rel="alternate " ')


def on_post_build(config: Any, **_: object) -> None:
    """Publish the JSON Schemas of this version, which editors read."""
    folder = Path(config.site_dir) / "schema"
    folder.mkdir(exist_ok=True)
    for name in schemas.SCHEMAS:
        (folder / f"{name}.json").write_text(schemas.render(name), "utf-8")
