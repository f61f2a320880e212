"""Measure what the plugin costs a build of this site. Prints ratios, and exits with 1 where the goal is missed.

    python scripts/bench/site/bench.py [TURNS]

Each turn builds the site without the plugin, with it, and with it and a report, one behind the other; what is compared
is the CPU time, user and system, of each process. The goal is the median of the turns.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[3]
GOAL = 1.3
"""Goal: a build with the plugin takes at most so many times as long as one without."""


def settings(folder: Path, *, plugin: bool) -> Path:
    """The site's settings without its hooks, with or without the plugin, which stands last in the list."""
    text = (ROOT / "mkdocs.yml").read_text("utf-8").replace("docs_dir: docs", f"docs_dir: {ROOT / 'docs'}")
    text = text.replace("hooks:\n  - scripts/site_hooks.py\n", "")
    if not plugin:
        text = text[: text.index("  - fencepost")] + text[text.index("\nmarkdown_extensions:") :]
    path = folder / ("with.yml" if plugin else "without.yml")
    path.write_text(text, "utf-8")
    return path


def cost(site: Path, folder: Path, **variables: str) -> float:
    """CPU seconds of a build."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(site), "-d", str(folder / "out")]
    # An installed package is compiled; here that is left over from the first build.
    own = {"NO_MKDOCS_2_WARNING": "1", "FENCEPOST_REPORT": "", "PYTHONDONTWRITEBYTECODE": ""}
    environment = {**os.environ, **own, **variables}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(turns: int) -> int:
    """Take the turns."""
    cache = ROOT / ".cache"
    cache.mkdir(exist_ok=True)
    # Within the project, so that the plugin finds it.
    with tempfile.TemporaryDirectory(dir=cache) as name:
        folder = Path(name)
        plain, full, report = settings(folder, plugin=False), settings(folder, plugin=True), folder / "report.json"
        subprocess.run(
            [sys.executable, "-m", "fencepost", "check", "--no-run", "-q", "--report", str(report)],
            cwd=ROOT,
            check=True,
        )
        cost(full, folder)
        alone, reported = [], []
        for turn in range(turns):
            base = cost(plain, folder)
            alone.append(cost(full, folder) / base)
            reported.append(cost(full, folder, FENCEPOST_REPORT=str(report)) / base)
            print(f"turn {turn + 1}: {base:.2f} s without; {alone[-1]:.2f}x with, {reported[-1]:.2f}x with a report")
    medians = statistics.median(alone), statistics.median(reported)
    print(f"median of {turns} turns: {medians[0]:.2f}x with the plugin, {medians[1]:.2f}x with a report (goal {GOAL}x)")
    return 0 if max(medians) <= GOAL else 1


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if sys.argv[1:] else 5))
