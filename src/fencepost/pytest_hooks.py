"""The hooks of a pytest session: which files hold items, what stands around them, what is said behind the run."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from fencepost.model import Report
from fencepost.plan import Conditions
from fencepost.project import SUFFIXES, PathError, SiteError, open_project
from fencepost.project_plan import plan
from fencepost.pytest_held import BLOCKED, shown
from fencepost.pytest_items import DocsItem, PageFile, SettingsFile
from fencepost.pytest_lean import LeanProtocol
from fencepost.pytest_neighbours import act_around_items, installed_packages
from fencepost.pytest_session import DocsSession
from fencepost.settings import SettingsError, load

PLUGIN = "fencepost-session"
_LEAN = "fencepost-lean"


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
        raise pytest.UsageError(f"fencepost: the settings cannot be used\n{shown(error.findings)}") from error
    except (PathError, SiteError) as error:
        raise pytest.UsageError(f"fencepost: {error}") from error
    plugin = Plugin(config, docs)
    config.pluginmanager.register(plugin, PLUGIN)
    # What is reused is said in the phases of an item.
    if not config.getoption("fencepost_reuse"):
        config.pluginmanager.register(LeanProtocol(config, _goes_the_short_way(config), plugin), _LEAN)
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        folders = [config.invocation_params.dir / argument for argument in config.args]
        config.args += [
            argument
            for argument in docs.arguments()
            if not any(Path(argument).is_relative_to(folder) for folder in folders)
        ]


def _goes_the_short_way(config: pytest.Config) -> Callable[[pytest.Item], bool]:
    """Which items do without pytest's phases: those that can, or with `--fencepost-lean` all that do not need them."""
    if not (config.getoption("fencepost_lean") or config.getini("fencepost_lean")):
        return lambda item: isinstance(item, DocsItem) and item.is_undisturbed
    beside = installed_packages(config)
    return lambda item: isinstance(item, DocsItem) and not item.needs_fixtures(beside)


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
        watched = act_around_items(self._config) or any(item.has_fixtures_of_all() for item in items)
        self._docs.runs.expect((item.plan for item in items if item.plan), watched=watched)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Put the environment of fences in place, and close a page behind its last item."""
        if not isinstance(item, DocsItem):
            return (yield)
        self.begin(item)
        try:
            return (yield)
        finally:
            self.end(item, nextitem)

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Remember what is said of an item where something before or behind it raised, for who waits for it."""
        if isinstance(item, DocsItem) and call.when != "call" and call.excinfo is not None:
            item.give_up(call.excinfo.value)

    def begin(self, item: pytest.Item) -> None:
        """Put the environment of fences in place."""
        if isinstance(item, DocsItem) and not self._docs.is_reused(item.content):
            self._docs.runs.enter(item.plan, item.content)

    def end(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """Close a page behind its last item, and the environment behind the last of ours."""
        if isinstance(item, DocsItem):
            self._docs.runs.leave(item.plan, last=not isinstance(nextitem, DocsItem))

    def pytest_report_teststatus(self, report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
        """Count what is blocked by another fence's failure apart from what is skipped."""
        if (
            report.skipped
            and isinstance(report.longrepr, tuple)
            and report.longrepr[2].startswith(f"Skipped: {BLOCKED}")
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
