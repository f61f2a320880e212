"""Other plugins in the same session, and fixtures of every kind."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

CHAIN = "```python\nn = 0\n```\n\n" + "".join(f"```python\nassert n == {n}\nn += 1\n```\n\n" for n in range(6))


SEEDED = """\
```python
import random

random.seed(7)
first = random.random()
```

```python
own = random.Random(7)
assert [own.random(), own.random()] == [first, random.random()]
```
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makefile(".md", guide=CHAIN)
    pytester.makepyprojecttoml('[tool.fencepost]\ndialect = "gfm"\n')
    return pytester


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_random_order_changes_no_outcome(project: pytest.Pytester, seed: str) -> None:
    pytest.importorskip("pytest_randomly")
    text = CHAIN + SEEDED
    project.makefile(".md", guide=text)
    result = project.runpytest_subprocess(
        "--fencepost", "-p", "randomly", "-p", "no:xdist", "-p", "no:cacheprovider", f"--randomly-seed={seed}"
    )
    assert result.parseoutcomes() == {"passed": 10}


ASYNC = """\
import asyncio

import pytest
import pytest_asyncio

@pytest_asyncio.fixture
async def town():
    await asyncio.sleep(0)
    yield "Delft"
    await asyncio.sleep(0)


@pytest.fixture
async def plain():
    return "Leiden"
"""


@pytest.mark.parametrize("mode", ["strict", "auto"])
def test_with_pytest_asyncio_nothing_clashes(project: pytest.Pytester, mode: str) -> None:
    pytest.importorskip("pytest_asyncio")
    project.makeconftest(ASYNC)
    fence = "<!-- fencepost: run fixtures=town -->\n```python\nimport asyncio\n"
    fence += 'await asyncio.sleep(0)\nassert town == "Delft"\n```\n\n'
    project.makefile(".md", guide=CHAIN + fence * 2)
    project.makepyfile(
        test_own="import asyncio\nimport pytest\n\n\n@pytest.mark.asyncio\nasync def test_it(town):\n    await asyncio.sleep(0)\n    assert town\n"
    )
    result = project.runpytest_subprocess("--fencepost", "-o", f"asyncio_mode={mode}", ".")
    assert result.parseoutcomes() == {"passed": 11}


def test_an_async_fixture_that_nobody_runs_is_refused(project: pytest.Pytester) -> None:
    project.makeconftest(
        ASYNC.replace("import pytest_asyncio\n", "").split("@pytest_asyncio")[0]
        + ASYNC[ASYNC.index("@pytest.fixture\nasync") :]
    )
    project.makefile(".md", guide="<!-- fencepost: run fixtures=plain -->\n```python\nassert plain\n```\n")
    result = project.runpytest_subprocess("--fencepost", "-p", "no:asyncio", "-p", "no:anyio")
    assert result.parseoutcomes()["errors"] == 1
    result.stdout.re_match_lines([r".*(`plain` is asynchronous|async fixture 'plain').*"])
    result.stdout.no_fnmatch_line("*INTERNALERROR*")


def test_with_anyio_nothing_clashes(project: pytest.Pytester) -> None:
    pytest.importorskip("anyio")
    project.makefile(".md", guide=CHAIN + "```python\nimport anyio\nawait anyio.sleep(0)\n```\n")
    project.makepyfile(
        test_own="import pytest\n\n\n@pytest.mark.anyio\nasync def test_it(anyio_backend):\n    pass\n\n\n@pytest.fixture\ndef anyio_backend():\n    return 'asyncio'\n"
    )
    assert project.runpytest_subprocess("--fencepost", ".").parseoutcomes() == {"passed": 10}


def test_with_a_time_limit_of_another_plugin(project: pytest.Pytester) -> None:
    pytest.importorskip("pytest_timeout")
    project.makefile(".md", guide="```python\nimport time\ntime.sleep(30)\n```\n\n```python\nx = 1\n```\n")
    result = project.runpytest_subprocess("--fencepost", "--timeout=1")
    assert result.parseoutcomes() == {"passed": 2, "failed": 1}


FIXTURES = """\
import logging
import os

import pytest


@pytest.fixture(autouse=True)
def town(monkeypatch):
    monkeypatch.setenv("TOWN", "Delft")


@pytest.fixture(scope="session", autouse=True)
def country():
    os.environ["COUNTRY"] = "NL"
    yield
    del os.environ["COUNTRY"]
"""


def test_what_fixtures_set_the_fences_see(project: pytest.Pytester) -> None:
    project.makeconftest(FIXTURES)
    fence = '```python\nimport os\nassert (os.environ["TOWN"], os.environ["COUNTRY"]) == ("Delft", "NL")\n```\n\n'
    project.makefile(".md", guide=fence * 2)
    project.makepyfile(
        test_own="import os\n\n\ndef test_it():\n    assert 'OPENAI_BASE_URL' not in os.environ\n    assert os.environ['TOWN']\n"
    )
    assert project.runpytest("--fencepost", ".").parseoutcomes() == {"passed": 4}


