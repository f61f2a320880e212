"""Whether a fault was noticed."""

from __future__ import annotations

from fencepost.ignores import is_ignored
from fencepost.model import Page, Verdict
from fencepost.proving.pages import Pages


def judged(verdict: Verdict, pages: Pages, page: Page | None) -> bool | None:
    """Whether a verdict turns the gate red; `None` where the settings or the page accept what was found."""
    settings = pages.planned.project.loaded.settings
    if verdict.outcome in ("blocked", "not_checked"):
        return None
    if verdict.outcome != "failed":
        return False
    loud = [one for one in verdict.findings if settings.severity_of(one) == "error"]
    return True if any(not is_ignored(page, finding) for finding in loud) else None
