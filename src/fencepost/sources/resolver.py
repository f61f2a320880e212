"""From a source expression to its text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from fencepost.model import Fence, Page, Place
from fencepost.plugins import SourceKind
from fencepost.sources import constants, files
from fencepost.sources.excerpts import excerpt
from fencepost.sources.expression import Call, Located, MalformedError, Symbol, parse
from fencepost.sources.importing import Importer
from fencepost.sources.jsonlines import as_json, guessed_lines, json_lines
from fencepost.sources.limits import NotStaticError
from fencepost.sources.modules import Module, Modules
from fencepost.sources.reader import Definition, Reader
from fencepost.sources.texts import Run, SourceText, Unresolved
from fencepost.sources.traced import Traced
from fencepost.sources.values import MissingError, plain

Maker = Callable[[str, str | None], SourceText | Unresolved]
"""Makes the text of a `cmd:` or `made:` expression for the page that it stands on."""


_OF_A_PAGE = ("page:#", "made:")
"""How expressions begin that mean something else on each page."""


def _no_page(_path: str) -> Page | None:
    return None


class Sources:
    """The sources of a project; each expression is worked out once."""

    def __init__(
        self,
        root: Path,
        *,
        allow_import: Sequence[str] = (),
        importing: bool = True,
        pages: Callable[[str], Page | None] = _no_page,
        makers: Mapping[str, Maker] | None = None,
        kinds: Mapping[str, SourceKind] | None = None,
    ) -> None:
        """Read the project at `root`.

        `allow_import` names the top-level modules that may be imported, in a child process, where reading does not
        suffice, and `importing` says whether they may be imported now. `pages` gives the pages for `page:`, and
        `makers` the texts of `cmd` and `made`, by these names, where running is on. `kinds` are those of plugins, by
        their prefixes.
        """
        self._root = root.resolve()
        self._allowed = frozenset(allow_import)
        self._importing = importing
        self._pages = pages
        self._makers = dict(makers or {})
        self._kinds = dict(kinds or {})
        self._modules = Modules(self._root)
        self._reader = Reader(self._modules)
        self._importer = Importer(self._root, self._modules.roots)
        self._known: dict[tuple[str, str | None], SourceText | Unresolved] = {}
        self._own: dict[str, frozenset[str]] | None = None
        """The words of those of the project's own modules that may give long texts to names."""
        self._texts: dict[str, list[SourceText]] = {}

    def resolve(self, expression: str, *, page: str | None = None) -> SourceText | Unresolved:
        """The text of an expression, or why there is none; `page` is the page on which it stands."""
        key = expression, page if expression.startswith(_OF_A_PAGE) else None
        if key not in self._known:
            self._known[key] = self._resolve(expression, page)
        return self._known[key]

    def constants(self, wanted: frozenset[str]) -> list[SourceText]:
        """The long texts at the top level of the project's own modules, of those that hold enough of these words.

        A constant that the package itself exports has the package's shorter name. What cannot be read without an
        import is left out.
        """
        if self._own is None:
            texts = (
                (name, path.read_text("utf-8", "replace"))
                for name, path in constants.own_modules(self._modules).items()
            )
            self._own = {name: constants.words(text) for name, text in texts if constants.may_have_texts(text)}
        return [
            source
            for name, words in self._own.items()
            if constants.may_hold(words, wanted)
            for source in self._constants_of(name)
        ]

    def _constants_of(self, name: str) -> list[SourceText]:
        if name not in self._texts:
            module = self._modules.find(name)
            names = constants.long_texts(module) if isinstance(module, Module) else ()
            read = (self._constant(name, constant) for constant in names)
            self._texts[name] = [source for source in read if source is not None]
        return self._texts[name]

    def _constant(self, module: str, name: str) -> SourceText | None:
        source = self._text(f"{module}:{name}")
        if source is None or source.text.count("\n") < constants.LINES - 1:
            return None
        short = self._text(f"{module.partition('.')[0]}:{name}")
        return short if short is not None and (short.text, short.place) == (source.text, source.place) else source

    def _text(self, expression: str) -> SourceText | None:
        """The text of a name that can be read; nothing is imported."""
        symbol = parse(expression)
        assert isinstance(symbol, Symbol)
        try:
            found = self._reader.find(symbol.module, symbol.steps)
            source = shown(expression, found, self._reader.evaluate(found))
        except (MissingError, NotStaticError, RecursionError):
            return None
        return source if isinstance(source.value, str) else None

    def close(self) -> None:
        """End the process in which modules were imported."""
        self._importer.close()

    def _resolve(self, expression: str, page: str | None) -> SourceText | Unresolved:
        prefix, _, argument = expression.partition(":")
        if prefix in self._kinds:
            return excerpt(expression, self._kinds[prefix], self._root, argument)
        try:
            match parse(expression):
                case Symbol() as symbol:
                    return self._symbol(expression, symbol)
                case Located(scheme="page") as located:
                    return self._page(expression, located, page)
                case Located(scheme="cmd" | "made") as located:
                    return self._made(expression, located, page)
                case Located() as located:
                    return self._file(expression, located)
        except MalformedError as error:
            return Unresolved(expression, str(error), not_checked=False)
        except MissingError as missing:
            return Unresolved(expression, str(missing), not_checked=False, help=suggestion(missing))

    def _symbol(self, expression: str, symbol: Symbol) -> SourceText | Unresolved:
        found: Definition | None = None
        called = next((i for i, step in enumerate(symbol.steps) if isinstance(step, Call)), len(symbol.steps))
        try:
            found = self._reader.find(symbol.module, symbol.steps[:called])
            if called == len(symbol.steps):
                return shown(expression, found, self._reader.evaluate(found))
            reason = "a call has to be run"
        except NotStaticError as error:
            reason = str(error)
        except RecursionError:
            reason = "it is nested too deeply to be read"
        return self._imported(expression, symbol, found, reason)

    def _imported(
        self, expression: str, symbol: Symbol, found: Definition | None, reason: str
    ) -> SourceText | Unresolved:
        top = symbol.module.split(".")[0]
        if top not in self._allowed:
            advice = f'Allow it with `import = ["{top}"]` in the settings: it is then imported in a process of its own.'
            return Unresolved(
                expression, f"it cannot be read without an import: {reason}", not_checked=False, help=advice
            )
        if not self._importing:
            advice = "Leave out `--no-run` to have it imported."
            return Unresolved(expression, f"it has to be imported: {reason}", not_checked=True, help=advice)
        reply = self._importer.value(symbol)
        if isinstance(reply, str):
            return Unresolved(expression, reply, not_checked=False)
        place = Place(*found.origin) if found else Place(reply.path, 1)
        module = self._modules.find(symbol.module)
        source = module.lines if isinstance(module, Module) and module.shown == place.path else []
        lines = guessed_lines(reply.text, source, place.line)
        return SourceText(expression, reply.text, place, tuple(lines), reply.value)

    def _file(self, expression: str, located: Located) -> SourceText:
        file = files.locate(self._root, located.path)
        path = file.relative_to(self._root).as_posix()
        text = files.read_file(file, path)
        name = located.fragment
        if name is None:
            excerpt = files.whole(text)
        else:
            excerpt = files.symbol(text, name) if located.scheme == "src" else files.region(text, name)
        return SourceText(expression, excerpt.text, Place(path, excerpt.line), excerpt.lines, excerpt.text)

    def _page(self, expression: str, located: Located, page: str | None) -> SourceText:
        path = located.path or page or ""
        name = located.fragment or ""
        name = name if name.endswith("]") else f"{name}[1]"
        found = self._pages(path)
        if found is None:
            raise MissingError(f"there is no page `{path}`")
        for fence in found.fences:
            if fence.name == name:
                return SourceText(expression, fence.body, found.place(fence.line), _lines_of(found, fence), fence.body)
        raise MissingError(f"`{path}` has no fence `{name}`", name, tuple(fence.name for fence in found.fences))

    def _made(self, expression: str, located: Located, page: str | None) -> SourceText | Unresolved:
        if maker := self._makers.get(located.scheme):
            return maker(located.path, page)
        what = "a command has to be run" if located.scheme == "cmd" else "the fences of the page have to be run"
        return Unresolved(expression, what, not_checked=True, help="Add `--run`.")


