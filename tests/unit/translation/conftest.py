"""Two pages from two texts, held to each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fencepost.checks.translation import TranslationOptions, compare_pages
from fencepost.markdown import parse_page
from fencepost.model import Finding
from fencepost.plan import PagePlan, plan_page

Compare = Callable[..., list[Finding]]
FREE = TranslationOptions()


def page(text: str, path: str, language: str) -> PagePlan:
    return plan_page(replace(parse_page(text, path, dialect="mkdocs"), language=language))


@pytest.fixture
def compare() -> Compare:
    """Compares an English text with a Chinese one, or with one in another language."""

    def run(one: str, other: str, *, language: str = "zh", options: TranslationOptions = FREE) -> list[Finding]:
        pages = page(one, "docs/en/a.md", "en"), page(other, f"docs/{language}/a.md", language)
        return compare_pages(*pages, options)

    return run


@pytest.fixture
def code(compare: Compare) -> Compare:
    """Compares two pieces of code, each alone in a fence on line 1."""

    def run(one: str, other: str, *, tag: str = "python", options: TranslationOptions = FREE) -> list[Finding]:
        return compare(f"```{tag}\n{one}\n```\n", f"```{tag}\n{other}\n```\n", options=options)

    return run
