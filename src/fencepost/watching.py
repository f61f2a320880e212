"""The files that a project's pages quote: what a preview has to look at beside the pages themselves."""

from __future__ import annotations

from pathlib import Path

from fencepost.plan import Conditions
from fencepost.project import PathError, SiteError, open_project
from fencepost.project_plan import plan
from fencepost.settings import SettingsError, load
from fencepost.sources import Sources, SourceText


def quoted_files(root: Path) -> list[Path]:
    """The files below `root` in which quoted sources are defined, sorted; empty where the settings are wrong.

    Nothing is imported or run: a source that takes either is left out.
    """
    try:
        planned = plan(open_project(load(root)), Conditions.here())
    except (PathError, SettingsError, SiteError):
        return []
    sources = Sources(root, importing=False, kinds=planned.project.plugins.sources)
    try:
        expressions = {item.source for item in planned.all_contracts if item.kind in ("quote", "translates", "agree")}
        found = [sources.resolve(part) for whole in expressions if whole for part in whole.split(", ")]
    finally:
        sources.close()
    files = {root / source.place.path for source in found if isinstance(source, SourceText)}
    return sorted(path for path in files if path.is_file())
