"""What is promised of a run over this repository's guides: nothing imported unasked, nothing sent anywhere."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDES = ["docs/en/guide/writing-diary.md", "docs/zh/guide/writing-diary.md"]

WATCH = """\
import json, sys

def watch(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
        address = arguments[0] if event == "socket.getaddrinfo" else arguments[1]
        with open({log!r}, "a") as log:
            log.write(json.dumps([event, str(address)]) + "\\n")

sys.addaudithook(watch)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("pyproject.toml", "mkdocs.yml"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    # The guides link to other pages.
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "README.md")
    shutil.copytree(ROOT / "src/wikimem", tmp_path / "src/wikimem", ignore=ignored)
    return tmp_path


def test_reading_imports_no_code_of_the_project(project: Path) -> None:
    package = project / "src/wikimem/wikimem/__init__.py"
    package.write_text(
        package.read_text("utf-8") + f"\nopen({str(project / 'imported')!r}, 'w').close()\nraise SystemExit\n", "utf-8"
    )
    command = [sys.executable, "-m", "fencepost", "check", "--no-run", *GUIDES]
    answer = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout
    assert "contracts not checked" in answer.stdout
    assert not (project / "imported").exists()


@pytest.mark.slow
def test_nothing_leaves_the_machine_with_the_network_open_and_real_keys_set(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = project / "connections.jsonl"
    (project / "conftest.py").write_text(WATCH.format(log=str(log)), "utf-8")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-proj-looks-real-4f9d")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-looks-real-77aa")
    command = [sys.executable, "-m", "fencepost", "check", "--run", "--output-format", "json", GUIDES[0]]
    answer = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout
    assert "looks-real" not in answer.stdout + answer.stderr
    connections = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert len(connections) > 5
    away = [entry for entry in connections if not any(local in entry[1] for local in ("127.0.0.1", "localhost", "::1"))]
    assert away == []


def test_ids_of_the_guides_have_no_line_numbers() -> None:
    command = [sys.executable, "-m", "pytest", "--fencepost", "--collect-only", "-q", "-o", "addopts=", *GUIDES]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    ids = answer.stdout.splitlines()
    assert "docs/en/guide/writing-diary.md::the-reference-prompt[1]" in ids
    assert "docs/zh/guide/writing-diary.md::the-reference-prompt[1]-quote" in ids
    assert "docs/en/guide/writing-diary.md::in-the-turn-the-agent-loop[1]-assert" in ids
