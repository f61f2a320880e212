"""The proof of what has to be run: outputs, errors, asserts, made files, and the fences themselves."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from fencepost.proving.proof import Proof, prove

pytestmark = pytest.mark.slow
PAGE = """\
# T

```python
from pathlib import Path

total = 3
Path("out").mkdir()
Path("out/a.txt").write_text("one\\ntwo\\n")
print("first line")
print("second line")
print(total)
```

<!-- fencepost: output -->
```text
first line
second line
...
```

<!-- fencepost: output unordered -->
```text
second line
first line
3
```

<!-- fencepost: assert
assert total == 3
assert Path("out").exists()
-->

<!-- fencepost: quote made:out/a.txt -->
```text
one
two
```

```python
print("shown here")
#> shown here
```

```pycon
>>> total + 1
4
```

<!-- fencepost: error type=ValueError
int("twelve")
-->
```text
invalid literal for int() with base 10: 'twelve'
```

<!-- fencepost: run raises="ZeroDivisionError: division by zero" -->
```python
1 / 0
```

<!-- fencepost: run raises=Exception -->
```python
[][1]
```
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "a.md").write_text(PAGE)
    return tmp_path


def shape(found: Proof) -> Counter[tuple[str, str]]:
    return Counter((fault.group, fault.kind) for fault in found.made)


def test_every_fault_of_a_running_page_is_noticed(project: Path) -> None:
    found = prove(project, run=True)
    assert (found.survivors, found.red, found.findings) == ([], [], ())
    made = shape(found)
    assert set(made) == {
        *(("output", kind) for kind in ("word", "line", "swap", "blank")),
        *(("quote", kind) for kind in ("word", "line", "swap", "blank")),
        *(("error", kind) for kind in ("word", "line", "blank", "type")),
        ("assert", "negation"),
        ("assert", "expectation"),
        ("run", "raise"),
        ("run", "name"),
        ("run", "expectation"),
    }
    assert made["run", "raise"] == 4  # the last fence may raise whatever it likes
    assert made["run", "expectation"] == 2
    lines = {fault.place.line for fault in found.made if fault.held == "a.md::t[2]-output" and fault.kind == "line"}
    assert lines == {16}, "next to dots a line may be missing"
    assert not list(project.glob("**/__pycache__"))
    assert found.bare == ["a.md::links", "a.md::t[9]"]


BLIND = """\
from fencepost.running import findings, judge

findings.output_differs = lambda *_: []
findings.arrows_differ = lambda *_: []
judge.agrees = lambda *_, **__: True
"""
LENIENT = """\
from fencepost.running import judge

judge.is_of_type = lambda *_: True
judge.Judge._raised = lambda *_: judge.Finding("FP211", "", judge.Place("a", 1))
"""


@pytest.mark.parametrize(
    ("conftest", "kinds"),
    [
        (
            BLIND,
            {
                *(("output", kind) for kind in ("word", "line", "blank", "swap")),
                *(("error", kind) for kind in ("word", "line", "blank")),
                ("run", "expectation"),
            },
        ),
        (LENIENT, {("error", "type"), ("run", "raise"), ("assert", "negation"), ("assert", "expectation")}),
    ],
    ids=["blind", "lenient"],
)
def test_what_a_broken_check_lets_through_survives(project: Path, conftest: str, kinds: set[tuple[str, str]]) -> None:
    (project / "conftest.py").write_text(conftest)
    found = prove(project, run=True)
    assert {(fault.group, fault.kind) for fault in found.survivors} == kinds
    assert found.exit_code == 1


def test_a_name_that_reading_does_not_miss_is_proved_by_a_run(project: Path) -> None:
    (project / "a.md").write_text("# T\n\n```python\nfrom os.path import *\n\nprint(basename('a/b'))\n```\n")
    found = prove(project, run=True, select=["run"])
    names = [fault for fault in found.made if fault.kind == "name"]
    assert [fault.what for fault in names] == ["`print` became `prinq`", "`basename` became `basenamq`"]
    assert found.survivors == []


def test_a_fence_that_fails_is_red_and_what_it_blocks_too(project: Path) -> None:
    (project / "a.md").write_text("# T\n\n```python\nx = 1 / 0\n```\n\n```python\nprint(x)\n```\n")
    found = prove(project, run=True, select=["run"])
    assert found.red == ["a.md::t[1]", "a.md::t[2]"]
    assert found.exit_code == 1


def test_a_sample_and_a_time_hold_while_running_too(project: Path) -> None:
    found = prove(project, run=True, sample=1, select=["output"])
    assert Counter(fault.held for fault in found.made) == {"a.md::t[2]-output": 1, "a.md::t[3]-output": 1}
    assert prove(project, run=True, budget=0.01).stopped


def test_without_running_it_is_said_what_was_not_proved(project: Path) -> None:
    found = prove(project, run=False)
    assert len(found.not_checked) == 8
    assert {fault.group for fault in found.made} == {"run"}


def test_what_keeps_fences_from_running_is_a_finding(project: Path) -> None:
    (project / "conftest.py").write_text("raise RuntimeError('no luck')\n")
    found = prove(project, run=True)
    assert [finding.code for finding in found.findings] == ["FP903"]
    assert "no luck" in found.findings[0].message
    assert found.exit_code == 2


@pytest.mark.parametrize(
    ("where", "what"),
    [
        ("from fencepost.proving.running import RunningTrials as Broken", "of_fence"),
        ("from fencepost.running.page import PageRun as Broken", "fence"),
    ],
)
def test_an_error_of_our_own_while_proving_is_no_smaller_proof(project: Path, where: str, what: str) -> None:
    (project / "conftest.py").write_text(
        f"{where}\n\n\ndef broken(*_, **__):\n    raise KeyError('ours')\n\n\nBroken.{what} = broken\n"
    )
    found = prove(project, run=True, select=["run", "output"])
    assert [finding.code for finding in found.findings] == ["FP903"]
    assert "have no result, first a.md::t[1]" in found.findings[0].message
    assert "KeyError: 'ours'" in found.findings[0].message
    assert found.exit_code == 2


def test_a_fixture_that_raises_is_red_and_one_that_skips_is_not_proved(project: Path) -> None:
    (project / "conftest.py").write_text(
        "import pytest\n\n\n@pytest.fixture\ndef bad():\n    raise ValueError\n\n\n"
        "@pytest.fixture\ndef away():\n    pytest.skip('not here')\n"
    )
    fence = "<!-- fencepost: run fixtures={} -->\n```python\nx = 1\n```\n\n"
    (project / "a.md").write_text(f"# T\n\n{fence.format('bad')}{fence.format('away')}```python\nprint(1)\n#> 1\n```\n")
    found = prove(project, run=True, select=["run"])
    assert (found.findings, found.red, found.not_checked) == ((), ["a.md::t[1]"], ["a.md::t[2]"])