def _lines_of(page: Page, fence: Fence) -> tuple[int, ...] | Callable[[], tuple[tuple[int, ...], tuple[Run, ...]]]:
    """Where the lines of a fence are written; some may stand in snippets."""
    places = [page.place(fence.line + 1 + index) for index in range(fence.body.count("\n"))]
    lines = tuple(place.line for place in places)
    if not page.origins:
        return lines
    starts = _line_starts(fence.body)
    runs = tuple(Run(start, place.path, place.line) for start, place in zip(starts, places, strict=False))
    return lambda: (lines, runs)


def shown(expression: str, found: Definition, value: object) -> SourceText:
    """A value as a text: a text as it is, another value as JSON. Raises `NotStaticError`."""
    place = Place(*found.origin)
    inner = plain(value)
    if isinstance(inner, str) and isinstance(value, Traced):
        return SourceText(expression, inner, place, lambda: _written(value), inner)
    if isinstance(inner, str):
        return SourceText(expression, inner, place, (place.line,) * (inner.count("\n") + 1), inner)
    try:
        text = as_json(inner)
        lines = json_lines(found.node, inner) if found.node and not found.added else []
    except (TypeError, ValueError) as error:
        raise NotStaticError(f"it cannot be shown as JSON: {error}") from None
    count = text.count("\n") + 1
    return SourceText(expression, text, place, tuple(lines) if len(lines) == count else (place.line,) * count, inner)


def _written(value: Traced) -> tuple[tuple[int, ...], tuple[Run, ...]]:
    runs = tuple(Run(offset, *origin) for offset, origin in value.runs())
    starts = [offset for offset in _line_starts(value.text) if offset < len(value.text)]
    return tuple(value.origins[offset][1] for offset in starts), runs


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]


def suggestion(missing: MissingError) -> str:
    """The nearest right names."""
    near = [f"`{name}`" for name in difflib.get_close_matches(missing.wanted, sorted(set(missing.known)), cutoff=0.6)]
    return f"Did you mean {', '.join(near[:-1])}{' or ' if near[1:] else ''}{near[-1]}?" if near else ""
