"""What other plugins and the project's conftests do around items."""

from __future__ import annotations

import pytest

_AROUND_ITEMS = (
    "pytest_runtest_protocol",
    "pytest_runtest_logstart",
    "pytest_runtest_setup",
    "pytest_runtest_call",
    "pytest_runtest_teardown",
    "pytest_runtest_makereport",
    "pytest_runtest_logreport",
    "pytest_runtest_logfinish",
    "pytest_report_teststatus",
)


def act_around_items(config: pytest.Config) -> bool:
    """Whether code that is neither pytest's nor ours runs before, during or behind an item."""
    return any(
        not implementation.function.__module__.startswith(("_pytest.", "fencepost."))
        for name in _AROUND_ITEMS
        for implementation in getattr(config.hook, name).get_hookimpls()
    )


def installed_packages(config: pytest.Config) -> frozenset[str]:
    """The packages of the plugins that stand in the environment, not of those that the project has made."""
    plugins = (plugin for plugin, _ in config.pluginmanager.list_plugin_distinfo())
    return frozenset(name.partition(".")[0] for plugin in plugins if (name := getattr(plugin, "__name__", "")))
