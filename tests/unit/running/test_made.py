"""`made:PATH`: blocks that show what the fences of their page have written."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import plan_of, run_page, running

from fencepost.engine import check

WRITES = """\
# T

```python
from pathlib import Path
Path("out/deep").mkdir(parents=True)
Path("out/b.txt").write_text("one\\ntwo\\n")
Path("out/deep/a.txt").write_text("")
Path("out/.lock").write_text("")
```
"""
LATER = '\n```python\nPath("out/b.txt").write_text("later")\n```\n'


def shows(source: str, body: str) -> str:
    return f"\n<!-- fencepost: quote {source} -->\n```text\n{body}```\n"


def test_a_file_is_held_as_it_was_behind_the_last_fence_before(tmp_path: Path) -> None:
    page = run_page(
        WRITES + shows("made:out/b.txt", "one\ntwo\n") + LATER + shows("made:out/b.txt", "later\n"), tmp_path
    )
    assert page.outcomes == dict.fromkeys(("t[1]", "t[2]-quote", "t[3]", "t[4]-quote"), "passed")


def test_a_file_that_differs_is_found_with_a_fix(tmp_path: Path) -> None:
    page = run_page(WRITES + shows("made:out/b.txt", "one\n2\n"), tmp_path)
    (finding,) = page.findings
    assert (finding.code, str(finding.place)) == ("FP301", "page.md:14:1")
    assert [str(place) for place in finding.related] == ["made:out/b.txt:2:1"]
    assert [edit.replacement for edit in finding.edits] == ["one\ntwo\n"]


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("out", "out/\n├── b.txt\n└── deep/\n    └── a.txt\n"),
        (".", "./\n└── out/\n    ├── b.txt\n    └── deep/\n        └── a.txt\n"),
        ("out/deep/", "out/deep/\n└── a.txt\n"),
    ],
)
def test_a_folder_is_a_tree(path: str, shown: str, tmp_path: Path) -> None:
    assert run_page(WRITES + shows(f"made:{path}", shown), tmp_path).outcomes["t[2]-quote"] == "passed"


def test_what_is_not_there_is_said_with_what_is(tmp_path: Path) -> None:
    page = run_page(WRITES + shows("made:out/c.txt", "x\n"), tmp_path)
    (finding,) = page.findings
    assert finding.message == "made:out/c.txt: the fences above it wrote no such file"
    assert finding.help == "Written were: `out/b.txt`, `out/deep/a.txt`."


def test_nothing_outside_the_folder_is_read(tmp_path: Path) -> None:
    (finding,) = run_page(WRITES + shows("made:../../etc/passwd", "x\n"), tmp_path).findings
    assert (finding.code, "leads out of the page's folder" in finding.message) == ("FP302", True)


def test_a_fence_that_fails_blocks_it(tmp_path: Path) -> None:
    page = run_page("# T\n\n```python\n1 / 0\n```\n" + shows("made:x", "x\n"), tmp_path)
    assert page.outcomes == {"t[1]": "failed", "t[2]-quote": "blocked"}


def test_a_file_that_a_fence_is_counts_as_made(tmp_path: Path) -> None:
    text = "# T\n\n<!-- fencepost: file a.toml -->\n```toml\nx = 1\n```\n" + shows("made:a.toml", "x = 1\n")
    assert run_page(text, tmp_path).outcomes["t[2]-quote"] == "passed"


def test_without_running_it_is_not_checked_and_without_a_fence_it_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(WRITES + shows("made:out/b.txt", "x\n"))
    report = check(tmp_path, run=False)
    assert ([contract.outcome for contract in report.contracts], report.findings) == (["not_checked"], ())
    (tmp_path / "a.md").write_text("# T\n" + shows("made:x", "x\n"))
    (finding,) = check(tmp_path, run=False).findings
    assert finding.message == "made:x: no fence that runs stands before it"


def test_the_settings_cannot_name_what_pages_make(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# T\n")
    (tmp_path / "m.py").write_text('A = "x"\n')
    (tmp_path / "fencepost.toml").write_text('[[agree]]\nname = "a"\nsources = ["m:A", "made:x"]\n')
    (finding,) = check(tmp_path, run=False).findings
    assert finding.message == "made:x: only a page has files that its fences made"


@pytest.mark.slow
def test_the_command_runs_it(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(WRITES + shows("made:out/b.txt", "one\ntwo\n"))
    report = check(tmp_path, run=True)
    assert [(contract.kind, contract.outcome) for contract in report.contracts] == [("quote", "passed")], report
    assert report.fences[1].outcome == "passed"


@pytest.mark.parametrize("hidden", ["assert\n", "output\n", "error\n"])
def test_hidden_code_above_the_block_runs_before_it(hidden: str, tmp_path: Path) -> None:
    """Whichever of the page's contracts is held first."""
    body = 'Path("out/b.txt").write_text("hidden\\n")' + ("\n1 / 0" if hidden == "error\n" else "")
    shown = {"assert\n": "", "output\n": "```text\n```\n", "error\n": "```text\ndivision by zero\n```\n"}[hidden]
    text = WRITES + f"\n<!-- fencepost: {hidden}{body}\n-->\n{shown}" + shows("made:out/b.txt", "hidden\n") + LATER
    with running(text, tmp_path) as run:
        contract = next(one for one in plan_of(text).contracts if one.kind == "quote")
        assert run.contract(contract).outcome == "passed"


def test_a_later_fence_may_have_run_before(tmp_path: Path) -> None:
    text = WRITES + shows("made:out/b.txt", "one\ntwo\n") + LATER
    with running(text, tmp_path) as run:
        plan = plan_of(text)
        assert run.fence(plan.steps[-1].id).outcome == "passed"
        assert run.contract(next(one for one in plan.contracts if one.kind == "quote")).outcome == "passed"


def test_hidden_code_that_fails_blocks_it(tmp_path: Path) -> None:
    text = WRITES + "\n<!-- fencepost: assert\nassert False\n-->\n" + shows("made:out/b.txt", "one\ntwo\n")
    page = run_page(text, tmp_path)
    assert (page.outcomes["t[1]-assert"], page.outcomes["t[2]-quote"]) == ("failed", "blocked")
