"""`--fencepost-reuse` and `check --run --reuse`: what passed is taken over while nothing has changed."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fencepost import pytest_reuse
from fencepost.reusing import keys
from fencepost.reusing.store import Store

pytest_plugins = ["pytester"]

__all__ = ["pytest_reuse"]  # Loaded once, not by each run of pytester, which forgets what a run has loaded.

PAGE = """\
<!-- fencepost: page files="data/*" -->

```python
from pathlib import Path

import shop

print(shop.PRICE, shop.tax(), Path("data/town.txt").read_text())
```

<!-- fencepost: output -->
```text
...
```

```python
note = "a"
```
"""
MORE = '<!-- fencepost: page continues=guide.md -->\n\n```python\nassert note == "a"\n```\n'
SHOP = """\
import json
from functools import cache
from pathlib import Path

from rates import RATE

PRICE = 3


@cache
def tax():
    return RATE * json.loads(Path(__file__).with_name("tax.json").read_text())
"""
SETTINGS = '[tool.pytest.ini_options]\n\n[tool.fencepost]\ndialect = "gfm"\n'


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makefile(".md", guide=PAGE, more=MORE)
    pytester.makepyfile(shop=SHOP, rates="RATE = 2\n")
    pytester.makeconftest("")
    pytester.makepyprojecttoml(SETTINGS)
    files = {"tax.json": "5", "data/town.txt": "Delft", "README.txt": "unread"}
    for name, text in files.items():
        path = pytester.path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return pytester


def reused(project: pytest.Pytester, *arguments: str) -> list[str]:
    """The items whose outcome a run takes over."""
    result = project.runpytest("--fencepost", "--fencepost-reuse", "-v", *arguments)
    assert result.ret == pytest.ExitCode.OK
    return [line.split(" ")[0] for line in result.outlines if "PASSED (reused)" in line]


def change(path: str, old: str, new: str) -> Callable[[Path], None]:
    def write(root: Path) -> None:
        text = (root / path).read_text("utf-8")
        assert old in text
        (root / path).write_text(text.replace(old, new), "utf-8")

    return write


def create(path: str, text: str) -> Callable[[Path], None]:
    def write(root: Path) -> None:
        (root / path).write_text(text, "utf-8")

    return write


ALL = ["guide.md::top[1]", "guide.md::top[2]-output", "guide.md::top[3]", "more.md::top[1]"]


def test_what_passed_is_taken_over_while_nothing_has_changed(project: pytest.Pytester) -> None:
    assert reused(project) == []
    assert reused(project) == ALL
    # What no page has read is no reason to run again, nor is what is shown and chosen.
    (project.path / "README.txt").write_text("changed", "utf-8")
    assert reused(project, "-q", "-v", "--tb=short", "-k", "top") == ALL
    assert reused(project, "guide.md::top[3]") == ["guide.md::top[3]"]


EDITS = {
    "code": change("guide.md", '"a"', "'a'"),
    "expected output": change("guide.md", "```text\n...", "```text\n...\n..."),
    "module": change("shop.py", "PRICE = 3", "PRICE = 4"),
    "module of a module": change("rates.py", "2", "3"),
    "data that a module reads": change("tax.json", "5", "6"),
    "brought": change("data/town.txt", "Delft", "Leiden"),
    "brought anew": create("data/river.txt", "Schie"),
    "conftest": change("conftest.py", "", "import os\n"),
    "another conftest": create("sub/conftest.py", ""),
    "settings": change("pyproject.toml", 'dialect = "gfm"', 'dialect = "gfm"\nunscripted = "fail"'),
    "ini": change("pyproject.toml", "ini_options]", "ini_options]\nxfail_strict = true"),
}


def test_any_edit_of_what_it_rests_on_runs_it_again(project: pytest.Pytester) -> None:
    (project.path / "sub").mkdir()
    reused(project)
    for name, edit in EDITS.items():
        edit(project.path)
        assert (name, reused(project)) == (name, [])
    assert reused(project) == ALL
    change("more.md", '== "a"', "== 'a'")(project.path)
    assert reused(project) == ALL[:3]


def test_the_models_script_is_a_part_of_it(project: pytest.Pytester) -> None:
    client = 'import openai\n\nopenai.OpenAI().responses.create(model="gpt-5", input="a")\n'
    page = f"<!-- fencepost: model\n- hello\n-->\n```python\n{client}```\n"
    project.makefile(".md", guide=page, more="No code.\n")
    assert (reused(project), reused(project)) == ([], ["guide.md::top[1]"])
    change("guide.md", "hello", "goodbye")(project.path)
    assert reused(project) == []


def test_versions_and_options_are_a_part_of_it(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    reused(project)
    changes = [
        (keys, "__version__", "99"),
        (keys, "installed", lambda: "others"),
        (platform, "platform", lambda: "another machine"),
    ]
    for module, name, value in changes:
        monkeypatch.setattr(module, name, value)
        assert (name, reused(project)) == (name, [])
    for option in ("-Wignore", "-pno:doctest", "--strict-markers"):
        assert (option, reused(project, option)) == (option, [])
    assert reused(project, "--strict-markers") == ALL


def test_what_fails_is_never_taken_over(project: pytest.Pytester) -> None:
    change("guide.md", 'note = "a"', "note = 1 / 0")(project.path)
    for _ in range(2):
        result = project.runpytest("--fencepost", "--fencepost-reuse", "-v")
        assert result.parseoutcomes() == {"passed": 5, "failed": 1, "blocked": 1}
        result.stdout.no_fnmatch_line("*(reused)*")


def test_neither_is_a_page_whose_fixture_fails_behind_it(project: pytest.Pytester) -> None:
    project.makeconftest("import pytest\n\n\n@pytest.fixture(autouse=True)\ndef town():\n    yield\n    assert 0\n")
    for _ in range(2):
        result = project.runpytest("--fencepost", "--fencepost-reuse", "-v", "-k", "top")
        assert result.parseoutcomes()["errors"] == 5
        result.stdout.no_fnmatch_line("*(reused)*")


def test_what_cannot_be_seen_is_not_kept_and_said(project: pytest.Pytester) -> None:
    code = {
        "a": "import subprocess\nsubprocess.run(['true'])",
        "b": "import multiprocessing",
        "c": "open(__file__, 'a').close()\nimport os\nos.utime(__file__)",
    }
    project.makefile(".md", **{name: f"```python\n{text}\n```\n" for name, text in code.items()})
    result = project.runpytest("--fencepost", "--fencepost-reuse", "a.md", "b.md", "c.md")
    result.stdout.fnmatch_lines(
        [
            "not kept for --reuse, since it starts other processes: a.md, b.md",
            "not kept for --reuse, since files that it reads were changed meanwhile: c.md",
        ]
    )
    assert Store(project.path, "pytest.json").entries == {}


def test_what_one_fence_alone_has_shown_is_added(project: pytest.Pytester) -> None:
    assert reused(project, "guide.md::top[1]") == []
    assert reused(project, "guide.md::top[1]") == ["guide.md::top[1]"]
    # The page is taken over as a whole or not at all.
    assert reused(project, "guide.md::top[1]", "guide.md::top[3]") == []
    assert reused(project, "guide.md::top[1]", "guide.md::top[3]") == ["guide.md::top[1]", "guide.md::top[3]"]


@pytest.mark.parametrize("mode", ["load", "loadfile"])
def test_workers_keep_and_take_over_too(project: pytest.Pytester, mode: str) -> None:
    spread = ("-n", "2", f"--dist={mode}")
    first = project.runpytest_subprocess("--fencepost", "--fencepost-reuse", *spread)
    second = project.runpytest_subprocess("--fencepost", "--fencepost-reuse", *spread)
    assert first.parseoutcomes() == second.parseoutcomes() == {"passed": 7}
    second.stdout.fnmatch_lines(["4 outcomes are an earlier run's"])
    alone = project.runpytest_subprocess("--fencepost", "--fencepost-reuse")
    alone.stdout.fnmatch_lines(["4 outcomes are an earlier run's"])


def test_a_damaged_store_is_said_and_left(project: pytest.Pytester) -> None:
    reused(project)
    store = project.path / ".fencepost_cache"
    assert (store / ".gitignore").read_text("utf-8").endswith("\n*\n")
    (store / "pytest.json").write_text('{"version": 1, "pages": {"guide.md": 3}}', "utf-8")
    result = project.runpytest("--fencepost", "--fencepost-reuse", "-v")
    assert result.parseoutcomes() == {"passed": 7}
    result.stdout.fnmatch_lines([".fencepost_cache/pytest.json cannot be read*nothing is reused*"])
    result.stdout.no_fnmatch_line("*(reused)*")
    assert reused(project) == ALL


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}', "\x00", '{"version": 1, "pages": {"a": {}}}'])
def test_whatever_stands_in_the_store(tmp_path: Path, text: str) -> None:
    (tmp_path / ".fencepost_cache").mkdir()
    (tmp_path / ".fencepost_cache" / "check.json").write_text(text, "utf-8")
    store = Store(tmp_path, "check.json")
    assert store.entries == {}
    assert "cannot be read" in store.note


def test_a_store_of_another_version_is_let_go(tmp_path: Path) -> None:
    (tmp_path / ".fencepost_cache").mkdir()
    (tmp_path / ".fencepost_cache" / "check.json").write_text('{"version": 2}', "utf-8")
    store = Store(tmp_path, "check.json")
    assert (store.entries, store.note) == ({}, "")


def test_nothing_is_kept_or_taken_over_unasked(project: pytest.Pytester) -> None:
    project.runpytest("--fencepost")
    assert not (project.path / ".fencepost_cache").exists()
    reused(project)
    project.runpytest("--fencepost", "-v").stdout.no_fnmatch_line("*(reused)*")


def test_junit_says_it(project: pytest.Pytester) -> None:
    reused(project)
    reused(project, "--junitxml=junit.xml")
    assert (project.path / "junit.xml").read_text("utf-8").count('<property name="fencepost" value="reused"') == 4


def check(root: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "fencepost", "check", "--reuse", *arguments]
    answer = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return answer.returncode, answer.stdout


def test_the_command_takes_over_and_says_so(project: pytest.Pytester) -> None:
    assert check(project.path, "--run")[0] == 0
    code, shown = check(project.path, "--run")
    assert code == 0
    assert "4 outcomes reused from an earlier run\n" in shown
    report = json.loads(check(project.path, "--run", "--output-format", "json")[1])
    assert report["summary"]["reused"] == 4
    parts = [(one["id"], one["outcome"], one["reused"]) for one in (*report["fences"], *report["contracts"])]
    assert [one for one in parts if one[2]] == [(name, "passed", True) for name in sorted(ALL, key=ALL_IN_REPORT.index)]
    change("shop.py", "PRICE = 3", "PRICE = 4")(project.path)
    assert "reused" not in check(project.path, "--run")[1]


ALL_IN_REPORT = ["guide.md::top[1]", "guide.md::top[3]", "more.md::top[1]", "guide.md::top[2]-output"]


def test_the_command_says_that_nothing_runs(project: pytest.Pytester) -> None:
    assert "--reuse: no fences run, so that there is nothing to take over (add --run)" in check(project.path)[1]
