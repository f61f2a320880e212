"""What the result of a page depends on, as digests."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import platform
import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from fencepost import __version__, tree
from fencepost.plan import PagePlan, Step


def digest(*parts: object) -> str:
    """One name for plain values."""
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode("ascii")).hexdigest()


def file_digest(path: Path) -> str:
    """One name for the bytes of a file; empty where there is none."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def run_key(options: Mapping[str, str], settings: str, files: Collection[str], sources: Mapping[str, str]) -> str:
    """What is the same for all pages of a run.

    Args:
        options: what the caller's options and their values are.
        settings: the project's settings, written out.
        files: conftest files, other plugins of the project, and the file that pytest is configured with.
        sources: texts of the sources that the settings' `names` give to pages.
    """
    interpreter = (sys.version, sys.implementation.cache_tag, platform.platform(), repr(sys.flags), sys.warnoptions)
    plugins = [(file, file_digest(Path(file))) for file in sorted(files)]
    return digest(
        __version__, interpreter, installed(), sorted(options.items()), settings, plugins, sorted(sources.items())
    )


def installed() -> str:
    """What is installed: the record of each distribution, which holds a digest of each of its files."""
    records = [
        (one.name, one.version, one.read_text("RECORD") or one.read_text("METADATA") or "")
        for one in importlib.metadata.distributions()
    ]
    return digest(sorted(records))


def page_key(plan: PagePlan, root: Path) -> str:
    """What the result of a page depends on: its text, its steps, what it brings along, and the pages it continues."""
    page = plan.page
    file = root / page.path
    copies = [
        (source.relative_to(root).as_posix(), file_digest(source))
        for source in tree.brought(plan.option("files"), file.parent, root)
    ]
    contracts = [(one.id, one.kind, one.source, one.decided_by) for one in plan.contracts if one.needs_running]
    behind = page_key(plan.continued, root) if plan.continued is not None else ""
    return digest(page.path, page.dialect, page.text, _steps(plan.steps), contracts, copies, behind)


def _steps(steps: Iterable[Step]) -> list[tuple[object, ...]]:
    # They hold what the text does not say: whether a condition of a skip is met, and what was included.
    return [(one.kind, one.id, one.code, one.line, one.raises, one.fence.fate, one.fence.audited) for one in steps]
