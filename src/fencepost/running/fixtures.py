"""Fixtures of the project that could not be had."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Stands for the value of a fixture that could not be had."""

    name: str
    error: BaseException


class FixtureError(Exception):
    """A fence was not run, since a fixture that it asks for could not be had."""

    def __init__(self, unavailable: Unavailable) -> None:
        super().__init__(f"the fixture `{unavailable.name}` cannot be had: {unavailable.error}")
        self.error = unavailable.error
