#!/usr/bin/env python3
"""Compare the fences that fencepost finds with the code blocks that a MkDocs site shows, page by page.

    scripts/against_site.py DIR [--config mkdocs.yml] [--limit N]

Every page is rendered with Python-Markdown and SuperFences; a formatter leaves a mark for each code block, and a block
counts when its mark can be seen in the finished page. A line is printed for each block that only one of the two has, or
whose line, language or code differs. Exit code 1 says that there were some.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

import markdown
from markdown.extensions.fenced_code import FencedBlockPreprocessor
from markdown.treeprocessors import Treeprocessor
from mkdocs.utils.meta import get_data
from pymdownx.superfences import SuperFencesBlockPreprocessor

from fencepost import snippets
from fencepost.markdown import extensions, parse_page, scan
from fencepost.site import Site, read_site
from fencepost.sitedata import PythonName, SiteError

_HIDDEN = re.compile(r"<!--.*?-->|<(script|style|textarea|template)\b.*?</\1>", re.DOTALL | re.IGNORECASE)
_MARK = re.compile(r'<pre data-block="(\d+)"></pre>')


@dataclass(frozen=True, slots=True)
class Block:
    """A code block: where it opens, its language, its code as shown."""

    line: int
    language: str
    code: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """What a site makes of a page."""

    blocks: tuple[Block, ...]
    headings: tuple[tuple[int, str], ...]
    """Levels and texts."""
    html: str


class Renderer:
    """Python-Markdown with the extensions of a site, or with those of Material."""

    def __init__(self, site: Site | None = None, folder: Path = Path()) -> None:
        names = sorted(extensions.MATERIAL) if site is None else _known(site)
        configs = {name: {} for name in names} if site is None else {name: _values(site, name) for name in names}
        options = snippets.of_site(site, _root(site, folder))
        if options is not None:
            bases = [str(base.absolute() if base else folder.absolute()) for base in options.folders]
            configs["pymdownx.snippets"] |= {"base_path": bases, "check_paths": False, "url_download": False}
        configs.setdefault("pymdownx.tabbed", {}).setdefault("alternate_style", True)
        configs.setdefault("pymdownx.blocks.tab", {}).setdefault("alternate_style", True)
        self._markdown = markdown.Markdown(extensions=names, extension_configs={n: configs[n] for n in names})
        self._found: list[Block] = []
        fences = self._markdown.preprocessors["fenced_code_block"]
        if isinstance(fences, SuperFencesBlockPreprocessor):
            self._listen(fences)
        elif isinstance(fences, FencedBlockPreprocessor):
            self._markdown.preprocessors.register(_PlainFences(self._markdown, self._found), "fenced_code_block", 25)
        self._headings: list[tuple[int, str]] = []
        self._markdown.treeprocessors.register(_Headings(self._headings), "note_headings", 1000)

    def _listen(self, fences: SuperFencesBlockPreprocessor) -> None:
        store = fences._store  # the only place that is told the lines of a block

        def note(source: str, code: str, start: int, end: int) -> None:
            language = (fences.lang or "").lower()
            self._found.append(Block(start + 1, language, fences.rebuild_block(fences.code)))
            store(source, f'<pre data-block="{len(self._found) - 1}"></pre>', start, end)

        fences._store = note

    def render(self, text: str) -> Rendered:
        """Render a page and report what can be seen of it."""
        self._found.clear()
        self._headings.clear()
        folded = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        body, _ = get_data(folded)
        skipped = folded.count("\n") - body.count("\n") if folded.endswith(body) else 0
        self._markdown.reset()
        html = self._markdown.convert(body)
        shown = {int(match[1]) for match in _MARK.finditer(_HIDDEN.sub("", html))}
        blocks = (
            Block(block.line + skipped, block.language, block.code)
            for index, block in enumerate(self._found)
            if index in shown
        )
        return Rendered(tuple(sorted(blocks, key=lambda block: block.line)), tuple(self._headings), html)


class _PlainFences(FencedBlockPreprocessor):
    """The plain extension, which is told no lines: they are counted in the text that is left."""

    def __init__(self, renderer: markdown.Markdown, found: list[Block]) -> None:
        super().__init__(renderer, {})
        self._renderer = renderer
        self._found = found

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        position = taken = 0
        while (match := self.FENCED_BLOCK_RE.search(text, position)) is not None:
            stash = self._renderer.htmlStash
            before = stash.html_counter
            super().run(match[0].split("\n"))
            if stash.html_counter == before:
                position = match.end("attrs")
                continue
            shown = str(stash.rawHtmlBlocks[-1])
            language = re.search(r'class="language-([^"]*)"', shown)
            line = text.count("\n", 0, match.start()) + 1 + taken
            code = match["code"].removesuffix("\n")
            self._found.append(Block(line, language[1].lower() if language else "", code))
            mark = stash.store(f'<pre data-block="{len(self._found) - 1}"></pre>')
            taken += match[0].count("\n") - 2
            text = f"{text[: match.start()]}\n{mark}\n{text[match.end() :]}"
            position = match.start() + 1 + len(mark)
        return text.split("\n")


class _Headings(Treeprocessor):
    def __init__(self, headings: list[tuple[int, str]]) -> None:
        super().__init__()
        self._headings = headings

    def run(self, root: Element) -> None:
        for element in root.iter():
            if isinstance(element.tag, str) and re.fullmatch("h[1-6]", element.tag):
                self._headings.append((int(element.tag[1]), element.text or ""))


def _known(site: Site) -> list[str]:
    """The extensions of a site that decide how it is read; those of other packages are left out."""
    return [name for name in site.extensions if name in extensions.MATERIAL or name in extensions.READ]


def _values(site: Site, name: str) -> dict[str, object]:
    options = dict(site.options(name))
    options.pop("slugify", None)
    custom = options.get("custom_fences")
    if isinstance(custom, list):
        options["custom_fences"] = [
            # How a block is formatted does not decide whether it is one.
            {key: value for key, value in entry.items() if key != "format" and not isinstance(value, PythonName)}
            for entry in custom
            if isinstance(entry, dict)
        ]
    return {key: value for key, value in options.items() if not isinstance(value, PythonName)}


def found(text: str, path: str, site: Site | None = None, folder: Path = Path()) -> tuple[Block, ...]:
    """What fencepost finds on a page, its code as a site would show it."""
    options = snippets.of_site(site, _root(site, folder))
    read = parse_page(text, path, dialect="mkdocs", site=site, snippets=snippets.Library(options) if options else None)
    result = scan(read.text, path, dialect="mkdocs", site=site, exact=True)
    return tuple(
        Block(fence.line, fence.language, _as_shown(fence.body, fence.column - 1, fence.prefix))
        for fence in result.fences
    )


def _root(site: Site | None, folder: Path) -> Path:
    """The folder of the project: no snippet is read from outside of it."""
    return (site.path.parent if site else folder).absolute()


def _as_shown(body: str, width: int, prefix: str) -> str:
    pad = "x" * len(prefix.expandtabs(4))
    lines = [(pad + line).expandtabs(4)[len(pad) :] for line in body.split("\n")]
    return "\n".join("" if not line.strip(" ") else line for line in lines)[:-1] if body else ""


def differences(
    text: str, path: str, renderer: Renderer, site: Site | None = None, folder: Path = Path()
) -> Iterator[str]:
    """Say in one line each what differs on a page; with snippets, lines are those of the page that has them."""
    ours = {block.line: block for block in found(text, path, site, folder)}
    theirs = {block.line: block for block in renderer.render(text).blocks}
    for line in sorted(ours.keys() | theirs.keys()):
        if line not in ours:
            yield f"{path}:{line}: only the site has this block: {theirs[line]}"
        elif line not in theirs:
            yield f"{path}:{line}: only fencepost has this block: {ours[line]}"
        elif ours[line].language != theirs[line].language:
            yield f"{path}:{line}: language {ours[line].language!r}, on the site {theirs[line].language!r}"
        elif _folded(ours[line].code) != _folded(theirs[line].code):
            yield f"{path}:{line}: the code differs: {ours[line].code!r}, on the site {theirs[line].code!r}"


def _folded(code: str) -> str:
    return "\n".join("" if not line.strip(" ") else line for line in code.split("\n"))


def main(argv: Sequence[str] | None = None) -> int:
    """Compare all pages of a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--config", type=Path, help="the site's mkdocs.yml; without it the extensions of Material hold")
    parser.add_argument("--limit", type=int, default=50, help="how many differences are printed")
    arguments = parser.parse_args(argv)
    try:
        site = read_site(arguments.config) if arguments.config else None
    except (SiteError, OSError) as error:
        parser.error(str(error))
    renderer = Renderer(site, arguments.folder)
    pages = blocks = differing = 0
    for path in sorted(arguments.folder.rglob("*.md")):
        text = path.read_bytes().decode("utf-8", errors="replace")
        pages += 1
        blocks += len(renderer.render(text).blocks)
        name = path.relative_to(arguments.folder).as_posix()
        for message in differences(text, name, renderer, site, arguments.folder):
            differing += 1
            if differing <= arguments.limit:
                print(message)
    print(f"{pages} pages, {blocks} code blocks, {differing} differences")
    return 1 if differing or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())
