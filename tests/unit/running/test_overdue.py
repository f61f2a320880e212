"""Fences that do not end, and catch what is to end them."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from support import run_page

LIMIT = "<!-- fencepost: run timeout=0.2 -->\n"
NEXT = "\n```python\nafter = 1\n```\n"
ENDLESS = {
    "a bare except": "while True:\n    try:\n        pass\n    except:\n        pass",
    "asleep": "import time\nwhile True:\n    try:\n        time.sleep(60)\n    except BaseException:\n        pass",
    "in a function": "def work():\n    while True:\n        try:\n            sum(range(99))\n        except BaseException:\n"
    "            continue\nwork()",
    "twice": "while True:\n    try:\n        while True:\n            try:\n                pass\n            except:\n"
    "                pass\n    except:\n        pass",
    "in the clearing up": "try:\n    while True: pass\nfinally:\n    while True: pass",
}


@pytest.mark.parametrize("code", ENDLESS.values(), ids=ENDLESS)
def test_an_endless_loop_that_catches_everything_is_ended(tmp_path: Path, code: str) -> None:
    traced = sys.gettrace()
    ran = run_page(f"{LIMIT}```python\n{code}\n```\n{NEXT}", tmp_path)
    (finding,) = ran.findings
    assert (finding.code, finding.fence) == ("FP206", "page.md::top[1]")
    assert "within 0.2 s" in finding.message
    assert ran.outcomes["top[2]"] == "passed"
    assert sys.gettrace() is traced


@pytest.mark.parametrize("then", ["late = 1", "raise RuntimeError('given up')"])
def test_who_catches_the_end_and_goes_on_is_overdue_nevertheless(tmp_path: Path, then: str) -> None:
    code = f"try:\n    while True:\n        pass\nexcept BaseException:\n    {then}"
    (finding,) = run_page(f"{LIMIT}```python\n{code}\n```\n", tmp_path).findings
    assert finding.code == "FP206"
    assert finding.place.line in (4, 5)
    assert ("caught what was to end it" in finding.message) == (then == "late = 1")


@pytest.mark.parametrize("code", ["while True:\n    pass", ENDLESS["a bare except"]])
def test_a_system_without_alarm_ends_it_too(tmp_path: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "setitimer")
    before = signal.getsignal(signal.SIGINT)
    ran = run_page(f"{LIMIT}```python\n{code}\n```\n{NEXT}", tmp_path)
    assert ran.codes == ["FP206"]
    assert ran.outcomes["top[2]"] == "passed"
    assert signal.getsignal(signal.SIGINT) is before


def test_a_system_without_alarm_leaves_what_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "setitimer")
    interrupted = (
        "import signal\ntry:\n    signal.raise_signal(signal.SIGINT)\nexcept KeyboardInterrupt:\n    seen = True"
    )
    ran = run_page(f"```python\nx = sum(range(1000))\n```\n\n```python\n{interrupted}\nassert seen\n```\n", tmp_path)
    assert ran.codes == []
