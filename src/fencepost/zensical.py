"""`zensical.toml`, the file of a Zensical site, as the mapping that the same site has in `mkdocs.yml`.

Zensical renders with Python-Markdown and its extensions. The form of its file, and the extensions that it turns on
where none are named, are those of its documentation.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping

_DEFAULT = (
    "abbr admonition attr_list def_list footnotes md_in_html tables toc pymdownx.arithmatex pymdownx.betterem "
    "pymdownx.caret pymdownx.details pymdownx.emoji pymdownx.highlight pymdownx.inlinehilite pymdownx.keys "
    "pymdownx.magiclink pymdownx.mark pymdownx.smartsymbols pymdownx.superfences pymdownx.tabbed pymdownx.tasklist "
    "pymdownx.tilde"
).split()
_MERMAID: dict[str, object] = {"pymdownx.superfences": {"custom_fences": [{"name": "mermaid", "class": "mermaid"}]}}
_PACKAGES = frozenset(
    {"markdown", "markdown.extensions", "pymdownx", "pymdownx.blocks", "zensical", "zensical.extensions"}
)
"""Tables that hold extensions, not options of one."""


def as_mkdocs(text: str) -> dict[str, object]:
    """Read the text of a `zensical.toml`. Raises `ValueError`, of which `tomllib.TOMLDecodeError` is one."""
    project = tomllib.loads(text).get("project")
    if not isinstance(project, dict):
        return {}
    extensions = project.get("markdown_extensions")
    named = dict(_extensions(extensions)) if isinstance(extensions, dict) else {**dict.fromkeys(_DEFAULT), **_MERMAID}
    return {**project, "markdown_extensions": named}


def _extensions(table: Mapping[str, object], package: str = "") -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        name = f"{package}{key}"
        if name in _PACKAGES and isinstance(value, dict):
            yield from _extensions(value, f"{name}.")
        else:
            yield name, value