def test_pytests_own_fixtures_work(project: pytest.Pytester) -> None:
    page = (
        "<!-- fencepost: run fixtures=caplog -->\n```python\nimport logging\nlogging.getLogger('x').warning('old')\n"
        "assert caplog.messages == ['old']\n```\n\n"
        "<!-- fencepost: run fixtures=recwarn -->\n```python\nimport warnings\nwarnings.warn('old')\n"
        "assert [str(one.message) for one in recwarn] == ['old']\n```\n\n"
        "<!-- fencepost: run fixtures=monkeypatch,tmp_path -->\n```python\nmonkeypatch.chdir(tmp_path)\nimport os\n"
        "assert os.getcwd() == str(tmp_path)\n```\n\n"
        "<!-- fencepost: run fixtures=capfd -->\n```python\nprint('a')\nassert capfd.readouterr().out == 'a\\n'\n```\n"
    )
    project.makefile(".md", guide=page)
    assert project.runpytest("--fencepost").parseoutcomes() == {"passed": 5}


def test_an_unrelated_session_knows_nothing_of_us(project: pytest.Pytester) -> None:
    project.makepyfile(test_own="def test_it():\n    pass\n")
    assert project.runpytest().parseoutcomes() == {"passed": 1}


def test_tests_of_a_project_between_pages_see_their_own_process(project: pytest.Pytester) -> None:
    project.makefile(".md", a=CHAIN, z=CHAIN)
    project.makepyfile(
        test_own="import os, sys, pathlib\n\n\ndef test_it():\n    assert sys.modules['__main__'].__name__ == '__main__'\n"
        "    assert pathlib.Path.cwd() == pathlib.Path(__file__).parent\n    assert 'OPENAI_BASE_URL' not in os.environ\n"
    )
    result = project.runpytest("--fencepost", "a.md", "test_own.py", "z.md")
    assert result.parseoutcomes() == {"passed": 17}


def test_a_fixture_that_cannot_be_had_fails_its_own_fence_only(project: pytest.Pytester) -> None:
    project.makeconftest("import pytest\n\n\n@pytest.fixture\ndef broken():\n    raise RuntimeError('no town')\n")
    page = "<!-- fencepost: run fixtures=broken -->\n```python\ntown = broken\n```\n\n```python\nx = 1\n```\n\n"
    project.makefile(".md", guide=page + "```python\nprint(town)\n```\n")
    assert project.runpytest("--fencepost").parseoutcomes() == {"passed": 2, "errors": 1, "blocked": 1}


def test_an_id_as_pytest_prints_it_is_understood(project: pytest.Pytester) -> None:
    project.makefile(".md", guide="```python\nprint(1)\n```\n\n<!-- fencepost: output -->\n```text\n1\n```\n")
    assert project.runpytest("--fencepost", "guide.md::top[2]-output]").parseoutcomes() == {"passed": 1}


def test_what_cannot_be_had_is_the_same_in_every_order(project: pytest.Pytester) -> None:
    project.makeconftest(
        "import pytest\n\n\ndef pytest_collection_modifyitems(items):\n    items.reverse()\n\n\n"
        "@pytest.fixture\ndef broken():\n    raise RuntimeError('no town')\n\n\n"
        "@pytest.fixture(params=[1, 2])\ndef several(request):\n    return request.param\n\n\n"
        "@pytest.fixture\nasync def later():\n    return 1\n"
    )
    names = ("broken", "several", "later", "nowhere")
    fences = (f"<!-- fencepost: run fixtures={name} -->\n```python\nx = 1\n```\n\n" for name in names)
    project.makefile(".md", guide="".join((*fences, "```python\ny = 1\n```\n")))
    plain = ("-p", "no:randomly", "-p", "no:asyncio", "-p", "no:anyio")
    project.runpytest_subprocess("--fencepost", *plain).assert_outcomes(passed=2, errors=4)


PATCHED = """\
<!-- fencepost: setup
monkeypatch.setenv("SHIP", "heron")
-->
<!-- fencepost: run fixtures=monkeypatch -->
```python
import os, time
import helper

monkeypatch.setattr(time, "time", lambda: 5)
monkeypatch.setattr(helper, "name", lambda: "fake")
print(os.environ["SHIP"], os.environ["TOWN"], time.time(), helper.name())
#> heron Delft 5 fake
```

```python
print(os.environ.get("SHIP"), os.environ["TOWN"], time.time() > 5, helper.name())
#> None Delft True real
```
"""


@pytest.mark.parametrize("chosen", [[], ["guide.md::top[2]"]])
def test_what_a_fence_patches_is_taken_back_behind_it(project: pytest.Pytester, chosen: list[str]) -> None:
    project.makeconftest(FIXTURES)
    project.makepyfile(helper="def name():\n    return 'real'\n")
    project.makefile(".md", guide=PATCHED)
    assert project.runpytest("--fencepost", *chosen).parseoutcomes() == {"passed": 1 if chosen else 3}
