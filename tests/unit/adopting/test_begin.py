"""`fencepost init` as a whole."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from fencepost.adopting.begin import Wish, init
from fencepost.cli import main
from fencepost.engine import check
from fencepost.settings import load
from fencepost.testing import Docs

PROMPT = "You keep the diary.\n- One event per entry.\n- Never invent anything.\nAnswer.\n"
FILES = {
    "pyproject.toml": '[project]\nname = "p"\r\n',
    "bot.py": f'PROMPT = """\\\n{PROMPT}"""\n',
    "docs/en/a.md": f"# A\n\n```text\n{PROMPT}```\n\n```json\n{{\n```\n",
    "docs/zh/a.md": f"# A\n\n```text\n{PROMPT}```\n\n```json\n{{\n```\n",
    "README.md": "# R\n",
    "notes/b.md": "# B\n",
    ".github/workflows/test.yml": "on: push\n",
}


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    Docs(tmp_path, FILES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def state(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_without_a_terminal_it_says_what_it_would_do_and_writes_nothing(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = state(project)
    assert main(["init"]) == 1
    out = capsys.readouterr().out
    assert state(project) == before
    for said in ("languages guessed", "bind 2 blocks", "accept the 2 findings", "write .github/workflows", "--yes"):
        assert said in out


def test_yes_does_the_usual_steps_and_the_check_is_green(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = state(project)
    assert main(["init", "--yes"]) == 0
    after = state(project)
    assert after.keys() - before.keys() == {"fencepost-baseline.jsonl", ".github/workflows/fencepost.yml"}
    assert {path for path in before if before[path] != after[path]} == {
        "docs/en/a.md",
        "docs/zh/a.md",
        "pyproject.toml",
    }
    assert after["pyproject.toml"].startswith(before["pyproject.toml"])
    settings = load(project).settings
    assert settings.pages == ["docs", "README*.md"]
    assert (settings.languages, settings.source_language) == ({"en": ["docs/en"], "zh": ["docs/zh"]}, "en")
    report = check(project)
    assert (report.findings, report.accepted) == ((), 2)
    assert [contract.outcome for contract in report.contracts if contract.kind == "quote"] == ["passed", "passed"]


def test_a_second_time_changes_nothing_and_says_so(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["init", "--yes"])
    before = state(project)
    capsys.readouterr()
    assert main(["init", "--yes"]) == 0
    assert state(project) == before
    assert capsys.readouterr().out.endswith("nothing to do\n")
    assert main(["init"]) == 0


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        (["--settings"], {"pyproject.toml"}),
        (["--bind", "equal"], {"docs/en/a.md", "docs/zh/a.md"}),
        (["--bind", "equal", "--bind-in-settings"], {"pyproject.toml"}),
        (["--settings", "--bind", "equal", "--bind-in-settings"], {"pyproject.toml"}),
        (["--baseline"], {"fencepost-baseline.jsonl", "pyproject.toml"}),
        (["--baseline", "old.jsonl", "--settings"], {"old.jsonl", "pyproject.toml"}),
        (["--pre-commit"], {".pre-commit-config.yaml"}),
        (["--ci"], {".github/workflows/fencepost.yml"}),
        (["--yes", "--no-settings", "--bind", "none", "--no-baseline", "--no-ci"], set()),
    ],
)
def test_single_steps(project: Path, options: list[str], changed: set[str]) -> None:
    before = state(project)
    assert main(["init", *options]) == 0
    after = state(project)
    assert {path for path in after if before.get(path) != after[path]} == changed
    assert main(["init", *options]) == 0
    assert state(project) == after


def test_diff_shows_and_writes_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = state(project)
    assert main(["init", "--yes", "--diff"]) == 1
    assert state(project) == before
    assert "+<!-- fencepost: quote bot:PROMPT -->" in capsys.readouterr().out


def test_the_tool_from_which_a_project_comes(project: Path) -> None:
    (project / "docs/en/a.md").write_text("# A\n\n```python notest\nx\n```\n", "utf-8")
    assert main(["init", "--from", "pytest-markdown-docs"]) == 0
    assert "fencepost: skip" in (project / "docs/en/a.md").read_text("utf-8")
    assert b"fencepost" not in (project / "pyproject.toml").read_bytes()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("pyproject.toml", "[tool.fencepost]\npagse = 1\n", "pyproject.toml:2"),
        ("pyproject.toml", "[", "pyproject.toml:1"),
        ("mkdocs.yml", "nav: [", "mkdocs.yml"),
    ],
)
def test_what_keeps_it_from_beginning_is_said(
    project: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    (project / name).write_text(text, "utf-8")
    before = state(project)
    assert main(["init", "--yes"]) == 2
    assert said in capsys.readouterr().out
    assert state(project) == before


def test_a_project_without_markdown_cannot_begin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["init", "--yes", "--root", str(tmp_path / "empty")]) == 2
    assert "no Markdown" in capsys.readouterr().out


_ON_TERMINAL = "import os; os.login_tty(0); from fencepost.cli import run; run()"


def on_a_terminal(root: Path, *answers: str) -> tuple[str, int]:
    """What a person sees who types these answers, one when each question is asked, and the exit code."""
    controller, terminal = pty.openpty()
    command = [sys.executable, "-c", _ON_TERMINAL, "init"]
    process = subprocess.Popen(command, cwd=root, stdin=terminal, stdout=terminal, stderr=terminal, close_fds=True)
    os.close(terminal)
    waiting = list(answers)
    seen = ""
    try:
        while part := _read(controller):
            seen += part
            if seen.endswith("] ") and waiting:
                os.write(controller, waiting.pop(0).encode("utf-8"))
    finally:
        process.kill()
        os.close(controller)
    return seen, process.wait(timeout=60)


def _read(controller: int) -> str:
    if not select.select([controller], [], [], 60)[0]:
        return ""
    try:
        return os.read(controller, 4096).decode("utf-8", "replace")
    except OSError:  # so Linux says that the other side has gone
        return ""


def test_on_a_terminal_each_step_is_asked_for(project: Path) -> None:
    before = state(project)
    seen, code = on_a_terminal(project, "y\n", "maybe\n", "n\n", "\n", "n\n", "y\n")
    after = state(project)
    assert code == 0
    assert seen.count("Do this? [Y/n]") == 5
    assert seen.count("Do this? [y/N]") == 1
    assert "y for yes, n for no" in seen
    changed = {path for path in after if before.get(path) != after[path]}
    assert changed == {"pyproject.toml", "fencepost-baseline.jsonl", ".github/workflows/fencepost.yml"}


def test_who_wants_nothing_is_left_in_peace(project: Path) -> None:
    before = state(project)
    seen, code = on_a_terminal(project, *["n\n"] * 5)
    assert (code, state(project)) == (0, before)
    assert "nothing was chosen, nothing was written" in seen


def test_a_file_that_was_changed_meanwhile_is_not_written_over(project: Path) -> None:
    said: list[str] = []

    before = state(project)

    def ask(_question: str, _usual: bool) -> bool:
        (project / "pyproject.toml").write_text("# mine\n", "utf-8")
        return True

    assert init(project, Wish(), said.append, ask) == 2
    assert said[-1] == "fencepost: pyproject.toml was changed meanwhile: nothing was written"
    assert state(project) == {**before, "pyproject.toml": b"# mine\n"}


# A Ctrl-C between Python's showing of a prompt and its reading is noticed with the next line only.
@pytest.mark.parametrize("end", ["\x03\n", "\x04"])
def test_who_breaks_off_has_changed_nothing(project: Path, end: str) -> None:
    before = state(project)
    seen, code = on_a_terminal(project, "y\n", end)
    assert (code, state(project)) == (130, before)
    assert "nothing was written" in seen
