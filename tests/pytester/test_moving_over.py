"""Pages written for pytest-markdown-docs, run by us."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

CONFTEST = """\
import pytest


@pytest.fixture
def town():
    yield "Delft"


@pytest.fixture(params=[1, 2])
def several(request):
    return request.param


@pytest.fixture(autouse=True)
def noted(request):
    with open("noted.txt", "a") as file:
        file.write("x")


def pytest_markdown_docs_globals():
    return {"given": 7}
"""

PAGE = """\
```python
value = given
```

```python notest
1 / 0
```

```python fixture:town continuation
assert (town, value) == ("Delft", 7)
```

```python fixture:capsys
print("hello")
assert capsys.readouterr().out == "hello\\n"
```

```python title="how to use notest here"
assert "town" not in globals()
```

<!-- fencepost: run fixtures=town,tmp_path -->
```python
assert town == "Delft" and tmp_path.is_dir()
copy = town
```

```python
assert copy == "Delft"
```
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest(CONFTEST)
    pytester.makefile(".md", page=PAGE)
    pytester.makepyprojecttoml('[tool.fencepost]\ndialect = "gfm"\n')
    return pytester


def test_switching_the_flag_is_enough(project: pytest.Pytester) -> None:
    result = project.runpytest("--fencepost", "-rs")
    assert result.parseoutcomes() == {"passed": 7, "skipped": 1}
    result.stdout.fnmatch_lines(["SKIPPED*notest"])
    assert (project.path / "noted.txt").exists()


def test_with_both_flags_the_pages_are_ours_alone(project: pytest.Pytester) -> None:
    assert project.runpytest("--fencepost", "--markdown-docs").parseoutcomes() == {"passed": 7, "skipped": 1}


def test_one_fence_alone_gets_the_fixtures_of_those_before_it(project: pytest.Pytester) -> None:
    assert project.runpytest("--fencepost", "page.md::top[7]").parseoutcomes() == {"passed": 1}


def test_a_parametrised_fixture_is_refused_with_a_reason(project: pytest.Pytester) -> None:
    project.makefile(".md", page="```python fixture:several\nx = 1\n```\n")
    result = project.runpytest("--fencepost")
    assert result.parseoutcomes() == {"passed": 1, "errors": 1}
    result.stdout.fnmatch_lines(["*`several` is parametrised*"])
    result.stdout.no_fnmatch_line("*INTERNALERROR*")


def test_a_fixture_that_does_not_exist_is_said(project: pytest.Pytester) -> None:
    project.makefile(".md", page="```python fixture:twon\nx = 1\n```\n")
    result = project.runpytest("--fencepost")
    assert result.parseoutcomes() == {"passed": 1, "errors": 1}
    result.stdout.fnmatch_lines(["*fixture 'twon' not found*"])


def test_a_retry_runs_that_fence_alone_from_a_clean_state(project: pytest.Pytester) -> None:
    project.makefile(
        ".md",
        page='```python\nopen("ran.log", "a").write("A\\n")\nn = []\n```\n\n'
        '```python continuation retry:2\nopen("ran.log", "a").write("B\\n")\n'
        'assert "seen" not in globals()\nseen = True\nassert open("ran.log").read() == "A\\nB\\nB\\nB\\n"\n```\n',
    )
    assert project.runpytest("--fencepost").parseoutcomes() == {"passed": 3}
