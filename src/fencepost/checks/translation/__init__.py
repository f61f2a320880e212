"""Holds pages in two languages to each other: what differs in code is found, what is translated is not."""

from __future__ import annotations

from fencepost.checks.translation.history import History
from fencepost.checks.translation.options import TranslationOptions
from fencepost.checks.translation.pages import compare_pages
from fencepost.checks.translation.presence import missing_pages
from fencepost.checks.translation.sides import Sides
from fencepost.checks.translation.states import states

__all__ = ["History", "Sides", "TranslationOptions", "compare_pages", "missing_pages", "states"]
