"""`--fix` and `--diff`: the edits of all findings, joined, checked again, then shown or written.

A fix is made as a whole or left. It is left where it would change what another one changes, and where the page that
it makes is no better than the one before: other fences stand on it, something new is found, or the finding stays.
"""

from __future__ import annotations

import hashlib
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from fencepost import holding
from fencepost.edits import apply, overlap, unified, write_atomic
from fencepost.model import Edit, Finding, Page, Report
from fencepost.project import SUFFIXES, open_project
from fencepost.project_plan import Planned, plan
from fencepost.settings import load

_Found = Counter[tuple[str, int | None]]
"""How often each code was found on each fence of a page, by the fence's number."""
_REVEALING = frozenset({"FP104"})
"""Mending these lets a directive have its say: what it then finds was wrong before."""
_ADDING = frozenset({"FP403"})
"""Mending these adds a fence to the page."""


@dataclass(frozen=True, slots=True)
class Change:
    """The new text of one file."""

    path: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Left:
    """A fix that was not made."""

    finding: Finding
    reason: str
    patch: str
    """What it would have changed."""

    def __str__(self) -> str:
        # Indented, so that a patch that is shown is not taken for one that applies.
        return f"{self.finding.place}: {self.finding.code} left: {self.reason}\n" + textwrap.indent(self.patch, "    ")


@dataclass(slots=True)
class Changes:
    """What `--fix` would write."""

    root: Path
    changes: tuple[Change, ...]
    left: tuple[Left, ...] = ()
    _failed: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, root: Path, report: Report, *, importing: bool = True) -> Changes:
        """Join the edits of a report's findings.

        `importing` says whether the settings' `import` may be used when the new pages are held to their sources.
        """
        found = [finding for finding in report.findings if finding.edits]
        offered = [finding for finding in report.findings if finding.offers]
        if not found and not offered:
            return cls(root, ())
        texts, left = _readable(root, report, [*found, *offered])
        stale = [item.finding for item in left]
        left += [
            Left(one, offer.reason, _patch(texts, offer.edits))
            for one in offered
            if one not in stale
            for offer in one.offers
        ]
        found, conflicts = _without_conflicts([one for one in found if one not in stale])
        left += [Left(one, reason, _patch(texts, one.edits)) for one, reason in conflicts]
        beside = [one for one in found if _is_beside(one, report)]
        found = [one for one in found if one not in beside]
        kept, refused = _accepted(_Trial.of(root, texts, importing), found) if found else ([], [])
        kept += beside
        left += [Left(one, reason, _patch(texts, one.edits)) for one, reason in refused]
        new = _applied(texts, [edit for one in kept for edit in one.edits])
        changes = [Change(path, texts[path], text) for path, text in new.items() if text != texts[path]]
        return cls(root, tuple(changes), tuple(sorted(left, key=lambda item: str(item.finding.place))))

    def __bool__(self) -> bool:
        return bool(self.changes)

    def write(self) -> bool:
        """Write all files, each whole or not at all; says whether anything was written."""
        self._failed = []
        for change in self.changes:
            try:
                write_atomic(self.root / change.path, change.new, self.root)
            except OSError as error:
                self._failed.append(f"{change.path}: cannot be written: {error.strerror}\n")
        return len(self._failed) < len(self.changes)

    def describe(self, *, written: bool) -> str:
        """The files that were written, or the difference that would be; and what was left, with its patch."""
        left = "".join(map(str, self.left))
        if not written:
            return "".join(unified(change.path, change.old, change.new) for change in self.changes) + left
        failed = "".join(self._failed)
        done = [change.path for change in self.changes if f"{change.path}: cannot" not in failed]
        return ("".join(f"fixed {path}\n" for path in done) or "nothing to fix\n") + failed + left


def without_spare(root: Path, report: Report) -> Report:
    """Take out of the baseline what it accepts without need; the report, without these findings."""
    spare = [finding for finding in report.findings if finding.edits and _is_beside(finding, report)]
    if not spare or not Changes.of(root, replace(report, findings=tuple(spare))).write():
        return report
    return replace(report, findings=tuple(finding for finding in report.findings if finding not in spare))


def _is_beside(finding: Finding, report: Report) -> bool:
    """Whether a finding mends the baseline, of which nothing on the pages depends."""
    return finding.code == "FP113" and finding.place.path not in [page.path for page in report.pages]


def _readable(root: Path, report: Report, found: Sequence[Finding]) -> tuple[dict[str, str], list[Left]]:
    """The texts of the files that are to be changed, and the findings whose file is no longer what was checked."""
    digests = {page.path: page.sha256 for page in report.pages}
    texts: dict[str, str] = {}
    wrong: dict[str, str] = {}
    for path in sorted({edit.path for finding in found for edit in _edits(finding)}):
        try:
            data = (root / path).read_bytes()
            texts[path] = data.decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            wrong[path] = f"{path} cannot be read: {error}"
            continue
        if digests.get(path, hashlib.sha256(data).hexdigest()) != hashlib.sha256(data).hexdigest():
            wrong[path] = f"{path} was changed while it was checked"
    left = [
        Left(finding, next(wrong[edit.path] for edit in _edits(finding) if edit.path in wrong), "")
        for finding in found
        if any(edit.path in wrong for edit in _edits(finding))
    ]
    return texts, left


