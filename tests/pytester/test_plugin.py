"""Whole runs of pytest over small projects."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]

PAGE = """\
# The guide

```python
value = 41
```

<!-- fencepost: quote texts:A -->
```text
one
```

```python
assert value == 42
```

<!-- fencepost: output -->
```text
1
```

<!-- fencepost: skip reason="needs a GPU" -->
```python
1 / 0
```
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makefile(".md", guide=PAGE)
    pytester.makepyfile(texts='A = "one"\n')
    pytester.makepyprojecttoml(
        '[tool.fencepost]\n\n[[tool.fencepost.agree]]\nname = "same"\nsources = ["texts:A", "texts:A"]\n'
    )
    return pytester


def test_ids_have_no_line_numbers(project: pytest.Pytester) -> None:
    result = project.runpytest("--fencepost", "--collect-only", "-q")
    result.stdout.fnmatch_lines(
        [
            "guide.md::page",
            "guide.md::the-guide[[]1[]]",
            "guide.md::the-guide[[]2[]]",
            "guide.md::the-guide[[]2[]]-quote",
            "guide.md::the-guide[[]3[]]",
            "guide.md::the-guide[[]4[]]",
            "guide.md::the-guide[[]4[]]-output",
            "guide.md::the-guide[[]5[]]",
            "pyproject.toml::agree[[]same[]]",
        ],
        consecutive=True,
    )


def test_outcomes_and_the_failures_own_words(project: pytest.Pytester) -> None:
    result = project.runpytest("--fencepost", "-rs")
    assert result.parseoutcomes() == {"passed": 6, "failed": 1, "skipped": 1, "blocked": 1}
    result.stdout.fnmatch_lines(["guide.md:13:1: FP201 fence-raised the fence raised AssertionError: assert 41 == 42"])
    result.stdout.fnmatch_lines(["guide.md::the-guide[[]4[]]-output is blocked by guide.md::the-guide[[]3[]]"])
    result.stdout.fnmatch_lines(["*needs a GPU*"])
    result.stdout.no_fnmatch_line("*src/fencepost*")


@pytest.mark.parametrize(
    ("arguments", "passed", "failed"),
    [
        (["guide.md::the-guide[2]-quote"], 1, 0),
        (["guide.md::the-guide[3]"], 0, 1),
        (["-k", "quote and guide"], 1, 0),
        (["-k", "agree"], 1, 0),
        (["-m", "fencepost", "-k", "the-guide and python and not skipped"], 1, 1),
    ],
)
def test_selection(project: pytest.Pytester, arguments: list[str], passed: int, failed: int) -> None:
    result = project.runpytest("--fencepost", *arguments)
    result.assert_outcomes(passed=passed, failed=failed, deselected=result.parseoutcomes().get("deselected", 0))


def test_without_being_asked_nothing_is_collected_and_nothing_imported(project: pytest.Pytester) -> None:
    project.makepyfile(
        test_own="import sys\n\n\ndef test_it():\n"
        "    names = [n for n in sys.modules if n.split('.')[0] == 'fencepost']\n"
        "    assert sorted(names) == ['fencepost', 'fencepost.pytest_plugin']\n"
    )
    project.runpytest_subprocess().assert_outcomes(passed=1)


def test_the_ini_value_turns_it_on_beside_other_tests(project: pytest.Pytester) -> None:
    project.makefile(".ini", pytest="[pytest]\nfencepost = true\n")
    project.makepyfile(test_own="def test_it():\n    pass\n")
    project.runpytest("-k", "quote or test_it").assert_outcomes(passed=2, deselected=8)


def test_asking_for_it_with_nothing_to_check_is_an_error(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own="def test_it():\n    pass\n")
    result = pytester.runpytest("--fencepost")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*no page with anything to check*"])


def test_broken_settings_are_a_usage_error_without_a_traceback(project: pytest.Pytester) -> None:
    project.makepyprojecttoml("[tool.fencepost]\nrnu = true\n")
    result = project.runpytest("--fencepost")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*pyproject.toml:2:1: FP901*did you mean `run`*"])
    result.stderr.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("mode", ["load", "loadscope", "loadfile", "loadgroup", "worksteal"])
