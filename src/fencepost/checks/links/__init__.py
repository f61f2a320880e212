"""Holds the links of pages to the files, pages and ids that they lead to."""

from __future__ import annotations

from fencepost.checks.links.check import check_links
from fencepost.checks.links.targets import Targets

__all__ = ["Targets", "check_links"]
