"""A running stub."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from fencepost.stub import Model, serve


@pytest.fixture
def model() -> Generator[Model]:
    """A running stub with guard and environment; the test fails if it leaves faults."""
    with serve() as running:
        yield running
