"""Run every bench and write one table: ours against what each is compared with in the same run.

    ./scripts/run python scripts/bench/all.py [--quick] [--only NAME,…] [--render]

The figures go to `docs/assets/measured.json`, and from there into the table of both languages' page "Measured".
`--quick` takes small sizes and few turns, and leaves out what builds the site several times or installs frameworks;
`--render` measures nothing and writes the table again. A bench that prints no figure where one is expected, or that
ends with another exit code than 0, is a row that says so, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
MEASURED = ROOT / "docs" / "assets" / "measured.json"
PAGES = {language: ROOT / "docs" / language / "explanation" / "measured.md" for language in ("en", "zh")}
BEGIN, END = "<!-- measured: written by scripts/bench/all.py -->\n", "<!-- measured: end -->\n"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a bench prints."""

    pattern: str
    """Finds it in the output, as the first group."""
    en: str
    zh: str
    unit: str = "×"
    goal: float | None = None


@dataclass(frozen=True, slots=True)
class Bench:
    """A script below this folder, how it is called, and what to read in its output."""

    script: str
    figures: tuple[Figure, ...] = ()
    """Empty for one that only passes or fails."""
    full: str = ""
    quick: str | None = None
    """Its arguments in a quick run; `None` where that leaves it out."""


def _bench(table: dict[str, Any]) -> Bench:
    figures = tuple(Figure(**figure) for figure in table.pop("figures", ()))
    return Bench(figures=figures, **table)


BENCHES = tuple(map(_bench, tomllib.loads((HERE / "benches.toml").read_text("utf-8"))["bench"]))


def read(bench: Bench, output: str, code: int) -> list[dict[str, Any]]:
    """The rows of a bench that has printed this; a figure that is not there is `None`."""
    passed = {"bench": bench.script, "passed": code == 0}
    if not bench.figures:
        return [passed]
    rows = []
    for number, figure in enumerate(bench.figures):
        found = re.search(figure.pattern, output, re.MULTILINE)
        value = float(found[1]) if found else None
        rows.append({**passed, "figure": number, "value": value})
    return rows


def measure(bench: Bench, arguments: str) -> list[dict[str, Any]]:
    """Run a bench; its rows. What it prints is passed on."""
    print(f"== {bench.script} {arguments}", flush=True)
    command = [sys.executable, str(HERE / bench.script), *arguments.split()]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    print(done.stdout + done.stderr, flush=True)
    return read(bench, done.stdout, done.returncode)


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cores": os.cpu_count(),
        "memory_gib": round(memory / 2**30),
        "system": platform.system(),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 1),
    }


WORDS = {
    "en": {
        "head": "| what, against what | measured | goal | bench |",
        "quick": "A quick run of {date}, with small sizes and few turns",
        "full": "A full run of {date}",
        "machine": "{cores} cores, {memory_gib} GiB, {system}, Python {python}, load {load} at the end.",
        "left": "Left out of this run: {left}.",
        "most": "at most {goal:g}{unit}",
        "failed": "not measured",
        "missed": "{text}, missed",
        "passed": "passes",
    },
    "zh": {
        "head": "| 测什么，与什么相比 | 结果 | 目标 | 脚本 |",
        "quick": "{date} 的快速运行，规模小、轮数少",
        "full": "{date} 的完整运行",
        "machine": "{cores} 核，{memory_gib} GiB 内存，{system}，Python {python}，结束时负载 {load}。",
        "left": "这次没有运行：{left}。",
        "most": "不超过 {goal:g}{unit}",
        "failed": "没有测到",
        "missed": "{text}，未达到",
        "passed": "通过",
    },
}


def table(measured: dict[str, Any], language: str) -> str:
    """The figures as a reader sees them."""
    words = WORDS[language]
    benches = {bench.script: bench for bench in BENCHES}
    stop = {"en": ": ", "zh": "："}[language]
    kind = words["quick" if measured["quick"] else "full"].format(date=measured["date"])
    lines = [kind + stop + words["machine"].format(**measured["machine"]), "", words["head"], "|---|---|---|---|"]
    lines += [_line(row, benches[row["bench"]], language) for row in measured["rows"]]
    if measured["left_out"]:
        left = {"en": ", ", "zh": "、"}[language].join(f"`{name}`" for name in measured["left_out"])
        lines += ["", words["left"].format(left=left)]
    return "\n".join([*lines, ""])


def _line(row: dict[str, Any], bench: Bench, language: str) -> str:
    words, script = WORDS[language], f"`{bench.script}`"
    if "figure" not in row:
        return f"| {script} | {words['passed' if row['passed'] else 'failed']} | | {script} |"
    figure: Figure = bench.figures[row["figure"]]
    text = words["failed"] if row["value"] is None else f"{row['value']:g}{figure.unit}"
    goal = "" if figure.goal is None else words["most"].format(goal=figure.goal, unit=figure.unit)
    if figure.goal is not None and row["value"] is not None and row["value"] > figure.goal:
        text = words["missed"].format(text=text)
    return f"| {getattr(figure, language)} | {text} | {goal} | {script} |"


def placed(page: str, text: str) -> str:
    """A page with this table between its two marks. Raises `ValueError` where they are missing."""
    before, begin, rest = page.partition(BEGIN)
    _, end, behind = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no {BEGIN!r} and {END!r}")
    return f"{before}{begin}\n{text}\n{end}{behind}"


def render() -> None:
    """Write the tables of both pages from the file of figures."""
    measured = json.loads(MEASURED.read_text("utf-8"))
    for language, path in PAGES.items():
        path.write_text(placed(path.read_text("utf-8"), table(measured, language)), "utf-8")


def renewed(before: dict[str, Any], measured: dict[str, Any]) -> dict[str, Any] | None:
    """An earlier table with these rows in the place of its own; `None` if it is of another day, kind or machine."""

    def run(of: dict[str, Any]) -> list[Any]:
        return [of["date"], of["quick"], {**of["machine"], "load": None}]

    if run(before) != run(measured):
        return None
    rows = {bench.script: [row for row in before["rows"] if row["bench"] == bench.script] for bench in BENCHES}
    for script in {row["bench"] for row in measured["rows"]}:
        rows[script] = [row for row in measured["rows"] if row["bench"] == script]
    return {**before, "machine": measured["machine"], "rows": [row for group in rows.values() for row in group]}


def main(arguments: list[str]) -> int:
    """Measure, write, say what failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", metavar="NAME,…", help="these alone; their rows are renewed in a table of today")
    parser.add_argument("--render", action="store_true", help="measure nothing")
    options = parser.parse_args(arguments)
    if options.render:
        render()
        return 0
    asked = [bench for bench in BENCHES if not options.only or bench.script.split("/")[0] in options.only.split(",")]
    taken = [bench for bench in asked if not options.quick or bench.quick is not None]
    rows = [row for bench in taken for row in measure(bench, (bench.quick or "") if options.quick else bench.full)]
    left = [bench.script for bench in asked if bench not in taken]
    today = date.today().isoformat()
    measured = {"date": today, "quick": options.quick, "machine": machine(), "rows": rows, "left_out": left}
    print(table(measured, "en"))
    if options.only:
        measured = renewed(json.loads(MEASURED.read_text("utf-8")), measured)
    if measured is not None:
        MEASURED.write_text(json.dumps(measured, indent=2) + "\n", "utf-8")
        render()
    return 1 if any(not row["passed"] or row.get("value", 0) is None for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
