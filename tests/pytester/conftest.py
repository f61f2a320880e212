"""What the tests of this folder share."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import fencepost

# pytester takes back from `sys.modules` what a run within a test has imported, but not from the packages' attributes:
# what was imported once outside is the same module for all runs, in whichever process a test begins.
for _module in pkgutil.walk_packages(fencepost.__path__, "fencepost."):
    if not _module.name.endswith(("__main__", "mkdocs_plugin")):
        importlib.import_module(_module.name)


@pytest.fixture(autouse=True)
def _in_the_order_of_the_page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep pytest-randomly, where it is installed, out of what the tests do not shuffle themselves."""
    if "pytester" in request.fixturenames:
        request.getfixturevalue("pytester")  # It removes the variable.
        monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:randomly")
