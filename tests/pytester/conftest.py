"""What the tests of this folder share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _in_the_order_of_the_page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep pytest-randomly, where it is installed, out of what the tests do not shuffle themselves."""
    if "pytester" in request.fixturenames:
        request.getfixturevalue("pytester")  # It removes the variable.
        monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:randomly")
