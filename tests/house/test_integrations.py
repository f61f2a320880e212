"""What other tools are given to call fencepost with: the action, the hook, the problem matcher."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from fencepost import report
from fencepost.cli import main
from fencepost.markdown import parse_page
from fencepost.model import Finding, Place, Report

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a b.md").write_text("[x](gone.md)\n\n```python\nraise ValueError\n```\n")
    (tmp_path / "fencepost.toml").write_text("")
    return tmp_path


def step(name: str, project: Path, inputs: dict[str, str], **variables: str) -> subprocess.CompletedProcess[str]:
    """A step of the action as a runner would take it."""
    action: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    given = {name: str(entry["default"]) for name, entry in action["inputs"].items()} | inputs

    def filled(text: str) -> str:
        return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: given[match[1]], text)

    (taken,) = [entry for entry in action["runs"]["steps"] if entry["name"] == name]
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", taken["run"]],
        env={**os.environ, **{name: filled(value) for name, value in taken["env"].items()}, **variables},
        cwd=project / filled(taken["working-directory"]),
        capture_output=True,
        text=True,
        check=False,
    )


def check_step(project: Path, inputs: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """The last step, with this environment in place of the one that the action makes."""
    return step("Check", project, inputs, FENCEPOST_PYTHON=sys.executable)


def test_the_action_annotates_and_fails(project: Path) -> None:
    ended = check_step(project, {"arguments": "-q"})
    assert ended.returncode == 1, ended.stderr
    (line,) = ended.stdout.splitlines()
    assert line.startswith("::error file=docs/a b.md,line=1,")


def test_the_action_writes_a_log_and_still_fails(project: Path) -> None:
    assert check_step(project, {"sarif": "log.sarif"}).returncode == 1
    (run,) = json.loads((project / "log.sarif").read_text("utf-8"))["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["FP501"]


def test_the_action_runs_fences_where_it_is_told_to(project: Path) -> None:
    assert "FP201" in check_step(project, {"run": "true"}).stdout


def test_the_actions_arguments_are_not_evaluated(project: Path) -> None:
    ended = check_step(project, {"arguments": "$(touch made) ; touch made"})
    assert ended.returncode == 2
    assert not (project / "made").exists()


@pytest.fixture
def trap(project: Path) -> Path:
    """What a pull request would have imported in place of what the action calls; the file shows that it was."""
    made = project / "made"
    for module in ("fencepost", "yaml", "pyflakes", "pip", "venv", "ensurepip"):
        (project / f"{module}.py").write_text(f"open({str(made)!r}, 'w')\n")
    return made


def test_the_action_imports_nothing_of_the_project_to_check_it(project: Path, trap: Path) -> None:
    assert "FP501" in check_step(project, {}).stdout
    assert not trap.exists()


@pytest.mark.parametrize("python", ["python3", sys.executable])
def test_the_action_imports_nothing_of_the_project_to_install_fencepost(
    project: Path, trap: Path, tmp_path: Path, python: str
) -> None:
    # Neither can succeed: where the environment would go there is a file, and where fencepost would stand, nothing.
    places = {"RUNNER_TEMP": str(project / "fencepost.toml"), "GITHUB_ACTION_PATH": str(tmp_path / "gone")}
    assert step("Install fencepost", project, {"python": python}, GITHUB_ENV=os.devnull, **places).returncode != 0
    assert not trap.exists()


def test_a_python_is_looked_for_from_the_projects_root(project: Path, tmp_path: Path) -> None:
    python = project / "docs" / "bin" / "python"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/called\n')
    python.chmod(0o755)
    inputs = {"python": "bin/python", "working-directory": "docs", "run": "true"}
    variables = {"GITHUB_ACTION_PATH": "/action", "GITHUB_ENV": str(tmp_path / "env")}
    assert step("Install fencepost", project, inputs, **variables).returncode == 0
    assert "pip install" in (tmp_path / "called").read_text()
    name, _, value = (tmp_path / "env").read_text().strip().partition("=")
    assert step("Check", project, inputs, **{name: value}).returncode == 0
    assert "fencepost check --run" in (tmp_path / "called").read_text()


def test_the_badge_is_the_same_in_both_languages() -> None:
    one, other = (ROOT / "docs" / language / "assets" / "badge.svg" for language in ("en", "zh"))
    assert one.read_bytes() == other.read_bytes()


def test_the_hook_calls_the_command(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    command, *arguments = shlex.split(hook["entry"])
    assert command == "fencepost"
    monkeypatch.chdir(project)
    assert main(arguments) == 1
    assert hook["pass_filenames"] is False, "a page's twin and its sources belong to the check"


@pytest.mark.parametrize("severity", ["error", "warning", "info"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_problem_matcher_reads_the_concise_form(language: str, severity: Any) -> None:
    page = parse_page((ROOT / "docs" / language / "how-to" / "ci.md").read_text("utf-8"), "ci.md", dialect="mkdocs")
    (fence,) = [fence for fence in page.fences if fence.attribute("title") == ".vscode/tasks.json"]
    pattern = json.loads(fence.body)["tasks"][0]["problemMatcher"]["pattern"]
    finding = Finding("FP301", "differs: a (b)", Place("docs/a b.md", 3, 5), severity=severity)
    text = report.render(Report(True, findings=(finding,)), "concise", quiet=True, verbose=True)
    match = re.match(pattern["regexp"], text)
    assert match is not None
    read = {name: match[group] for name, group in pattern.items() if name != "regexp"}
    assert read == {
        "file": "docs/a b.md",
        "line": "3",
        "column": "5",
        "code": "FP301",
        "severity": None if severity == "error" else severity,
        "message": "differs: a (b)",
    }
