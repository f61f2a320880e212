"""The form of a finding about two pages: it stands on one of them and names the place on the other."""

from __future__ import annotations

from fencepost.model import Finding, Place
from fencepost.rules import RULES


def finding(
    code: str,
    message: str,
    place: Place,
    related: Place,
    *,
    fence: str | None = None,
    detail: tuple[str, ...] = (),
    help_: str = "",
) -> Finding:
    """A finding with both places."""
    return Finding(code, message, place, fence=fence, related=(related,), detail=detail, help=help_ or RULES[code].fix)
