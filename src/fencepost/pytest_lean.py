"""The short way through pytest: one phase for an item that asks for nothing that pytest's three phases do.

Half of what a short fence costs are those phases: for each of them pytest asks some ten plugins, which set up and
take down what only fixtures and marks need. Items for which that comes to nothing go the short way by themselves;
`--fencepost-lean` sends all of them that can, whatever other plugins do around items.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from typing import Protocol

import pytest

_OURS = frozenset({"fencepost", "markdown-docs", "xdist_group"})
"""Marks that ask pytest for nothing while an item runs."""
_NEED_PHASES = ("usepdb", "trace", "setuponly", "setupshow", "setupplan", "log_cli_level", "log_file", "durations")
"""Options that look at the phases of an item, or run inside of them."""
_LOOK_AT_CALL_ALONE = frozenset(
    {"_pytest.terminal", "_pytest.logging", "_pytest.main", "_pytest.cacheprovider", "_pytest.stepwise"}
)
"""Modules that, of the reports of an item that passes, use the one of its call."""


class Guard(Protocol):
    """What stands around each item of ours."""

    def begin(self, item: pytest.Item) -> None:
        """Put in place what the item needs."""

    def end(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """Take away what the next item does not need."""


class LeanProtocol:
    """Runs the items that `takes` says yes to in one phase; leaves all others to pytest."""

    def __init__(self, config: pytest.Config, takes: Callable[[pytest.Item], bool], guard: Guard) -> None:
        """Look at what the session is asked for; `guard` stands around the items."""
        self._takes = takes
        self._guard = guard
        self._bare: dict[pytest.Collector | None, bool] = {}
        """Whether what an item stands in asks for nothing, by its innermost collector."""
        self._captures = config.getoption("capture", "no") in ("fd", "sys")
        self._phases = any(config.getoption(name, None) for name in _NEED_PHASES) or bool(config.getini("log_cli"))
        listeners = config.hook.pytest_runtest_logreport.get_hookimpls()
        self._briefly = all(one.function.__module__ in _LOOK_AT_CALL_ALONE for one in listeners)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Go through the items as pytest does, but without asking its plugins around those that need none of them."""
        option = session.config.option
        if session.testsfailed or option.collectonly or self._phases or _others_go_through(session.config):
            return None
        for item, nextitem in zip(session.items, [*session.items[1:], None], strict=True):
            if self._goes_short(item):
                self._guard.begin(item)
                try:
                    self._run(item, nextitem)
                finally:
                    self._guard.end(item, nextitem)
            else:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
        """Run an item, if it is one of those."""
        if self._phases or not self._goes_short(item):
            return None
        self._run(item, nextitem)
        return True

    def _goes_short(self, item: pytest.Item) -> bool:
        return self._takes(item) and self._is_bare(item) and _collectors_are_set_up(item)

    def _run(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        hook = item.ihook
        nodeid, location = item.nodeid, item.location
        hook.pytest_runtest_logstart(nodeid=nodeid, location=location)
        if not self._briefly:
            self._report(item, pytest.CallInfo.from_call(_nothing, "setup"))
        # For those who look why a run hangs, as pytest does.
        os.environ["PYTEST_CURRENT_TEST"] = f"{nodeid} (call)"
        try:
            call = pytest.CallInfo.from_call(lambda: self._call(item), "call", _STOPPING)
        finally:
            os.environ.pop("PYTEST_CURRENT_TEST", None)
        self._report(item, call)
        self._end(item, nextitem)
        hook.pytest_runtest_logfinish(nodeid=nodeid, location=location)

    def _is_bare(self, item: pytest.Item) -> bool:
        """Whether no mark asks for anything: a skip, an expected failure, a fixture, a filter of warnings."""
        if any(mark.name not in _OURS for mark in item.own_markers):
            return False
        file = item.parent
        if file not in self._bare:
            self._bare[file] = file is not None and all(mark.name in _OURS for mark in file.iter_markers())
        return self._bare[file]

    def _call(self, item: pytest.Item) -> None:
        if not self._captures:
            item.runtest()
            return
        # What a page prints, its child processes included, comes through Python's streams behind each step: pytest's
        # own capture would take and give back the descriptors below them for each item.
        printed = io.StringIO(), io.StringIO()
        outside = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = printed
        try:
            item.runtest()
        finally:
            sys.stdout, sys.stderr = outside
            for name, stream in zip(("stdout", "stderr"), printed, strict=True):
                if text := stream.getvalue():
                    item.add_report_section("call", name, text)

    def _end(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """Take down the collectors that the next item does not stand in."""
        session = item.session
        if session.shouldfail or session.shouldstop:
            nextitem = None
        stays = nextitem is not None and nextitem.parent is item.parent
        if stays and self._briefly:
            return
        call = pytest.CallInfo.from_call(
            _nothing if stays else lambda: session._setupstate.teardown_exact(nextitem), "teardown", _STOPPING
        )
        if call.excinfo is not None or not self._briefly:
            self._report(item, call)

    def _report(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        report = pytest.TestReport.from_item_and_call(item, call)
        item.ihook.pytest_runtest_logreport(report=report)
        if report.failed:
            item.ihook.pytest_exception_interact(node=item, call=call, report=report)


_STOPPING: tuple[type[BaseException], ...] = (pytest.exit.Exception, KeyboardInterrupt)


def _others_go_through(config: pytest.Config) -> bool:
    """Whether somebody else goes through the items, as xdist does, or stands around each, for what is more than ours.

    pytest's own plugins around an item collect warnings, which a page prints as it does for a reader, and tell asserts
    how to explain themselves, which a page's do on their own; its timeout is asked for.
    """
    if float(config.getini("faulthandler_timeout") or 0) > 0:
        return True
    loops = (one for one in config.hook.pytest_runtestloop.get_hookimpls() if not (one.wrapper or one.hookwrapper))
    around = config.hook.pytest_runtest_protocol.get_hookimpls()
    return any(not one.function.__module__.startswith(("_pytest.", "fencepost.")) for one in (*loops, *around))


def _nothing() -> None:
    """What a phase without fixtures does."""


def _collectors_are_set_up(item: pytest.Item) -> bool:
    state = item.session._setupstate
    if item.parent in state.stack:
        return state.stack[item.parent][1] is None
    try:
        state.setup(item.parent)  # ty: ignore[invalid-argument-type] - it asks a node for its parents alone
    except Exception:
        # pytest keeps the exception and raises it again for each item below, and reports it as it does.
        return False
    return True
