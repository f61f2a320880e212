"""What pytest shows of a failure: the same words in every style, and a debugger that stops on the page."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET

import pytest

pytest_plugins = ["pytester"]

PAGE = """\
# The guide

```python
print("a hint")
value = 41
assert value == 42
```
"""
MESSAGE = "FP201 the fence raised AssertionError: assert 41 == 42"


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makefile(".md", guide=PAGE)
    pytester.makepyprojecttoml("[tool.fencepost]\n")
    return pytester


@pytest.mark.parametrize("style", ["auto", "long", "short", "native"])
def test_every_style_shows_the_same(project: pytest.Pytester, style: str) -> None:
    result = project.runpytest("--fencepost", f"--tb={style}")
    result.stdout.fnmatch_lines(
        [
            "guide.md:6:1: FP201 fence-raised *assert 41 == 42",
            "*value = 41",
            "*a hint",
            "FAILED guide.md::the-guide[[]1[]] - FP201*",
        ]
    )
    result.stdout.no_fnmatch_line("*fencepost/running*")


def test_the_line_style_has_place_and_message(project: pytest.Pytester) -> None:
    project.runpytest("--fencepost", "--tb=line").stdout.fnmatch_lines([f"guide.md:6: {MESSAGE}"])


def test_junit_has_the_message_and_the_whole(project: pytest.Pytester) -> None:
    project.runpytest("--fencepost", "--junit-xml=out.xml")
    (failure,) = ET.parse(project.path / "out.xml").iter("failure")
    assert failure.get("message") == MESSAGE
    assert "value = 41" in (failure.text or "")


def test_a_worker_hands_over_the_whole(project: pytest.Pytester) -> None:
    result = project.runpytest_subprocess("--fencepost", "-n1")
    result.stdout.fnmatch_lines(["guide.md:6:1: FP201*", "*value = 41", "FAILED *FP201*"])


def test_the_debugger_stops_on_the_page(project: pytest.Pytester) -> None:
    result = project.run(sys.executable, "-m", "pytest", "--fencepost", "--pdb", stdin=b"p value + 1\nq\n")
    result.stdout.fnmatch_lines(["*guide.md(6)<module>()*", "*42*"])


# The plugin marks groups in an attribute that newer versions of pytest do not look at.
@pytest.mark.skipif(not hasattr(pytest.Item, "_nodeid"), reason="xdist cannot group the items of this pytest")
def test_with_loadgroup_a_page_stays_on_one_worker(project: pytest.Pytester) -> None:
    fence = '```python\nimport os\nassert os.environ["PYTEST_XDIST_WORKER"]\nopen("ran.log", "a").write("x")\n```\n\n'
    log = '```python\nassert open("ran.log").read() == "x" * 5\n```\n'
    project.makefile(".md", guide=fence * 5 + log, other=fence * 5 + log)
    result = project.runpytest_subprocess("--fencepost", "-n2", "--dist=loadgroup", "-v")
    assert result.parseoutcomes()["passed"] == 14
    workers = {line.split()[0] for line in result.outlines if "PASSED" in line and "guide.md::top" in line}
    assert len(workers) == 1


@pytest.mark.parametrize("mode", ["load", "loadfile", "loadscope", "loadgroup", "worksteal", "each"])
def test_a_chain_passes_in_every_mode(project: pytest.Pytester, mode: str) -> None:
    chain = "```python\nn = 0\n```\n\n" + "".join(f"```python\nassert n == {n}\nn += 1\n```\n\n" for n in range(8))
    project.makefile(".md", guide=chain)
    result = project.runpytest_subprocess("--fencepost", "-n2", f"--dist={mode}")
    assert result.parseoutcomes()["passed"] == 10 * (2 if mode == "each" else 1)


def test_each_fence_of_a_page_can_be_chosen_and_left_out(project: pytest.Pytester) -> None:
    chain = "```python\nn = 0\n```\n\n" + "".join(f"```python\nassert n == {n}\nn += 1\n```\n\n" for n in range(4))
    project.makefile(".md", guide=chain)
    assert project.runpytest("--fencepost", "guide.md::top[3]").parseoutcomes() == {"passed": 1}
    assert project.runpytest("--fencepost", "--deselect", "guide.md::top[3]").parseoutcomes()["passed"] == 5
    assert project.runpytest("--fencepost", "-k", "top and 5").parseoutcomes()["passed"] == 1
    project.makefile(".md", guide=chain.replace("n == 2", "n == 9"))
    assert project.runpytest("--fencepost", "--sw").parseoutcomes()["failed"] == 1
    assert project.runpytest("--fencepost", "--lf").parseoutcomes()["failed"] == 1


def test_what_check_finds_of_files_and_of_the_settings_is_found_here(pytester: pytest.Pytester) -> None:
    pytester.makepyprojecttoml(
        '[tool.fencepost]\npages = ["*/*.md", "nope/*.md"]\nlanguages = { en = "en", zh = "zh" }\n'
    )
    for path, text in {
        "en/a.md": b"# A\n",
        "zh/a.md": b"# A\n",
        "en/bad.md": b"# \xff\n",
        "en/lone.md": b"# L\n",
    }.items():
        file = pytester.path / path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text)
    result = pytester.runpytest("--fencepost")
    result.assert_outcomes(passed=3, failed=3)
    result.stdout.fnmatch_lines_random(
        [
            "FAILED en/bad.md::page - FP114 *",
            "FAILED en/lone.md::page - FP401 *",
            "FAILED pyproject.toml::settings - FP303 pages: `nope/[*].md` *",
        ]
    )
    pytester.runpytest("--fencepost", "en/bad.md").assert_outcomes(failed=1)
