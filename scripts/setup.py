"""Makes the project's environment where it is missing or stale, then becomes the command it was called with.

`python setup.py (uv|pip) COMMAND [ARGUMENT…] [-- ARGUMENT…]`, called by `scripts/run`. Standard library only. The
command runs in the root; behind a lone `--` a path that stands only in the caller's folder is made absolute.

The environment is filled in two steps, since pip's hash mode refuses editable packages: the pinned third-party
packages, then the two packages of this repository. Each step leaves a stamp when it is done, and a stamp that still
fits is all that the next call looks at.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "requirements" / "dev.txt"
PROJECTS = (ROOT / "pyproject.toml", ROOT / "src" / "wikimem" / "pyproject.toml")
VERSIONS = (ROOT / "src" / "fencepost" / "__init__.py", ROOT / "src" / "wikimem" / "wikimem" / "__init__.py")
EDITABLE = ("-e", f"{ROOT}[pytest,mkdocs]", "-e", f"{ROOT / 'src' / 'wikimem'}")
OURS = "made-by-scripts-run"
"""The file in an environment that says that it may be thrown away."""


def digest(*parts: bytes) -> str:
    """One name for a state of things."""
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()


def stamps(python: Path) -> dict[str, str]:
    """What each step's stamp has to hold: a moved folder, another Python or other pins make it stale."""
    versions = (line for path in VERSIONS for line in path.read_bytes().splitlines() if line.startswith(b"__version__"))
    return {
        "pins": digest(os.fsencode(ROOT), version(python), PINS.read_bytes()),
        "packages": digest(*(path.read_bytes() for path in PROJECTS), *versions),
    }


def version(python: Path) -> bytes:
    """What the environment's own Python says it is; nothing if it is missing or broken."""
    try:
        return subprocess.run([python, "-I", "-S", "-c", "import sys; print(sys.version)"], capture_output=True).stdout
    except OSError:
        return b""


def stale(environment: Path) -> list[str]:
    """The steps that are still to be taken, in order."""
    expected = stamps(environment / "bin" / "python")
    return [step for step in expected if written(environment, step) != expected[step]]


def has_pip(environment: Path) -> bool:
    """Whether pip can add to the environment; one that uv made has none."""
    return any(environment.glob("lib/python*/site-packages/pip/__main__.py"))


def written(environment: Path, step: str) -> str | None:
    """The stamp of a step, if there is one."""
    path = environment / f"stamp-{step}"
    return path.read_text() if path.exists() else None


def choose() -> Path:
    """Where the environment is; one that somebody else made is left alone."""
    if os.environ.get("FENCEPOST_PYTHON"):
        return ROOT / f".venv-{sys.version_info[0]}.{sys.version_info[1]}"
    usual = ROOT / ".venv"
    foreign = usual.exists() and not (usual / OURS).exists() and not empty(usual)
    return ROOT / ".venv-fencepost" if foreign else usual


def empty(path: Path) -> bool:
    """Whether it is a folder with nothing in it."""
    return path.is_dir() and not any(path.iterdir())


def say(text: str) -> None:
    """Tell what takes time, on standard error."""
    print(f"scripts/run: {text}", file=sys.stderr, flush=True)


def install(installer: str, python: Path, *arguments: str) -> None:
    """Install into the environment, with a user's own index settings but nothing that would lead elsewhere."""
    if installer == "uv":
        command = ["uv", "pip", "install", "--quiet", "--python", str(python)]
    else:
        command = [str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    call([*command, *arguments], PIP_USER="0")


def call(command: list[str], **variables: str) -> None:
    """Run a step. It inherits the lock, so that a killed set-up's orphan is waited for, too."""
    subprocess.run(command, check=True, env={**os.environ, **variables}, cwd=ROOT, close_fds=False)


def create(installer: str, environment: Path) -> None:
    """Make an empty environment; the mark comes first, so that one cut short is known as ours."""
    shutil.rmtree(environment, ignore_errors=True)
    environment.mkdir()
    (environment / OURS).write_text("This folder is made anew when it is stale; keep nothing in it.\n")
    # Called from an active environment, maybe this very one, the Python below it is meant.
    base = getattr(sys, "_base_executable", None) or sys.executable
    if installer == "uv":
        command = ["uv", "venv", "--quiet", "--no-project", "--allow-existing", "--python", base]
    else:
        command = [base, "-I", "-m", "venv"]
    call([*command, "--prompt", "fencepost", str(environment)])


def fill(installer: str, environment: Path, steps: list[str]) -> None:
    """Take the steps that are left; each stamp is written when its step is done."""
    python = environment / "bin" / "python"
    if "pins" in steps:
        say(f"setting up {environment.name} with {installer} (the first time takes a minute or two)")
        create(installer, environment)
        install(installer, python, "--require-hashes", "-r", str(PINS))
        stamp(environment, "pins")
    say(f"installing fencepost and wikimem into {environment.name}")
    install(installer, python, "--no-deps", "--no-build-isolation", *EDITABLE)
    stamp(environment, "packages")


def stamp(environment: Path, step: str) -> None:
    """Write a stamp whole or not at all."""
    draft = environment / f"stamp-{step}.new"
    draft.write_text(stamps(environment / "bin" / "python")[step])
    draft.replace(environment / f"stamp-{step}")


def prepare(installer: str) -> Path:
    """An environment that is up to date; of two calls at once, one waits for the other."""
    environment = choose()
    if not stale(environment):
        return environment
    lock = ROOT / ".cache" / "setup.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        os.set_inheritable(held.fileno(), True)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another set-up to end")
            fcntl.flock(held, fcntl.LOCK_EX)
        environment = choose()
        steps = stale(environment)
        if steps and installer == "pip" and not has_pip(environment):
            steps = list(stamps(environment / "bin" / "python"))
        if steps:
            fill(installer, environment, steps)
    return environment


def from_root(command: list[str]) -> list[str]:
    """The command as it reads in the root, without the `--` that sets off what the caller gave."""
    if "--" not in command:
        return command
    mark = command.index("--")
    return [*command[:mark], *(absolute(argument) for argument in command[mark + 1 :])]


def absolute(argument: str) -> str:
    """An argument, or the absolute path of what it names in the caller's folder alone; `::name` is carried along."""
    path, mark, name = argument.partition("::")
    if not path or path.startswith("-") or (ROOT / path).exists() or not Path(path).exists():
        return argument
    return str(Path(path).absolute()) + mark + name


def become(environment: Path, command: list[str]) -> NoReturn:
    """Go on as the command, in the project's root, with this environment alone."""
    variables = {key: value for key, value in os.environ.items() if key not in {"PYTHONHOME", "PYTHONPATH"}}
    variables["VIRTUAL_ENV"] = str(environment)
    variables["PATH"] = os.pathsep.join([str(environment / "bin"), os.environ.get("PATH", os.defpath)])
    os.chdir(ROOT)
    os.execvpe(command[0], command, variables)


def main(arguments: list[str]) -> int:
    """Prepare and become, or say in a line why not."""
    if len(arguments) < 2:
        say("which command? For example: ./scripts/run ruff format")
        return 2
    installer, *command = arguments
    try:
        environment = prepare(installer)
    except subprocess.CalledProcessError as error:
        say(f"set-up failed ({error.cmd[0]} ended with exit code {error.returncode})")
        return 2
    except OSError as error:
        say(f"set-up failed: {error}")
        return 2
    except KeyboardInterrupt:
        return 130
    try:
        become(environment, from_root(command))
    except OSError as error:
        say(f"{command[0]}: {error.strerror}")
        return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
