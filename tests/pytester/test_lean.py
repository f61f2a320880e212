"""The short way through pytest: taken where nobody takes part in the items, or everywhere with `--fencepost-lean`."""

from __future__ import annotations

import os
import signal
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

PAGE = """\
# The guide

See [the guide](guide.md).

```python
value = 41
print("a hint")
```

```python
assert value == 42
other = 1
```

```python
print(other)
```

<!-- fencepost: skip reason="not now" -->
```python
1 / 0
```

```python
import os
import signal
assert os.environ["OPENAI_BASE_URL"].startswith("http://127.0.0.1")
```
"""
WATCHED = """\
def pytest_runtest_call(item):
    with open("seen.log", "a") as log:
        log.write(item.name + "\\n")
"""
OUTCOMES = {"passed": 4, "failed": 1, "skipped": 1}

Run = Callable[..., pytest.RunResult]


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makefile(".md", guide=PAGE)
    pytester.makepyprojecttoml("[tool.fencepost]\n")
    return pytester


@pytest.fixture
def run(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs pytest without the plugins that are installed beside ours."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return lambda *arguments: project.runpytest("-p", "fencepost.pytest_plugin", "--fencepost", *arguments)


def cases(file: Path) -> list[tuple[str | None, list[str]]]:
    """The cases of a JUnit report with what became of each."""
    return [
        (case.get("name"), [part.tag + (part.get("message") or "") for part in case if part.tag != "system-out"])
        for case in ET.parse(file).iter("testcase")
    ]


def test_whichever_way_it_goes_the_report_is_the_same(project: pytest.Pytester, run: Run):
    found = []
    for arguments, conftest in (((), ""), (("--fencepost-lean",), ""), ((), WATCHED)):
        project.makeconftest(conftest)
        result = run("--junit-xml=out.xml", *arguments)
        assert {name: result.parseoutcomes()[name] for name in OUTCOMES} == OUTCOMES
        assert result.parseoutcomes()["blocked"] == 1
        result.stdout.fnmatch_lines(
            ["guide.md:11:1: FP201*assert 41 == 42", "*value = 41", "FAILED guide.md::*[[]2[]]*"]
        )
        found.append(cases(project.path / "out.xml"))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("arguments", [(), ("--fencepost-lean",)])
def test_what_a_fence_prints_is_attached(project: pytest.Pytester, run: Run, arguments: tuple[str, ...]):
    run("-rP", *arguments).stdout.fnmatch_lines(["*Captured stdout call*", "a hint"])


def test_hooks_of_others_run_unless_it_is_asked_for_lean(project: pytest.Pytester, run: Run):
    project.makeconftest(WATCHED)
    run("--fencepost-lean")
    # A fence that is skipped does not get as far.
    assert not (project.path / "seen.log").exists()
    run()
    assert "the-guide[1]" in (project.path / "seen.log").read_text().split("\n")


def test_the_setting_is_as_good_as_the_option(project: pytest.Pytester, run: Run):
    project.makeconftest(WATCHED)
    project.makeini("[pytest]\nfencepost_lean = true\n")
    run()
    assert not (project.path / "seen.log").exists()


def test_marks_are_honoured(project: pytest.Pytester, run: Run):
    project.makeconftest(
        "import pytest\n"
        "def pytest_collection_modifyitems(items):\n"
        "    for item in items:\n"
        "        if item.name == 'the-guide[1]': item.add_marker(pytest.mark.skip(reason='not here'))\n"
        "        if item.name == 'the-guide[2]': item.add_marker(pytest.mark.xfail(reason='known'))\n"
    )
    outcomes = run("--fencepost-lean").parseoutcomes()
    assert (outcomes["skipped"], outcomes["xfailed"]) == (2, 1)
    assert "failed" not in outcomes


def test_fixtures_of_other_tests_end_where_they_should(project: pytest.Pytester, run: Run):
    test = (
        "import pytest\n"
        "def note(word):\n"
        "    with open('order.log', 'a') as log: log.write(word + '\\n')\n"
        "@pytest.fixture(scope='module')\n"
        "def module():\n"
        "    note('begin ' + __name__)\n"
        "    yield\n"
        "    note('end ' + __name__)\n"
        "def test_it(module): note('test')\n"
    )
    project.makepyfile(test_first=test, test_last=test)
    project.makefile(".md", guide="```python\nx = 1\n```\n\n```python\nassert x == 1\n```\n")
    result = run("--fencepost-lean", "test_first.py", "guide.md", "test_last.py")
    result.assert_outcomes(passed=5)
    log = (project.path / "order.log").read_text().split("\n")
    assert log == ["begin test_first", "test", "end test_first", "begin test_last", "test", "end test_last", ""]


def test_a_fixture_takes_the_long_way(project: pytest.Pytester, run: Run):
    project.makeconftest("import pytest\n@pytest.fixture\ndef town():\n    yield 'Delft'\n")
    directive = "<!-- fencepost: run fixtures=town -->\n"
    project.makefile(".md", guide=f"{directive}```python\nassert town == 'Delft'\n```\n")
    run("--fencepost-lean").assert_outcomes(passed=2)


def test_autouse_fixtures_run_around_every_fence(project: pytest.Pytester, run: Run):
    project.makeconftest(
        "import pytest\n@pytest.fixture(autouse=True)\ndef noted(request):\n"
        "    with open('seen.log', 'a') as log: log.write(request.node.name + '\\n')\n"
    )
    run("--fencepost-lean")
    assert "the-guide[3]" in (project.path / "seen.log").read_text()


def test_the_first_failure_can_end_the_run_and_be_run_again(project: pytest.Pytester, run: Run):
    outcomes = run("--fencepost-lean", "-x").parseoutcomes()
    assert (outcomes["passed"], outcomes["failed"]) == (2, 1)
    assert run("--fencepost-lean", "--lf").parseoutcomes()["failed"] == 1
    run("--fencepost-lean", "--lf").stdout.fnmatch_lines(["*1 item*"])


def test_durations_are_shown(project: pytest.Pytester, run: Run):
    run("--fencepost-lean", "--durations=0", "-vv").stdout.fnmatch_lines(["*slowest durations*", "*call * guide.md::*"])


def test_a_worker_goes_the_short_way_too(project: pytest.Pytester):
    project.makeconftest(WATCHED)
    result = project.runpytest_subprocess("--fencepost", "--fencepost-lean", "-n1")
    assert {name: result.parseoutcomes()[name] for name in OUTCOMES} == OUTCOMES
    assert not (project.path / "seen.log").exists()


def test_a_page_that_others_go_on_from_is_guarded_with_them(project: pytest.Pytester, run: Run):
    def page(continued: str, code: str) -> str:
        above = f'<!-- fencepost: page continues="{continued}.md" -->\n\n' if continued else ""
        return f"{above}```python\n{code}\n```\n"

    last = 'import os\nos.environ["LEFT_BEHIND"] = "1"\nassert y == 2'
    project.makefile(".md", one=page("", "x = 1"), two=page("one", "y = x + 1"), three=page("two", last))
    run("three.md").assert_outcomes(passed=2)
    assert "LEFT_BEHIND" not in os.environ


def test_a_page_that_imports_nothing_loads_little(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    project.makefile(".md", guide="# A\n\n```python\nvalue = [1]\nassert value[0] == 1\n```\n")
    program = (
        "import pdb, pytest, sys\n"  # pytest imports pdb, and that much else from Python 3.14 on
        "before = set(sys.modules)\n"
        "code = pytest.main(['-q', '-p', 'fencepost.pytest_plugin', '--fencepost'])\n"
        "slow = {'pydantic', 'yaml', 'pyflakes', 'asyncio', 'fencepost.stub', 'fencepost.sources', 'doctest'}\n"
        "print('code', int(code), 'loaded', sorted(slow & set(sys.modules) - before))\n"
    )
    project.makepyprojecttoml("")
    result = project.run(sys.executable, "-c", program)
    loaded = next(line for line in result.outlines if line.startswith("code 0"))
    assert loaded == "code 0 loaded []"


@pytest.mark.parametrize("arguments", [(), ("--fencepost-lean",)])
def test_what_is_reused_is_said_whichever_way_it_goes(
    project: pytest.Pytester, run: Run, arguments: tuple[str, ...]
) -> None:
    project.makefile(".md", guide="```python\nx = 1\n```\n")
    run("--fencepost-reuse", *arguments)
    run("--fencepost-reuse", *arguments).stdout.fnmatch_lines(["1 outcomes are an earlier run's"])


def test_a_failed_comparison_is_explained_the_short_way_too(project: pytest.Pytester, run: Run) -> None:
    project.makefile(".md", guide="```python\nassert ['a', 'b'] == ['a', 'c']\n```\n")
    run().stdout.fnmatch_lines(["*At index 1 diff: 'b' != 'c'*"])


def test_one_failure_too_many_ends_the_run(project: pytest.Pytester, run: Run) -> None:
    project.makefile(".md", guide="```python\n1 / 0\n```\n\n" * 3)
    result = run("--maxfail=2")
    assert result.parseoutcomes()["failed"] == 2
    result.stdout.fnmatch_lines(["*stopping after 2 failures*"])


def test_other_tests_among_the_pages_go_pytests_own_way(project: pytest.Pytester, run: Run) -> None:
    project.makefile(".md", guide="```python\nx = 1\n```\n", last="```python\nprint(1)\n1 / 0\n```\n")
    project.makepyfile(
        test_own="import warnings\ndef test_own():\n    warnings.warn('an old way')\n    assert [1] == [2]\n"
    )
    result = run("-W", "default", "guide.md", "test_own.py", "last.md")
    result.assert_outcomes(passed=3, failed=2)
    result.stdout.fnmatch_lines(["*assert [[]1[]] == [[]2[]]*", "*UserWarning: an old way*"])


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="needs a system with alarms")
def test_between_fences_the_handler_of_alarms_is_pythons_own(project: pytest.Pytester, run: Run) -> None:
    project.makefile(".md", guide="```python\nx = 1\n```\n\n```python\nassert x\n```\n")
    code = "import signal\n\n\ndef test_own():\n    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL\n"
    project.makepyfile(test_own=code)
    run("guide.md::top[1]", "test_own.py", "guide.md::top[2]").assert_outcomes(passed=3)
