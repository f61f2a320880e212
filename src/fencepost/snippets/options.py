"""How a site includes snippets: the options of `pymdownx.snippets`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fencepost.site import Site

EXTENSION = "pymdownx.snippets"


@dataclass(frozen=True, slots=True)
class SnippetOptions:
    """Where snippets are looked for, and what becomes of them."""

    root: Path
    """The project's root, to which places are relative."""
    folders: tuple[Path | None, ...]
    """`base_path`, absolute: folders, or single files; `None` is the folder of the page."""
    config: str = "mkdocs.yml"
    """The file of the settings, relative to the root."""
    restricted: bool = True
    """Whether a snippet has to lie below the folder in which it is looked for."""
    strict: bool = False
    """Whether the site's build stops where a snippet is missing."""
    downloads: bool = False
    """Whether the site fetches snippets from URLs."""
    dedent: bool = False
    """Whether sections and ranges of lines lose their common indentation."""
    encoding: str = "utf-8"
    appended: tuple[tuple[str, int], ...] = ()
    """Snippets that stand below every page, each with the line of the settings that names it."""


def of_site(site: Site | None, root: Path) -> SnippetOptions | None:
    """The options of a site; the extension's own for want of a site; `None` where the extension is off."""
    if site is None:
        return SnippetOptions(root, (root,))
    if EXTENSION not in site.extensions:
        return None
    options = site.options(EXTENSION)
    encoding = options.get("encoding")
    appended = options.get("auto_append")
    return SnippetOptions(
        root,
        site.snippet_paths,
        config=site.path.relative_to(root).as_posix() if site.path.is_relative_to(root) else str(site.path),
        restricted=options.get("restrict_base_path", True) is not False,
        strict=options.get("check_paths") is True,
        downloads=options.get("url_download") is True,
        dedent=options.get("dedent_subsections") is True,
        encoding=encoding if isinstance(encoding, str) else "utf-8",
        appended=tuple(_appended(map(str, appended), site.path)) if isinstance(appended, list) else (),
    )


def _appended(names: Iterable[str], file: Path) -> Iterator[tuple[str, int]]:
    lines = file.read_text("utf-8-sig").split("\n")
    begin = next((index for index, line in enumerate(lines) if "auto_append" in line), 0)
    for name in names:
        yield name, next((index for index, line in enumerate(lines, 1) if index > begin and name in line), 1)
