"""Puts snippets into a page as `pymdownx.snippets` does, and remembers where each line is written."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from fencepost.model import Finding, Origin, Place
from fencepost.rules import RULES
from fencepost.snippets.library import Library, Missing, WrittenLine, split
from fencepost.snippets.options import SnippetOptions
from fencepost.snippets.select import Row, SelectionError, select
from fencepost.snippets.syntax import HINT, Mark, Request, read_mark, read_request, read_section_mark

_TAB = 4
_DEEPEST = 100
"""How deep snippets may include snippets; the renderer gives up at a few hundred."""
_MOST = 20_000_000
"""How many characters snippets may add to a page; includes that double at each level would never end."""

_MOST_FINDINGS = 1000
"""So many are enough to say; each time a page includes itself, each of its own includes is one."""


@dataclass(frozen=True, slots=True)
class Expansion:
    """A page with its snippets."""

    text: str
    origins: tuple[Origin, ...]
    """Where each line is written."""
    findings: tuple[Finding, ...]


def expand(text: str, path: str, library: Library, *, skip: int = 0) -> Expansion | None:
    """Put the snippets into a page; `None` where it includes none.

    `skip` is how many lines the front matter takes, in which nothing is included.
    """
    options = library.options
    if HINT not in text and not options.appended:
        return None
    begin = 1 if text.startswith("\ufeff") else 0
    lines = split(text, begin=begin)
    written = [_row(line, path, number) for number, line in enumerate(lines, 1)]
    run = _Expander(library, (options.root / path).parent)
    rows = [*written[:skip], *run.rows([*written[skip:], *_appended(options, len(lines))])]
    rows = rows or [Row("", Origin(path, 1, 1))]
    newline = "\r\n" if text.find("\r\n") >= 0 else "\n"
    ends = (_end_of(text, row.origin, path) or newline for row in rows[:-1])
    joined = "".join(part for row, end in zip(rows, [*ends, ""], strict=True) for part in (row.text, end))
    return Expansion(text[:begin] + joined, tuple(row.origin for row in rows), tuple(run.findings))


def _row(line: WrittenLine, path: str, number: int, asked: int = 0) -> Row:
    return Row(line.text, Origin(path, number, asked or number, 0, line.start, line.end))


def _appended(options: SnippetOptions, last: int) -> list[Row]:
    """What the site appends to every page: a block of the paths in its settings."""
    if not options.appended:
        return []
    paths = [entry for name, line in options.appended for entry in (("", line), (name, line))][1:]
    lines = [("", 1), ("", 1), ("-8<-", 1), *paths, ("-8<-", 1), ("", 1)]
    return [Row(text, Origin(options.config, line, last)) for text, line in lines]


def _end_of(text: str, origin: Origin, path: str) -> str:
    """The line end of a line of the page's own file."""
    if origin.path != path or origin.end is None:
        return ""
    for end in ("\r\n", "\n", "\r"):
        if text.endswith(end, 0, origin.end):
            return end
    return ""


