"""What `--fix` carries from the newer page into the older one, in whole projects under git."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fencepost import engine
from fencepost.checks.translation import History, compare_pages
from fencepost.checks.translation.history import Commit
from fencepost.edits import apply
from fencepost.fixing import Changes
from fencepost.markdown import parse_page
from fencepost.model import Finding
from fencepost.plan import PagePlan, plan_page
from fencepost.testing import Docs

EN, ZH = "docs/en/a.md", "docs/zh/a.md"


class Repository:
    """A project with an English and a Chinese page, and their history."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._day = 0
        self._git("init", "-q")
        (root / "fencepost.toml").write_text('languages = {en = ["docs/en"], zh = ["docs/zh"]}\n')

    def commit(self, **pages: str) -> Repository:
        self._day += 1
        self.write(**pages)
        self._git("add", "-A")
        self._git("commit", "-q", "--allow-empty", "-m", f"day {self._day}")
        return self

    def write(self, **pages: str) -> Repository:
        Docs(self.root, {f"docs/{language}/a.md": text for language, text in pages.items()})
        return self

    def found(self, code: str) -> list[Finding]:
        return [finding for finding in engine.check(self.root, run=False).findings if finding.code == code]

    def fix(self) -> Changes:
        changes = Changes.of(self.root, engine.check(self.root, run=False))
        changes.write()
        return changes

    def text(self, path: str) -> str:
        return (self.root / path).read_bytes().decode("utf-8")

    def _git(self, *arguments: str) -> None:
        date = f"2026-07-{self._day + 1:02d}T12:00:00+00:00"
        names = {f"GIT_{role}_{what}": "a@b.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        dates = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), date)
        nowhere = dict.fromkeys(("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"), os.devnull)
        subprocess.run(
            ["git", "-C", str(self.root), *arguments],
            check=True,
            capture_output=True,
            env={**os.environ, **names, **dates, **nowhere},
        )


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


FIRST = "```python\nparcel = 'small'  # one\n```\n"
SECOND = "```bash\nparcels send --all\n```\n"
OLD_EN = f"# Parcels\n\nMake one.\n\n{FIRST}\nSend it.\n\nThat is all.\n"
OLD_ZH = f"# 包裹\n\n先做一个。\n\n{FIRST.replace('one', '一个')}\n然后寄出。\n\n就这些。\n"
NEW_EN = OLD_EN.replace("Send it.\n", f"Send it.\n\n{SECOND}")
NEW_ZH = OLD_ZH.replace("然后寄出。\n", f"然后寄出。\n\n{SECOND}")


@pytest.mark.parametrize("newer", ["en", "zh"])
def test_a_fence_that_one_page_has_gained_is_added_to_the_other(repository: Repository, newer: str) -> None:
    new = {"en": NEW_EN, "zh": NEW_ZH}
    repository.commit(en=OLD_EN, zh=OLD_ZH).commit(**{newer: new[newer]})
    (finding,) = repository.found("FP403")
    older = ZH if newer == "en" else EN
    assert finding.help.startswith(f"{older} is the older side: docs/{newer}/a.md has this fence since ")
    assert finding.help.endswith(" of 2026-07-03.")
    assert {finding.place.path, *(place.path for place in finding.related)} == {EN, ZH}
    changes = repository.fix()
    assert [change.path for change in changes.changes] == [older]
    assert (repository.text(EN), repository.text(ZH)) == (NEW_EN, NEW_ZH)
    assert repository.found("FP403") == []
    assert not repository.fix()


def test_a_fence_that_is_not_committed_yet_is_added_too(repository: Repository) -> None:
    repository.commit(en=OLD_EN, zh=OLD_ZH).write(en=NEW_EN)
    (finding,) = repository.found("FP403")
    assert finding.help.endswith("has this fence since a change that is not committed.")
    repository.fix()
    assert repository.text(ZH) == NEW_ZH


def test_a_fence_that_was_taken_out_is_not_brought_back(repository: Repository) -> None:
    repository.commit(en=NEW_EN, zh=NEW_ZH).commit(zh=OLD_ZH)
    (finding,) = repository.found("FP403")
    assert finding.help.startswith(f"{EN} is the older side: {ZH} had this fence until ")
    assert not repository.fix()
    assert repository.text(ZH) == OLD_ZH


def test_where_history_does_not_tell_the_patch_is_shown(repository: Repository) -> None:
    repository.commit(en=NEW_EN, zh=OLD_ZH)
    (finding,) = repository.found("FP403")
    assert "older side" not in finding.help
    changes = repository.fix()
    assert not changes
    (left,) = changes.left
    assert "history does not tell" in left.reason
    assert "+parcels send --all" in left.patch
    assert repository.text(ZH) == OLD_ZH


@pytest.mark.parametrize(
    "zh",
    [
        OLD_ZH.replace("然后寄出。\n\n就这些。", "然后寄出，就这些。"),
        OLD_ZH + "\n多一段。\n",
        OLD_ZH.replace("然后寄出。\n", "然后寄出。\n\n```text\n好\n```\n"),
    ],
    ids=["a paragraph less", "a paragraph more", "a fence of its own"],
)
def test_where_the_place_is_not_certain_the_patch_is_shown(repository: Repository, zh: str) -> None:
    repository.commit(en=OLD_EN, zh=zh).commit(en=NEW_EN)
    changes = repository.fix()
    assert repository.text(ZH) == zh
    assert "its place on docs/zh/a.md is not certain" in [left.reason for left in changes.left]


def test_a_page_that_came_after_the_fence_may_have_left_it_out_on_purpose(repository: Repository) -> None:
    repository.commit(en=OLD_EN).commit(en=NEW_EN).commit(zh=OLD_ZH)
    assert not repository.fix()


def test_directives_come_along_and_line_ends_are_those_of_the_page(repository: Repository) -> None:
    chinese = OLD_ZH.replace("\n", "\r\n")
    skipped = f'<!-- fencepost: skip reason="sends" -->\n{SECOND}'
    repository.commit(en=OLD_EN, zh=chinese).commit(en=NEW_EN.replace(SECOND, skipped))
    repository.fix()
    assert repository.text(ZH) == NEW_ZH.replace(SECOND, skipped).replace("\n", "\r\n")


def test_code_whose_counterpart_is_not_certain_is_left(repository: Repository) -> None:
    def speeds(title: str, *codes: str) -> str:
        return f"# {title}\n\n" + "\n".join(f"```python\n{code}\n```\n" for code in codes)

    old = ["send(parcel, speed=1)", "send(parcel, speed=2)"]
    repository.commit(en=speeds("Speed", *old), zh=speeds("速度", old[0])).commit(
        en=speeds("Speed", "send(parcel, speed=7)", "send(parcel, speed=8)")
    )
    before = repository.text(ZH)
    changes = repository.fix()
    assert repository.text(ZH) == before
    assert any("another fence could be its counterpart" in left.reason for left in changes.left)


def test_without_history_both_directions_of_a_change_are_shown(repository: Repository) -> None:
    repository.commit(en=OLD_EN, zh=OLD_ZH.replace("'small'", "'large'"))
    changes = repository.fix()
    assert not changes
    patches = [left.patch for left in changes.left]
    assert len(patches) == 2
    assert "+parcel = 'small'  # 一个" in patches[0]
    assert "+parcel = 'large'  # one" in patches[1]


def test_code_that_still_stands_elsewhere_on_the_page_was_not_taken_away(repository: Repository) -> None:
    small, large = "send(parcel, speed=1)", "send(parcel, speed=2)"
    english = f"# Speed\n\n```python\n{small}\n```\n\n## More\n\n```python\n{large}\n```\n"
    chinese = f"# 速度\n\n```python\n{large}\n```\n\n## 更多\n\n```python\n{large}\n```\n"
    (finding,) = repository.commit(en=english, zh=chinese).found("FP405")
    assert "older side" not in finding.help


def test_a_fence_whose_mark_older_texts_do_not_show_is_dated_by_nobody(repository: Repository) -> None:
    cell = "```{code-cell}\nparcel()\n```\n"
    repository.commit(en=f"# Parcels\n\n{cell}", zh="# 包裹\n\n先做一个。\n")
    (finding,) = repository.found("FP403")
    assert "older side" not in finding.help


words = st.sampled_from(["parcel", "crate", "letter", "stamp", "scale"])
lines = st.lists(st.tuples(words, words, st.integers(0, 99)), min_size=2, max_size=5)
shapes = st.sampled_from([("", ""), ("- item\n\n", "    "), ("!!! note\n\n", "    "), ("> quote\n>\n", "> ")])


def built(title: str, comment: str, code: list[str], shape: tuple[str, str], newline: str) -> str:
    opening, prefix = shape
    fence = ["```python", *(f"{line}  # {comment}{number}" for number, line in enumerate(code)), "```"]
    body = "".join(f"{prefix}{line}\n" for line in fence)
    return f"# {title}\n\n{opening}{body}\n{comment}\n".replace("\n", newline)


class Told(History):
    """A history that is given, not asked for."""

    def __init__(self, **texts: list[str]) -> None:
        super().__init__(Path())
        self._texts = {f"docs/{language}/a.md": old for language, old in texts.items()}

    def last(self, path: str) -> None:
        return None

    def revisions(self, path: str) -> list[tuple[Commit, str]]:
        return [(Commit(f"{number}", "2026-07-30", -number), text) for number, text in enumerate(self._texts[path])]


def page(text: str, path: str) -> PagePlan:
    return plan_page(replace(parse_page(text, path, dialect="mkdocs"), language=path[5:7]))


def fixed(english: str, chinese: str, history: Told) -> tuple[str, str]:
    """Both pages after all edits."""
    found = compare_pages(page(english, EN), page(chinese, ZH), history=history)
    edits = [edit for finding in found for edit in finding.edits]
    ours, theirs = ([edit for edit in edits if edit.path == path] for path in (EN, ZH))
    return apply(english, ours), apply(chinese, theirs)


@settings(max_examples=60, deadline=None)
@given(lines, st.data(), shapes, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["\n", "\r\n"]))
def test_newer_code_goes_into_the_older_page_and_nothing_else_changes(
    code: list[tuple[str, str, int]], data: st.DataObject, shape: tuple[str, str], ours: str, theirs: str
) -> None:
    old = [f"{name} = make_{kind}({number})" for name, kind, number in code]
    index = data.draw(st.integers(0, len(old) - 1))
    new = [*old[:index], old[index].replace("(", "(1"), *old[index + 1 :]]
    before, english = (built("Parcels", "note", code, shape, ours) for code in (old, new))
    chinese = built("包裹", "注释", old, shape, theirs)
    history = Told(en=[english, before], zh=[chinese])
    wanted = english, built("包裹", "注释", new, shape, theirs)
    assert fixed(english, chinese, history) == wanted
    assert fixed(*wanted, history) == wanted


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["text", "list", "fence"]), max_size=5),
    st.integers(0, 5),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_a_new_fence_goes_to_the_same_place_or_nowhere(kinds: list[str], index: int, ours: str, theirs: str) -> None:
    def blocks(word: str) -> list[str]:
        shown = {"text": f"{word} {{}}.", "list": f"- {word} {{}}\n- {word}", "fence": "```text\n{}\n```"}
        return [shown[kind].format(number) for number, kind in enumerate(kinds)]

    def text(title: str, parts: list[str], newline: str) -> str:
        return ("\n\n".join([f"# {title}", *parts]) + "\n").replace("\n", newline)

    def with_fence(parts: list[str]) -> list[str]:
        return [*parts[:index], SECOND.rstrip(), *parts[index:]]

    english = text("Parcels", with_fence(blocks("Words")), ours)
    chinese = text("包裹", blocks("说明"), theirs)
    history = Told(en=[english, text("Parcels", blocks("Words"), ours)], zh=[chinese, chinese])
    wanted = english, text("包裹", with_fence(blocks("说明")), theirs)
    assert fixed(english, chinese, history) == wanted
    assert fixed(*wanted, history) == wanted
