"""`--changed-since`: which pages a change may have made wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath

from fencepost import git
from fencepost.checks.static import StaticChecks
from fencepost.plan import Contract, PagePlan
from fencepost.project import SUFFIXES
from fencepost.project_plan import Planned
from fencepost.site import NAMES

_EVERYWHERE = frozenset({"fencepost.toml", "pyproject.toml", "conftest.py", *NAMES})
"""Names of files that may change what holds on any page."""


class RevisionError(Exception):
    """Git does not know the revision, or there is no repository."""


def changed_files(root: Path, revision: str) -> frozenset[str]:
    """Paths below `root` that differ from a revision, those of the working tree and new ones included.

    Compared is with the commit at which the two histories parted, so that what others did since counts for nothing.
    Raises `RevisionError`.
    """
    base = _ask(root, revision, "merge-base", "--", revision, "HEAD").strip()
    changed = _ask(root, revision, "diff", "--name-only", "--no-renames", "--relative", "-z", base, "--")
    new = _ask(root, revision, "ls-files", "-z", "--others", "--exclude-standard")
    return frozenset(path for path in (changed + new).split("\0") if path)


def _ask(root: Path, revision: str, command: str, *arguments: str) -> str:
    try:
        answer = git.ask(root, command, *arguments)
    except FileNotFoundError:
        raise RevisionError("--changed-since asks git, and there is no git") from None
    if answer.returncode != 0:
        said = answer.stderr.decode("utf-8", "replace").strip().splitlines()
        reason = said[-1] if said else "it has no history in common with HEAD"
        raise RevisionError(
            f"git cannot compare with `{revision}`: {reason}; a shallow clone has too little history for it"
        )
    return answer.stdout.decode("utf-8", "surrogateescape")


def affected(planned: Planned, changed: Collection[str]) -> list[str]:
    """The pages that have changed, those whose sources or imports have, and those that may link to a changed one.

    All of them where a file that rules them all has changed.
    """
    if any(PurePosixPath(path).name in _EVERYWHERE for path in changed):
        return list(planned.pages)
    mentions = _mentions(changed)
    checks = StaticChecks(planned.project, planned.pages, importing=False)
    try:
        return [
            path
            for path, plan in planned.pages.items()
            if path in changed or mentions.search(plan.page.text) or _quotes(plan, changed, checks)
        ]
    finally:
        checks.close()


def _mentions(changed: Collection[str]) -> re.Pattern[str]:
    """Finds the names of changed pages, and imports of changed modules."""
    paths = [PurePosixPath(path) for path in changed]
    pages = {re.escape(path.name) for path in paths if path.suffix in SUFFIXES}
    modules = {re.escape(_top(path)) for path in paths if path.suffix == ".py"}
    imports = [rf"\b(?:import|from)[ \t]+(?:{'|'.join(sorted(modules))})\b"] if modules else []
    return re.compile("|".join([*sorted(pages), *imports]) or r"(?!)")


def _top(module: PurePosixPath) -> str:
    """The top-level name under which a module is imported."""
    parts = module.parts[1:] if module.parts[0] == "src" and len(module.parts) > 1 else module.parts
    return parts[0].removesuffix(".py")


def _quotes(plan: PagePlan, changed: Collection[str], checks: StaticChecks) -> bool:
    """Whether the source of a contract of the page has changed, or may have."""
    for contract in plan.contracts:
        files = frozenset(_files(contract, checks)) if contract.source else None
        if files is not None and (files & frozenset(changed) if files else _may_depend(changed)):
            return True
    return False


def _files(contract: Contract, checks: StaticChecks) -> Iterator[str]:
    """The files from which the text of a contract's source was put together; none where that takes running."""
    from fencepost.sources import SourceText  # most checks ask for no revision

    assert contract.source is not None
    source = checks.source(contract.source, contract.page.path if contract.page else None)
    if isinstance(source, SourceText):
        yield source.place.path
        yield from {run.path for run in source.runs}


def _may_depend(changed: Collection[str]) -> bool:
    """Whether a source that has to be run may come out otherwise: whether anything but pages has changed."""
    return any(not path.endswith(SUFFIXES) for path in changed)
