"""One run over every way in which something may fail: each is a failure of its own item, and none of the session."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

pytest_plugins = ["pytester"]

CONFTEST = """\
import pytest


@pytest.fixture
def broken():
    raise RuntimeError("no town")


@pytest.fixture
def torn():
    yield 1
    raise RuntimeError("behind")


@pytest.fixture(params=[1, 2])
def several(request):
    return request.param


@pytest.fixture
async def later():
    return 1
"""

RAISED = {
    "an assert": "assert [1, 2] == [1, 3]",
    "no assert": "raise KeyError('missing')",
    "a chain": "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise ValueError('behind') from error",
    "a group": "raise ExceptionGroup('both', [ValueError('a'), TypeError('b')])",
    "leaving": "import sys\nsys.exit(3)",
    "leaving hard": "raise KeyboardInterrupt",
    "no parser takes it": "def (:",
    "no compiler takes it": "return 1",
    "no name": "print(nowhere)",
    "recursion": "def f():\n    f()\nf()",
    "an error that cannot be shown": "class E(Exception):\n    def __str__(self):\n        raise ValueError\nraise E",
    "a value that cannot be shown": "class V:\n    def __repr__(self):\n        raise ValueError\nv = V()\nassert v is None",
    "an unhashable error": "class E(Exception):\n    __hash__ = None\n    def __eq__(self, other):\n        return True\nraise E",
    "no traceback": "e = ValueError()\ne.__traceback__ = None\nraise e",
    "a task": "import asyncio\nasync with asyncio.TaskGroup() as group:\n    group.create_task(asyncio.to_thread(int, 'x'))",
    "pytest's own": "import pytest\npytest.fail('meant')",
    "pytest's skip": "import pytest\npytest.skip('here')",
    "pytest's exit": "import pytest\npytest.exit('now')",
    "a lone surrogate": r"raise ValueError('\udc80')",
    "a warning": "import warnings\nwarnings.simplefilter('error')\nwarnings.warn('old')",
    "the folder": "import os\nos.rmdir(os.getcwd())\nraise ValueError",
    "a closed stream": "import sys\nsys.stdout.close()\nraise ValueError",
    "no stream": "import sys\nsys.stdout = sys.stderr = None\nraise ValueError",
    "code made elsewhere": "exec(compile('1 / 0', '<made>', 'exec'))",
}
ABOVE = {
    "overdue": ("run timeout=0.2", "while True: pass"),
    "overdue asleep": ("run timeout=0.2", "import time\ntime.sleep(9)"),
    "not raised": ("run raises=ValueError", "x = 1"),
    "raised otherwise": ('run raises="ValueError: a"', "raise ValueError('b')"),
    "no such fixture": ("run fixtures=nowhere", "x = 1"),
    "a broken fixture": ("run fixtures=broken", "x = 1"),
    "parametrised": ("run fixtures=several", "x = 1"),
    "asynchronous": ("run fixtures=later", "x = later"),
    "outside": ("file ../../x.py", "x = 1"),
    "a script": ("model\n- [", "x = 1"),
    "a reply never asked for": ("model\n- hello", "x = 1"),
    "a hidden assert": ("setup\n1 / 0", "x = 1"),
}
OTHERS = """\
## Others

```python
print(1)
#> 2
```

<!-- fencepost: output -->
```text
3
```

<!-- fencepost: error -->
```text
ValueError
```

<!-- fencepost: assert
assert False
-->

<!-- fencepost: output exact
1 / 0
-->
```text
3
```

<!-- fencepost: run fixtures=torn -->
```python
x = 1
```

```pycon
>>> 1 + 1
3
>>> 1 / 0
```

```json
{
```

```python
blocks = 1 / 0
```

```python
print(blocks)
```

<!-- fencepost: quote nowhere:A -->
```text
a
```

<!-- fencepost: quote made:nowhere.txt -->
```text
a
```

<!-- fencepost: skpi -->

[nowhere](nowhere.md)
"""


def page() -> str:
    raised = (f"## {name}\n\n```python\n{code}\n```\n\n" for name, code in RAISED.items())
    above = (
        f"## {name}\n\n<!-- fencepost: {words} -->\n```python\n{code}\n```\n\n" for name, (words, code) in ABOVE.items()
    )
    return "".join((*raised, *above, OTHERS))


PLAIN = ("-p", "no:asyncio", "-p", "no:anyio")


@pytest.mark.parametrize("options", [("--tb=long",), ("--tb=short", "-l"), ("--tb=native", "-s"), ("--tb=line", "-n1")])
def test_no_failure_is_one_of_the_session(pytester: pytest.Pytester, options: tuple[str, ...]) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makefile(".md", guide=page())
    pytester.makepyprojecttoml('[tool.fencepost]\ndialect = "gfm"\n')
    result = pytester.runpytest_subprocess("--fencepost", "--junitxml=junit.xml", "-rA", *PLAIN, *options)
    assert "INTERNALERROR" not in result.stdout.str() + result.stderr.str()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    outcomes = result.parseoutcomes()
    # Some versions of pytest warn of the asynchronous fixture that nobody runs.
    outcomes.pop("warnings", None)
    assert outcomes == {"failed": 41, "passed": 7, "errors": 5, "blocked": 3}
    # A failure in our own words has a code; any other one would be a traceback of ours.
    failed = [line for line in result.outlines if line.startswith("FAILED ")]
    assert [line for line in failed if " - FP" not in line] == []
    assert len(ET.parse(pytester.path / "junit.xml").findall(".//failure")) == 41
