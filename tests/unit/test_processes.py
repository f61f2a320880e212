"""Work that several processes share."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from fencepost import engine, processes

METHODS = ["fork", "spawn"]


@pytest.fixture(params=METHODS)
def method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param not in multiprocessing.get_all_start_methods():
        pytest.skip("this system cannot copy a process")
    monkeypatch.setattr(processes, "_method", lambda: request.param)
    return str(request.param)


def doubled(items: Sequence[int]) -> list[tuple[int, int]]:
    return [(2 * item, os.getpid()) for item in items]


def ending(parent: int, items: Sequence[int]) -> list[int]:
    if os.getpid() != parent:
        os._exit(9)
    return list(items)


def failing(items: Sequence[int]) -> list[int]:
    if 3 in items:
        raise ValueError("3 is not allowed")
    return list(items)


def interrupted(parent: int, items: Sequence[int]) -> list[int]:
    if os.getpid() == parent:
        raise KeyboardInterrupt
    return list(items)


def test_results_come_in_the_order_of_the_items_from_all_processes(method: str) -> None:
    found = processes.spread(doubled, range(6), [5, 1, 1, 1, 1, 1], 2)
    assert [result for result, _ in found] == [0, 2, 4, 6, 8, 10]
    helper = {pid for _, pid in found} - {os.getpid()}
    assert len(helper) == 1
    assert [pid == os.getpid() for _, pid in found] == [True, False, False, False, False, False]


def test_what_weighs_nothing_stays_in_this_process() -> None:
    found = processes.spread(doubled, range(4), [0, 9, 9, 0], 2)
    assert [pid == os.getpid() for _, pid in found][::3] == [True, True]
    assert len({pid for _, pid in found}) == 2


def test_one_process_is_this_one() -> None:
    assert {pid for _, pid in processes.spread(doubled, range(4), [1] * 4, 1)} == {os.getpid()}


def test_there_are_no_more_processes_than_items() -> None:
    assert processes.spread(doubled, [7], [1], 4) == [(14, os.getpid())]
    assert processes.spread(doubled, [], [], 2) == []


def test_the_share_of_a_process_that_ended_is_done_here(method: str) -> None:
    assert processes.spread(partial(ending, os.getpid()), range(4), [1] * 4, 2) == [0, 1, 2, 3]


def test_a_fault_in_any_process_is_raised_here(method: str) -> None:
    with pytest.raises(ValueError, match="3 is not allowed"):
        processes.spread(failing, range(4), [1] * 4, 2)


def test_an_interrupt_ends_the_other_processes() -> None:
    with pytest.raises(KeyboardInterrupt):
        processes.spread(partial(interrupted, os.getpid()), range(4), [1] * 4, 2)
    assert multiprocessing.active_children() == []


def test_small_jobs_are_done_by_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_processors", lambda: 64)
    assert [processes.wanted(size) for size in (0, 100_000, 10**9)] == [1, 1, 4]
    monkeypatch.setattr(processes, "_processors", lambda: 1)
    assert processes.wanted(10**9) == 1


GUIDE = """\
# Guide

```python
load({number})
```

```yaml
a: {{number}
```

[here](other.md#{number})
"""


def test_a_report_does_not_depend_on_the_number_of_processes(
    tmp_path: Path, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        for language in ("en", "zh"):
            page = tmp_path / "docs" / language / f"page{number}.md"
            page.parent.mkdir(parents=True, exist_ok=True)
            text = GUIDE if language == "en" else GUIDE.replace("# Guide", "# 指南").replace("load(", "save(")
            page.write_text(text.replace("{number}", str(number)), "utf-8")
    alone = engine.check(tmp_path, run=False)
    monkeypatch.setattr(processes, "wanted", lambda size: 3)
    assert engine.check(tmp_path, run=False) == alone
    assert {finding.code for finding in alone.findings} >= {"FP405", "FP108", "FP501"}
