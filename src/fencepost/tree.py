"""The files of a project, as git sees them or, where there is no git, as they lie there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from fencepost import git
from fencepost.ignorerules import IgnoreRules

_NEVER = frozenset({"__pycache__", "node_modules", "site-packages", "venv"})


def is_file(path: Path) -> bool:
    """Whether there is a file; what cannot be looked at, for want of rights or since its name is too long, is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Whether there is a folder; what cannot be looked at is none."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_link(path: Path) -> bool:
    """Whether there is a link; what cannot be looked at is none."""
    try:
        return path.is_symlink()
    except OSError:
        return False


def inside(folder: Path) -> list[Path]:
    """What stands in a folder, sorted; nothing where that cannot be looked at."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def is_below(path: str, folder: str) -> bool:
    """Whether a path with forward slashes is that of a folder or of something in it; all is in the empty one."""
    return not folder or path == folder or path.startswith(f"{folder}/")


def files(root: Path) -> Iterator[str]:
    """Paths below `root` that git does not ignore; without git, all but what is hidden or installed.

    Git lists what is in its index too: a path need not be a file that is there.
    """
    listed = _listed_by_git(root)
    yield from _walked(root) if listed is None else listed


def brought(pattern: str | None, beside: Path, root: Path) -> list[Path]:
    """The files that a page brings along: what `pattern` names in the folder `beside`, in order."""
    try:
        found = sorted(beside.glob(pattern)) if pattern else []
    except OSError:  # a name that no file can have
        return []
    return [source for source in found if source.is_file() and source.resolve().is_relative_to(root)]


def shown(path: Path, root: Path) -> str:
    """A path for people: relative to the project's root where it lies inside."""
    whole = path.resolve()
    return (whole.relative_to(root) if whole.is_relative_to(root) else whole).as_posix()


def leads_out(path: Path, root: Path) -> bool:
    """Whether a path that is written as one below the project's root is a link out of it, or goes through one."""
    written = Path(os.path.normpath(root / path))
    return written.is_relative_to(root) and not Path(os.path.realpath(written)).is_relative_to(os.path.realpath(root))


def ways_out(root: Path) -> Callable[[str], bool]:
    """`leads_out` for many paths relative to `root`: each of their folders is followed once, for the first of them."""

    @cache
    def is_out(folder: str) -> bool:
        return leads_out(Path(folder), root)

    def check(path: str) -> bool:
        is_link = os.path.islink(f"{root}/{path}")  # noqa: PTH114 - once for each page
        return leads_out(Path(path), root) if is_link else is_out(path.rpartition("/")[0])

    return check


def ignores(root: Path) -> Callable[[str], bool]:
    """Tells of paths relative to `root` whether the project's `.gitignore` files name them: what makes them is not git.

    Of a path the files in its own folders are read, each once. What one of them takes in again, another may leave out.
    """

    @cache
    def rules(folder: str) -> IgnoreRules:
        file = root / folder / ".gitignore"
        inside = is_file(file) and not leads_out(file, root)
        return IgnoreRules.of_lines(file.read_text("utf-8", "replace").splitlines() if inside else ())

    def check(path: str) -> bool:
        parts = path.split("/")
        folders = ["/".join(parts[:depth]) for depth in range(len(parts))]
        inside = [path[len(folder) + 1 :] if folder else path for folder in folders]
        told = [(rules(folder), below) for folder, below in zip(folders, inside, strict=True)]
        return ".." not in parts and any(one.leave_out(below) for one, below in told)

    return check


def repository(root: Path) -> Path:
    """The folder of the git repository in which a project lies; the project's root for want of one."""
    return next((folder for folder in (root, *root.parents) if is_there(folder / ".git")), root)


def is_there(path: Path) -> bool:
    """Whether there is a file or a folder, as far as that can be looked at."""
    return is_file(path) or is_folder(path)


def import_roots(root: Path) -> tuple[Path, ...]:
    """The folders in which the project's modules are looked for: the root, `src/`, each project under `src/`."""
    projects = sorted(path.parent for path in (root / "src").glob("*/pyproject.toml"))
    return tuple(folder for folder in (root, root / "src", *projects) if folder.is_dir())


def _listed_by_git(root: Path) -> list[str] | None:
    try:
        answer = git.ask(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".")
    except FileNotFoundError:
        return None
    if answer.returncode != 0:
        return None
    return [os.fsdecode(name) for name in answer.stdout.split(b"\0") if name]


def _walked(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in _NEVER and not name.startswith(".")]
        below = Path(folder).relative_to(root).as_posix()
        for name in names:
            yield name if below == "." else f"{below}/{name}"
