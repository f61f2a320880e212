"""Where a line in the host's log goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logging import Logger


def log() -> Logger:
    """The logger `wikimem`."""
    from logging import getLogger  # slow to import, and hardly ever needed

    return getLogger("wikimem")
