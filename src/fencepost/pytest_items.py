"""The pytest shell: a collector for each page, an item for each fence and each contract."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Generator, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from _pytest._code.code import ReprEntryNative, ReprExceptionInfo, ReprFileLocation, ReprTraceback
from _pytest.fixtures import FuncFixtureInfo, TopRequest

from fencepost.model import Fence, Finding, Page, Place, Report
from fencepost.plan import Conditions, Contract, FencePlan, PagePlan
from fencepost.project import SUFFIXES, PathError, SiteError, open_project
from fencepost.project_plan import plan
from fencepost.pytest_lean import LeanProtocol
from fencepost.pytest_neighbours import act_around_items
from fencepost.pytest_session import Content, DocsSession
from fencepost.running.page import Unavailable
from fencepost.settings import SettingsError, load

PLUGIN = "fencepost-session"
_LEAN = "fencepost-lean"
_BLOCKED = "blocked by "


class HeldError(Exception):
    """Something did not hold; carries the findings for the report."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = findings


def register(config: pytest.Config) -> None:
    """Read the project and take part in the session."""
    root = config.rootpath
    # pytest 9 takes all behind a bracket for parameters and shows `page.md::intro[2]-output]`, which people copy.
    config.args[:] = [re.sub(r"(::[^\[]*\[\d+\]-[\w-]+)\]$", r"\1", argument) for argument in config.args]
    if config.getoption("fencepost_update"):
        _refuse_update(config)
    try:
        loaded = load(root)
        given = _given_paths(config, root)
        conditions = Conditions.here(audit=config.getoption("fencepost_audit_skips"))
        planned = plan(open_project(loaded, given, base=config.invocation_params.dir), conditions)
        docs = DocsSession(config, planned)
    except SettingsError as error:
        shown = _shown(error.findings)
        raise pytest.UsageError(f"fencepost: the settings cannot be used\n{shown}") from error
    except (PathError, SiteError) as error:
        raise pytest.UsageError(f"fencepost: {error}") from error
    config.pluginmanager.register(Plugin(config, docs), PLUGIN)
    if not docs.only_running:
        everywhere = bool(config.getoption("fencepost_lean") or config.getini("fencepost_lean"))
        lean = LeanProtocol(config, lambda item: isinstance(item, DocsItem) and item.is_lean(everywhere=everywhere))
        config.pluginmanager.register(lean, _LEAN)
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        folders = [config.invocation_params.dir / argument for argument in config.args]
        config.args += [
            argument
            for argument in docs.arguments()
            if not any(Path(argument).is_relative_to(folder) for folder in folders)
        ]


def _refuse_update(config: pytest.Config) -> None:
    if os.environ.get("CI"):
        raise pytest.UsageError("--fencepost-update is refused in CI: it changes pages")
    if config.getoption("numprocesses", None) or hasattr(config, "workerinput"):
        raise pytest.UsageError("--fencepost-update takes one process; leave -n out")


def _given_paths(config: pytest.Config, root: Path) -> list[str]:
    """Arguments that fencepost can look at; none when nothing was named, so that the settings decide."""
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        return []
    base = config.invocation_params.dir
    paths = [argument.partition("::")[0] for argument in config.args]
    return [path for path in paths if _may_hold_pages(base / path) and (base / path).resolve().is_relative_to(root)]


def _may_hold_pages(path: Path) -> bool:
    """Whether there is a folder or a page; a module of tests that was named is pytest's own."""
    return path.is_dir() or (path.suffix in SUFFIXES and path.exists())


