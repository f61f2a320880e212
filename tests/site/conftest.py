"""This repository's own site, built once for all who look at it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from site_browser import PLACE

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def this_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server that holds the site below `PLACE`, built strictly, with a report in which nothing was run."""
    folder = tmp_path_factory.mktemp("site")
    report = folder / "report.json"
    call("fencepost", "check", "--no-run", "-q", "--report", str(report))
    variables = {"FENCEPOST_REPORT": str(report), "SITE_URL": f"http://127.0.0.1/{PLACE}", "SITE_VERSIONS": "mike"}
    call("mkdocs", "build", "--strict", "-d", str(folder / PLACE), **variables)
    versions = [{"version": "0.1", "title": "0.1", "aliases": []}]
    (folder / "fencepost/versions.json").write_text(json.dumps(versions), "utf-8")
    return folder


def call(module: str, *arguments: str, **variables: str) -> None:
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", **variables}
    answer = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