def _edits(finding: Finding) -> list[Edit]:
    """All that a finding would do or offers to do."""
    return [*finding.edits, *(edit for offer in finding.offers for edit in offer.edits)]


def _without_conflicts(found: Sequence[Finding]) -> tuple[list[Finding], list[tuple[Finding, str]]]:
    """The findings whose edits meet no others, and those that do, with the place of the first that they meet."""
    kept: list[Finding] = []
    conflicts: list[tuple[Finding, str]] = []
    for finding in found:
        other = next((one for one in found if one is not finding and _meet(finding.edits, one.edits)), None)
        if other is None:
            kept.append(finding)
        else:
            conflicts.append((finding, f"{other.code} at {other.place} wants to change the same text"))
    return kept, conflicts


def _meet(ours: Iterable[Edit], theirs: Iterable[Edit]) -> bool:
    theirs = tuple(theirs)
    return any(one.path == other.path and overlap(one, other) for one in ours for other in theirs)


def _applied(texts: Mapping[str, str], edits: Iterable[Edit]) -> dict[str, str]:
    edits = dict.fromkeys(edits)
    paths = dict.fromkeys(edit.path for edit in edits)
    return {path: apply(texts[path], [edit for edit in edits if edit.path == path]) for path in paths}


def _patch(texts: Mapping[str, str], edits: Iterable[Edit]) -> str:
    return "".join(unified(path, texts[path], new) for path, new in _applied(texts, edits).items())


def _accepted(trial: _Trial, found: list[Finding]) -> tuple[list[Finding], list[tuple[Finding, str]]]:
    """The findings whose edits make the pages better, tried at once, and one by one where that fails."""
    if not trial.objection(found):
        return found, []
    kept: list[Finding] = []
    refused: list[tuple[Finding, str]] = []
    for finding in found:
        if reason := trial.objection([*kept, finding]):
            refused.append((finding, reason))
        else:
            kept.append(finding)
    return kept, refused


@dataclass(frozen=True, slots=True)
class _Trial:
    """The pages before, and what is found on them without running."""

    planned: Planned
    texts: Mapping[str, str]
    before: Mapping[str, _Found]
    importing: bool

    @classmethod
    def of(cls, root: Path, texts: Mapping[str, str], importing: bool) -> _Trial:
        loaded = load(root)
        pages = [path for path in texts if path.endswith(SUFFIXES) and (root / path).is_file()]
        planned = plan(open_project(loaded, pages))
        return cls(planned, texts, _found(planned, importing), importing)

    def objection(self, found: Sequence[Finding]) -> str:
        """Why the edits of these findings, made together, would not make the pages better; else empty."""
        edits = {edit: finding for finding in found for edit in finding.edits}
        new = plan(self.planned.project.with_texts(_applied(self.texts, edits)))
        after = _found(new, self.importing)
        if snippet := next((edit.path for edit in edits if edit.included), ""):
            return f"{snippet} is a snippet, which other pages may include; apply the patch if it is right for all"
        for path in dict.fromkeys(edit.path for edit in edits):
            reveals = any(one.code in _REVEALING and one.place.path == path for one in found)
            if path not in self.planned.pages:
                return f"{path} is no page of the project"
            added = sum(edit.path == path and finding.code in _ADDING for edit, finding in edits.items())
            if reason := self._worse(path, new.pages[path].page, Counter() if reveals else after[path], added):
                return reason
        for finding in found:
            key = _key(self.planned, finding)
            if 0 < self.before[finding.place.path][key] <= after.get(finding.place.path, Counter())[key]:
                return f"{finding.code} would stay"
        return ""

    def _worse(self, path: str, page: Page, after: _Found, added: int) -> str:
        """Why a page would be worse: what is found on it afterwards, and how many fences the edits add to it."""
        old, before = self.planned.pages[path].page, self.before[path]
        if not _holds(_outline(page), _outline(old), added):
            return f"other fences would stand on {path}"
        if added:
            # The fences behind a new one have other numbers.
            before, after = _by_code(before), _by_code(after)
        if new := after - before:
            code, number = next(iter(new))
            return f"{code} would be found in {path if number is None else page.fence_id(page.fences[number])}"
        return ""


def _holds(new: Sequence[tuple[str, int]], old: Sequence[tuple[str, int]], added: int) -> bool:
    """Whether new fences are the old ones in their order, with so many more among them."""
    rest = iter(new)
    return len(new) == len(old) + added and all(fence in rest for fence in old)


def _by_code(found: _Found) -> _Found:
    codes: _Found = Counter()
    for (code, _), number in found.items():
        codes[code, None] += number
    return codes


def _outline(page: Page) -> list[tuple[str, int]]:
    return [(fence.language, len(fence.containers)) for fence in page.fences]


def _found(planned: Planned, importing: bool) -> dict[str, _Found]:
    found: dict[str, _Found] = {path: Counter() for path in planned.pages}
    verdicts = holding.hold(planned, importing=importing)
    for finding in holding.findings(planned, verdicts.values()):
        found.setdefault(finding.place.path, Counter())[_key(planned, finding)] += 1
    return found


def _key(planned: Planned, finding: Finding) -> tuple[str, int | None]:
    # Not the fence's id: a fix may give the heading above it another one.
    path, _, name = (finding.fence or "").partition("::")
    names = [fence.fence.name for fence in planned.pages[path].fences] if path in planned.pages else []
    return finding.code, names.index(name) if name in names else None
