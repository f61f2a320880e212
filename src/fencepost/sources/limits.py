"""What reading may cost, so that no source, however it is made, keeps a check busy or fills the memory.

A few lines are enough for that: `X1 = X0 + X0`, `X2 = X1 + X1` and so on double a text with each of them.
"""

from __future__ import annotations

_STEPS = 200_000
"""Steps in which an expression has to be worked out; a second, or less."""
_LONGEST = 1_000_000
_MOST = 200_000
_DIGITS = 4096


class NotStaticError(Exception):
    """Reading does not suffice; the message says why."""


class Budget:
    """The steps that are left for the expression that is being worked out."""

    def __init__(self) -> None:
        self._left = _STEPS

    def renew(self) -> None:
        """Begin with another expression."""
        self._left = _STEPS

    def spend(self, steps: int) -> None:
        """Take steps. Raises `NotStaticError` where none are left."""
        self._left -= steps
        if self._left < 0:
            raise NotStaticError("it takes too long to be worked out by reading")


def hold_text(size: int) -> None:
    """Raise `NotStaticError` unless a text of so many characters may be put together."""
    if size > _LONGEST:
        raise NotStaticError(f"it comes to more than {_LONGEST:,} characters")


def hold_values(count: int) -> None:
    """Raise `NotStaticError` unless so many values may stand in one."""
    if count > _MOST:
        raise NotStaticError(f"it comes to more than {_MOST:,} values")


def hold_number(bits: int) -> None:
    """Raise `NotStaticError` unless a whole number may have so many bits."""
    if bits > _DIGITS:
        raise NotStaticError("a number of too many digits")
