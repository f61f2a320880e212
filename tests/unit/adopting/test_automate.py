"""The hook and the workflow."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from fencepost.adopting.automate import HOOKS, WORKFLOW, hook, job, with_hook
from fencepost.adopting.draft import Draft
from fencepost.adopting.step import Step

ENTRY = "- repo: local\n  hooks:\n    - id: fencepost\n"
RUFF = "repos:\n  - repo: https://example.org/ruff # pinned\n    rev: v1\n    hooks:\n      - id: ruff\n"
FLAT = RUFF.replace("\n  ", "\n")


@pytest.mark.parametrize("text", [RUFF, FLAT, "---\nci:\n  skip: []\n" + RUFF, RUFF + "\n# done\n", RUFF.rstrip("\n")])
@pytest.mark.parametrize("behind", ["", "\nexclude: ^a\n"])
def test_a_hook_comes_behind_the_others(text: str, behind: str) -> None:
    if behind and not text.endswith("\n"):
        text += "\n"
    old = text + behind
    new = with_hook(old, ENTRY)
    assert new is not None
    assert yaml.safe_load(new)["repos"][1:] == yaml.safe_load(ENTRY)
    indent = "" if "\n- repo" in text else "  "
    written = "".join(f"{indent}{line}\n" for line in ENTRY.splitlines())
    assert new.count(written) == 1
    assert new.replace(written, "").rstrip("\n") == old.rstrip("\n")
    assert with_hook(old.replace("\n", "\r\n"), ENTRY) == new.replace("\n", "\r\n")


@pytest.mark.parametrize("text", ["repos: []\n", "", "repos: [{repo: local}]\n", "exclude: x\n", "repos:\n  {a\n"])
def test_what_is_written_otherwise_is_left_alone(text: str) -> None:
    assert with_hook(text, ENTRY) is None


def text_of(step: Step, path: str) -> str:
    assert step.after is not None
    text = step.after.read(path)
    assert text is not None
    return text


def test_without_hooks_a_file_of_them_is_no_usual_step(tmp_path: Path) -> None:
    step = hook(Draft(tmp_path))
    assert not step.usual
    assert yaml.safe_load(text_of(step, HOOKS))["repos"][0]["hooks"][0]["entry"] == "fencepost check --no-run"


def test_hooks_that_cannot_be_edited_are_said(tmp_path: Path) -> None:
    (tmp_path / HOOKS).write_text("repos: []\n")
    step = hook(Draft(tmp_path))
    assert step.after is None
    assert any("id: fencepost" in line for line in step.left)


def test_the_workflow_is_yaml_and_may_only_read(tmp_path: Path) -> None:
    (tmp_path / ".github" / "workflows").mkdir(parents=True)
    step = job(Draft(tmp_path))
    workflow = yaml.safe_load(text_of(step, WORKFLOW))
    assert step.usual
    assert workflow["permissions"] == {"contents": "read"}
    assert [line["run"] for line in workflow["jobs"]["check"]["steps"] if "run" in line][
        -1
    ] == "fencepost check --no-run"


@pytest.mark.parametrize("path", [".github/workflows/docs.yaml", ".gitlab-ci.yml", "tox.ini"])
def test_what_calls_fencepost_already_is_found(tmp_path: Path, path: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("fencepost check\n")
    assert job(Draft(tmp_path)).after is None


def test_the_file_of_another_service_is_left_alone_and_the_lines_are_shown(tmp_path: Path) -> None:
    (tmp_path / ".gitlab-ci.yml").write_text("test:\n  script: [pytest]\n")
    step = job(Draft(tmp_path))
    assert step.after is None
    assert step.left[-1].strip() == "fencepost check --no-run"
