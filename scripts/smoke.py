"""Use what is installed as a project would: `python -I scripts/smoke.py FENCEPOST-VERSION WIKIMEM-VERSION`.

Run by `scripts/wheels` with the Python of an environment that knows nothing of the repository. Each step is one command
in a project made for it; the first one that does not do what it should ends the run with 1.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

BIN = Path(sys.executable).parent
FILES = {
    "pyproject.toml": '[tool.fencepost]\npages = ["docs/**/*.md"]\nimport = ["prompts"]\n',
    "prompts.py": 'WELCOME = """\\\nYou are {name}.\nBe brief.\n"""\n',
    "mkdocs.yml": "site_name: Tried\nplugins:\n  - fencepost:\n      badges: true\n",
    "docs/index.md": """\
# A guide

<!-- fencepost: quote prompts:WELCOME -->
```text
You are {name}.
Be brief.
```

```python
print(2 + 2)
```

<!-- fencepost: output -->
```text
4
```

## Ask a model

<!-- fencepost: model
- say: Good morning.
-->
```python
import json
import urllib.request

request = urllib.request.Request(
    "https://api.openai.com/v1/chat/completions",
    data=json.dumps({"model": "gpt-5", "messages": [{"role": "user", "content": "Hello."}]}).encode(),
    headers={"Authorization": "Bearer key", "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer)["choices"][0]["message"]["content"])
#> Good morning.
```
""",
}
NEW = {
    "README.md": "# New\n\n```python\nprint(1)\n```\n",
    "pyproject.toml": '[project]\nname = "new"\nversion = "1"\n',
}


def make(folder: Path, files: dict[str, str]) -> Path:
    """A project with these files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def call(folder: Path, *command: str, code: int = 0, says: str = "") -> None:
    """Run a command of the environment in a folder. Raises `SystemExit` unless it ends and speaks as it should."""
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != code or says not in done.stdout + done.stderr:
        print(done.stdout + done.stderr)
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}; expected {code} and {says!r}")
    print(f"ok  {' '.join(command)}", flush=True)


def try_checks(folder: Path) -> None:
    """The check, under its own command, under pytest and in a site; then a fault that all three have to see."""
    project = make(folder, FILES)
    call(project, "fencepost", "check", says="all held")
    call(project, "fencepost", "check", "--run", says="all held")
    call(project, "python", "-m", "pytest", "--fencepost", "-q", says="passed")
    call(project, "mkdocs", "build", "--strict")
    site = (project / "site" / "index.html").read_text("utf-8")
    if "fencepost: quote" in site or "fencepost-badge" not in site:
        raise SystemExit("the site shows directives, or no badges")
    page = project / "docs" / "index.md"
    page.write_text(
        page.read_text("utf-8").replace("Be brief.\n```", "Be long.\n```").replace("\n4\n", "\n5\n"), "utf-8"
    )
    call(project, "fencepost", "check", "--run", code=1, says="2 errors")
    call(project, "python", "-m", "pytest", "--fencepost", "-q", code=1, says="2 failed")
    call(project, "mkdocs", "build", "--strict", code=1, says="FP301")


def try_start(folder: Path) -> None:
    """The first steps on a project that has no settings."""
    project = make(folder, NEW)
    call(project, "fencepost", "check")
    call(project, "fencepost", "init", "--yes")
    if "[tool.fencepost]" not in (project / "pyproject.toml").read_text("utf-8"):
        raise SystemExit("fencepost init --yes wrote no settings")
    call(project, "fencepost", "check", "--run", says="all held")


def main(versions: list[str]) -> None:
    """All of it."""
    with tempfile.TemporaryDirectory(prefix="fencepost-smoke-") as temporary:
        folder = Path(temporary)
        call(folder, "fencepost", "--version", says=f"fencepost {versions[0]}")
        call(folder, "wikimem", "--version", says=versions[1])
        call(folder, "fencepost", "schema", "report", says='"properties"')
        call(folder, "fencepost", "completion", "bash", says="complete -o")
        try_checks(folder / "project")
        try_start(folder / "new")
        call(folder, "wikimem", "-C", "diary", "add", "--date", "2026-07-30", "--time", "21:00", "Lin passed.")
        call(folder, "wikimem", "-C", "diary", "show", "2026-07-30", says="Lin passed.")


if __name__ == "__main__":
    main(sys.argv[1:])
