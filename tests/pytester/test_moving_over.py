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


RUNNERS = """\
from pytest_markdown_docs._runners import DefaultRunner, register_runner


@register_runner()
class Noisy(DefaultRunner):
    def runtest(self, test, args, **more):
        with open("/".join([__file__.rpartition("/")[0], "noisy.txt"]), "a") as file:
            file.write(f"{test.runner_name} {test.start_line}\\n")
        super().runtest(test, args, **more)
"""
RUN = """\
```python
value = 1
```

```python runner:Noisy
value += 1
```

```python
assert value == 2
```
"""


def test_a_runner_of_the_projects_own_runs_its_fence(project: pytest.Pytester) -> None:
    project.makeconftest(RUNNERS)
    project.makefile(".md", page=RUN)
    assert project.runpytest_subprocess("--fencepost").parseoutcomes() == {"passed": 4}
    assert (project.path / "noisy.txt").read_text("utf-8") == "Noisy 5\n"


def test_a_runner_for_all_fences_runs_them_all(project: pytest.Pytester) -> None:
    project.makeconftest(RUNNERS.replace("register_runner()", "register_runner(default=True)"))
    project.makefile(".md", page=RUN)
    assert project.runpytest_subprocess("--fencepost").parseoutcomes() == {"passed": 4}
    assert (project.path / "noisy.txt").read_text("utf-8") == "None 1\nNoisy 5\nNone 9\n"


def test_what_a_runner_raises_has_the_line_of_the_page(project: pytest.Pytester) -> None:
    project.makeconftest(RUNNERS)
    project.makefile(".md", page=RUN.replace("value += 1", "value += absent"))
    result = project.runpytest_subprocess("--fencepost")
    assert result.parseoutcomes() == {"passed": 2, "failed": 2}
    result.stdout.fnmatch_lines(["*page.md:6*NameError*absent*"])


def test_a_runner_that_nobody_knows_is_said(project: pytest.Pytester) -> None:
    project.makefile(".md", page=RUN)
    result = project.runpytest_subprocess("--fencepost")
    assert result.parseoutcomes() == {"passed": 2, "failed": 2}
    result.stdout.fnmatch_lines(["*the runner `Noisy` is not registered; there are DefaultRunner*"])


def test_words_in_braces_and_its_option_for_them(project: pytest.Pytester) -> None:
    project.makefile(
        ".md",
        page="```{.python .notest}\n1 / 0\n```\n\n```{.py fixture:town}\nassert town == 'Delft'\n```\n\n"
        "```{.python3 .continuation}\nvalue = 1\n```\n",
    )
    result = project.runpytest("--fencepost", "--markdown-docs-syntax=superfences")
    assert result.parseoutcomes() == {"passed": 3, "skipped": 1}


def test_comments_of_mdx_count(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makefile(
        ".mdx",
        page="{/* pmd-metadata: notest */}\n```python\n1 / 0\n```\n\n"
        "{/* pmd-metadata: fixture:town retry:1 */}\n```python\nassert town == 'Delft'\n```\n\n"
        "```python\nassert 'town' not in globals()\n```\n",
    )
    assert pytester.runpytest("--fencepost").parseoutcomes() == {"passed": 3, "skipped": 1}


def test_its_mark_chooses_the_fences(project: pytest.Pytester) -> None:
    project.makepyfile(test_other="def test_other(): pass")
    result = project.runpytest("--fencepost", "--strict-markers", "-m", "markdown-docs", ".")
    assert result.parseoutcomes() == {"passed": 7, "skipped": 1, "deselected": 1}


def test_docstrings_stay_with_it(project: pytest.Pytester) -> None:
    project.makepyfile(mymodule='def f():\n    """Say.\n\n    ```python\n    assert True\n    ```\n    """\n')
    assert project.runpytest("--fencepost", ".").parseoutcomes() == {"passed": 7, "skipped": 1}
    assert project.runpytest("--fencepost", "--markdown-docs", ".").parseoutcomes() == {"passed": 8, "skipped": 1}


def test_a_hook_for_another_parser_is_not_needed_for_admonitions(project: pytest.Pytester) -> None:
    project.makepyprojecttoml('[tool.fencepost]\ndialect = "mkdocs"\n')
    project.makefile(".md", page="!!! note\n\n    ```python\n    assert given == 7\n    ```\n")
    hook = "def pytest_markdown_docs_markdown_it():\n    raise RuntimeError\n"
    project.makeconftest(f"{CONFTEST}\n\n{hook}")
    assert project.runpytest("--fencepost").parseoutcomes() == {"passed": 2}


@pytest.mark.parametrize("words", ["retry:2", "continuation retry:2"])
def test_a_retry_passes_if_one_attempt_does(words: str, project: pytest.Pytester) -> None:
    code = 'with open("tries", "a+") as file:\n    file.write("x")\n    file.seek(0)\n    assert len(file.read()) > 2\n'
    project.makefile(".md", page=f"```python {words}\n{code}```\n")
    assert project.runpytest("--fencepost").parseoutcomes() == {"passed": 2}
    project.makefile(".md", page=f"```python {words.replace('2', '1')}\n{code}```\n")
    assert project.runpytest("--fencepost").parseoutcomes() == {"passed": 1, "failed": 1}
