"""The pytest plugin's door: options only. Everything else is imported when fencepost is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


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
        "--fencepost-results",
        metavar="FILE",
        default=None,
        help="run only what needs running and write the verdicts as JSON to FILE (used by `fencepost check --run`)",
    )
    parser.addini("fencepost", "whether fencepost is on without the option", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Register the collectors, if asked for."""
    config.addinivalue_line("markers", "fencepost: an item of a Markdown page")
    if config.getoption("fencepost") or config.getini("fencepost"):
        from fencepost import pytest_items

        pytest_items.register(config)
