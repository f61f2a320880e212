"""Which side of a difference is the older one, as far as git shows it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fencepost.checks.translation import History, compare_pages
from fencepost.edits import apply
from fencepost.markdown import parse_page
from fencepost.model import Finding
from fencepost.plan import PagePlan, plan_page
from fencepost.testing import Docs

EN, ZH = "docs/en/a.md", "docs/zh/a.md"
Commits = Callable[..., Path]


@pytest.fixture
def commits(tmp_path: Path) -> Commits:
    """Makes one commit of each mapping of paths to texts, a day apart."""
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}

    def git(*arguments: str, day: int = 1) -> None:
        dates = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), f"2026-07-{day:02d}T12:00:00+00:00")
        command = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.org", *arguments]
        subprocess.run(command, check=True, capture_output=True, env={**environment, **dates})

    def run(*steps: dict[str, str]) -> Path:
        git("init", "-q")
        for day, files in enumerate(steps, 1):
            Docs(tmp_path, files)
            git("add", "-A")
            git("commit", "-q", "-m", f"day {day}", day=day)
        return tmp_path

    return run


def page(root: Path, path: str) -> PagePlan:
    text = (root / path).read_bytes().decode("utf-8")
    return plan_page(replace(parse_page(text, path, dialect="mkdocs"), language=path[5:7]))


def compare(root: Path) -> list[Finding]:
    return compare_pages(page(root, EN), page(root, ZH), history=History(root))


def fence(code: str) -> str:
    return f"```python\n{code}\n```\n"


OLD = "from pkg import load  # the loader\n\nparcel = load('small', size=1)  # first\nparcel.send()"
OLD_ZH = "from pkg import load  # 加载器\n\nparcel = load('small', size=1)  # 首先\nparcel.send()"
NEW = OLD.replace("size=1", "size=2").replace("parcel.send()", "parcel.stamp()\nparcel.send()")


def test_the_older_page_is_named(commits: Commits) -> None:
    root = commits({EN: fence(OLD), ZH: fence(OLD_ZH)}, {EN: fence(OLD) + "\nMore.\n"})
    (finding,) = compare(root)
    assert (finding.code, finding.place.path) == ("FP408", ZH)
    assert "2026-07-01" in finding.message
    assert "2026-07-02" in finding.message


def test_pages_of_one_commit_and_pages_that_are_being_changed_have_one_age(commits: Commits) -> None:
    root = commits({EN: fence(OLD)}, {EN: fence(OLD) + "\n", ZH: fence(OLD_ZH)})
    assert compare(root) == []
    (root / ZH).write_text(fence(OLD_ZH) + "\n再说。\n", "utf-8")
    assert compare(root) == []


def test_without_a_repository_nothing_is_known(tmp_path: Path) -> None:
    assert History(tmp_path).last(EN) is None
    assert History(tmp_path).revisions(EN) == []


@pytest.mark.parametrize("newer", [EN, ZH])
def test_the_side_that_stayed_behind_is_named_and_mended(commits: Commits, newer: str) -> None:
    before, after = {EN: (OLD, NEW), ZH: (OLD_ZH, NEW.replace("the loader", "加载器").replace("first", "首先"))}[newer]
    older = ZH if newer == EN else EN
    stays = OLD_ZH if newer == EN else OLD
    root = commits({newer: fence(before), older: fence(stays)}, {newer: fence(after)})
    finding = next(finding for finding in compare(root) if finding.code == "FP405")
    assert finding.help.startswith(f"{older} is the older side: {newer} had this code until ")
    assert finding.help.endswith(" of 2026-07-02.")
    assert {edit.path for edit in finding.edits} == {older}
    mended = apply(fence(stays), finding.edits)
    wanted = NEW if newer == ZH else NEW.replace("the loader", "加载器").replace("first", "首先")
    assert mended == fence(wanted)
    (root / older).write_text(mended, "utf-8")
    assert compare(root) == []


def test_where_both_sides_went_on_nothing_is_rewritten(commits: Commits) -> None:
    root = commits({EN: fence(OLD), ZH: fence(OLD_ZH)}, {EN: fence(NEW), ZH: fence(OLD_ZH.replace("send", "post"))})
    finding = next(finding for finding in compare(root) if finding.code == "FP405")
    assert finding.edits == ()
    assert "older side" not in finding.help


def test_where_both_sides_came_back_to_the_others_code_nothing_is_rewritten(commits: Commits) -> None:
    root = commits({EN: fence(OLD), ZH: fence(NEW)}, {EN: fence(NEW), ZH: fence(OLD_ZH)})
    finding = next(finding for finding in compare(root) if finding.code == "FP405")
    assert finding.edits == ()


def test_a_side_whose_lines_cannot_be_told_apart_is_named_and_left(commits: Commits) -> None:
    wrapped = OLD_ZH.replace("load('small', size=1)", "load(\n    'small', size=1\n)")
    root = commits({EN: fence(OLD), ZH: fence(wrapped)}, {EN: fence(NEW)})
    finding = next(finding for finding in compare(root) if finding.code == "FP405")
    assert "older side" in finding.help
    assert finding.edits == ()


def test_what_the_settings_allow_to_differ_stays_when_the_code_is_mended(commits: Commits) -> None:
    old = "say('Hello')\nload(1)"
    root = commits(
        {
            EN: f"- a\n\n    ```python\n    {old.replace(chr(10), chr(10) + '    ')}\n    ```\n",
            ZH: fence("say('你好')\nload(1)"),
        },
        {EN: fence(old.replace("load(1)", "load(2)"))},
    )
    finding = next(finding for finding in compare(root) if finding.code == "FP405")
    assert apply((root / ZH).read_text("utf-8"), finding.edits) == fence("say('你好')\nload(2)")
