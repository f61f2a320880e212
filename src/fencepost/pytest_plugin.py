"""The pytest plugin's door: options, and the fixture `model`. Everything else is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from fencepost.stub import Model

_MODEL = pytest.StashKey["Model"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--fencepost` and the ini value `fencepost`."""
    group = parser.getgroup("fencepost", "documentation as tests")
    group.addoption(
        "--fencepost",
        action="store_true",
        default=False,
        help="check Markdown pages: run their fences, hold quotes to their sources, keep languages in step",
    )
    group.addoption(
        "--fencepost-audit-skips",
        action="store_true",
        default=False,
        help="run skipped fences as well, and fail those that pass",
    )
    group.addoption(
        "--fencepost-update",
        action="store_true",
        default=False,
        help="rewrite pages behind the run, as `fencepost check --run --fix` does; refused with -n and in CI",
    )
    group.addoption(
        "--fencepost-reuse",
        action="store_true",
        default=False,
        help="take over what passed earlier on pages where nothing has changed since",
    )
    group.addoption(
        "--fencepost-insert",
        action="store_true",
        default=False,
        help="find statements that print and have no `#>` lines (used by `fencepost check --fix=insert`)",
    )
    group.addoption(
        "--fencepost-results",
        metavar="FILE",
        default=None,
        help="run only what needs running and write the verdicts as JSON to FILE (used by `fencepost check --run`)",
    )
    group.addoption(
        "--fencepost-prove",
        metavar="FILE",
        default=None,
        help="make the faults that FILE asks for and add there what came of them (used by `fencepost prove`)",
    )
    group.addoption(
        "--fencepost-lean",
        action="store_true",
        default=None,
        help="run fences that ask for no fixture in one phase instead of pytest's three: other plugins' and the "
        "conftests' runtest hooks, reruns and marks of theirs do not see them",
    )
    parser.addini("fencepost_lean", "whether --fencepost-lean is on without the option", type="bool", default=False)
    parser.addini("fencepost", "whether fencepost is on without the option", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Register the collectors, if asked for."""
    config.addinivalue_line("markers", "fencepost: an item of a Markdown page")
    if config.getoption("fencepost") or config.getini("fencepost"):
        from fencepost import pytest_hooks

        pytest_hooks.register(config)
        if config.getoption("fencepost_reuse"):
            from fencepost import pytest_reuse

            pytest_reuse.register(config)


@pytest.fixture
def model(request: pytest.FixtureRequest) -> Generator[Model]:
    """A stubbed LLM provider: `model.script([...])` says what it answers. Its faults fail the test."""
    from fencepost.stub import serve

    with serve() as running:
        request.node.stash[_MODEL] = running
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test whose model has faults that the test did not look at."""
    try:
        result = yield
    except BaseException:
        if faults := _faults(item):
            item.add_report_section("call", "fencepost", faults)
        raise
    if faults := _faults(item):
        pytest.fail(faults, pytrace=False)
    return result


def _faults(item: pytest.Item) -> str:
    running = item.stash.get(_MODEL, None)
    return "" if running is None else running.explained_faults()