def test_distribution_changes_no_outcome(project: pytest.Pytester, mode: str) -> None:
    result = project.runpytest_subprocess("--fencepost", "-n", "2", f"--dist={mode}")
    assert result.parseoutcomes() == {"passed": 6, "failed": 1, "skipped": 1, "blocked": 1}


def test_ignores_and_severities_hold_here_too(project: pytest.Pytester) -> None:
    page = PAGE.replace("```text\none", "```text\nONE").replace("value == 42", "value == 41")
    page = page.replace("assert value", "print(1)\nassert value")
    project.makefile(".md", guide=page)
    assert project.runpytest("--fencepost").parseoutcomes()["failed"] == 1
    ignored = page.replace(
        "<!-- fencepost: quote", '<!-- fencepost: ignore FP301 reason="old" -->\n<!-- fencepost: quote'
    )
    project.makefile(".md", guide=ignored)
    assert project.runpytest("--fencepost").parseoutcomes() == {"passed": 8, "skipped": 1}
    project.makefile(".md", guide=page)
    project.makepyprojecttoml('[tool.fencepost.severity]\nFP301 = "warning"\n')
    assert project.runpytest("--fencepost").parseoutcomes() == {"passed": 7, "skipped": 1}


def test_last_failed_works_by_id(project: pytest.Pytester) -> None:
    project.runpytest("--fencepost")
    project.runpytest("--fencepost", "--lf").assert_outcomes(failed=1)


OUTCOMES = {
    "guide.md::the-guide[1]": "passed",
    "guide.md::the-guide[3]": "failed",
    "guide.md::the-guide[4]-output": "blocked",
    "guide.md::the-guide[5]": "skipped",
    "pyproject.toml::agree[same]": "passed",
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_an_item_alone_has_the_outcome_that_it_has_among_others(project: pytest.Pytester, name: str) -> None:
    assert project.runpytest("--fencepost", name).parseoutcomes() == {OUTCOMES[name]: 1}


def test_what_is_deselected_changes_no_outcome(project: pytest.Pytester) -> None:
    left = ["--deselect", "guide.md::the-guide[1]", "--deselect", "guide.md::the-guide[3]"]
    result = project.runpytest("--fencepost", *left)
    assert result.parseoutcomes() == {"passed": 5, "skipped": 1, "blocked": 1, "deselected": 2}


def test_stepwise_goes_on_at_the_failure(project: pytest.Pytester) -> None:
    for _ in range(2):
        counted = project.runpytest("--fencepost", "--sw").parseoutcomes()
        assert counted["failed"] == 1
    assert counted["deselected"] == 4


def test_a_real_interrupt_stops_the_run(pytester: pytest.Pytester) -> None:
    pytester.makefile(
        ".md",
        guide="```python\nimport os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(20)\n```\n\n"
        "```python\nx = 1\n```\n",
    )
    result = pytester.runpytest_subprocess("--fencepost")
    assert result.ret == pytest.ExitCode.INTERRUPTED


def test_the_command_and_pytest_find_the_same(project: pytest.Pytester) -> None:
    command = [sys.executable, "-m", "fencepost", "check", "--run", "-q", "--output-format", "concise"]
    answer = subprocess.run(command, cwd=project.path, capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    (line,) = answer.stdout.splitlines()
    assert line == "guide.md:13:1: FP201 fence-raised the fence raised AssertionError: assert 41 == 42"


def test_what_the_baseline_accepts_passes_and_nothing_more(project: pytest.Pytester) -> None:
    project.makefile(".md", guide="# T\n\n```json\n{\n```\n")
    project.makefile(".toml", fencepost='baseline = "base.jsonl"\n')
    result = project.runpytest_subprocess("--fencepost")
    result.stderr.fnmatch_lines(["*base.jsonl:1: there is no such baseline*"])
    (project.path / "fencepost.toml").unlink()
    command = [sys.executable, "-m", "fencepost", "init", "--baseline", "base.jsonl"]
    subprocess.run(command, cwd=project.path, check=True, capture_output=True)
    project.runpytest_subprocess("--fencepost", "guide.md").assert_outcomes(passed=2)
    project.makefile(".md", guide="# T\n\n```json\n{\n```\n\n```json\n[\n```\n")
    project.runpytest_subprocess("--fencepost", "guide.md").assert_outcomes(passed=2, failed=1)
