"""`--fencepost-update` rewrites pages behind the run."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

WRONG = (
    "# A\r\n\r\n```python\r\nprint(1)\r\n#> 2\r\n```\r\n\r\n"
    "=== \"Tab\"\r\n\r\n    ```python\r\n    print('a')\r\n    print('b')\r\n    ```\r\n\r\n"
    "    <!-- fencepost: output -->\r\n    ```text\r\n    c\r\n    ```\r\n"
)
RIGHT = WRONG.replace("#> 2", "#> 1").replace("    c\r\n", "    a\r\n    b\r\n")


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.delenv("CI", raising=False)
    (pytester.path / "guide.md").write_bytes(WRONG.encode())
    pytester.makepyprojecttoml('[tool.fencepost]\ndialect = "mkdocs"\n')
    return pytester


# Each run is a process of its own: what is imported late in a second run of one process would be another module than
# the one that the first run has left on its package.
def read(project: pytest.Pytester) -> str:
    return (project.path / "guide.md").read_bytes().decode()


def test_only_the_lines_that_must_change_change(project: pytest.Pytester) -> None:
    result = project.runpytest_subprocess("--fencepost", "--fencepost-update")
    result.stdout.fnmatch_lines(["fixed guide.md"])
    assert read(project) == RIGHT
    assert project.runpytest_subprocess("--fencepost", "--fencepost-update").parseoutcomes() == {"passed": 5}
    assert read(project) == RIGHT


@pytest.mark.parametrize("arguments", [["-n2"], ["-n", "1"]])
def test_it_takes_one_process(project: pytest.Pytester, arguments: list[str]) -> None:
    result = project.runpytest_subprocess("--fencepost", "--fencepost-update", *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--fencepost-update takes one process*"])
    assert read(project) == WRONG


def test_it_is_refused_in_ci(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    result = project.runpytest_subprocess("--fencepost", "--fencepost-update")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*refused in CI*"])
    assert read(project) == WRONG


def test_what_is_not_chosen_is_not_rewritten(project: pytest.Pytester) -> None:
    project.runpytest_subprocess("--fencepost", "--fencepost-update", "guide.md::a[1]")
    assert read(project) == WRONG.replace("#> 2", "#> 1")
