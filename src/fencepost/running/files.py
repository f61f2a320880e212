"""Files of a page's temporary folder: written by its fences, or brought along."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
import sys
from pathlib import Path

from fencepost import tree
from fencepost.plan import PagePlan, Step


class OutsideError(ValueError):
    """A path that would leave the folder in which the page works."""


def write_file(step: Step, folder: Path) -> None:
    """Write the body of a `file` fence; a module that was imported from an earlier version is dropped.

    Raises:
        OutsideError: the path leads out of the folder.
    """
    directive = step.fence.directive("file")
    assert step.fence.file is not None
    target = inside(folder, step.fence.file)
    target.parent.mkdir(parents=True, exist_ok=True)
    appends = directive is not None and "append" in directive.flags
    earlier = target.read_text("utf-8") if appends and target.exists() else ""
    target.write_text(earlier + step.code, "utf-8", newline="\n")
    _forget(target)


def copy_files(plan: PagePlan, beside: Path, root: Path, folder: Path) -> None:
    """Copy what the page's `files` names, relative to the page, into its folder under the same names."""
    for source in tree.brought(plan.option("files"), beside, root):
        target = inside(folder, source.relative_to(beside).as_posix())
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def inside(folder: Path, path: str) -> Path:
    """The path below `folder`. Raises `OutsideError` where it is none."""
    target = (folder / path).resolve()
    if not target.is_relative_to(folder.resolve()):
        raise OutsideError(f"{path!r} leads out of the page's folder")
    return target


def _forget(file: Path) -> None:
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) == str(file):
            del sys.modules[name]
    # Two versions of one size within a second look alike to the cache of compiled modules.
    Path(importlib.util.cache_from_source(str(file))).unlink(missing_ok=True)
    importlib.invalidate_caches()
