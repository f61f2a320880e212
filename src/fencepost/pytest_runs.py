"""The runs of the pages in a pytest session: begun with a page's first item, ended with its last one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING

import pytest

from fencepost.checks.static import StaticChecks
from fencepost.plan import Contract, FencePlan, PagePlan
from fencepost.project_plan import Planned
from fencepost.running.confined import is_confined
from fencepost.running.interrupts import Alarm
from fencepost.running.options import RunOptions
from fencepost.running.page import PageRun
from fencepost.running.runners import has_own_default
from fencepost.running.supplied import Supplies
from fencepost.tree import import_roots

if TYPE_CHECKING:
    from fencepost.running.models import Models

Content = FencePlan | Contract | None
"""What an item stands for; `None` is the page as a whole."""


class PageRuns:
    """Holds the runs of pages, and what they share."""

    def __init__(
        self, config: pytest.Config, planned: Planned, checks: StaticChecks, names: Mapping[str, object]
    ) -> None:
        """`names` stand on every page without being defined there."""
        self._config = config
        self._root = planned.project.loaded.root
        self._settings = planned.project.loaded.settings
        self._formats = planned.project.plugins.formats
        self._checks = checks
        self.names = names
        """What the project's conftest gives to every page."""
        self.guards_all = False
        """Whether the process is guarded against pages that cannot reach it as well."""
        self._runs: dict[str, PageRun] = {}
        self._left: Counter[str] = Counter()
        self._alarm = Alarm()
        self._started: Models | None = None
        self._options: RunOptions | None = None
        self._fixtures_asked: dict[str, bool] = {}
        self._confined: dict[str, bool] = {}
        self._watched = True
        self._gone_on_from = {path for page in planned.pages.values() for path in [*_with_continued(page)][1:]}

    def expect(self, pages: Iterable[PagePlan], *, watched: bool) -> None:
        """Count the items of each page, one entry for each item, so that it can be closed behind its last one.

        `watched` says whether code that is not the pages' runs with the items: then all of them are guarded.
        """
        self._watched = watched
        self._left = Counter(path for page in pages for path in _with_continued(page))

    def enter(self, page: PagePlan | None, content: Content) -> None:
        """Put the environment of fences in place before the fixtures of an item that runs one are set up."""
        if page is not None and runs(content) and not self._is_confined(page):
            self._models().environment.install()

    def leave(self, page: PagePlan | None, *, last: bool) -> None:
        """Close the page behind its last item; `last` says that no item of ours follows."""
        if last:
            self._alarm.release()
            if self._started is not None:
                self._started.environment.uninstall()
        for path in _with_continued(page) if page else ():
            self._left[path] -= 1
            if self._left[path] <= 0 and (run := self._runs.pop(path, None)):
                run.close()
                self._checks.forget(path)

    def close(self) -> None:
        """End what is still open."""
        for run in reversed(self._runs.values()):
            run.close()
        self._runs.clear()
        if self._started is not None:
            self._started.close()

    def fixtures(self, page: PagePlan | None, content: Content) -> tuple[str, ...]:
        """Names of the fixtures that the item's code, and what runs before it, ask for."""
        if page is None or content is None or not self.asks_for_fixtures(page, content):
            return ()
        return self.of(page).fixtures(content.id if isinstance(content, FencePlan) else content.decided_by)

    def asks_for_fixtures(self, page: PagePlan | None, content: Content) -> bool:
        """Whether an item runs code of a page on which a fixture is asked for."""
        if page is None or not runs(content):
            return False
        path = page.page.path
        if path not in self._fixtures_asked:
            self._fixtures_asked[path] = _asks_for_fixtures(page)
        return self._fixtures_asked[path]

    def is_undisturbed(self, page: PagePlan | None, content: Content) -> bool:
        """Whether nobody else takes part in an item, and its code does not reach beyond its page."""
        return not self._watched and (page is None or not runs(content) or self._is_confined(page))

    def without_fixture(self, page: PagePlan | None, content: Content) -> BaseException | None:
        """Why a fixture of a fence could not be had, where it was run on the way to another item."""
        run = self._runs.get(page.page.path) if page is not None else None
        return run.without_fixture(content.id) if run is not None and isinstance(content, FencePlan) else None

    def supply(self, page: PagePlan, values: Mapping[str, object]) -> None:
        """Hand the values of fixtures to the run of a page."""
        # What a fence patches is taken back behind that fence, whichever item it is run for. Those of other fixtures
        # are not its own to take back.
        own = {name: pytest.MonkeyPatch() for name, value in values.items() if isinstance(value, pytest.MonkeyPatch)}
        self.of(page).supply({**values, **own}, {name: patch.undo for name, patch in own.items()})

    def traceback(self, page: PagePlan | None, content: Content) -> TracebackType | None:
        """Where on the page the item's code raised."""
        run = self._runs.get(page.page.path) if page else None
        if run is None or content is None:
            return None
        return run.traceback(content.id if isinstance(content, FencePlan) else content.decided_by)

    def of(self, page: PagePlan) -> PageRun:
        """The run of a page, begun where it has not begun."""
        path = page.page.path
        if path not in self._runs:
            self._runs[path] = self.begin(page)
        return self._runs[path]

    def begin(self, page: PagePlan) -> PageRun:
        """A new run of a page."""
        base = self.of(page.continued) if page.continued is not None else None
        names = self._checks.names(page.page)
        supplies = Supplies(names.supplied, self._checks.text_of)
        models = None if self._is_confined(page) else self._models()
        return PageRun(page, self._root, models, self._run_options(), base, supplies, names.trees, self._alarm)

    def _models(self) -> Models:
        if self._started is None:
            # Only here, since what it needs is slow to import.
            from fencepost.running.models import Models

            unscripted = "fail" if self._settings.strict else self._settings.unscripted
            self._started = Models(unscripted=unscripted, hosts=self._settings.hosts, formats=self._formats)
        return self._started

    def _is_confined(self, page: PagePlan) -> bool:
        path = page.page.path
        if path not in self._confined:
            reached = self._watched or has_own_default() or self.names or self.guards_all or path in self._gone_on_from
            self._confined[path] = not reached and is_confined(page) and not self._checks.names(page.page).supplied
        return self._confined[path]

    def _run_options(self) -> RunOptions:
        if self._options is None:
            self._options = RunOptions(
                roots=tuple(str(folder) for folder in import_roots(self._root)),
                names=self.names,
                patterns=self._settings.patterns,
                commands=self._settings.shell if isinstance(self._settings.shell, list) else (),
                insert=self._config.getoption("fencepost_insert"),
                explain=self._explain,
            )
        return self._options

    def _explain(self, operation: str, left: object, right: object) -> list[str]:
        hook = self._config.hook.pytest_assertrepr_compare
        answers = hook(config=self._config, op=operation, left=left, right=right)
        return next((lines for lines in answers if lines), [])


def runs(content: Content) -> bool:
    """Whether an item executes code of its page."""
    if isinstance(content, Contract):
        return content.needs_running
    return content is not None and (content.fate == "run" or content.audited)


def given_names(config: pytest.Config) -> dict[str, object]:
    """What the project's conftest gives to every page."""
    # The hook belongs to pytest-markdown-docs; a project that moves over keeps its conftest.
    hook = getattr(config.hook, "pytest_markdown_docs_globals", None)
    return {name: value for given in (hook() if hook else []) for name, value in given.items()}


def _asks_for_fixtures(page: PagePlan) -> bool:
    return any(fence.fixtures for fence in page.fences) or (
        page.continued is not None and _asks_for_fixtures(page.continued)
    )


def _with_continued(page: PagePlan) -> Iterator[str]:
    yield page.page.path
    if page.continued is not None:
        yield from _with_continued(page.continued)
