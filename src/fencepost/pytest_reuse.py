"""`--fencepost-reuse`: outcomes of an earlier run for pages on which nothing has changed since.

With xdist each worker decides and watches for itself; the process that reports gathers what is kept and writes it.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from types import ModuleType
from typing import Any

import pytest

from fencepost.pytest_hooks import PLUGIN, Plugin
from fencepost.pytest_items import DocsItem
from fencepost.pytest_runs import runs
from fencepost.pytest_session import DocsSession
from fencepost.reusing.keys import run_key
from fencepost.reusing.reuse import Reuse, merged
from fencepost.reusing.store import Store, as_json, from_json
from fencepost.reusing.witness import environment_folders, own_files

_MARK = ("fencepost", "reused")
_OUTPUT = "fencepost_reuse"
_WITHOUT_INFLUENCE = frozenset(
    (
        # what is run, in which order, and where
        *("file_or_dir", "keyword", "markexpr", "deselect", "ignore", "ignore_glob", "keepduplicates", "maxfail"),
        *("lf", "failedfirst", "newfirst", "last_failed_no_failures", "cacheshow", "cacheclear", "collectonly"),
        *("stepwise", "stepwise_skip", "stepwise_reset", "basetemp", "fencepost", "fencepost_results"),
        *("numprocesses", "maxprocesses", "dist", "distload", "tx", "px", "rsyncdir", "rsyncignore", "testrunuid"),
        *("maxworkerrestart", "loadgroup", "loadscopereorder", "maxschedchunk", "looponfail"),
        *("randomly_seed", "randomly_reorganize", "random_order_bucket", "random_order_seed"),
        # what is shown of it
        *(
            "verbose",
            "quiet",
            "reportchars",
            "durations",
            "durations_min",
            "color",
            "code_highlight",
            "tbstyle",
            "showlocals",
        ),
        *("showcapture", "no_header", "no_summary", "no_fold_skipped", "force_short_summary", "fulltrace"),
        *("xmlpath", "junitprefix", "traceconfig", "debug", "pastebin", "usepdb", "usepdb_cls", "trace"),
    )
)
"""Options of pytest, xdist and the plugins for random order that change no outcome; every other one is in the key."""


def register(config: pytest.Config) -> None:
    """Take part in the session beside the plugin that runs the pages."""
    begun = time.time()
    plugin = config.pluginmanager.get_plugin(PLUGIN)
    assert isinstance(plugin, Plugin)
    config.pluginmanager.register(ReusePlugin(config, plugin.docs, begun), "fencepost-reuse")


class ReusePlugin:
    """Decides what is reused once all is collected, and keeps what passed."""

    def __init__(self, config: pytest.Config, docs: DocsSession, begun: float) -> None:
        """Take part with the pages of `docs` in a run that began at `begun`."""
        self._config = config
        self._docs = docs
        # The command and pytest run with other options, and would else forget what the other one has kept.
        self._store = Store(docs.root, "check.json" if docs.only_running else "pytest.json")
        self._reuse = Reuse(docs.root, docs.planned.pages, self._store.entries, begun)
        self._kept: list[Mapping[str, Any]] = []
        self._reused = 0
        docs.watch = self._reuse.watching

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Choose what is reused."""
        wanted: dict[str, list[str]] = {}
        for item in session.items:
            if isinstance(item, DocsItem) and item.plan is not None and runs(item.content):
                wanted.setdefault(item.plan.page.path, []).append(item.held_id)
        self._reuse.decide(wanted, self._run_key())
        self._docs.reused = self._reuse.verdicts

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Note what a page has imported, once another one follows."""
        result = yield
        plan = _plan_of(item)
        if plan is not None and (nextitem is None or _plan_of(nextitem) is not plan):
            self._reuse.ended(plan)
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Say of an item that its outcome is an earlier run's."""
        if isinstance(item, DocsItem) and self._docs.is_reused(item.content):
            item.user_properties.append(_MARK)
            item.add_report_section("setup", "fencepost", "The outcome is an earlier run's: nothing has changed since.")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Keep what passed; let go of a page of which anything failed, its fixtures too."""
        report = yield
        if isinstance(item, DocsItem) and item.plan is not None:
            if report.failed:
                self._reuse.failed(item.plan.page.path)
            elif report.passed and report.when == "call" and item.held_id in self._docs.ran_now:
                self._reuse.passed(item.plan, item.held_id, self._docs.ran_now[item.held_id])
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count what is reused, in the process that reports."""
        self._reused += report.when == "call" and _is_reused(report)

    def pytest_report_teststatus(self, report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
        """Tell a reused outcome from one of this run, where each item has a line."""
        if isinstance(report, pytest.TestReport) and report.when == "call" and report.passed and _is_reused(report):
            return "passed", ".", "PASSED (reused)"
        return None

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take what a worker of xdist keeps."""
        self._kept.append(getattr(node, "workeroutput", {}).get(_OUTPUT, {}))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Keep what this process has seen, or hand it to the one that reports."""
        kept = {path: one if isinstance(one, str) else as_json(one) for path, one in self._reuse.kept().items()}
        if hasattr(self._config, "workerinput"):
            self._config.workeroutput[_OUTPUT] = kept
            return
        self._kept.append(kept)
        reasons = self._merge()
        self._store.write()
        self._docs.notes = (*filter(None, [self._store.note]), *_explained(reasons))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """How much was reused, and what cannot be."""
        terminalreporter.section("fencepost reuse", "-")
        terminalreporter.write_line(f"{self._reused} outcomes are an earlier run's")
        for note in self._docs.notes:
            terminalreporter.write_line(note)

    def _merge(self) -> dict[str, str]:
        """Put what was seen into the store; returns why pages are not in it."""
        refused: dict[str, str] = {}
        for kept in self._kept:
            for path, one in kept.items():
                if isinstance(one, str):
                    refused[path] = one
                else:
                    self._store.entries[path] = merged(self._store.entries.get(path), from_json(one))
        for path in refused:
            self._store.entries.pop(path, None)
        return refused

    def _run_key(self) -> str:
        config, project = self._config, self._docs.planned.project
        options = {name: repr(value) for name, value in vars(config.option).items() if name not in _WITHOUT_INFLUENCE}
        modules = [one for one in config.pluginmanager.get_plugins() if isinstance(one, ModuleType)]
        settings = project.loaded.settings
        files = own_files(modules, environment_folders())
        if config.inipath is not None:
            files.add(str(config.inipath))
        return run_key(options, repr(settings), files, self._docs.named_texts())


def _plan_of(item: pytest.Item) -> Any:
    return item.plan if isinstance(item, DocsItem) and runs(item.content) else None


def _is_reused(report: pytest.TestReport) -> bool:
    return any(tuple(one) == _MARK for one in report.user_properties)


def _explained(reasons: Mapping[str, str]) -> list[str]:
    by_reason: dict[str, list[str]] = {}
    for path, reason in sorted(reasons.items()):
        if reason:
            by_reason.setdefault(reason, []).append(path)
    return [f"not kept for --reuse, since {reason}: {', '.join(paths)}" for reason, paths in by_reason.items()]