class Plugin:
    """The hooks of a session."""

    def __init__(self, config: pytest.Config, docs: DocsSession) -> None:
        """Take part with the pages of `docs`."""
        self._config = config
        self._docs = docs
        self._updated = ""

    @property
    def docs(self) -> DocsSession:
        """What the items share, for the plugins beside this one."""
        return self._docs

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Collect the project's pages and the file of its settings; other plugins leave them to us."""
        others = yield
        ours = self._collector(file_path, parent)
        return others if ours is None else [ours]

    def _collector(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        docs = self._docs
        if file_path == docs.planned.project.loaded.file and not docs.only_running:
            settings = SettingsFile.from_parent(parent, path=file_path, docs=docs)
            settings.add_marker(pytest.mark.fencepost)
            return settings
        page = docs.page_at(file_path)
        if page is None:
            return None
        collector = PageFile.from_parent(parent, path=file_path, docs=docs, plan=page)
        collector.add_marker(pytest.mark.fencepost)
        if self._config.pluginmanager.hasplugin("pytest_markdown_docs"):
            collector.add_marker("markdown-docs")
        if getattr(self._config.option, "loadgroup", False):
            # With --dist=loadgroup the items of a page stay on one worker, and with them a page that it continues.
            base = page
            while base.continued is not None:
                base = base.continued
            collector.add_marker(pytest.mark.xdist_group(base.page.path))
        return collector

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Refuse a run that was asked for and has nothing of ours."""
        if self._config.getoption("fencepost") and not any(isinstance(item, DocsItem) for item in items):
            raise pytest.UsageError("--fencepost: no page with anything to check was found")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Count the items of each page."""
        items = [item for item in session.items if isinstance(item, DocsItem)]
        watched = act_around_items(self._config) or any(item.has_fixtures_of_all for item in items)
        self._docs.expect((item.plan for item in items if item.plan), watched=watched)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Put the environment of fences in place, and close a page behind its last item."""
        if not isinstance(item, DocsItem):
            return (yield)
        self._docs.enter(item.plan, item.content)
        try:
            return (yield)
        finally:
            self._docs.leave(item.plan, last=not isinstance(nextitem, DocsItem))

    def pytest_report_teststatus(self, report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
        """Count what is blocked by another fence's failure apart from what is skipped."""
        if (
            report.skipped
            and isinstance(report.longrepr, tuple)
            and report.longrepr[2].startswith(f"Skipped: {_BLOCKED}")
        ):
            return "blocked", "b", "BLOCKED"
        return None

    @pytest.hookimpl(tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """One line for each fence or contract that another one blocks, and for each page that was rewritten."""
        blocked = terminalreporter.stats.get("blocked", [])
        if blocked:
            terminalreporter.section("blocked", "-")
        for one in blocked:
            terminalreporter.write_line(f"{one.nodeid} is {one.longrepr[2].removeprefix('Skipped: ')}")
        if self._updated:
            terminalreporter.section("fencepost update", "-")
            terminalreporter.write(self._updated)

    def pytest_sessionfinish(self) -> None:
        """End what is still open; rewrite the pages where that was asked for."""
        self._docs.close()
        if self._config.getoption("fencepost_update"):
            from fencepost.fixing import Changes

            found = tuple(dict.fromkeys(self._docs.weighed(self._docs.findings)))
            changes = Changes.of(self._docs.root, Report(True, findings=found))
            changes.write()
            self._updated = changes.describe(written=True)


class DocsFile(pytest.File):
    """A file with items of ours."""

    def __init__(self, *, docs: DocsSession, **kwargs: Any) -> None:
        """Collect what `docs` holds."""
        super().__init__(**kwargs)
        self._docs = docs
        self.plain: FuncFixtureInfo | None = None
        """What an item of the file that asks for no fixture gets: those that are used everywhere."""

    @cached_property
    def shown(self) -> str:
        """The path that reports show."""
        return self.session._node_location_to_relpath(self.path)

    @cached_property
    def hooks(self) -> Any:
        """The hooks that hold for the items of the file."""
        return self.session.gethookproxy(self.path)


class PageFile(DocsFile):
    """A Markdown page."""

    def __init__(self, *, plan: PagePlan, **kwargs: Any) -> None:
        """Collect the page of `plan`."""
        super().__init__(**kwargs)
        self._plan = plan

    def collect(self) -> Iterable[pytest.Item]:
        """An item for the page, each fence and each contract."""
        for name, content in self._docs.page_items(self._plan):
            yield DocsItem.below(self, name, self._docs, self._plan, content)


class SettingsFile(DocsFile):
    """The file of the settings, with the contracts between constants."""

    def collect(self) -> Iterable[pytest.Item]:
        """An item for each contract."""
        for contract in self._docs.settings_items():
            yield DocsItem.below(self, contract.id.partition("::")[2], self._docs, None, contract)


class DocsItem(pytest.Item):
    """A page, one of its fences, or a contract."""

    def __init__(self, *, docs: DocsSession, plan: PagePlan | None, content: Content, **kwargs: Any) -> None:
        """Stand for `content`, or for the page as a whole."""
        super().__init__(**kwargs)
        self._docs = docs
        self.plan = plan
        self.content = content
        # Other plugins, such as hypothesis's, look for the object that an item tests.
        self.obj = None
        self.extra_keyword_matches.update(_keywords(plan, content))
        if isinstance(content, FencePlan) and content.fate == "skipped" and not content.audited:
            self.add_marker(pytest.mark.skip(reason=content.reason))

    @classmethod
    def below(cls, file: DocsFile, name: str, docs: DocsSession, plan: PagePlan | None, content: Content) -> DocsItem:
        """The item of this name in a file."""
        # An id that is made from its parts would not equal the one that `--lf` reads from its cache.
        nodeid = f"{file.nodeid}::{name}"
        return cls.from_parent(file, name=name, nodeid=nodeid, docs=docs, plan=plan, content=content)

    def setup(self) -> None:
        """Fill the fixtures that the code asks for; nothing is set up where none is.

        Fixtures of earlier fences that have not run are asked for as well. Where one of them cannot be had, that is
        the failure of the fence which asks for it.
        """
        if self._docs.is_reused(self.content):
            return
        if error := self._docs.without_fixture(self.plan, self.content):
            raise error
        names = self._docs.fixtures(self.plan, self.content)
        own = self.content.fixtures if isinstance(self.content, FencePlan) else ()
        self._fixtureinfo = self._fixture_info(tuple(name for name in names if name in own))
        if not self._fixtureinfo.names_closure and not names:
            return
        self.fixturenames = self._fixtureinfo.names_closure
        self.funcargs: dict[str, object] = {}
        request = TopRequest(self, _ispytest=True)  # ty: ignore[invalid-argument-type]
        self._refuse_parametrised(names)
        with self._docs.watch(None):
            request._fillfixtures()
            values = {name: self._value(request, name, own) for name in names}
        if self.plan is not None and values:
            self._docs.supply(self.plan, values)

    def is_lean(self, *, everywhere: bool) -> bool:
        """Whether it can do without pytest's phases, or must, as far as it can, with `everywhere`."""
        docs = self._docs
        if not everywhere:
            return docs.is_undisturbed(self.plan, self.content)
        return not docs.asks_for_fixtures(self.plan, self.content) and not self.has_fixtures_of_all

    @property
    def has_fixtures_of_all(self) -> bool:
        """Whether there are fixtures that are used everywhere where the item stands."""
        return bool(self._fixture_info(()).names_closure)

    def _value(self, request: TopRequest, name: str, own: tuple[str, ...]) -> object:
        try:
            value = request.getfixturevalue(name)
            self._refuse_asynchronous(name, value)
            return value
        except (Exception, pytest.fail.Exception) as error:
            if name in own:
                raise
            return Unavailable(name, error)

    def _fixture_info(self, names: tuple[str, ...]) -> FuncFixtureInfo:
        manager, file = self.session._fixturemanager, self.parent
        if names:
            self.add_marker(pytest.mark.usefixtures(*names))
            return manager.getfixtureinfo(node=self, func=_no_function, cls=None)
        assert isinstance(file, DocsFile)
        if file.plain is None:
            file.plain = manager.getfixtureinfo(node=self, func=_no_function, cls=None)
        return file.plain

    def _refuse_parametrised(self, names: tuple[str, ...]) -> None:
        for name in names:
            definitions = self._fixtureinfo.name2fixturedefs.get(name, ())  # of its own, not of earlier fences
            if definitions and definitions[-1].params is not None:
                message = f"the fixture `{name}` is parametrised, and a fence runs once"
                raise self._refused(message, "Use one without `params`.")

    def _refuse_asynchronous(self, name: str, value: object) -> None:
        if inspect.iscoroutine(value) or inspect.isasyncgen(value):
            if inspect.iscoroutine(value):
                value.close()
            message = f"the fixture `{name}` is asynchronous, and no plugin has run it"
            raise self._refused(message, "Declare it with `pytest_asyncio.fixture`, or as anyio asks for.")

    def _refused(self, message: str, advice: str) -> HeldError:
        place = Place(self.plan.page.path if self.plan else "", self._line)
        return HeldError((Finding("FP903", message, place, self.held_id, help=advice),))

    def runtest(self) -> None:
        """Hold it; raises `HeldError` where it does not."""
        verdict = self._docs.verdict(self.plan, self.content)
        self._docs.keep(self.held_id, verdict)
        self._docs.prove(self.plan, self.content, verdict)
        if verdict.outcome == "skipped":
            raise pytest.skip.Exception("the skip is still needed", _use_item_location=True)
        if verdict.outcome == "blocked":
            raise pytest.skip.Exception(f"{_BLOCKED}{verdict.blocked_by}", _use_item_location=True)
        weighed = self._docs.weighed(verdict.findings) if verdict.findings else ()
        if any(finding.severity == "error" for finding in weighed):
            # With the page's own frames behind it, a debugger stops on the page.
            raise HeldError(weighed).with_traceback(self._docs.traceback(self.plan, self.content))
        if weighed:
            self.add_report_section("call", "fencepost", _shown(weighed))

    def _repr_failure_py(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The findings, the same in every phase and style; pytest's own report for anything else."""
        if not isinstance(excinfo.value, HeldError):
            return super()._repr_failure_py(excinfo, style)
        from fencepost import report

        first = next(one for one in excinfo.value.findings if one.severity in ("error", None))
        where = ReprFileLocation(first.place.path, first.place.line, report.encodable(f"{first.code} {first.message}"))
        # These are the forms that pytest hands from a worker of xdist to the process that reports.
        lines = [f"{line}\n" for line in _shown(excinfo.value.findings).splitlines()]
        return ReprExceptionInfo(ReprTraceback([ReprEntryNative(lines)], None, "native"), where)

    @cached_property
    def location(self) -> tuple[str, int | None, str]:
        """File from the root, line from 0, and name; pytest's own way there is long."""
        assert isinstance(self.parent, DocsFile)
        return self.parent.shown, self._line - 1, self.name

    @property
    def ihook(self) -> Any:
        """The hooks that hold for the file; pytest looks its conftests up each time."""
        assert isinstance(self.parent, DocsFile)
        return self.parent.hooks

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """File, line from 0, and name."""
        return self.path, self._line - 1, self.name

    @property
    def held_id(self) -> str:
        """The id under which the item is reported."""
        content = self.content
        return content.id if content is not None else f"{self.plan.page.path if self.plan else ''}::page"

    @property
    def _line(self) -> int:
        match self.content:
            case FencePlan(fence=fence) | Contract(fence=Fence() as fence) if self.plan is not None:
                return self.plan.page.line_in_file(fence.line)
            case Contract(place=place):
                return place.line
            case _:
                return 1


def _no_function() -> None:
    """What pytest takes an item's fixtures from; a fence has no arguments."""


def _keywords(plan: PagePlan | None, content: Content) -> Iterator[str]:
    page: Page | None = plan.page if plan else None
    if page is not None and page.language:
        yield page.language
    if isinstance(content, FencePlan):
        yield from filter(None, (content.fence.language, content.fate))
    elif isinstance(content, Contract):
        yield content.kind


def _shown(findings: Iterable[Finding]) -> str:
    from fencepost import report

    return report.render(Report(True, findings=tuple(findings)), "full", quiet=True).rstrip()
