"""One command for all benches: none is forgotten, its table says what was measured, the pages hold that table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from loading import load

BENCH = Path(__file__).parents[2] / "scripts" / "bench"


@pytest.fixture(scope="module")
def benches() -> ModuleType:
    return load(BENCH / "all.py", "all_benches")


def test_no_bench_is_forgotten(benches: ModuleType):
    there = {path.relative_to(BENCH).as_posix() for path in BENCH.glob("*/*.py")}
    assert {bench.script for bench in benches.BENCHES} == there


def test_every_pattern_finds_one_number(benches: ModuleType):
    patterns = [figure.pattern for bench in benches.BENCHES for figure in bench.figures]
    assert [pattern for pattern in patterns if re.compile(pattern).groups != 1] == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_holds_the_table_of_what_was_measured(benches: ModuleType, language: str):
    measured = json.loads(benches.MEASURED.read_text("utf-8"))
    page = benches.PAGES[language].read_text("utf-8")
    assert benches.placed(page, benches.table(measured, language)) == page, "python scripts/bench/all.py --render"


PRINTED = {
    "startup/bench.py": "fencepost --version         3.17x python -c pass\n",
    "large/bench.py": "  2000 pages,   4.5 MB:   4.46 s, 2.23 ms a page, 90 MiB at most\neach page takes 30.8 KiB (goal: at most 40 KiB)\n",
    "discovery/bench.py": "read       0.016 s    1.00 x read\nfind       0.097 s    6.13 x read\n",
    "running/bench.py": "trivial, 200 15:07\n    CPU s   ratio\nfloor    0.04    0.07      15    0.45\nfencepost, lean    0.64    1.07      37    1.11\n",
    "diary/bench.py": "2,000 appends 0.71 s of processor time, lock, open, append, close 0.38 s: 1.87 x\n",
}


@pytest.mark.parametrize(
    ("script", "values"),
    [
        ("startup/bench.py", [3.17]),
        ("large/bench.py", [2.23, 30.8]),
        ("discovery/bench.py", [6.13]),
        ("running/bench.py", [0.07, 1.07]),
        ("diary/bench.py", [1.87]),
    ],
)
def test_the_figures_are_found_in_what_a_bench_prints(benches: ModuleType, script: str, values: list[float]):
    (bench,) = (one for one in benches.BENCHES if one.script == script)
    rows = benches.read(bench, PRINTED[script], 0)
    assert [row["value"] for row in rows if row["value"] is not None] == values


def bench_of(benches: ModuleType, **others: Any) -> Any:
    figure = benches.Figure(pattern=r"^took ([\d.]+)x", en="ours, for theirs", zh="我们，对比他们", goal=2.0)
    return benches.Bench(script="made/up.py", **{"figures": (figure,), **others})


@pytest.mark.parametrize(
    ("output", "code", "line"),
    [
        ("a\ntook 1.50x\n", 0, "| ours, for theirs | 1.5× | at most 2× | `made/up.py` |"),
        ("took 2.50x\n", 1, "| ours, for theirs | 2.5×, missed | at most 2× | `made/up.py` |"),
        ("Traceback\n", 1, "| ours, for theirs | not measured | at most 2× | `made/up.py` |"),
    ],
)
def test_a_row_says_what_came_of_a_bench(
    benches: ModuleType, monkeypatch: pytest.MonkeyPatch, output: str, code: int, line: str
):
    bench = bench_of(benches)
    monkeypatch.setattr(benches, "BENCHES", (bench,))
    machine = {"cores": 2, "memory_gib": 8, "system": "Linux", "python": "3.11.7", "load": 0.5}
    found = {"date": "2026-07-30", "quick": True, "machine": machine, "left_out": ["other.py"]}
    text = benches.table({**found, "rows": benches.read(bench, output, code)}, "en")
    assert line in text.splitlines()
    assert text.startswith(
        "A quick run of 2026-07-30, with small sizes and few turns: 2 cores, 8 GiB, Linux, Python 3.11.7"
    )
    assert "Left out of this run: `other.py`." in text


def test_one_that_only_passes_or_fails_says_so(benches: ModuleType):
    bench = bench_of(benches, figures=())
    assert benches.read(bench, "", 0) == [{"bench": "made/up.py", "passed": True}]
    assert benches.read(bench, "", 1) == [{"bench": "made/up.py", "passed": False}]


def test_a_page_without_a_place_for_the_table_is_refused(benches: ModuleType):
    with pytest.raises(ValueError, match="measured"):
        benches.placed("# Measured\n", "| a |\n")


def test_single_benches_renew_their_rows_in_a_table_of_the_same_day(benches: ModuleType):
    large = {"bench": "large/bench.py", "figure": 0, "value": 1.0, "passed": True}
    quotes = {"bench": "quotes/bench.py", "figure": 0, "value": 1.3, "passed": True}
    before = {"date": "2026-01-01", "quick": False, "machine": {"cores": 2, "load": 3.0}, "rows": [large, quotes]}
    again = {**before, "machine": {"cores": 2, "load": 1.0}, "rows": [{**large, "value": 0.9}]}
    assert benches.renewed(before, again) == {**again, "rows": [{**large, "value": 0.9}, quotes]}
    for other in ({"date": "2026-01-02"}, {"quick": True}, {"machine": {"cores": 4, "load": 1.0}}):
        assert benches.renewed(before, {**again, **other}) is None
