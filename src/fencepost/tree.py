"""The files of a project, as git sees them or, where there is no git, as they lie there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from fencepost import git

_NEVER = frozenset({"__pycache__", "node_modules", "site-packages", "venv"})


def files(root: Path) -> Iterator[str]:
    """Paths below `root` that git does not ignore; without git, all but what is hidden or installed.

    Git lists what is in its index too: a path need not be a file that is there.
    """
    listed = _listed_by_git(root)
    yield from _walked(root) if listed is None else listed


def shown(path: Path, root: Path) -> str:
    """A path for people: relative to the project's root where it lies inside."""
    whole = path.resolve()
    return (whole.relative_to(root) if whole.is_relative_to(root) else whole).as_posix()


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
        for name in names:
            yield Path(folder, name).relative_to(root).as_posix()
