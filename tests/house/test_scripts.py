"""The commands of a fresh machine: which Python they take, what they pass on, what they leave alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from loading import load

if sys.platform == "win32":
    pytest.skip("the commands need a POSIX shell", allow_module_level=True)

SCRIPTS = Path(__file__).parents[2] / "scripts"
TELL = "import json, sys; print(json.dumps(sys.argv[1:])); sys.exit(7)\n"


def executable(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder with blanks and other letters that holds the scripts and a set-up that only tells how it was called."""
    root = tmp_path / "某 dir with blanks"
    shutil.copytree(SCRIPTS, root / "scripts")
    (root / "scripts" / "setup.py").write_text(TELL)
    for name in ("python3.13", "python3.12", "uv"):
        executable(root / "bin" / name, "#!/bin/sh\necho 'this shim stands for nothing' >&2\nexit 127\n")
    executable(root / "bin" / "python3.11", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    return root


def call(root: Path, name: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(root / "scripts" / name), *arguments],
        capture_output=True,
        text=True,
        cwd=root.parent,
        env={"PATH": f"{root / 'bin'}:/usr/bin:/bin", **variables},
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "command"),
    [("check", ["fencepost", "check", "--"]), ("test", ["python", "-m", "pytest", "--"]), ("run", [])],
)
def test_arguments_and_the_exit_code_go_through(machine: Path, name: str, command: list[str]):
    answer = call(machine, name, "docs/a b.md", "--diff", "", "-k", "x or 'y'")
    assert json.loads(answer.stdout) == ["pip", *command, "docs/a b.md", "--diff", "", "-k", "x or 'y'"]
    assert answer.returncode == 7
    assert answer.stderr == ""


def test_uv_is_taken_where_it_works(machine: Path):
    executable(machine / "bin" / "uv", "#!/bin/sh\nexit 0\n")
    assert json.loads(call(machine, "run", "ruff").stdout) == ["uv", "ruff"]


def test_a_python_can_be_named_and_is_refused_when_it_does_not_fit(machine: Path):
    named = call(machine, "run", "ruff", FENCEPOST_PYTHON=sys.executable)
    assert json.loads(named.stdout) == ["pip", "ruff"]
    refused = call(machine, "run", "ruff", FENCEPOST_PYTHON="python3.13")
    assert refused.returncode == 2
    assert "FENCEPOST_PYTHON=python3.13" in refused.stderr


def test_without_any_python_it_says_what_to_install(machine: Path):
    for name in ("python3.13", "python3.12", "python3.11", "python3", "python"):
        executable(machine / "bin" / name, "#!/bin/sh\nexit 1\n")
    text = (machine / "scripts" / "run").read_text().replace("/usr/bin/python3", "/nowhere/python3")
    (machine / "scripts" / "run").write_text(text)
    answer = call(machine, "check")
    assert answer.returncode == 2
    assert "no Python 3.11 or later" in answer.stderr


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The set-up's own module, at home in an empty folder."""
    module = load(SCRIPTS / "setup.py", "scripts_setup")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.delenv("FENCEPOST_PYTHON", raising=False)
    return module


def test_an_environment_that_somebody_else_made_is_left_alone(setup: ModuleType, tmp_path: Path):
    (tmp_path / ".venv").mkdir()
    assert setup.choose() == tmp_path / ".venv"
    (tmp_path / ".venv" / "pyvenv.cfg").write_text("home = /usr/bin\n")
    assert setup.choose() == tmp_path / ".venv-fencepost"
    (tmp_path / ".venv" / setup.OURS).write_text("")
    assert setup.choose() == tmp_path / ".venv"


def test_a_named_python_has_an_environment_of_its_own(
    setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("FENCEPOST_PYTHON", sys.executable)
    assert setup.choose() == tmp_path / f".venv-{sys.version_info[0]}.{sys.version_info[1]}"


@pytest.fixture
def environment(setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished environment, with pins and projects of its own."""
    for name in ("PINS", "PROJECTS", "VERSIONS"):
        files = (tmp_path / f"{name}.txt",)
        files[0].write_text("__version__ = '1'\n")
        monkeypatch.setattr(setup, name, files[0] if name == "PINS" else files)
    place = tmp_path / ".venv"
    (place / "bin").mkdir(parents=True)
    (place / "bin" / "python").symlink_to(sys.executable)
    for step in setup.stale(place):
        setup.stamp(place, step)
    return place


def test_what_is_done_is_not_done_again(setup: ModuleType, environment: Path):
    assert setup.stale(environment) == []


@pytest.mark.parametrize(
    ("changed", "steps"),
    [
        ("PINS.txt", ["pins"]),
        ("PROJECTS.txt", ["packages"]),
        ("VERSIONS.txt", ["packages"]),
        (".venv/stamp-pins", ["pins"]),
        (".venv/stamp-packages", ["packages"]),
    ],
)
def test_what_changed_is_done_again(
    setup: ModuleType, environment: Path, tmp_path: Path, changed: str, steps: list[str]
):
    (tmp_path / changed).write_text("__version__ = '2'\n")
    assert setup.stale(environment) == steps


def test_a_moved_folder_or_a_broken_python_is_stale(
    setup: ModuleType, environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(setup, "ROOT", tmp_path / "elsewhere")
    assert setup.stale(environment) == ["pins"]
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    (environment / "bin" / "python").unlink()
    assert setup.stale(environment) == ["pins"]


def test_paths_of_the_caller_are_made_absolute(setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    here = tmp_path / "docs"
    (here / "fencepost").mkdir(parents=True)
    (here / "a.md").touch()
    monkeypatch.chdir(here)
    command = ["fencepost", "check", "--", "a.md::intro[1]", "docs/a.md", "missing.md", "--diff", "--"]
    given = [f"{here}/a.md::intro[1]", "docs/a.md", "missing.md", "--diff", "--"]
    assert setup.from_root(command) == ["fencepost", "check", *given]
    assert setup.from_root(["fencepost", "check"]) == ["fencepost", "check"]


def test_the_command_sees_this_environment_alone(setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    seen: dict[str, object] = {}

    def execute(file: str, command: list[str], variables: dict[str, str]) -> None:
        seen.update(file=file, command=command, variables=variables)

    monkeypatch.setattr(os, "execvpe", execute)
    monkeypatch.setenv("VIRTUAL_ENV", "/somewhere/else")
    monkeypatch.setenv("PYTHONPATH", "/somewhere/else")
    monkeypatch.chdir(tmp_path)
    setup.become(tmp_path / ".venv", ["ruff", "check"])
    variables = seen["variables"]
    assert isinstance(variables, dict)
    assert variables["VIRTUAL_ENV"] == str(tmp_path / ".venv")
    assert variables["PATH"].split(os.pathsep)[0] == str(tmp_path / ".venv" / "bin")
    assert "PYTHONPATH" not in variables
    assert seen["command"] == ["ruff", "check"]
