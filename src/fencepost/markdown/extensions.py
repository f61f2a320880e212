"""Which extensions of Python-Markdown a site has, as far as they decide what is a fence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from fencepost.markdown.info import DEFAULT_HEADER_RULES, HeaderRules

if TYPE_CHECKING:
    from fencepost.site import Options, Site

MATERIAL = frozenset(
    {
        "abbr",
        "admonition",
        "attr_list",
        "def_list",
        "footnotes",
        "md_in_html",
        "pymdownx.blocks.admonition",
        "pymdownx.blocks.caption",
        "pymdownx.blocks.definition",
        "pymdownx.blocks.details",
        "pymdownx.blocks.html",
        "pymdownx.blocks.tab",
        "pymdownx.details",
        "pymdownx.snippets",
        "pymdownx.superfences",
        "pymdownx.tabbed",
        "tables",
        "toc",
    }
)
"""What sites with the Material theme usually turn on; it holds where there is no `mkdocs.yml`."""

READ = MATERIAL | {"fenced_code", "pymdownx.highlight", "pymdownx.saneheaders", "sane_lists"}
"""All extensions whose effect is known here."""

_ADMONITIONS = ("note", "attention", "caution", "danger", "error", "tip", "hint", "warning", "important")
_CAPTIONS = ("caption", "figure-caption", "table-caption")

_EXECUTED = frozenset("bash console markdown md py pycon pyodide python sh tree".split())
"""The languages that the plugin `markdown-exec` runs."""

BlockKind = Literal["admonition", "details", "tab", "html", "define", "caption"]


@dataclass(frozen=True, slots=True)
class Extensions:
    """The extensions that are on, and the options that matter."""

    names: frozenset[str] = MATERIAL
    header: HeaderRules = DEFAULT_HEADER_RULES
    literals: bool = True
    """Whether an indented block is a literal."""
    blocks: frozenset[tuple[str, BlockKind]] = frozenset()
    """Names that may stand behind `///`, and what they make."""
    custom_html: Mapping[str, str] | None = None
    """How `/// html` treats the content of tags: `block`, `inline`, `raw`."""

    @property
    def superfences(self) -> bool:
        """Whether fences are SuperFences'; otherwise those of the plain extension, at the margin only."""
        return "pymdownx.superfences" in self.names


@lru_cache(maxsize=16)
def of_site(site: Site | None) -> Extensions:
    """The extensions of a site, or those of Material for want of one."""
    if site is None:
        return Extensions(blocks=_blocks(MATERIAL, {}))
    names = frozenset(site.extensions)
    superfences = site.options("pymdownx.superfences")
    html = site.options("pymdownx.blocks.html").get("custom")
    return Extensions(
        names=names,
        header=_header_rules(site, superfences, site.options("pymdownx.highlight")),
        literals=superfences.get("disable_indented_code_blocks") is not True,
        blocks=_blocks(names, site.extensions),
        custom_html={
            str(entry.get("tag")): str(entry.get("mode", "auto"))
            for entry in (html if isinstance(html, list) else [])
            if isinstance(entry, dict)
        },
    )


def _header_rules(site: Site, superfences: Options, highlight: Options) -> HeaderRules:
    custom = [entry for entry in _entries(superfences, "custom_fences") if "name" in entry and "class" in entry]
    return HeaderRules(
        relaxed=superfences.get("relaxed_headers") is True,
        pygments=highlight.get("use_pygments", True) is not False,
        custom=frozenset(str(entry["name"]) for entry in custom if "validator" not in entry),
        lenient=frozenset(str(entry["name"]) for entry in custom if entry.get("validator") is not None),
        executed=_EXECUTED if "markdown-exec" in site.plugins else frozenset(),
        rewritten=site.hook_words(),
    )


def _entries(options: Options, key: str) -> list[dict[str, object]]:
    value = options.get(key)
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _blocks(names: frozenset[str], options: Mapping[str, Options]) -> frozenset[tuple[str, BlockKind]]:
    found: dict[str, BlockKind] = {}
    if "pymdownx.blocks.admonition" in names:
        found["admonition"] = "admonition"
        found |= dict.fromkeys(_types(options.get("pymdownx.blocks.admonition", {}), _ADMONITIONS), "admonition")
    if "pymdownx.blocks.details" in names:
        found["details"] = "details"
        found |= dict.fromkeys(_types(options.get("pymdownx.blocks.details", {}), ()), "details")
    if "pymdownx.blocks.tab" in names:
        found["tab"] = "tab"
    if "pymdownx.blocks.html" in names:
        found["html"] = "html"
    if "pymdownx.blocks.definition" in names:
        found["define"] = "define"
    if "pymdownx.blocks.caption" in names:
        found |= dict.fromkeys(_types(options.get("pymdownx.blocks.caption", {}), _CAPTIONS), "caption")
    return frozenset(found.items())


def _types(options: Options, default: tuple[str, ...]) -> list[str]:
    value = options.get("types")
    entries = value if isinstance(value, list) else default
    return [str(entry.get("name")) if isinstance(entry, dict) else str(entry) for entry in entries]
