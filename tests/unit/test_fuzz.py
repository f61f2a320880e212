"""Arbitrary bytes in the place of any file: an exit code, never a traceback, and nothing is written."""

from __future__ import annotations

import pytest
from fuzzing import BYTES, TARGETS
from hypothesis import HealthCheck, given, settings


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=BYTES)
def test_any_bytes(name: str, data: bytes) -> None:
    TARGETS[name](data)


def test_a_target_that_fails_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzzing.main", lambda _: 3)
    with pytest.raises(AssertionError):
        TARGETS["settings"](b"")