@dataclass(slots=True)
class _Expander:
    library: Library
    page_folder: Path
    findings: list[Finding] = field(default_factory=list)
    _within: list[Path] = field(default_factory=list)
    _added: int = 0

    def rows(self, rows: Sequence[Row], *, in_section: bool = False) -> list[Row]:
        """The rows with all that they include."""
        shown: list[Row] = []
        opened: Row | None = None
        before = 0
        for row in rows:
            mark = read_mark(row.text) if HINT in row.text else None
            if mark is not None and mark.escaped:
                shown.append(row.with_text(row.text.replace(";", "", 1)))
            elif mark is not None and mark.path is None:
                opened, before = (row, len(self.findings)) if opened is None else (None, 0)
            elif mark is not None and opened is None:
                shown += self._include(row, mark)
            elif opened is None:
                shown += [row] if in_section else _without_section_mark(row)
            elif mark is None:
                shown += self._listed(row)
        if opened is not None and len(self.findings) > before:
            del self.findings[before:]
            self._say(opened, "this block of snippets is never closed: the site takes each line below for a path")
        return shown

    def _listed(self, row: Row) -> list[Row]:
        """What a line of a block includes."""
        path = row.text.strip()
        if not path:
            return [row.with_text("")]
        return self._include(row, Mark(row.text[: len(row.text) - len(row.text.lstrip(" \t"))], False, path))

    def _include(self, row: Row, mark: Mark) -> list[Row]:
        path = mark.path or ""
        if path.startswith(";"):
            return []
        request = read_request(path)
        if request.is_url:
            self._say_url(row, request)
            return []
        if request.fault or not request.path:
            self._say(row, request.fault or "a snippet without a path")
            return []
        file = self.library.find(request.path, self.page_folder)
        if isinstance(file, Missing):
            self._say_missing(row, request, file)
            return []
        return self._indented(self._read(row, request, file), mark.indent.expandtabs(_TAB))

    def _read(self, row: Row, request: Request, file: Path) -> list[Row]:
        shown = self.library.shown(file)
        if file in self._within:
            self._say(row, f"{shown} includes itself: the site leaves it out here")
            return []
        lines = self.library.lines(file)
        if isinstance(lines, str):
            self._say(row, f"the snippet {shown} {lines}")
            return []
        if len(self._within) >= _DEEPEST or self._added > _MOST or len(self.findings) > _MOST_FINDINGS:
            self._say(row, f"{shown} is left out: snippets include snippets without end")
            return []
        written = [_row(line, shown, number, row.origin.asked) for number, line in enumerate(lines, 1)]
        try:
            chosen = select(written, request, dedent=self.library.options.dedent)
        except SelectionError as error:
            self._say_unselected(row, shown, error)
            chosen = []
        if not chosen and written and (request.ranges or request.section) and self.library.options.dedent:
            chosen = [Row("", replace(row.origin, start=None, end=None))]
        self._added += sum(len(one.text) + 1 for one in chosen)
        self._within.append(file)
        found = self.rows(chosen, in_section=request.section is not None)
        self._within.pop()
        return found

    def _indented(self, rows: list[Row], indent: str) -> list[Row]:
        if not indent:
            return rows
        return [Row(indent + row.text, replace(row.origin, shift=row.origin.shift + len(indent))) for row in rows]

    def _say(self, row: Row, message: str, help_: str = "", path: str = "", code: str = "FP112") -> None:
        column = (row.text.find(path) if path else len(row.text) - len(row.text.lstrip())) + 1
        place = Place(row.origin.path, row.origin.line, max(1, column - row.origin.shift))
        self.findings.append(Finding(code, message, place, help=help_ or RULES[code].fix))

    def _say_missing(self, row: Row, request: Request, missing: Missing) -> None:
        folders = ", ".join(folder if folder != "." else "the project's root" for folder in missing.folders)
        if missing.kind == "outside":
            message = f"the snippet `{request.path}` lies outside {folders}: the site does not include it"
            help_ = "Move it there, or add its folder to the snippet extension's `base_path`."
            self._say(row, message, help_, request.path)
            return
        if missing.kind == "ignored":
            message = f"`{request.path}` is ignored by git: it is made when the site is built, and not read here"
            self._say(row, message, code="FP117")
            return
        message = f"the snippet `{request.path}` was not found; looked in {folders or 'no folder'}{self._consequence}"
        help_ = f"Did you mean `{missing.near}`? {RULES['FP112'].fix}" if missing.near else ""
        self._say(row, message, help_, request.path)

    def _say_unselected(self, row: Row, shown: str, error: SelectionError) -> None:
        near = difflib.get_close_matches(error.wanted, error.known, n=1) if error.wanted else []
        known = f" It has {', '.join(f'`{name}`' for name in error.known)}." if error.known else ""
        help_ = f"Did you mean `{near[0]}`?" if near else f"Correct what stands behind the path.{known}"
        self._say(row, f"the snippet {shown} {error}{self._consequence}", help_)

    def _say_url(self, row: Row, request: Request) -> None:
        if self.library.options.downloads:
            self._say(row, f"`{request.path}` is fetched when the site is built, and not read here", code="FP117")
            return
        message = f"the snippet `{request.path}` is not fetched: `url_download` is off, and the site leaves it out"
        self._say(row, message, "Copy the text into a file of the project, or turn `url_download` on.", request.path)

    @property
    def _consequence(self) -> str:
        return "; the site cannot be built" if self.library.options.strict else "; the site leaves it out"


def _without_section_mark(row: Row) -> list[Row]:
    """A row without the marks of sections, which are not shown."""
    mark = read_section_mark(row.text)
    if mark is None:
        return [row]
    return [] if mark.unescaped is None else [row.with_text(mark.unescaped)]
