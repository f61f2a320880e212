"""What is promised of a run over this repository's guides: nothing imported unasked, nothing sent anywhere."""

from __future__ import annotations

import json
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


TRAP = "#!/bin/sh\necho {name} >> {log}\ncat 2>/dev/null\nexit 0\n"
NAMED_BY_CONFIGURATION = [
    "core.fsmonitor",
    "core.sshCommand",
    "core.pager",
    "diff.external",
    "diff.pages.command",
    "diff.pages.textconv",
    "filter.a=b.clean",
    "filter.x.process",
    "gpg.program",
    "remote.origin.uploadpack",
]


def git(folder: Path, *arguments: str) -> None:
    by = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always"]
    subprocess.run(["git", *by, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """A repository in two languages whose git configuration names a program wherever it can."""
    root = tmp_path / "repository"
    hooks = root / ".git" / "hooks"
    for language in ("en", "zh"):
        (root / "docs" / language).mkdir(parents=True)
        (root / "docs" / language / "a.md").write_text("# T\n\n```python\nx = 1\n```\n", "utf-8")
    (root / ".gitattributes").write_text("docs/en/* filter=a=b diff=pages\ndocs/zh/* filter=x\n", "utf-8")
    git(tmp_path, "init", "-q", str(root))
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    git(root, "commit", "-qm", "second", "--allow-empty")

    def trap(path: Path, name: str) -> str:
        path.write_text(TRAP.format(name=name, log=tmp_path / "started"), "utf-8")
        path.chmod(0o755)
        return str(path)

    for hook in ("post-index-change", "fsmonitor-watchman", "post-checkout"):
        trap(hooks / hook, f"hook {hook}")
    for number, name in enumerate(NAMED_BY_CONFIGURATION):
        git(root, "config", name, trap(root / ".git" / f"trap{number}", name))
    git(root, "config", "log.showSignature", "true")
    # What is touched has to be compared.
    for page in (root / "docs").rglob("*.md"):
        page.write_text("# U\n\n```python\nx = 2\n```\n", "utf-8")
    return root


@pytest.mark.parametrize("asked", [[], ["--changed-since", "HEAD~1"]], ids=["all", "changed"])
def test_no_program_that_the_git_configuration_names_is_started(trapped: Path, asked: list[str]) -> None:
    command = [sys.executable, "-m", "fencepost", "check", "--no-run", *asked]
    answer = subprocess.run(command, cwd=trapped, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "2 pages" in answer.stdout
    assert not (trapped.parent / "started").exists(), (trapped.parent / "started").read_text("utf-8")


def test_the_traps_of_the_git_configuration_would_go_off(trapped: Path) -> None:
    subprocess.run(["git", "diff"], cwd=trapped, capture_output=True, check=False)
    subprocess.run(["git", "status"], cwd=trapped, capture_output=True, check=False)
    started = set((trapped.parent / "started").read_text("utf-8").splitlines())
    assert {"core.fsmonitor", "filter.a=b.clean", "filter.x.process"} <= started


def test_a_submodule_and_a_bare_repository_among_the_files_are_not_asked(trapped: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    git(tmp_path, "init", "-q", str(other))
    git(other, "commit", "-qm", "first", "--allow-empty")
    git(trapped, "submodule", "add", "-q", str(other), "inner")
    git(tmp_path, "clone", "-q", "--bare", str(other), str(trapped / "docs" / "bare"))
    bare = trapped / "docs" / "bare"
    trap = trapped / ".git" / "trap0"
    (bare / "a.md").write_text("# T\n", "utf-8")
    for folder in (trapped / "inner", bare):
        git(folder, "config", "core.fsmonitor", str(trap))
    git(bare, "config", "core.bare", "false")
    git(bare, "config", "core.worktree", ".")
    (tmp_path / "started").unlink()
    for asked in (["docs"], ["--changed-since", "HEAD~1"], ["--root", str(bare)]):
        command = [sys.executable, "-m", "fencepost", "check", "--no-run", *asked]
        answer = subprocess.run(command, cwd=trapped, capture_output=True, text=True, check=False)
        assert answer.returncode == 0, answer.stdout + answer.stderr
    assert not (tmp_path / "started").exists()


OBSERVED = """\
import json, os, sys
sys.path[:] = [entry for entry in sys.path if entry not in ("", os.getcwd())]
log = os.open({log!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

def watch(event, arguments):
    if event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.connect", "socket.getaddrinfo"):
        found = [event, *map(str, arguments[1] if event == "subprocess.Popen" else arguments)]
    elif event == "import" and arguments[0].split(".")[0] in {modules!r}:
        found = [event, arguments[0]]
    elif event == "open" and isinstance(arguments[0], str) and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        found = [event, str(arguments[0])]
    else:
        return
    os.write(log, json.dumps(found).encode() + b"\\n")

sys.addaudithook(watch)
from fencepost.cli import main
sys.exit(main(sys.argv[1:]))
"""
MODULES = ["evil", "conftest", "hooks", "setup", "sitecustomize", "usercustomize"]
HOSTILE = {
    "pyproject.toml": """
[build-system]
requires = []
build-backend = "evil"
backend-path = ["."]

[tool.pytest.ini_options]
addopts = "-p evil"

[tool.fencepost]
run = true
import = ["evil"]
shell = ["touch"]
names = {given = "evil:NAME"}

[[tool.fencepost.agree]]
name = "rules"
sources = ["evil:NAME", "evil:text()"]
lines = "a"

[[tool.fencepost.quote]]
page = "docs/a.md"
heading = "t"
fence = 2
source = "evil:text()"
""",
    "mkdocs.yml": """
site_name: x
hooks: [hooks.py]
plugins: [evil, search]
theme: !!python/object/apply:os.system ["touch started"]
markdown_extensions:
  - toc:
      slugify: !!python/object/apply:evil.slugify {kwds: {case: lower}}
  - pymdownx.superfences:
      custom_fences:
        - name: evil
          class: evil
          format: !!python/name:evil.format
extra: !ENV [HOME, x]
""",
    "docs/a.md": """
# T

<!-- fencepost: page freeze="2026-07-30T21:15:00+08:00" files="*.txt" -->
<!-- fencepost: setup
open("started", "w")
-->
```python title="conftest.py"
import evil
open("started", "w")
```

<!-- fencepost: output
open("started", "w")
-->
```text
x
```

<!-- fencepost: quote cmd:"touch started" -->
```text
x
```

<!-- fencepost: quote evil:text() -->
```text
x
```

<!-- fencepost: quote evil:Model.model_json_schema() -->
```json
{}
```

<!-- fencepost: run -->
```sh
touch started
```

```sh
$(touch started) `touch started` <(touch started)
```

<!-- fencepost: model
- !!python/object/apply:os.system ["touch started"]
-->
```python
import evil
```

```yaml
a: !!python/object/apply:os.system ["touch started"]
```
""",
}
DETONATES = "open('started', 'w').close()\nNAME = 'a' + str(1)\nraise SystemExit('imported')\n"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A project that would start something wherever something can be started."""
    root = tmp_path / "hostile"
    files = {**HOSTILE, **dict.fromkeys((f"{name}.py" for name in MODULES), DETONATES)}
    files["evil/__init__.py"] = files.pop("evil.py")
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


@pytest.mark.parametrize(
    ("command", "bare"),
    [
        (["check", "--no-run"], False),
        (["check", "--no-run", "--output-format", "json"], False),
        (["list"], False),
        (["check"], True),
    ],
    ids=["check", "json", "list", "no settings"],
)
def test_reading_starts_git_and_bash_alone_and_writes_nothing(hostile: Path, command: list[str], bare: bool) -> None:
    if bare:
        (hostile / "pyproject.toml").unlink()
    log = hostile.parent / "events.jsonl"
    code = OBSERVED.format(log=str(log), modules=MODULES)
    kept = sorted(str(path) for path in hostile.rglob("*"))
    answer = subprocess.run(
        [sys.executable, "-B", "-c", code, *command], cwd=hostile, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in answer.stderr, answer.stderr
    assert "docs/a.md" in answer.stdout, answer.stdout + answer.stderr
    events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    started = [arguments for event, *arguments in events if event == "subprocess.Popen"]
    assert {Path(arguments[0]).name for arguments in started} <= {"git", "bash"}
    assert all(arguments[1] == "-n" for arguments in started if Path(arguments[0]).name == "bash")
    # `subprocess` may start a program by it, behind its own event.
    spawned = [Path(arguments[0]).name for event, *arguments in events if event == "os.posix_spawn"]
    assert set(spawned) <= {"git", "bash"}
    assert [event for event in events if event[0] not in ("subprocess.Popen", "os.posix_spawn")] == []
    assert sorted(str(path) for path in hostile.rglob("*")) == kept


def test_the_hostile_project_would_go_off(hostile: Path) -> None:
    command = [sys.executable, "-m", "fencepost", "check", "--run"]
    subprocess.run(command, cwd=hostile, capture_output=True, check=False)
    assert (hostile / "started").exists()
