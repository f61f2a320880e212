"""Build both distributions, look at what is in them, and try the wheels: `./scripts/wheels`, which see.

Only uv is called, and the standard library; what is tried is in `scripts/smoke.py`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
RESOLUTIONS = ("highest", "lowest-direct")
EXTRAS = "pytest,mkdocs,tls"


@dataclass(frozen=True, slots=True)
class Project:
    """One of the repository's two distributions."""

    name: str
    root: Path
    package: Path
    beside: frozenset[str]
    """What the source distribution holds beside the package, PKG-INFO and what the build system needs itself."""

    @property
    def version(self) -> str:
        """What its `__init__` says. Raises `ValueError` where that says nothing."""
        found = re.search(r'^__version__ = "(.+)"$', (self.package / "__init__.py").read_text("utf-8"), re.MULTILINE)
        if found is None:
            raise ValueError(f"{self.package}/__init__.py has no __version__")
        return found[1]

    def files(self) -> set[str]:
        """The package's files, relative to the folder that the package stands in."""
        found = (path for path in self.package.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {path.relative_to(self.package.parent).as_posix() for path in found}


FENCEPOST = Project(
    "fencepost",
    ROOT,
    ROOT / "src" / "fencepost",
    frozenset({"README.md", "README.zh-CN.md", "CHANGELOG.md", "LICENSE", "hatch_build.py", "pyproject.toml"}),
)
WIKIMEM = Project(
    "wikimem",
    ROOT / "src" / "wikimem",
    ROOT / "src" / "wikimem" / "wikimem",
    frozenset({"README.md", "LICENSE", "pyproject.toml"}),
)
PROJECTS = (FENCEPOST, WIKIMEM)
_RELATIVE = re.compile(r"\]\((?![a-z]+:|#)([^()\s]+)\)")
"""A link that leads nowhere on a package index."""


def build(project: Project, out: Path) -> tuple[Path, Path]:
    """The source distribution, and the wheel that was made from it. Raises `CalledProcessError`."""
    folder = out / project.name
    subprocess.run(["uv", "build", "--quiet", "--out-dir", str(folder), str(project.root)], check=True)
    stem = folder / f"{project.name}-{project.version}"
    return stem.with_name(f"{stem.name}.tar.gz"), stem.with_name(f"{stem.name}-py3-none-any.whl")


def wrong_in_sdist(project: Project, archive: Path) -> list[str]:
    """What is missing in a source distribution, and what should not be there."""
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    folder = project.package.parent.relative_to(project.root)
    wanted = {(folder / name).as_posix() for name in project.files()} | project.beside | {"PKG-INFO"}
    return _differences(archive, wanted, names - {".gitignore"})


def wrong_in_wheel(project: Project, archive: Path) -> list[str]:
    """What is missing in a wheel, and what should not be there."""
    info = f"{project.name}-{project.version}.dist-info"
    with zipfile.ZipFile(archive) as file:
        names = set(file.namelist())
        description = file.read(f"{info}/METADATA").decode("utf-8") if f"{info}/METADATA" in names else ""
    wanted = {f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")}
    dead = [f"{archive.name}: its description links to {link}" for link in _RELATIVE.findall(description)]
    return _differences(archive, project.files() | wanted, names) + dead


def _differences(archive: Path, wanted: set[str], found: set[str]) -> list[str]:
    missing = [f"{archive.name}: {name} is missing" for name in sorted(wanted - found)]
    return missing + [f"{archive.name}: {name} should not be there" for name in sorted(found - wanted)]


def wrong_for_tag(tag: str, versions: dict[str, str], changelog: str) -> list[str]:
    """What speaks against releasing under a tag: it names another version, or the changelog does not know it."""
    wrong = [f"{name} is {version}, the tag is {tag}" for name, version in versions.items() if tag != f"v{version}"]
    if not re.search(rf"^## {re.escape(tag.removeprefix('v'))}(?: |$)", changelog, re.MULTILINE):
        wrong.append(f"CHANGELOG.md has no heading `## {tag.removeprefix('v')}`; move the entries below it")
    return wrong


def constraints(python: str, resolution: str, folder: Path) -> Path:
    """The versions of all dependencies for a Python and a way of choosing them, without the projects themselves."""
    path = folder / f"constraints-{python}-{resolution}.txt"
    projects = [str(project.root / "pyproject.toml") for project in PROJECTS]
    options = ["--all-extras", "--resolution", resolution, "--python-version", python, "--no-config", "--quiet"]
    subprocess.run(["uv", "pip", "compile", *options, "--output-file", str(path), *projects], check=True)
    return path


def environment(python: str, resolution: str, wheels: list[Path], folder: Path) -> Path:
    """The Python of a fresh environment that holds the wheels, with all extras, and nothing else."""
    place = folder / f"{python}-{resolution}"
    subprocess.run(["uv", "venv", "--quiet", "--no-project", "--python", python, str(place)], check=True)
    asked = [f"{wheel}[{EXTRAS}]" if wheel.name.startswith("fencepost") else str(wheel) for wheel in wheels]
    held = ["--constraints", str(constraints(python, resolution, folder))]
    binary = place / "bin" / "python"
    # A version that has no wheel for this Python is one that people cannot install without a compiler.
    options = ["--only-binary", ":all:", "--quiet", "--python", str(binary)]
    subprocess.run(["uv", "pip", "install", *options, *held, *asked], check=True)
    return binary


def tried(python: str, resolution: str, wheels: list[Path], folder: Path) -> bool:
    """Whether everything that `scripts/smoke.py` does works on the wheels."""
    print(f"== Python {python}, {resolution}", flush=True)
    try:
        binary = environment(python, resolution, wheels, folder)
    except subprocess.CalledProcessError as error:
        print(f"{' '.join(map(str, error.cmd))} failed")
        return False
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV", "CI")}
    smoke = [str(binary), "-I", str(ROOT / "scripts" / "smoke.py"), FENCEPOST.version, WIKIMEM.version]
    return subprocess.run(smoke, cwd=folder, env=clean, check=False).returncode == 0


def _found(python: str) -> bool:
    return subprocess.run(["uv", "python", "find", "--quiet", python], capture_output=True, check=False).returncode == 0


def _each(pythons: list[str], resolutions: list[str], wheels: list[Path]) -> list[str]:
    failed = []
    for python in pythons:
        if not _found(python):
            print(f"scripts/wheels: no Python {python} was found", file=sys.stderr)
            failed.append(python)
            continue
        with tempfile.TemporaryDirectory(prefix="fencepost-wheels-") as folder:
            failed += [f"{python}/{kind}" for kind in resolutions if not tried(python, kind, wheels, Path(folder))]
    return failed


def _against(tag: str) -> list[str]:
    versions = {project.name: project.version for project in PROJECTS}
    return wrong_for_tag(tag, versions, (ROOT / "CHANGELOG.md").read_text("utf-8"))


def _built(out: Path) -> tuple[list[Path], list[str]]:
    """The wheels, and what is wrong with the distributions."""
    wheels, wrong = [], []
    for project in PROJECTS:
        sdist, wheel = build(project, out)
        found = wrong_in_sdist(project, sdist) + wrong_in_wheel(project, wheel)
        if not found:
            print(f"{sdist.name} and its wheel hold what they should", flush=True)
        wheels.append(wheel)
        wrong += found
    return wheels, wrong


def main(arguments: list[str]) -> int:
    """Build, look, try; 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", metavar="VERSION", help="may be repeated; default: all supported")
    parser.add_argument("--resolution", action="append", choices=RESOLUTIONS, help="may be repeated; default: both")
    parser.add_argument("--out", type=Path, help="keep the distributions in this folder, one folder for each")
    parser.add_argument("--tag", help="refuse unless both versions and the changelog are those of this tag, as v1.2.3")
    parser.add_argument("--build-only", action="store_true", help="build and look, try nothing")
    options = parser.parse_args(arguments)
    wrong = _against(options.tag) if options.tag is not None else []
    with tempfile.TemporaryDirectory(prefix="fencepost-dist-") as temporary:
        wheels, found = _built((options.out or Path(temporary)).resolve())
        wrong += found
        if not wrong and not options.build_only:
            wrong = _each(options.python or list(PYTHONS), options.resolution or list(RESOLUTIONS), wheels)
    if wrong:
        print("FAILED:", *wrong, sep="\n  ", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
