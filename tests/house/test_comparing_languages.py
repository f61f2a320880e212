"""Each row of the tables that say what is found between two languages is tried, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fencepost.checks.translation import compare_pages
from fencepost.markdown import parse_page
from fencepost.plan import PagePlan, plan_page

DOCS = Path(__file__).parents[2] / "docs"
HEADING = re.compile(r"^#{2,3} .*?(?:\{ #(\S+) \})?$")
ROW = re.compile(r"^\| `([^|]+)` \| `([^|]+)` \| (in step|一致|FP40[456](?:, warning|，警告)?) \|$")
TAGS = {"shell": "bash", "json-yaml-and-toml": "json", "other-languages": "go"}


def rows(language: str) -> Iterator[tuple[str, str, str, str]]:
    """The tag of the fence, the code of both pages, and what is found."""
    tag = "python"
    for line in (DOCS / language / "reference" / "comparing-languages.md").read_text("utf-8").splitlines():
        if heading := HEADING.match(line):
            tag = TAGS.get(heading[1] or line.strip("# ").lower().replace(",", "").replace(" ", "-"), "python")
        elif row := ROW.match(line):
            result = row[3].replace("一致", "in step").replace("，警告", ", warning")
            yield tag, row[1], row[2], result


def page(tag: str, code: str, language: str) -> PagePlan:
    text = f"# T\n\n```{tag}\n{code}\n```\n"
    return plan_page(replace(parse_page(text, f"{language}.md", dialect="mkdocs"), language=language))


@pytest.mark.parametrize(("tag", "one", "other", "result"), list(rows("en")))
def test_what_the_page_says_is_found(tag: str, one: str, other: str, result: str) -> None:
    found = compare_pages(page(tag, one, "en"), page(tag, other, "zh"))
    said = [f"{item.code}, warning" if item.severity == "warning" else item.code for item in found]
    assert said == ([] if result == "in step" else [result])


def test_both_languages_show_the_same_rows() -> None:
    assert list(rows("en")) == list(rows("zh"))
    assert len(list(rows("en"))) == 36
